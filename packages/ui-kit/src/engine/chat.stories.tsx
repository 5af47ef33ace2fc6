import { createChatEngine, type ChatTransport } from '@org/chat-engine'
import type { Meta, Story } from '@org/config/story'
import { useState } from 'react'
import { createDemoTransport, partsMessages } from '../../tests/demo-transport.ts'
import { Chat, type ChatProps } from './chat.tsx'

type DemoProps = Omit<ChatProps, 'engine'> & { disclaimer?: boolean; methods?: Partial<ChatTransport> }

/** A chat on a transport without a network, in a conversation of its own. */
function DemoChat({ disclaimer = false, methods, ...props }: DemoProps) {
  const [engine] = useState(() =>
    createChatEngine({ transport: createDemoTransport(methods), disclaimer: { required: disclaimer } }),
  )
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '30rem' }}>
      <Chat engine={engine} autoFocus={false} {...props} />
    </div>
  )
}

const meta: Meta<DemoProps> = { title: 'ui-kit/engine/Chat', component: DemoChat }
export default meta

export const Conversation: Story<DemoProps> = {}

export const WithDisclaimer: Story<DemoProps> = { args: { disclaimer: true } }

export const Compact: Story<DemoProps> = { args: { compact: true, conversations: false } }

/** Reasoning, a finished tool call and sources; a call of the newest answer waits to be allowed or rejected. */
export const WithParts: Story<DemoProps> = {
  args: {
    conversations: false,
    methods: {
      listMessages: async () => ({ items: partsMessages, nextCursor: null }),
    },
  },
}
