import type { UnsentQuestion } from './outbox.ts'

/**
 * State machine of one question on its way to the server.
 *
 * A question is stored when it is sent, and erased when the server has it or when it is withdrawn. A question that an
 * earlier page left in the storage is shown again, to be sent again. `transition(state, event)` is pure: it returns the
 * next state and the effects that `outbox.ts` performs. The state is derived from the storage and the thread, not held
 * in memory, because another tab may change the storage. `docs/chat-engine-outbox.md` has the diagram.
 *
 * @example
 * transition('absent', { type: 'sent', question }).effects // [{ type: 'write', question }]
 */
export type OutboxState =
  /** Not in the storage: it was never sent, or the server has it, or it was withdrawn. */
  | 'absent'
  /** In the storage, and not in a thread of this page. */
  | 'stored'
  /** In the storage and in its thread. */
  | 'shown'

export type OutboxEvent =
  | { readonly type: 'sent'; readonly question: UnsentQuestion }
  /** It was found in the storage when the conversations were listed. */
  | { readonly type: 'restored'; readonly question: UnsentQuestion }
  /** It was found in the storage, and cannot be decoded. */
  | { readonly type: 'unreadable' }
  /** A stream or a loaded history shows that the server has it. */
  | { readonly type: 'delivered' }
  /** It was edited, refused or not sent, or its conversation was removed. */
  | { readonly type: 'withdrawn' }

export type OutboxEffect =
  | { readonly type: 'write'; readonly question: UnsentQuestion }
  | { readonly type: 'erase' }
  /** Puts the question into its thread, with an answer that failed. */
  | { readonly type: 'show'; readonly question: UnsentQuestion }

export interface OutboxTransition {
  readonly state: OutboxState
  readonly effects: readonly OutboxEffect[]
}

/** Returns the next state of a question and the effects to perform. Events that a state does not expect change nothing. */
export function transition(state: OutboxState, event: OutboxEvent): OutboxTransition {
  switch (event.type) {
    case 'sent':
      // A question that is sent again is stored already.
      if (state !== 'absent') return { state, effects: [] }
      return { state: 'shown', effects: [{ type: 'write', question: event.question }] }
    case 'restored':
      if (state !== 'stored') return { state, effects: [] }
      return { state: 'shown', effects: [{ type: 'show', question: event.question }] }
    case 'unreadable':
    case 'delivered':
    case 'withdrawn':
      return { state: 'absent', effects: state === 'absent' ? [] : [{ type: 'erase' }] }
    default:
      event satisfies never
      return { state, effects: [] }
  }
}
