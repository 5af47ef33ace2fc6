import type { AnswerEvent, AnswerState } from './answer.ts'
import type { AnswerStream } from './transport.ts'

/**
 * The other tabs of this browser. One of them reads an answer from the server, the others from it.
 * `createTabs` of `@org/chat-engine/tabs` makes one.
 */
export interface ChatTabs {
  /** Begins to listen. The returned function ends it, and leaves what this tab reads to the others. */
  join: (member: TabMember) => () => void
  /** A stream as another tab reads it, until that one falls silent; null when none reads it. */
  follow: (streamId: string, call: { signal: AbortSignal }) => Promise<AnswerStream | null>
  /** This tab has read an event from the server. */
  tell: (streamId: string, event: AnswerEvent) => void
  /** Somebody has stopped an answer here. */
  stopped: (streamId: string) => void
  /** An answer began here, in a conversation that the server keeps. */
  began: (conversationId: string) => void
}

/** Interface of an engine for the other tabs. */
export interface TabMember {
  /** The answer so far of a stream that this tab itself reads from the server. */
  answerOf: (streamId: string) => AnswerState | undefined
  onStopped: (streamId: string) => void
  onBegan: (conversationId: string) => void
}
