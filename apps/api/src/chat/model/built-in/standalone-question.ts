import { followUpTo, splitClauses, subjectWords, words } from '../../../knowledge/clauses.ts'

const pronoun = /\b(?:it|its|they|them|their|that|those|these|this|one)\b/iu
const joint = /^(?:and|or|but|so|what about|how about)\b[\s,]*/iu

/** What a question may be made of. */
export interface QuestionRules {
  /** Whether earlier messages count: what 'it' and 'they' mean. @default true */
  usePrevContext?: boolean
  /** Whether a message too short to stand alone is spelled out. @default true */
  expandShort?: boolean
}

/**
 * The last of a person's messages as a question that stands alone. A short follow-up goes on from the first
 * part of the question before it: 'How much iron do I need?', 'and for women?' asks how much iron women need.
 */
export function standaloneQuestion(
  messages: readonly string[],
  { usePrevContext = true, expandShort = true }: QuestionRules = {},
): string {
  const last = messages.at(-1)?.trim() ?? ''
  if (messages.length < 2 || !usePrevContext) return last
  const subjects = subjectWords(last)
  const short = subjects.length <= 2 && words(last).length <= 8
  if (!short || (subjects.length > 0 && !pronoun.test(last) && !joint.test(last))) return last
  if (!expandShort && !(subjects.length > 0 && pronoun.test(last))) return last
  const before = standaloneQuestion(messages.slice(0, -1))
  if (before === last) return last
  if (subjects.length === 0) return before
  const opening = splitClauses(before)[0]?.text ?? before
  return pronoun.test(last) ? followUpTo(opening, last) : `${opening} ${last.replace(joint, '')}`
}

/** Whether the last message has no subject of its own, so that only more on the one before can be meant. */
export function asksForMore(messages: readonly string[]): boolean {
  return messages.length > 1 && subjectWords(messages.at(-1) ?? '').length === 0
}
