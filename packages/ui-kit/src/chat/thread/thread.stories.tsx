import { Answer } from '@org/citations/react'
import type { Meta, Story } from '@org/config/story'
import { EmptyState } from '../../states/empty-state.tsx'
import { MessageBubble } from '../messages/message-bubble.tsx'
import { Thread, type ThreadProps } from './thread.tsx'

const texts: Readonly<Record<string, string>> = {
  q1: 'How much magnesium does an adult need?',
  a1: 'Between **300 and 400 mg** a day, most of it from food:\n\n- nuts and seeds\n- whole grain\n- pulses\n',
  q2: 'And what helps me sleep?',
  a2: 'A dark and cool room, light in the morning, and going to bed at the same time every day.',
}
const isQuestion = (key: string) => key.startsWith('q')
const log = ['log', 'Messages'] as const

const meta: Meta<ThreadProps> = {
  title: 'ui-kit/chat/Thread',
  component: Thread,
  args: {
    messageKeys: Object.keys(texts),
    isQuestion,
    renderMessage: (key) => (
      <MessageBubble role={isQuestion(key) ? 'user' : 'assistant'}>
        {isQuestion(key) ? texts[key] : <Answer text={texts[key] ?? ''} />}
      </MessageBubble>
    ),
  },
  argTypes: { onLoadOlder: { action: 'onLoadOlder' } },
  parameters: { layout: 'fullscreen' },
}
export default meta

export const Full: Story<ThreadProps> = {
  args: { hasOlder: true },
  parameters: {
    keyboard: [
      {
        on: ['button', 'Load older messages'],
        keys: ['Enter'],
        does: 'asks for older messages',
        expect: [{ called: 'onLoadOlder' }],
      },
    ],
  },
}

export const Empty: Story<ThreadProps> = {
  args: { messageKeys: [], empty: <EmptyState title="What would you like to know?" /> },
}

export const Loading: Story<ThreadProps> = { args: { messageKeys: [], loading: true } }

export const LoadingOlder: Story<ThreadProps> = { args: { hasOlder: true, loadingOlder: true } }

export const Answering: Story<ThreadProps> = {
  args: {
    messageKeys: ['q1', 'a1', 'q2'],
    streaming: true,
    statusLine: { tone: 'busy', text: 'Searching the knowledge base…' },
  },
}

export const Failed: Story<ThreadProps> = {
  args: {
    messageKeys: ['q1', 'a1', 'q2'],
    statusLine: { tone: 'error', text: 'The connection was lost. Try again.' },
  },
}

export const LongConversation: Story<ThreadProps> = {
  args: {
    messageKeys: Array.from({ length: 60 }, (_, index) => `${index % 2 === 0 ? 'q' : 'a'}${index}`),
    renderMessage: (key) => (
      <MessageBubble role={isQuestion(key) ? 'user' : 'assistant'}>
        {`Message ${key}. ${'It goes on for a while. '.repeat(8)}`}
      </MessageBubble>
    ),
  },
  play: ({ canvasElement }) => canvasElement.querySelector('[role="log"]')?.scrollTo(0, 0),
  parameters: {
    keyboard: [
      {
        on: log,
        keys: ['End'],
        does: 'scrolls to the last message',
        expect: [{ gone: ['button', 'Jump to latest'] }],
      },
    ],
  },
}

export const RightToLeft: Story<ThreadProps> = {
  args: {
    messageKeys: ['q', 'a'],
    renderMessage: (key) => (
      <MessageBubble role={isQuestion(key) ? 'user' : 'assistant'}>
        {isQuestion(key) ? 'كم يحتاج البالغ من المغنيسيوم؟' : 'بين 300 و400 ملغ في اليوم.'}
      </MessageBubble>
    ),
    labels: { messages: 'الرسائل' },
  },
  globals: { dir: 'rtl' },
}
