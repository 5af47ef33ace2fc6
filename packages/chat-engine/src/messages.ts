import type { ChatLabels } from './labels.ts'
import { createStore } from './store.ts'
import type { Store, WritableStore } from './store.ts'
import type { ThreadMessage } from './transport.ts'
import type { ChatMessage } from './types.ts'

/** Every message, each in a store of its own, so that one that grows wakes its own readers alone. */
export interface MessageBook {
  /** The same store for the same key, also before the message is there. */
  store: (key: string) => Store<ChatMessage | undefined>
  get: (key: string) => ChatMessage | undefined
  put: (message: ChatMessage) => void
  patch: (key: string, changes: Partial<ChatMessage>) => void
  drop: (keys: readonly string[]) => void
}

export function createMessageBook(): MessageBook {
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
    put: (message) => cell(message.key).set(message),
    patch: (key, changes) =>
      cell(key).update((message) => (message === undefined ? undefined : { ...message, ...changes })),
    drop,
  }
}

const NO_PRODUCTS = {}
const NO_IMAGES: ChatMessage['images'] = []

/** A message with nothing in it but what is given. */
export function createMessage(
  message: Pick<ChatMessage, 'key' | 'role' | 'status'> & Partial<ChatMessage>,
): ChatMessage {
  return {
    id: null,
    parentId: null,
    text: '',
    citations: null,
    products: NO_PRODUCTS,
    images: NO_IMAGES,
    createdAt: null,
    error: null,
    feedback: null,
    siblings: null,
    ...message,
  }
}

/** A stored message. One that was broken off says so in the words of specification 1, section 8. */
export function fromStoredMessage(message: ThreadMessage, labels: ChatLabels): ChatMessage {
  const { id, parentId, role, content, images, createdAt, feedback, status } = message
  const { citations = [], products = NO_PRODUCTS } = message
  const isBroken = status === 'interrupted' || status === 'failed'
  return {
    key: id,
    id,
    parentId,
    role,
    text: content,
    // A finished answer's list is known, also when it is empty.
    citations: status === 'streaming' && citations.length === 0 ? null : citations,
    products,
    images,
    createdAt,
    status,
    error: isBroken ? labels.streamingFailed : null,
    feedback,
    siblings: null,
  }
}
