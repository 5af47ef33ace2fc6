import type { EngineContext } from './context.ts'
import type { PendingPrompt } from './types.ts'

/** Questions on their way to the server, kept until it has them: one that failed is there after a reload. */
export interface Outbox {
  put: (userKey: string, question: UnsentQuestion) => void
  drop: (userKey: string) => void
  /** Stored entries, not decoded, by the question's key. */
  entries: () => [userKey: string, question: unknown][]
  clear: () => void
}

/** A question that the server may not have. */
export interface UnsentQuestion extends PendingPrompt {
  readonly key: string
  /** The server's id of its conversation. */
  readonly conversationId: string | null
  readonly createdAt: string
}

const STORAGE_KEY = 'org.outbox'

export function createOutbox(context: EngineContext): Outbox {
  const read = () => context.readKept(STORAGE_KEY)
  function clear() {
    context.storage.removeItem(STORAGE_KEY)
  }
  return {
    clear,
    entries: () => Object.entries(read()),
    put: (userKey, question) => {
      const others = read()
      const toJson = (own: UnsentQuestion) => () => JSON.stringify({ ...others, [userKey]: own })
      context.keep(STORAGE_KEY, [toJson(question), toJson({ ...question, images: [] })])
    },
    drop: (userKey) => {
      const { [userKey]: dropped, ...others } = read()
      if (dropped === undefined) return
      if (Object.keys(others).length === 0) clear()
      else context.storage.setItem(STORAGE_KEY, JSON.stringify(others))
    },
  }
}
