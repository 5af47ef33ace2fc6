import { loadTurnWindow, Thread } from '@org/ui-kit/chat'
import { type ReactNode, useMemo } from 'react'
import { type ListedMessage, listVariant, MessageRow } from './list.tsx'

// Stands for the engine's stores: messages by key, read by the rows and not by the list.
const known = new Map<string, ListedMessage>()
const isQuestion = (key: string): boolean => known.get(key)?.role === 'user'
const renderMessage = (key: string): ReactNode => {
  const message = known.get(key)
  return message === undefined ? null : <MessageRow message={message} />
}

function OurList({ messages }: { messages: readonly ListedMessage[] }): ReactNode {
  const keys = useMemo(() => {
    // As the engine does it: one message more costs one message.
    for (const message of messages.slice(known.size)) known.set(message.key, message)
    return [...known.keys()]
  }, [messages])
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Thread
        conversationKey="conversation"
        messageKeys={keys}
        isQuestion={isQuestion}
        renderMessage={renderMessage}
      />
    </div>
  )
}

export const variant = { ...listVariant(OurList), load: loadTurnWindow }
