import { createChatEngine } from '@org/chat-engine'
import type { Meta, Story } from '@org/config/story'
import { useState } from 'react'
import { createDemoTransport } from '../../tests/demo-transport.ts'
import { Chat, type ChatProps } from './chat.tsx'

type DemoProps = Omit<ChatProps, 'engine'> & { disclaimer?: boolean }

/** A chat on a transport without a network, in a conversation of its own. */
function DemoChat({ disclaimer = false, ...props }: DemoProps) {
  const [engine] = useState(() =>
    createChatEngine({ transport: createDemoTransport(), disclaimer: { required: disclaimer } }),
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
