import { createStore } from '../platform/store.ts'
import type { WritableStore } from '../platform/store.ts'
import type { StatusLine, ThreadState } from '../types.ts'

/** Every conversation's thread state. */
export interface ThreadStore {
  /** The same store for the same key. */
  store: (key: string) => WritableStore<ThreadState>
  get: (key: string) => ThreadState
  patch: (key: string, changes: Partial<ThreadState>) => void
  /** Sets the status line above the composer; creates a new object only when its text changes. */
  setStatusLine: (key: string, line: StatusLine | null) => void
  /** Back to a thread without history. */
  clear: (key: string) => void
  keys: () => string[]
}

export function createThreadStore(): ThreadStore {
  const stores = new Map<string, WritableStore<ThreadState>>()
  function store(key: string) {
    let thread = stores.get(key)
    if (thread === undefined) {
      thread = createStore(emptyThread(key))
      stores.set(key, thread)
    }
    return thread
  }
  const patch: ThreadStore['patch'] = (key, changes) =>
    store(key).update((thread) => ({ ...thread, ...changes }))
  return {
    store,
    get: (key) => store(key).get(),
    patch,
    setStatusLine: (key, line) =>
      store(key).update((thread) => {
        const { statusLine } = thread
        const isSame = statusLine?.tone === line?.tone && statusLine?.text === line?.text
        return isSame ? thread : { ...thread, statusLine: line }
      }),
    clear: (key) => stores.get(key)?.set(emptyThread(key)),
    keys: () => [...stores.keys()],
  }
}

function emptyThread(key: string): ThreadState {
  return {
    key,
    conversationId: null,
    history: 'idle',
    messageKeys: [],
    hasOlder: false,
    isLoadingOlder: false,
    run: { phase: 'idle' },
    statusLine: null,
  }
}
