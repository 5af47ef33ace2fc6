const MARKER = Symbol.for('@org/citations/error')

/**
 * Why a text could not be rendered: the input was no string, the root node handed to the sanitiser is
 * forbidden, or there is no DOM to work with.
 */
export type AnswerErrorCode = 'not_a_string' | 'forbidden_root' | 'no_dom'

/** Error thrown by rendering and sanitising. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly code: AnswerErrorCode
  readonly [MARKER] = true

  constructor(code: AnswerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Returns true for an {@link AnswerError}, also for one of another copy of this package. */
export function isAnswerError(error: unknown): error is AnswerError {
  return typeof error === 'object' && error !== null && MARKER in error
}
