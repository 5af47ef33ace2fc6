import thresholds from '../data/thresholds.json' with { type: 'json' }
import { lastEnd, readConcepts } from './concepts.ts'
import type { DangerModel } from './danger-model.ts'
import { decide, type Evidence, type Thresholds } from './decide.ts'
import { isHigher, lastTurn, possibleRules, type Rule, type RuleSet, type Severity } from './rules.ts'
import type { Lexicon } from './lexicon.ts'
import type { SpanIndex } from './spans.ts'
import { type Token, tokenise } from './tokens.ts'
import { type Steps, takeSteps, takeStepsInSlices } from '../../platform/process/steps.ts'

/** One message of a conversation. */
export interface SpokenMessage {
  role: 'user' | 'assistant'
  content: string
}

/** The danger that a conversation speaks of. */
export interface Assessment {
  category: string
  severity: Severity
  /** The language that the person writes. */
  language: string
  /** The rule that decided, or `model-` and the category; never a word of the message. */
  rule: string
}

export interface Assessor {
  /**
   * Finds the highest danger in a conversation.
   *
   * @param text the question
   * @param history earlier messages, oldest first; a danger in them counts until it is said to be over
   * @param fallback the language where the words show none
   */
  assess: (text: string, history?: readonly SpokenMessage[], fallback?: string) => Verdict
  /** The same in slices: the longest conversation takes tens of milliseconds. */
  assessInSlices: (text: string, history?: readonly SpokenMessage[], fallback?: string) => Promise<Verdict>
}

/** The result for one question. */
export interface Verdict {
  /** Undefined where nothing points to a danger. */
  danger: Assessment | undefined
  language: string
  /** True when the conversation speaks of health needs in which no product may be offered, danger or not. */
  sensitive: boolean
}

/** Findings in a conversation, in each language that it may be in. */
export interface Readings {
  /** The language of the last message; undefined where no lexicon was given. */
  language: string | undefined
  byLanguage: { language: string; evidence: Evidence }[]
}

/**
 * Creates an assessor.
 *
 * @param lexicons compiled lexicons by language
 * @param model adds dangers in wordings that no rule lists @default none
 */
export function createAssessor(
  lexicons: ReadonlyMap<string, Lexicon>,
  rules: RuleSet,
  model?: DangerModel,
): Assessor {
  function* steps(text: string, history?: readonly SpokenMessage[], fallback = 'en'): Steps<Verdict> {
    return verdictOf(
      yield* readingsOf({ lexicons, rules, model }, text, history, fallback),
      thresholds.values,
      fallback,
    )
  }
  return {
    assess: (...conversation) => takeSteps(steps(...conversation)),
    assessInSlices: (...conversation) => takeStepsInSlices(steps(...conversation)),
  }
}

/** The parts that read a conversation. */
interface Readers {
  lexicons: ReadonlyMap<string, Lexicon>
  rules: RuleSet
  model: DangerModel | undefined
}

/** Reads a conversation in each language that it may be in. */
export function* readingsOf(
  { lexicons, rules, model }: Readers,
  text: string,
  history: readonly SpokenMessage[] = [],
  fallback = 'en',
): Steps<Readings> {
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
  const tokens = tokenise([...earlier, text])
  yield
  const byTurn = languagesByTurn(tokens, earlier.length, lexicons, fallback)
  yield
  const byLanguage: Readings['byLanguage'] = []
  for (const language of new Set([...(byTurn.at(-1) ?? []), ...byTurn.flat()])) {
    const lexicon = lexicons.get(language)
    if (lexicon === undefined) continue
    const turns = new Set(byTurn.flatMap((languages, turn) => (languages.includes(language) ? [turn] : [])))
    byLanguage.push({ language, evidence: yield* readIn(tokens, turns, lexicon, rules, model) })
  }
  return { language: byTurn.at(-1)?.[0], byLanguage }
}

/** The highest danger of the readings. */
export function verdictOf(readings: Readings, chosen: Thresholds, fallback: string): Verdict {
  let danger: Assessment | undefined
  let sensitive = false
  for (const { language, evidence } of readings.byLanguage) {
    const read = decide(evidence, chosen)
    sensitive ||= read.sensitive
    if (read.danger !== undefined && isHigher(read.danger.severity, danger?.severity))
      danger = { ...read.danger, language }
  }
  return {
    danger,
    language: danger?.language ?? readings.language ?? fallback,
    sensitive: sensitive || danger !== undefined,
  }
}

/** Function words from which a message shows its own language; a shorter one takes that of the conversation. */
const showsLanguage = 3
/** Tokens of a text that is read in every language while no function word shows one. */
const longestOfAll = 100

/** Function words and Arabic words of one message, or of a whole conversation. */
interface LanguageCounts {
  tokens: number
  isArabic: boolean
  /** Function words by language. */
  words: Map<string, number>
}

/**
 * The languages that each message may be in, the likeliest first: a person may change the language, and a danger in
 * an earlier message counts in the language that it was written in.
 */
function languagesByTurn(
  tokens: readonly Token[],
  last: number,
  lexicons: ReadonlyMap<string, Lexicon>,
  fallback: string,
): string[][] {
  const latin = [...lexicons.values()].filter(({ language }) => language !== 'ar')
  const languagesOfWords = byFunctionWord(lexicons)
  const countsOf = (): LanguageCounts => ({ tokens: 0, isArabic: false, words: new Map() })
  const turns = Array.from({ length: last + 1 }, countsOf)
  const whole = countsOf()
  for (const { word, turn } of tokens) {
    for (const counts of [whole, turns[turn] ?? whole]) {
      counts.tokens += 1
      counts.isArabic ||= word >= '\u0600' && word < '\u0700' && lexicons.has('ar')
    }
    for (const language of languagesOfWords.get(word) ?? []) {
      for (const { words } of [whole, turns[turn] ?? whole])
        words.set(language, (words.get(language) ?? 0) + 1)
    }
  }
  const names = latin.map(({ language }) => language)
  const ofWhole = languagesOf(whole, names, fallback)
  return turns.map((counts) => {
    const showsOwn = counts.isArabic || Math.max(0, ...counts.words.values()) >= showsLanguage
    return showsOwn ? languagesOf(counts, names, fallback) : ofWhole
  })
}

const functionWordIndexes = new WeakMap<ReadonlyMap<string, Lexicon>, ReadonlyMap<string, string[]>>()

/** The languages of each function word in Latin letters; built once for a set of lexicons. */
function byFunctionWord(lexicons: ReadonlyMap<string, Lexicon>): ReadonlyMap<string, string[]> {
  const known = functionWordIndexes.get(lexicons)
  if (known !== undefined) return known
  const languages = new Map<string, string[]>()
  for (const { language, functionWords } of lexicons.values()) {
    if (language === 'ar') continue
    for (const word of functionWords) languages.set(word, [...(languages.get(word) ?? []), language])
  }
  functionWordIndexes.set(lexicons, languages)
  return languages
}

/** The languages that counted words may be in, the likeliest first. */
function languagesOf(counts: LanguageCounts, names: readonly string[], fallback: string): string[] {
  const countOf = (language: string) => counts.words.get(language) ?? 0
  const likely = names.toSorted(
    (a, b) => countOf(b) - countOf(a) || Number(b === fallback) - Number(a === fallback),
  )
  const most = countOf(likely[0] ?? '')
  if (counts.isArabic && most < showsLanguage) return ['ar']
  // A long text without a function word is in none of the languages; it is read in the likeliest alone.
  const read = most > 2 || counts.tokens > longestOfAll ? 2 : most > 0 ? 4 : likely.length
  // Of three function words one may belong to another language: "a" is Spanish, and French for "has".
  const least = most === showsLanguage ? most - 1 : most * 0.8
  const languages = likely.filter((language) => countOf(language) >= least).slice(0, read)
  // One or two words that are function words of a language may be slang of another: "n" is French, and English for "and".
  if (most < showsLanguage && names.includes(fallback) && !languages.includes(fallback))
    languages.push(fallback)
  return counts.isArabic ? ['ar', ...languages] : languages
}

/** Concepts beside which nothing is sold. */
const sensitiveConcepts = (
  'pregnant baby infantAge med medClass suicide killSelf wantDie selfInjury edAct anorexia bulimia overdoseWord ' +
  'overdosed chestPain noAir blood seizure out faint honey abuse rape extremeLossP noHunger fever weapon tiredLife attack'
).split(' ')

/** Pairs of concepts beside which nothing is sold: a product for the home is harmless until somebody swallows it. */
const sensitivePairs: readonly (readonly [string[], string[]])[] = [
  [
    ['child', 'childAge'],
    ['dosable', 'syrup', 'pill'],
  ],
  [
    ['household', 'poison'],
    ['took', 'inEye', 'inhaled', 'child', 'childAge', 'mix', 'alarm', 'pet'],
  ],
]

function isSensitive(index: SpanIndex): boolean {
  const hasOne = (concepts: readonly string[]) => concepts.some((concept) => index.has(concept))
  return hasOne(sensitiveConcepts) || sensitivePairs.some((pair) => pair.every(hasOne))
}

function* readIn(
  tokens: readonly Token[],
  turns: ReadonlySet<number>,
  lexicon: Lexicon,
  rules: RuleSet,
  model: DangerModel | undefined,
): Steps<Evidence> {
  const index = yield* readConcepts(tokens, turns, lexicon, rules)
  const over = lastEnd(index)
  const holds = createCheck(index, over)
  const possible = possibleRules(rules, index)
  const rule = yield* highestRule(possible, holds)
  const isAcute = rule !== undefined && rule.severity !== 'caution'
  return {
    rule,
    caution: isAcute ? yield* highestRule(cautionsOf(possible), holds) : rule,
    finding: model && (yield* model.find(index, turns, over, lexicon.functionWords)),
    names: isSensitive(index),
    isPast: isPast(index, rule),
  }
}

/** Returns whether the message that a rule matches, or else the last one, describes years ago. */
function isPast(index: SpanIndex, rule: Rule | undefined): boolean {
  const turn = rule === undefined ? index.tokens.at(-1)?.turn : lastTurn(index, rule.pattern, () => true)
  return index.of('past').some((span) => index.turn(span) === turn)
}

function cautionsOf(rules: readonly Rule[]): Rule[] {
  return rules.filter(({ severity }) => severity === 'caution')
}

// A rule takes microseconds of a message, and some 0.1 ms of 20,000 characters; a step costs more than a rule of a message.
const rulesInStep = 8

function* highestRule(rules: readonly Rule[], holds: (rule: Rule) => boolean): Steps<Rule | undefined> {
  let best: Rule | undefined
  for (const [at, rule] of rules.entries()) {
    if (best !== undefined && !isHigher(rule.severity, best.severity)) continue
    if (holds(rule)) best = rule
    if (at % rulesInStep === 0) yield
  }
  return best
}

/** Returns whether a rule holds outside of questions for facts, sentences about pets, and dangers that are over. */
function createCheck(index: SpanIndex, over: number): (rule: Rule) => boolean {
  const now = index.tokens.at(-1)?.turn ?? 0
  const isAboutPerson = (sentence: number) =>
    index.sentencesOf('child').has(sentence) || index.sentencesOf('baby').has(sentence)
  const reads = (sentence: number) =>
    (!index.sentencesOf('info').has(sentence) || index.sentencesOf('state').has(sentence)) &&
    (!index.sentencesOf('pet').has(sentence) || isAboutPerson(sentence))
  return ({ pattern, severity }) => {
    const turn = lastTurn(index, pattern, reads)
    if (turn === now) return true
    return turn >= 0 && turn >= over && severity !== 'caution'
  }
}
