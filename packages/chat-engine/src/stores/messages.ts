import { createStore } from '../platform/store.ts'
import type { Store, WritableStore } from '../platform/store.ts'
import type { ChatMessage } from '../types.ts'
import { textParts } from '../transport/parts.ts'
import { type Given, withDefaults } from '../platform/with-defaults.ts'

/** Every message, each in a store of its own, so that one that grows wakes its own readers alone. */
export interface MessageStore {
  /** The same store for the same key, also before the message is there. */
  store: (key: string) => Store<ChatMessage | undefined>
  get: (key: string) => ChatMessage | undefined
  /** Puts a message with nothing in it but what is given. */
  put: (message: NewMessage) => void
  patch: (key: string, changes: Partial<ChatMessage>) => void
  drop: (keys: readonly string[]) => void
}

export type NewMessage = Pick<ChatMessage, 'key' | 'role' | 'status'> & Given<ChatMessage>

export function createMessageStore(): MessageStore {
  const stores = new Map<string, WritableStore<ChatMessage | undefined>>()
  function cell(key: string) {
    let store = stores.get(key)
    if (store === undefined) {
      store = createStore<ChatMessage | undefined>(undefined)
      stores.set(key, store)
    }
    return store
  }
  function drop(keys: readonly string[]) {
    // The stores stay: a component that still reads one sees the message go.
    for (const key of keys) stores.get(key)?.set(undefined)
  }
  return {
    store: cell,
    get: (key) => stores.get(key)?.get(),
    put: (message) => {
      const parts = textParts(message.text ?? '')
      cell(message.key).set({ ...message, ...withDefaults({ ...BLANK, parts }, message) })
    },
    patch: (key, changes) =>
      cell(key).update((message) => (message === undefined ? undefined : { ...message, ...changes })),
    drop,
  }
}

const BLANK: Omit<ChatMessage, 'key' | 'role' | 'status' | 'parts'> = {
  id: null,
  parentId: null,
  text: '',
  metadata: null,
  citations: null,
  products: {},
  outcome: null,
  suggestions: [],
  safety: null,
  approval: null,
  images: [],
  createdAt: null,
  error: null,
  failure: null,
  feedback: null,
  siblings: null,
}
