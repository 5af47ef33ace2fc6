import type { Meta, Story } from '@org/config/story'
import { MultiSelect } from '../../choice/multi-select.tsx'
import { TextLink } from '../../controls/text-link.tsx'
import { Composer, type ComposerProps } from './composer.tsx'

const box = ['textbox', 'Message'] as const
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#8fb8a8"/><circle cx="48" cy="48" r="28" fill="#f2eee6"/></svg>',
)}`

const meta: Meta<ComposerProps> = {
  title: 'ui-kit/chat/Composer',
  component: Composer,
  argTypes: {
    onSend: { action: 'onSend' },
    onStop: { action: 'onStop' },
    onAttach: { action: 'onAttach' },
    onRemoveAttachment: { action: 'onRemoveAttachment' },
    onEditLast: { action: 'onEditLast' },
  },
}
export default meta

export const Empty: Story<ComposerProps> = {
  parameters: {
    keyboard: [
      {
        on: box,
        typed: 'Is it safe? ',
        keys: ['Enter'],
        does: 'sends the text and empties the box',
        expect: [{ called: 'onSend', with: ['Is it safe?'] }, { value: box, is: '' }, { focus: box }],
      },
      {
        on: box,
        typed: 'One',
        keys: ['Shift+Enter'],
        does: 'starts a new line',
        expect: [{ value: box, is: 'One\n' }],
      },
      {
        on: box,
        keys: ['ArrowUp'],
        does: 'in an empty box: asks for the last question, to be edited',
        expect: [{ called: 'onEditLast', with: [] }],
      },
    ],
  },
}

export const Written: Story<ComposerProps> = {
  args: { defaultValue: 'How much magnesium does an adult need,\nand what helps me sleep?' },
}

export const Streaming: Story<ComposerProps> = {
  args: { streaming: true },
  parameters: {
    keyboard: [
      {
        on: box,
        keys: ['Escape'],
        does: 'while an answer arrives: stops it',
        expect: [{ called: 'onStop', with: [] }],
      },
    ],
  },
}

export const Disabled: Story<ComposerProps> = {
  args: {
    disabled: true,
    disabledReason: (
      <>
        You have used your free questions of today. <TextLink href="#login">Sign in</TextLink> to go on.
      </>
    ),
  },
}

export const WithPickers: Story<ComposerProps> = {
  args: {
    pickers: (
      <>
        <MultiSelect
          side="top"
          label="Authors"
          options={[{ value: 'Dr. Ada Winter' }]}
          defaultValue={['Dr. Ada Winter']}
        />
        <MultiSelect side="top" label="Tools" options={[{ value: 'Search' }]} />
      </>
    ),
  },
}

export const WithPictures: Story<ComposerProps> = {
  args: {
    defaultValue: 'What is in these?',
    attachments: [
      { id: '1', name: 'label.png', previewUrl: picture },
      { id: '2', name: 'a-picture-of-the-whole-bottle-and-its-box.png', previewUrl: picture },
      { id: '3', name: 'IMG_20261121_101512.jpg', previewUrl: null },
    ],
  },
  parameters: {
    keyboard: [
      {
        on: ['button', 'Remove label.png'],
        keys: ['Enter'],
        does: 'takes the picture out',
        expect: [{ called: 'onRemoveAttachment', with: ['1'] }],
      },
    ],
  },
}

export const Problem: Story<ComposerProps> = {
  args: { problem: 'notes.pdf is not an image.', defaultValue: 'What is in this?' },
}

export const NearTheLimit: Story<ComposerProps> = {
  args: { defaultValue: 'What is a good time of day for magnesium?', maxCharacters: 45 },
}

export const TooLong: Story<ComposerProps> = {
  args: { defaultValue: 'What is a good time of day for magnesium?', maxCharacters: 40 },
  parameters: {
    keyboard: [
      {
        on: box,
        keys: ['Enter'],
        does: 'beyond the limit: nothing',
        expect: [{ value: box, is: 'What is a good time of day for magnesium?' }],
      },
    ],
  },
}

export const LongText: Story<ComposerProps> = {
  args: {
    defaultValue: `https://example.com/${'a-very-long-path-without-a-place-to-break/'.repeat(4)}\n${'And what else is known about it? '.repeat(40)}`,
  },
}

export const RightToLeft: Story<ComposerProps> = {
  args: {
    defaultValue: 'كم يحتاج البالغ من المغنيسيوم؟',
    labels: { message: 'الرسالة', attach: 'إرفاق ملفات', send: 'إرسال', composer: 'رسالة جديدة' },
    pickers: <MultiSelect side="top" label="المؤلفون" options={[{ value: 'ليلى حداد' }]} />,
  },
  globals: { dir: 'rtl' },
}
