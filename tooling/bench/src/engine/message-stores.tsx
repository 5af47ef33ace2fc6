import { type ReactNode, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Row } from './row.tsx'
import { plainMessages, type PlainMessage, type ThreadVariant } from './thread.ts'

interface MessageStore {
  get: () => PlainMessage
  set: (message: PlainMessage) => void
  subscribe: (listener: () => void) => () => void
}

/** The least that a store for each message can be: no engine, no events, no frames. */
export const messageStores: ThreadVariant = async (element, count) => {
  const stores = [...plainMessages(count), { key: 'answer', role: 'assistant', text: '' } as const].map(
    createMessageStore,
  )
  const root = createRoot(element)
  flushSync(() => root.render(stores.map((store) => <StoreRow key={store.get().key} store={store} />)))
  const answer = stores.at(-1)
  return {
    append: async (piece) => {
      flushSync(() => {
        const message = answer?.get()
        if (message !== undefined) answer?.set({ ...message, text: message.text + piece })
      })
    },
    unmount: () => root.unmount(),
  }
}

function StoreRow({ store }: { store: MessageStore }): ReactNode {
  const { role, text } = useSyncExternalStore(store.subscribe, store.get)
  return <Row role={role} text={text} />
}

function createMessageStore(message: PlainMessage): MessageStore {
  const listeners = new Set<() => void>()
  let current = message
  return {
    get: () => current,
    set: (message) => {
      current = message
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
