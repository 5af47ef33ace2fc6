import { errorStatuses, type ErrorCode, type InvalidField } from '@org/api-client/contract'

// 405 is HTTP's own: readers of the contract tell it by its status.
const statuses = { ...errorStatuses, method_not_allowed: 405 } as const

/** An answer other than success, thrown from anywhere below a route. The sentence is shown to people. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode | 'method_not_allowed'
  readonly status: (typeof statuses)[ErrorCode | 'method_not_allowed']
  readonly detail: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: HttpError['code'],
    message: string,
    options: { detail?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = statuses[code]
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** 401: nobody is signed in. The chat shows this sentence (specification 1, section 8). */
export function loginRequired(): HttpError {
  return new HttpError('login_required', 'Login required to continue')
}

/** 404: unknown, or another person's, which is the same to whoever asks. */
export function notFound(message = 'Not found.'): HttpError {
  return new HttpError('not_found', message)
}

/** 422: `fields` become the `detail`, and the first of them the sentence. */
export function invalid(fields: InvalidField[]): HttpError {
  return new HttpError('invalid', fields[0]?.message ?? 'The request is not valid.', { detail: fields })
}
