import type { LimitedCall } from '../limits/answer-limiter.ts'

/** Limits on the stored conversations of one account. */
export interface ConversationLimits {
  /** Conversations created within a minute. */
  createdPerMinute: number
  /** Searches within a minute. */
  searchesPerMinute: number
  /** Imports within an hour. */
  importsPerHour: number
  /** Calls within a minute that change something, whatever it is. */
  changesPerMinute: number
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

/** The creation of a conversation without a question. */
export function creationLimit({ createdPerMinute }: ConversationLimits): LimitedCall {
  return {
    name: 'created-conversations',
    points: createdPerMinute,
    seconds: 60,
    text: 'Too many changes in a short time. Please wait a moment.',
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
