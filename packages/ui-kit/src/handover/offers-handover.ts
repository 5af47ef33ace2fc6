import type { ChatMessage } from '@org/chat-engine'
import { asksForPerson } from './asks-for-person.ts'

/** The part of a message that the offer depends on. */
export type OfferedMessage = Pick<
  ChatMessage,
  'role' | 'text' | 'outcome' | 'suggestions' | 'safety' | 'status'
>

/** Uncovered answers of a conversation after which a person is offered. */
const uncoveredAnswers = 2

/**
 * Returns whether a person is offered below the newest answer: its question asks for one, or the content does not cover
 * it and it suggests no other question, or it is at least the second such answer. A notice about an urgent danger
 * stands alone.
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
  const isDeadEnd = answer.suggestions.length === 0 || uncovered.length >= uncoveredAnswers
  return answer.outcome === 'uncovered' && isDeadEnd
}

/**
 * Returns whether a person is mentioned below the newest answer, beside the questions that it suggests: the content does
 * not cover its question. A notice about an urgent danger stands alone.
 *
 * @param messages of one conversation, the oldest first
 */
export function mentionsHandover(messages: readonly OfferedMessage[]): boolean {
  const answer = messages.at(-1)
  if (answer === undefined || answer.role !== 'assistant' || isUrgent(answer.safety)) return false
  return answer.outcome === 'uncovered' && answer.status !== 'pending' && answer.status !== 'streaming'
}

/** Returns whether a notice is about an urgent danger. */
export function isUrgent(safety: ChatMessage['safety']): boolean {
  return safety !== null && safety.severity !== 'caution'
}
