import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type ListedMessage, listVariant, MessageRow } from './list.tsx'

function NaiveList({ messages }: { messages: readonly ListedMessage[] }): ReactNode {
  const scroll = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (scroll.current !== null) scroll.current.scrollTop = scroll.current.scrollHeight
  })
  return (
    <div ref={scroll} style={{ height: '100%', overflow: 'auto' }}>
      {messages.map((message) => (
        <MessageRow key={message.key} message={message} />
      ))}
    </div>
  )
}

export const variant = listVariant(NaiveList)
