import type { ConversationFinder } from './search.ts'

/** State of the list of conversations that nobody sees. */
export interface ListState {
  /** Account of the shown conversations; none before the first list, and where the server names none. */
  accountId?: string | null | undefined
  /** Cursor of the next older page; null without one. */
  cursor: string | null
  /** Increases with each load of the newest page; a response to an earlier one is stale. */
  generation: number
  /** Ids that the server has listed, with or without dates. */
  listed: Set<string | null>
  /** Keys of blank conversations that were opened by themselves; the server creates them with their first question. */
  opened: Set<string>
  /** The search; null until its code is loaded. */
  finder: ConversationFinder | null
  /** Text of the last search, trimmed; empty without one. */
  query: string
}
