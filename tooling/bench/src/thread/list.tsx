import { Answer } from '@org/citations/react'
import { type ComponentType, memo, type ReactNode, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** A message as every variant shows it. */
export interface ListedMessage {
  readonly key: string
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** One way to show a thread: opened at its end, in an element of 560 px. */
export interface ThreadListVariant {
  mount: (element: HTMLElement, messages: readonly ListedMessage[]) => MountedList
  /** Fetches what it loads on demand. */
  load?: () => Promise<void>
}

export interface MountedList {
  /** Adds a message; fulfilled once its row is in the page, whether it is drawn at once or later. */
  add: (message: ListedMessage) => Promise<void>
  unmount: () => void
}

const citations = Array.from({ length: 12 }, (_, index) => ({
  number: index + 1,
  title: `Source ${index + 1}`,
  url: `https://example.org/${index + 1}`,
}))
const products = {}

/** Told that the message of a key is in the page. */
const onDrawn = new Map<string, () => void>()

/** Row of a message in every variant. */
export const MessageRow = memo(function MessageRow({ message }: { message: ListedMessage }): ReactNode {
  useLayoutEffect(() => onDrawn.get(message.key)?.(), [message])
  return (
    <article className={message.role}>
      {message.role === 'user' ? (
        <p>{message.text}</p>
      ) : (
        <Answer text={message.text} citations={citations} products={products} />
      )}
    </article>
  )
})

/** A variant that is a component of the messages. */
export function listVariant(List: ComponentType<{ messages: readonly ListedMessage[] }>): ThreadListVariant {
  return {
    mount(element, messages) {
      let setMessages: (
        change: (before: readonly ListedMessage[]) => readonly ListedMessage[],
      ) => void = () => undefined
      function Root(): ReactNode {
        const [shown, set] = useState(messages)
        setMessages = set
        return <List messages={shown} />
      }
      const root = createRoot(element)
      flushSync(() => root.render(<Root />))
      return {
        async add(message) {
          const { promise: drawn, resolve } = Promise.withResolvers<void>()
          onDrawn.set(message.key, resolve)
          flushSync(() => setMessages((before) => before.concat(message)))
          await drawn
        },
        unmount: () => root.unmount(),
      }
    },
  }
}
