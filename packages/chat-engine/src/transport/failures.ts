import type { ChatLabels } from '../platform/labels.ts'
import type { ChatError, RunFailure } from '../types.ts'
import type { ChatFailure } from './transport.ts'

/** Reads the fields of a failure; a failed connection has none. */
function read(error: unknown): ChatFailure {
  return isFailure(error) ? error : {}
}

function isFailure(error: unknown): error is Error & ChatFailure {
  // All its fields are optional: any error is one, if only of a connection that failed.
  return error instanceof Error
}

/** Returns whether a call failed because a session is required. */
export function isLoginRequired(error: unknown): boolean {
  return read(error).status === 401
}

/** Returns whether a retry of the call cannot succeed. */
export function isFinal(error: unknown): boolean {
  const { status = 500 } = read(error)
  return status >= 400 && status < 500 && status !== 429
}

/** Returns whether the response was invalid, so that a retry would fail too; false for a broken connection. */
export function isUnreadable(error: unknown): boolean {
  return read(error).code === 'unexpected_answer'
}

/** Returns whether a question was refused because its conversation has a running answer. */
export function isAnswering(error: unknown): boolean {
  return read(error).runningStreamId !== undefined
}

/** Returns the wait requested by the server, in milliseconds. */
export function askedWaitMs(error: unknown): number {
  return (read(error).retryAfterSeconds ?? 0) * 1000
}

/** The words of specification 1, section 8 for an answer that did not begin. */
export function describeFailure(error: unknown, labels: ChatLabels): RunFailure {
  const { status = null, code = null, reason = null, retryAfterSeconds = null } = read(error)
  const details = { status, code, reason, retryAfterSeconds, cause: error ?? null }
  if (status === 401) return { kind: 'auth', message: reason ?? labels.loginRequired, ...details }
  if (status === null || status < 400) {
    return { kind: status === null ? 'network' : 'server', message: labels.streamingFailed, ...details }
  }
  const message = labels.chatFailed.replace('{status}', String(status))
  return { kind: status === 429 ? 'rate_limit' : 'server', message, ...details }
}

/** An answer that broke off. */
export function describeBreak(error: unknown, labels: ChatLabels): RunFailure {
  return { ...describeFailure(error, labels), kind: 'stream', message: labels.streamingFailed }
}

/** A call other than a question that failed. */
export function describeCall(error: unknown, labels: ChatLabels): ChatError {
  const failure = describeFailure(error, labels)
  return failure.kind === 'auth' ? failure : { ...failure, message: failure.reason ?? labels.requestFailed }
}
