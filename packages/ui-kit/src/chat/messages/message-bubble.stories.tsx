import { Answer } from '@org/citations/react'
import type { Meta, Story } from '@org/config/story'
import { CopyButton } from './copy-button.tsx'
import { Feedback } from './feedback.tsx'
import { MessageBubble, type MessageBubbleProps } from './message-bubble.tsx'

const citations = [{ number: 1, title: 'Magnesium: fact sheet', url: 'https://example.org/magnesium' }]
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#8fb8a8"/><circle cx="160" cy="120" r="70" fill="#f2eee6"/></svg>',
)}`

const meta: Meta<MessageBubbleProps> = { title: 'ui-kit/chat/MessageBubble', component: MessageBubble }
export default meta

export const AnswerWithActions: Story<MessageBubbleProps> = {
  args: {
    role: 'assistant',
    children: (
      <Answer
        text={'Adults need **300 to 400 mg** of magnesium a day [1].\n\n- Nuts and seeds\n- Whole grain\n'}
        citations={citations}
      />
    ),
    actions: (
      <>
        <CopyButton text="Adults need 300 to 400 mg of magnesium a day [1]." />
        <Feedback rating={null} onRate={() => undefined} />
      </>
    ),
  },
}

export const Question: Story<MessageBubbleProps> = {
  args: { role: 'user', children: 'How much magnesium does an adult need,\nand what helps me sleep?' },
}

export const QuestionWithPictures: Story<MessageBubbleProps> = {
  args: {
    role: 'user',
    children: 'What is in this?',
    images: [
      { name: 'label.png', mimeType: 'image/svg+xml', data: null, url: picture },
      { name: 'bottle.png', mimeType: 'image/svg+xml', data: null, url: `${picture}#2` },
    ],
  },
}

export const Waiting: Story<MessageBubbleProps> = { args: { role: 'assistant', streaming: true } }

export const Streaming: Story<MessageBubbleProps> = {
  args: {
    role: 'assistant',
    streaming: true,
    children: <Answer streaming text="Adults need **300 to 400 mg** of magnesium" />,
  },
}

export const LongText: Story<MessageBubbleProps> = {
  args: {
    role: 'user',
    children: `Is https://example.com/${'products-without-a-place-to-break'.repeat(4)} any good? ${'And what else is known about it? '.repeat(12)}`,
  },
}

export const ArabicInAnEnglishPage: Story<MessageBubbleProps> = {
  args: { role: 'user', children: 'كم يحتاج البالغ من المغنيسيوم في اليوم؟' },
}

export const RightToLeft: Story<MessageBubbleProps> = {
  args: {
    role: 'assistant',
    children: (
      <Answer
        text={'يحتاج البالغون إلى **300 إلى 400 ملغ** من المغنيسيوم يوميا [1].'}
        citations={citations}
      />
    ),
    actions: <CopyButton text="…" labels={{ copy: 'نسخ' }} />,
    labels: { assistant: 'المساعد' },
  },
  globals: { dir: 'rtl' },
}
