import type { ChatMessage } from '@org/chat-engine'
import { asksForPerson } from './asks-for-person.ts'

/** The part of a message that the offer depends on. */
export type OfferedMessage = Pick<ChatMessage, 'role' | 'text' | 'outcome' | 'safety' | 'status'>

/** Uncovered answers of a conversation after which a person is offered. */
const uncoveredAnswers = 2

/**
 * Returns whether a person is offered below the newest answer: its question asks for one, or it is at least the second
 * answer that the content does not cover. A notice about an urgent danger stands alone.
 *
 * @param messages of one conversation, the oldest first
 */
export function offersHandover(messages: readonly OfferedMessage[]): boolean {
  const answer = messages.at(-1)
  if (answer === undefined || answer.role !== 'assistant' || isUrgent(answer.safety)) return false
  if (answer.status === 'pending' || answer.status === 'streaming') return false
  const question = messages.findLast(({ role }) => role === 'user')
  if (question !== undefined && asksForPerson(question.text)) return true
  const uncovered = messages.filter(({ role, outcome }) => role === 'assistant' && outcome === 'uncovered')
  return answer.outcome === 'uncovered' && uncovered.length >= uncoveredAnswers
}

/** Returns whether a notice is about an urgent danger. */
export function isUrgent(safety: ChatMessage['safety']): boolean {
  return safety !== null && safety.severity !== 'caution'
}
