import type { Store } from '../platform/store.ts'
import { isRunActive } from '../runs/run-state.ts'
import type { ChatEngine, ThreadState } from '../types.ts'

/** A thread, and whether it is being answered. */
export interface ThreadView extends ThreadState {
  /** True while an answer is running: the stop control shows. */
  isRunning: boolean
}

/** A conversation by its key; without a key, the selected one. */
export type ConversationKey = string | undefined

/** Returns the key of a conversation; null for the selected one until there is one. */
export function keyIn(engine: ChatEngine, key: ConversationKey): string | null {
  return key ?? engine.conversations.get().selectedKey
}

/**
 * Creates a store of a conversation's thread, by default the selected one's, which it follows; null until there is one.
 */
export function createThreadStore(engine: ChatEngine, key?: ConversationKey): Store<ThreadView | null> {
  let last: { state: ThreadState; view: ThreadView } | null = null

  function get(): ThreadView | null {
    const threadKey = keyIn(engine, key)
    if (threadKey === null) return null
    const state = engine.thread(threadKey).get()
    if (last?.state !== state) last = { state, view: { ...state, isRunning: isRunActive(state.run) } }
    return last.view
  }

  return { get, subscribe: (listener) => followSelected(engine, key, (at) => engine.thread(at), listener) }
}

/**
 * Subscribes to a store of a conversation; without a key to that of the selected one, whichever that is.
 *
 * @returns a function that ends it
 */
export function followSelected(
  engine: ChatEngine,
  key: ConversationKey,
  storeOf: (key: string) => Store<unknown>,
  listener: () => void,
): () => void {
  if (key !== undefined) return storeOf(key).subscribe(listener)
  let selected: string | null = null
  let leave = () => undefined as void

  function follow() {
    const next = keyIn(engine, key)
    if (next === selected) return false
    leave()
    selected = next
    leave = next === null ? () => undefined : storeOf(next).subscribe(listener)
    return true
  }

  follow()
  const leaveList = engine.conversations.subscribe(() => {
    if (follow()) listener()
  })
  return () => {
    leave()
    leaveList()
  }
}
