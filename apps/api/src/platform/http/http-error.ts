import { errorStatuses, type ErrorCode, type InvalidField } from '@org/api-client/contract'
import { say } from '../../languages/say.ts'

// 405 is defined by HTTP: clients recognise it by its status.
const statuses = { ...errorStatuses, method_not_allowed: 405 } as const

/**
 * An answer other than success, thrown from anywhere below a route. The sentence is shown to people: it stands in the
 * catalogues of `languages`, with `{0}` in the place of a value.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode | 'method_not_allowed'
  readonly status: (typeof statuses)[ErrorCode | 'method_not_allowed']
  /** The English sentence, and what it takes in. */
  readonly sentence: string
  readonly values: readonly unknown[]
  /** The rules that a body broke, whose messages are sentences, too. */
  readonly fields: readonly InvalidField[] | undefined
  readonly detail: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: HttpError['code'],
    sentence: string,
    options: {
      values?: readonly unknown[]
      fields?: readonly InvalidField[]
      detail?: unknown
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    const { values = [] } = options
    super(say('en', sentence, ...values), { cause: options.cause })
    this.code = code
    this.sentence = sentence
    this.values = values
    this.fields = options.fields
    this.status = statuses[code]
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** 401: nobody is signed in. The chat shows this sentence (specification 1, section 8). */
export function loginRequired(): HttpError {
  return new HttpError('login_required', 'Login required to continue')
}

/** 401: the same words whether or not there is such an account. */
export function wrongPair(): HttpError {
  return new HttpError('invalid_credentials', 'Wrong email address or password.')
}

/** 403: the sign-in was right, but an administrator has disabled the account. */
export function accountDisabled(): HttpError {
  return new HttpError(
    'forbidden',
    'This account is disabled. Contact us if you think that this is a mistake.',
  )
}

/** 403: the role of the member in the organisation in use does not include the action. */
export function roleForbids(): HttpError {
  return new HttpError('forbidden', 'Your role in this organisation does not include this.')
}

/** 404: unknown, or another person's, which is the same to whoever asks. */
export function notFound(message = 'Not found.'): HttpError {
  return new HttpError('not_found', message)
}

/** 422: the first field's message becomes the sentence; what its messages take in are `values`. */
export function invalid(fields: InvalidField[], ...values: readonly unknown[]): HttpError {
  return new HttpError('invalid', fields[0]?.message ?? 'The request is not valid.', {
    values,
    fields,
  })
}
