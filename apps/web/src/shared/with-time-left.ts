import { isApiError } from '@org/api-client'
import { sharedTexts } from './shared.texts.ts'

/** A sentence about a failed call, with the time left behind it where the server asks to wait. */
export function withTimeLeft(sentence: string, error: unknown): string {
  const seconds = isApiError(error) ? error.retryAfterSeconds : undefined
  return seconds === undefined || seconds === 0 ? sentence : sharedTexts.timeLeft(sentence, seconds)
}
