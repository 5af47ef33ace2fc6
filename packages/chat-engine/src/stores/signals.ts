import type { AnswerState } from '../transport/answer.ts'
import type { ChatInput } from '../transport/transport.ts'
import type { PendingPrompt } from '../types.ts'

/** A question to send. */
export interface RunStart {
  key: string
  userKey: string
  messageKey: string
  /** The messages that came into the thread with it: both, the answer alone, or none. */
  added: readonly string[]
  prompt: PendingPrompt
  /** Made when its turn comes, so that it holds the conversation's id if that became known meanwhile. */
  input: () => ChatInput
  /** The answer so far, which this run continues. @default none: it begins a new one */
  continued?: AnswerState | undefined
}

/** An occurrence that one use case reports and others handle, so that neither imports the other. */
export interface Signal<Args extends readonly unknown[]> {
  emit: (...args: Args) => void
  /** Sets the handler. */
  on: (handler: (...args: Args) => void) => void
}

/** The signals of an engine. `engine.ts` connects their handlers. */
export interface Signals {
  /** Something of a conversation changed that is stored for guests. */
  changed: Signal<[key: string]>
  /** A run ended in a way that other use cases have to follow. */
  runEnded: Signal<[end: RunEnd, run: EndedRun]>
  /** A list worked for a person whose question was refused before. */
  signedIn: Signal<[]>
}

/**
 * - `login-required`: the server answered a question with 401.
 * - `conflict`: a question was not sent, because its conversation has another running answer.
 * - `nothing-left`: the stream of a stored answer has no more events, and had no end.
 * - `mended`: an answer has ended whose stream had been lost for a while.
 */
export type RunEnd = 'login-required' | 'conflict' | 'nothing-left' | 'mended'

/** A run that has ended. */
export interface EndedRun {
  readonly key: string
  readonly messageKey: string
  /** Null for an answer that was already running at the server. */
  readonly start: RunStart | null
}

export function createSignals(): Signals {
  return {
    changed: createSignal(),
    runEnded: createSignal(),
    signedIn: createSignal(),
  }
}

function createSignal<Args extends readonly unknown[]>(): Signal<Args> {
  let handle: (...args: Args) => void = () => undefined
  return {
    emit: (...args) => handle(...args),
    on: (handler) => {
      handle = handler
    },
  }
}
