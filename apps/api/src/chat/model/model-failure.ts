import { APICallError, RetryError } from 'ai'
import { IndexNotReadyError } from '../../knowledge/index/current-index.ts'
import { type ModelQuestion, TooManyImages } from './model-answer.ts'

/** User-facing description of a model failure. */
export interface ModelFailure {
  message: string
  code: 'model_busy' | 'model_unavailable' | 'model_timeout' | 'model_failed' | 'model_refused'
}

/**
 * A provider's failure in plain words; nothing of what the provider said is passed on.
 *
 * @param question what it was asked: images may be what it does not take
 */
export function describeModelFailure(
  error: unknown,
  { images }: Pick<ModelQuestion, 'images'>,
): ModelFailure {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  const busy: ModelFailure = {
    code: 'model_busy',
    message: 'The assistant is very busy right now. Please try again in a minute.',
  }
  const unavailable: ModelFailure = {
    code: 'model_unavailable',
    message: 'The assistant is not available right now. Please try again later.',
  }
  if (cause instanceof TooManyImages) return busy
  if (cause instanceof IndexNotReadyError) return unavailable
  if (APICallError.isInstance(cause)) {
    if (cause.statusCode === 429) return busy
    if (
      cause.statusCode === 413 ||
      (images.length > 0 && (cause.statusCode === 400 || cause.statusCode === 422))
    ) {
      return {
        code: 'model_refused',
        message: 'The assistant could not read this question. Please make it shorter, or ask without images.',
      }
    }
    if (cause.statusCode !== undefined && cause.statusCode < 500 && cause.statusCode >= 400) {
      return unavailable
    }
  }
  if (isTimeout(cause)) {
    return { code: 'model_timeout', message: 'The assistant took too long to answer. Please try again.' }
  }
  return { code: 'model_failed', message: 'The assistant could not finish its answer. Please try again.' }
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' || (error.cause !== undefined && isTimeout(error.cause)))
  )
}
