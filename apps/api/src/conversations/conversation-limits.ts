import type { LimitedCall } from '../limits/answer-limiter.ts'

/** Limits on the stored conversations of one account. */
export interface ConversationLimits {
  /** Searches within a minute. */
  searchesPerMinute: number
  /** Imports within an hour. */
  importsPerHour: number
  /** Bytes of all messages and images. */
  storageBytes: number
}

/** The search in conversations: it reads every message of the account. */
export function searchLimit({ searchesPerMinute }: ConversationLimits): LimitedCall {
  return {
    name: 'searches',
    points: searchesPerMinute,
    seconds: 60,
    text: 'Too many searches in a short time. Please wait a moment.',
  }
}

/** The import of conversations: it writes up to 16 MiB. */
export function importLimit({ importsPerHour }: ConversationLimits): LimitedCall {
  return {
    name: 'imports',
    points: importsPerHour,
    seconds: 3600,
    text: 'Too many imports in a short time. Please try again later.',
  }
}
