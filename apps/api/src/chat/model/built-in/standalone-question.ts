import { followUpTo, splitClauses, subjectWords, words } from '../../../knowledge/text/clauses.ts'
import { isParticular, populationAsked, withoutPopulation } from './population.ts'
import { asksFigure } from './question-kind.ts'

const pronoun =
  /\b(?:it|its|they|them|their|that|those|these|this|one|ones|any|there|he|she|him|her|his|both|either)\b/iu
const joint = /^(?:and|or|but|so|also|then|plus|ok(?:ay)?|what about|how about|what if)\b[\s,]*/iu
/** "My son is 15, what about him?" */
const asksAlike = /[,.;]?\s*(?:and )?\b(?:what|how) about (?:him|her|them|that|those)\b/iu
/** Words of a question that names no subject of its own: "what should I eat?" is about what was asked before. */
const general: ReadonlySet<string> = new Set(
  (
    'add also amount avoid bad begin best better buy cause causes cheapest choose come cost danger dangerous dangers doctor dose downside downsides drink eat eating enough extra ' +
    'fast food foods harm harmful harms healthy helpful hurt hurts injure instead kick last lasts maximum minimum morning nasty night notice often overdo pick prevent quickly risk risks ' +
    'safe safely soon side sign signs sort source sources stay symptom symptoms tonight treat treated treatment treatments try type types whom work working wrong'
  ).split(' '),
)
const asksKind =
  /\b(?:too much|too many|side[ -]effects?|safe|upper|limit|max(?:imum)?|how (?:long|often|much|many)|which foods|why|when|at night|works?|danger\w*|risks?)\b/iu

/** Rules for questions that refer to earlier messages. */
export interface QuestionRules {
  /** True when earlier messages count: what 'it' and 'they' mean. @default true */
  usePrevContext?: boolean
  /** True when a message too short to stand alone is completed from the one before it. @default true */
  expandShort?: boolean
}

/**
 * The last of a person's messages as a question that stands alone. A follow-up replaces what it changes: after 'How
 * much iron do men need?', 'and for women?' asks how much iron women need. One that refers back ('is it safe?') keeps
 * the question before it as context.
 */
export function standaloneQuestion(
  messages: readonly string[],
  { usePrevContext = true, expandShort = true }: QuestionRules = {},
): string {
  const last = messages.at(-1)?.trim() ?? ''
  if (messages.length < 2 || !usePrevContext) return last
  const subjects = subjectWords(last).filter((word) => !general.has(word))
  const count = words(last).length
  const opens = joint.test(last)
  const refers = pronoun.test(last)
  const short =
    subjects.length === 0 ||
    (opens && count <= 14) ||
    (refers && count <= 14 && subjects.length <= 4) ||
    changesPeopleOnly(last)
  if (!short) return last
  if (!expandShort && !(subjectWords(last).length > 0 && refers)) return last
  const before = standaloneQuestion(messages.slice(0, -1))
  if (before === last) return last
  const opening = openingOf(before)
  const rest = last.replace(joint, '').replace(asksAlike, '').trim()
  if (changesPeopleOnly(rest)) return `${withoutPopulation(opening)} ${asGroup(rest)}`.trim()
  if (subjectWords(last).length === 0) {
    const asksMore = (asksFigure.test(rest) || asksKind.test(rest)) && count >= 3
    return asksMore ? followUpTo(opening, rest) : before
  }
  const context = isParticular(populationAsked(rest)) ? withoutPopulation(opening) : opening
  return followUpTo(context, refers && !opens ? last : rest)
}

/** Subject of a question: a follow-up that refers back has the subject of the question before. */
function openingOf(question: string): string {
  const [, context, text = question] = /^Following “([^”]+)”: (.+)$/su.exec(question) ?? []
  const first = splitClauses(text)[0]?.text ?? text
  if (context === undefined) return first
  return pronoun.test(first) || subjectWords(first).length === 0 ? context : `${context} ${first}`
}

function changesPeopleOnly(text: string): boolean {
  if (!isParticular(populationAsked(text))) return false
  const left = subjectWords(withoutPopulation(text)).filter(
    (word) => !/^(?:old|aged?|group|those|years?|him|hers?|his|same)$/u.test(word),
  )
  return left.length === 0
}

function asGroup(text: string): string {
  const bare = text.replace(/[?!.]+$/u, (end) => (end.includes('?') ? '?' : ''))
  return /^(?:for|in|at|if|during|while)\b/iu.test(bare) ? bare : `for ${bare}`
}

/** Returns whether the last message has no subject of its own, so that only more on the one before can be meant. */
export function asksForMore(messages: readonly string[]): boolean {
  const last = messages.at(-1) ?? ''
  if (messages.length < 2 || subjectWords(last).length > 0) return false
  return !asksFigure.test(last) && !asksKind.test(last)
}
