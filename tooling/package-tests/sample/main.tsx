// A chat in React, from the packages' parts, against somebody else's server; and a chart.
import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import '@org/citations/styles.css'
import '@org/analytics-charts/styles.css'
import { BarChart } from '@org/analytics-charts'
import { createChatEngine } from '@org/chat-engine'
import { ChatEngineProvider, useComposer, useMessage, useThread } from '@org/chat-engine/react'
import { Answer } from '@org/citations/react'
import { Composer, MessageBubble, Thread } from '@org/ui-kit/chat'
import { createRoot } from 'react-dom/client'
import { createTheirTransport } from './their-transport.js'

const engine = createChatEngine({
  transport: createTheirTransport('', 'Ada'),
  disclaimer: { required: false },
})

function Message({ messageKey }: { messageKey: string }) {
  const message = useMessage(messageKey)
  if (message === undefined) return null
  return (
    <MessageBubble role={message.role}>
      <Answer text={message.text} streaming={message.status === 'streaming'} />
    </MessageBubble>
  )
}

function Chat() {
  const thread = useThread()
  const { stop, isRunning } = useComposer()
  if (thread === null) return null
  return (
    <main style={{ display: 'flex', flexDirection: 'column', height: '20rem' }}>
      <Thread
        messageKeys={thread.messageKeys}
        isQuestion={(key) => engine.message(key).get()?.role === 'user'}
        renderMessage={(key) => <Message messageKey={key} />}
        streaming={isRunning}
      />
      <Composer onSend={(text) => engine.send(thread.key, { text })} onStop={stop} streaming={isRunning} />
    </main>
  )
}

const root = document.querySelector('#root')
if (root !== null) {
  createRoot(root).render(
    <ChatEngineProvider engine={engine}>
      <Chat />
      <BarChart title="Topics" items={[{ name: 'Sleep', count: 3 }]} />
    </ChatEngineProvider>,
  )
}
