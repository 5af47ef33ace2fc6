import type { AnswerEvent, AnswerState } from '../transport/answer.ts'
import type { AnswerStream } from '../transport/transport.ts'

/**
 * The other tabs of this browser. One of them reads an answer from the server, the others from it.
 * `createTabs` of `@org/chat-engine/tabs` makes one.
 */
export interface ChatTabs {
  /** Begins to listen. The returned function ends it, and leaves what this tab reads to the others. */
  join: (member: TabMember) => () => void
  /** This tab has opened a stream, and reads it from the server until {@link ChatTabs.release}. */
  read: (streamId: string) => void
  /**
   * A stream as another tab reads it, until that tab is gone; null when no other tab reads it, so that this tab is to
   * read it from the server.
   */
  follow: (streamId: string) => Promise<AnswerStream | null>
  /** This tab has read an event from the server; `answer` includes it. */
  broadcast: (streamId: string, event: AnswerEvent, answer: AnswerState) => void
  /** This tab has no use for the stream any more: another tab may read it. Ends what it follows. */
  release: (streamId: string) => void
  /** A person has stopped an answer here. */
  stopped: (streamId: string) => void
  /** An answer began here, in a conversation that the server keeps. */
  began: (conversationId: string) => void
}

/** Interface of an engine for the other tabs. */
export interface TabMember {
  /** Tabs of another namespace are left alone; empty without one. */
  readonly namespace: string
  /** The answer so far of a stream that this tab itself reads from the server. */
  answerOf: (streamId: string) => AnswerState | undefined
  onStopped: (streamId: string) => void
  onBegan: (conversationId: string) => void
}
