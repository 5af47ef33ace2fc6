import { followUpTo, splitClauses, subjectWords, words } from '../../../knowledge/text/clauses.ts'
import { isParticular, populationAsked, withDigits, withoutPopulation } from './population.ts'
import { asksFigure } from './question-kind.ts'
import { topicsOf } from './topics.ts'

const pronoun =
  /\b(?:it|its|they|them|their|that|those|these|this|one|ones|any|there|he|she|him|her|his|both|either)\b/iu
const joint =
  /^(?:(?:and|or|but|so|also|then|plus|well|ok(?:ay)?|right|hm+|oh|great|thanks|what about|how about|what if)\b[\s,.!]*)+/iu
/** "My son is 15, what about him?" */
const asksAlike = /[,.;]?(?:(?<!\s)\s+)?(?:and )?\b(?:what|how) about (?:him|her|them|that|those)\b/iu
/** Words of a question that names no subject of its own: "what should I eat?" is about what was asked before. */
const general: ReadonlySet<string> = new Set(
  (
    'add also amount bottle capsule capsules drops form gummies liquid pill pills portion powder spray tablet tablets avoid bad begin best better buy cause causes cheapest choose come cost danger dangerous dangers doctor dose downside downsides drink eat eating enough extra ' +
    'fast food foods harm harmful harms healthy helpful hurt hurts injure instead kick last lasts limit maximum minimum morning most nasty night normally notice often overdo people pick ' +
    'prevent quickly really right risk risks safe safely same soon side sign signs sort source sources stay symptom symptoms though tho tonight treat treated treatment treatments try type ' +
    'types typically usually whom work working wrong'
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

/** A message beside earlier ones: as a question that stands alone, and as a continuation of the question before it. */
export interface ReadMessage {
  question: string
  /**
   * The other reading: the message alone for one that was completed, the completed one for a message that may stand
   * alone. The content decides between them.
   */
  other?: string
}

/**
 * The last of a person's messages as a question that stands alone. A follow-up replaces what it changes: after 'How
 * much iron do men need?', 'and for women?' asks how much iron women need, 'and zinc?' how much zinc men need. One that
 * refers back ('is it safe?') keeps the subject of the question before it as context.
 */
export function standaloneQuestion(messages: readonly string[], rules: QuestionRules = {}): string {
  return readMessage(messages, rules).question
}

/** Reads the last of a person's messages in both ways. */
export function readMessage(
  messages: readonly string[],
  { usePrevContext = true, expandShort = true }: QuestionRules = {},
): ReadMessage {
  const last = messages.at(-1)?.trim() ?? ''
  if (messages.length < 2 || !usePrevContext) return { question: last }
  const subjects = subjectWords(last).filter((word) => !general.has(word))
  const count = words(last).length
  const refers = pronoun.test(last)
  const isShort =
    subjects.length === 0 ||
    (joint.test(last) && count <= 14) ||
    (refers && count <= 14 && subjects.length <= 4) ||
    changesPeopleOnly(last)
  if (!isShort) {
    const isLong = count > longestFollowUp || !expandShort
    return isLong ? { question: last } : { question: last, other: continuing(messages, last) }
  }
  if (!expandShort && !(subjectWords(last).length > 0 && refers)) return { question: last }
  const question = continuing(messages, last)
  const needsContext = subjects.length === 0 || backward.test(last)
  return question === last || needsContext ? { question } : { question, other: last }
}

/** Pronouns that nothing in a question of its own explains. */
const backward = /\b(?:it|its|they|them|their)\b/iu

// Longer messages name their subject themselves.
const longestFollowUp = 12

/** The message as a continuation of the question before it. */
function continuing(messages: readonly string[], last: string): string {
  const before = standaloneQuestion(messages.slice(0, -1))
  if (before === '' || before === last) return last
  const rest = last.replace(joint, '').replace(asksAlike, '').trim()
  if (changesPeopleOnly(rest)) return changed(before, (text) => forPeople(text, rest))
  const replaced = withOtherSubject(before, rest)
  if (replaced !== undefined) return replaced
  if (subjectWords(last).length === 0) {
    const asksMore = (asksFigure.test(rest) || asksKind.test(rest)) && words(last).length >= 3
    return asksMore ? followUpTo(subjectOf(before, rest), rest) : before
  }
  return followUpTo(subjectOf(before, rest), pronoun.test(last) && !joint.test(last) ? last : rest)
}

/** The opening of a question with other people in it. An age alone leaves the sex that was asked about. */
function forPeople(opening: string, people: string): string {
  const asked = populationAsked(people)
  const keeps = asked.hasFigures && asked.sexes.size === 0 && populationAsked(opening).ages.length === 0
  return `${keeps ? opening : withoutPopulation(opening)} ${asGroup(people)}`.trim()
}

const fillers = /\b(?:for|about|with|in|on|of|then|too|as well|instead|please|same|the|my|some)\b/giu

/** "And zinc?", "okay, and for vitamin C": the question before, about another subject; undefined for other messages. */
function withOtherSubject(before: string, rest: string): string | undefined {
  const [topic, ...others] = topicsOf(rest)
  const bare = withoutPopulation(rest).replaceAll(/[?!.,]/gu, ' ')
  const left = topic === undefined ? bare : bare.replace(topic, ' ').replaceAll(fillers, ' ')
  if (topic === undefined || others.length > 0 || left.trim() !== '') return undefined
  const { context, text } = partsOf(before)
  const [asked] = topicsOf(text)
  if (asked === undefined && topicsOf(context).length === 0) return undefined
  const people = rest
    .replace(topic, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s,.]+/u, '')
    .trim()
  const withPeople = (question: string) =>
    isParticular(populationAsked(people)) ? forPeople(question, people) : question
  return asked === undefined
    ? followUpTo(topic, withPeople(text))
    : changed(before, (opening) => withPeople(opening.replace(asked, topic)))
}

/** The question before with its text changed: what it refers back to stays its context. */
function changed(before: string, change: (text: string) => string): string {
  const { context, text } = partsOf(before)
  const opening = openingOf(text)
  const isComplete = context === '' || (!pronoun.test(text) && subjectWords(text).length > 0)
  return isComplete ? change(opening) : followUpTo(context, change(opening))
}

/** The topics of a question, with the people that it is about; the whole question when no topic is known. */
function subjectOf(before: string, rest: string): string {
  const { context, text } = partsOf(before)
  const opening = openingOf(before)
  // "Is it safe with a weak heart" goes on about what "it" is.
  const subject = context !== '' && backward.test(text) ? context : opening
  const all = topicsOf(subject)
  // What "it" is: the first topic of "melatonin for jet lag".
  const topics = /\bit\b/iu.test(rest) ? all.slice(0, 1) : all
  const hasPeople = isParticular(populationAsked(rest))
  if (topics.length === 0) return hasPeople ? withoutPopulation(subject) : subject
  const people = hasPeople ? '' : peopleOf(subject)
  return people === '' ? topics.join(' ') : `${topics.join(' ')} ${people}`
}

/** The part of a question that names people: "for women over 50". */
function peopleOf(question: string): string {
  if (!isParticular(populationAsked(question))) return ''
  const left = new Set(words(withoutPopulation(question)))
  return words(withDigits(question))
    .filter((word) => !left.has(word))
    .join(' ')
}

function partsOf(question: string): { context: string; text: string } {
  const [, context = '', text = question] = /^Following “([^”]+)”: (.+)$/su.exec(question) ?? []
  return { context, text }
}

/** The part of a question that names its subject: a follow-up that refers back has that of the question before. */
function openingOf(question: string): string {
  const { context, text } = partsOf(question)
  const clauses = splitClauses(text).map((clause) => clause.text)
  const first = clauses.find((clause) => topicsOf(clause).length > 0) ?? clauses[0] ?? text
  if (context === '') return first
  return pronoun.test(first) || subjectWords(first).length === 0 ? context : `${context} ${first}`
}

function changesPeopleOnly(text: string): boolean {
  if (!isParticular(populationAsked(text))) return false
  const left = subjectWords(withoutPopulation(text)).filter(
    (word) =>
      !/^(?:old|aged?|group|those|years?|months?|him|hers?|his|hes|shes|same|half|figures?|amounts?|numbers?|once|different|change[sd]?)$/u.test(
        word,
      ),
  )
  return left.length === 0
}

/** "His sister, who is one and a half" as "for his sister, 1 year old". */
function asGroup(text: string): string {
  const bare = withDigits(text)
    .replaceAll(ageAfterName, (_, years: string) => ` ${years} years old`)
    .replace(/(?<![?!.])[?!.]+$/u, (end) => (end.includes('?') ? '?' : ''))
  return /^(?:for|in|at|if|when|during|while)\b/iu.test(bare) ? bare : `for ${bare}`
}

const ageAfterName =
  /(?:(?<!\s)\s+)?\b(?:(?:who(?:['’]?s| is)|s?he(?:['’]?s| is)|is|aged?)\s+)(\d{1,3})(?:\s+and a half)?(?:\s*(?:years?|yrs?)(?:\s+old)?)?(?!\s*(?:months?|weeks?|\d))/giu

/** Returns whether the last message has no subject of its own, so that only more on the one before can be meant. */
export function asksForMore(messages: readonly string[]): boolean {
  const last = messages.at(-1) ?? ''
  if (messages.length < 2 || subjectWords(last).length > 0) return false
  return !asksFigure.test(last) && !asksKind.test(last)
}
