import { isApiError } from '@org/api-client'
import { sharedTexts } from './shared.texts.ts'

/** Returns the wait that the server requests after a failed call; undefined without one. */
export function timeLeft(error: unknown): string | undefined {
  const seconds = isApiError(error) ? error.retryAfterSeconds : undefined
  if (seconds === undefined || seconds === 0) return undefined
  return seconds < 90 ? sharedTexts.secondsLeft(seconds) : sharedTexts.minutesLeft(Math.ceil(seconds / 60))
}

/** A sentence about a failed call, with the time left behind it. */
export function withTimeLeft(sentence: string, error: unknown): string {
  const left = timeLeft(error)
  return left === undefined ? sentence : `${sentence} ${left}`
}
