import type { ChatLabels } from './labels.ts'
import type { ChatFailure } from './transport.ts'
import type { RunFailureKind } from './types.ts'

/** What a failure before the stream means to a person. */
export interface RunFailure {
  kind: RunFailureKind
  message: string
  retryAfterSeconds: number | null
}

/** What is known of a failure; nothing of a connection that failed. */
function read(error: unknown): ChatFailure {
  return isFailure(error) ? error : {}
}

function isFailure(error: unknown): error is Error & ChatFailure {
  // All its fields are optional: any error is one, if only of a connection that failed.
  return error instanceof Error
}

/** Whether a call failed for want of a session. */
export function isLoginRequired(error: unknown): boolean {
  return read(error).status === 401
}

/** Whether a call failed in a way that asking again cannot change. */
export function isFinal(error: unknown): boolean {
  const { status = 500 } = read(error)
  return status >= 400 && status < 500 && status !== 429
}

/** Whether what came was wrong, so that it would be wrong again; not a connection that broke. */
export function isUnreadable(error: unknown): boolean {
  return read(error).code === 'unexpected_answer'
}

/** Whether a question was refused because another one of its conversation is being answered. */
export function isAnswering(error: unknown): boolean {
  return read(error).runningStreamId !== undefined
}

/** How long a server asks to wait, in milliseconds. */
export function askedWaitMs(error: unknown): number {
  return (read(error).retryAfterSeconds ?? 0) * 1000
}

/** The words of specification 1, section 8 for an answer that did not begin. */
export function describeFailure(error: unknown, labels: ChatLabels): RunFailure {
  const { status, reason, retryAfterSeconds = null } = read(error)
  if (status === 401) return { kind: 'auth', message: reason ?? labels.loginRequired, retryAfterSeconds }
  if (status === undefined || status < 400) {
    const kind = status === undefined ? 'network' : 'server'
    return { kind, message: labels.streamingFailed, retryAfterSeconds }
  }
  const message = labels.chatFailed.replace('{status}', String(status))
  return { kind: status === 429 ? 'rate_limit' : 'server', message, retryAfterSeconds }
}
