import type { Meta, Story } from '@org/config/story'
import { TextArea, type TextAreaProps } from './text-area.tsx'

const area = ['textbox', 'Message'] as const

const meta: Meta<TextAreaProps> = {
  title: 'ui-kit/TextArea',
  component: TextArea,
  args: { label: 'Message' },
  argTypes: { onValueChange: { action: 'onValueChange' } },
}
export default meta

export const Empty: Story<TextAreaProps> = {
  parameters: {
    keyboard: [
      {
        on: area,
        typed: 'Hello',
        keys: ['Enter'],
        does: 'starts a new line',
        expect: [{ value: area, is: 'Hello\n' }],
      },
    ],
  },
}

export const WithDescription: Story<TextAreaProps> = {
  args: {
    description: 'What the assistant should know of your shop.',
    defaultValue: 'We ship within two days.\nReturns are free for 30 days.',
  },
}

export const WithError: Story<TextAreaProps> = {
  args: { defaultValue: 'Hi', error: 'Write at least 10 characters.' },
}

export const Disabled: Story<TextAreaProps> = {
  args: { defaultValue: 'We ship within two days.', disabled: true },
}
