import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Row } from './row.tsx'
import { type MountedThread, plainMessages, type PlainMessage, type ThreadVariant } from './thread.ts'

interface MessageStore {
  get: () => PlainMessage
  set: (message: PlainMessage) => void
  subscribe: (listener: () => void) => () => void
}

/** The least that a store for each message can be: no engine, no events, no frames. */
export const messageStores = storesVariant(StoreRows)

/** The same with the rows in groups: React looks at all siblings of what changed, so there are few of them. */
export const messageStoresInGroups = storesVariant(GroupedRows)

function storesVariant(Rows: ComponentType<RowsProps>): ThreadVariant {
  return (element, count) => mount(element, count, Rows)
}

async function mount(
  element: HTMLElement,
  count: number,
  Rows: ComponentType<RowsProps>,
): Promise<MountedThread> {
  const stores = [...plainMessages(count), { key: 'answer', role: 'assistant', text: '' } as const].map(
    createMessageStore,
  )
  const root = createRoot(element)
  flushSync(() => root.render(<Rows stores={stores} />))
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

interface RowsProps {
  stores: readonly MessageStore[]
}

const groupSize = 32

function StoreRows({ stores }: RowsProps): ReactNode {
  return stores.map((store) => <StoreRow key={store.get().key} store={store} />)
}

function GroupedRows({ stores }: RowsProps): ReactNode {
  return Array.from({ length: Math.ceil(stores.length / groupSize) }, (_, index) => (
    <StoreRows key={index} stores={stores.slice(index * groupSize, (index + 1) * groupSize)} />
  ))
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
