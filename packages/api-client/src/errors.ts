const marker = Symbol.for('org.api-client.error')

/** Options of an {@link ApiError}. */
export interface ApiErrorOptions {
  code: string
  status?: number | undefined
  reason?: string | undefined
  detail?: unknown
  retryAfterSeconds?: number | undefined
  runningStreamId?: string | undefined
  requestId?: string | undefined
  cause?: unknown
}

/**
 * A call that failed. `code` is the server's machine code, or one of this client's own: `network` (no answer),
 * `timeout`, `aborted` (by the caller's signal), `unexpected_answer` (a 2xx that is not what was asked for, or an
 * event that is too large), `http` (an error without a code). A 2xx whose body has an `error` or `ok: false` failed, too.
 */
export class ApiError extends Error {
  readonly [marker] = true
  override readonly name = 'ApiError'
  /** The machine code. */
  readonly code: string
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined
  /** The server's own sentence, when it gave one: `error`, else a textual `detail`. */
  readonly reason: string | undefined
  /** More about the failure: for `invalid` a list of `{path, message}`. */
  readonly detail: unknown
  /** Wait requested by the server (`Retry-After`), in seconds. */
  readonly retryAfterSeconds: number | undefined
  /** For a `conflict`: the stream of the answer that is still running. */
  readonly runningStreamId: string | undefined
  /** The id under which the server logged the request. */
  readonly requestId: string | undefined

  constructor({
    code,
    status,
    reason,
    detail,
    retryAfterSeconds,
    runningStreamId,
    requestId,
    cause,
  }: ApiErrorOptions) {
    super(reason ?? (status === undefined ? code : `HTTP ${status}`), { cause })
    this.code = code
    this.status = status
    this.reason = reason
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
    this.runningStreamId = runningStreamId
    this.requestId = requestId
  }
}

/** Returns whether a value is an {@link ApiError}, also one of another copy of this package. */
export function isApiError(value: unknown): value is ApiError {
  return value instanceof Error && marker in value
}
