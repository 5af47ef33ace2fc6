import { lastEnd, readConcepts } from './concepts.ts'
import type { DangerModel, Finding } from './danger-model.ts'
import { isOperatorConcept } from './operator-phrases.ts'
import { lastTurn, type Rule, type RuleSet, severities, type Severity } from './rules.ts'
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
  function* steps(text: string, history: readonly SpokenMessage[] = [], fallback = 'en'): Steps<Verdict> {
    const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
    const tokens = tokenise([...earlier, text])
    yield
    const byTurn = languagesByTurn(tokens, earlier.length, lexicons, fallback)
    yield
    const [language] = byTurn.at(-1) ?? []
    let danger: Assessment | undefined
    let sensitive = false
    for (const code of new Set([...(byTurn.at(-1) ?? []), ...byTurn.flat()])) {
      const lexicon = lexicons.get(code)
      if (lexicon === undefined) continue
      const turns = new Set(byTurn.flatMap((languages, turn) => (languages.includes(code) ? [turn] : [])))
      const read = yield* readIn(tokens, turns, lexicon, rules, model)
      sensitive ||= read.sensitive
      if (read.danger !== undefined && isHigher(read.danger.severity, danger?.severity))
        danger = { ...read.danger, language: code }
    }
    return {
      danger,
      language: danger?.language ?? language ?? fallback,
      sensitive: sensitive || danger !== undefined,
    }
  }
  return {
    assess: (...conversation) => takeSteps(steps(...conversation)),
    assessInSlices: (...conversation) => takeStepsInSlices(steps(...conversation)),
  }
}

function isHigher(severity: Severity, than: Severity | undefined): boolean {
  return than === undefined || severities.indexOf(severity) > severities.indexOf(than)
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
  const countsOf = (): LanguageCounts => ({ tokens: 0, isArabic: false, words: new Map() })
  const turns = Array.from({ length: last + 1 }, countsOf)
  const whole = countsOf()
  for (const { word, turn } of tokens) {
    for (const counts of [whole, turns[turn] ?? whole]) {
      counts.tokens += 1
      counts.isArabic ||= word >= '\u0600' && word < '\u0700' && lexicons.has('ar')
    }
    for (const { language, functionWords } of latin) {
      if (!functionWords.has(word)) continue
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

/** The languages that counted words may be in, the likeliest first. */
function languagesOf(counts: LanguageCounts, names: readonly string[], fallback: string): string[] {
  const countOf = (language: string) => counts.words.get(language) ?? 0
  const likely = names.toSorted(
    (a, b) => countOf(b) - countOf(a) || Number(b === fallback) - Number(a === fallback),
  )
  const most = countOf(likely[0] ?? '')
  if (counts.isArabic && most < showsLanguage) return ['ar']
  // A long text without a function word is in none of the languages; it is read in the likeliest alone.
  const read = most > 2 || counts.tokens > longestOfAll ? 2 : most > 0 ? 3 : likely.length
  const languages = likely.filter((language) => countOf(language) >= most * 0.8).slice(0, read)
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

/** A conversation read in one language. */
interface Reading {
  danger: Omit<Assessment, 'language'> | undefined
  sensitive: boolean
}

function* readIn(
  tokens: readonly Token[],
  turns: ReadonlySet<number>,
  lexicon: Lexicon,
  rules: RuleSet,
  model: DangerModel | undefined,
): Steps<Reading> {
  const index = yield* readConcepts(tokens, turns, lexicon, rules)
  const over = lastEnd(index)
  const holds = createCheck(index, over)
  const rule = yield* highestRule(rules.rules, holds)
  const finding = model && (yield* model.find(index, turns, over, lexicon.functionWords))
  const cautions = rules.rules.filter(({ severity }) => severity === 'caution')
  const kept = isDropped(rule, finding) ? yield* highestRule(cautions, holds) : rule
  return {
    danger: combine(isDropped(kept, finding) ? undefined : kept, finding),
    sensitive: rule !== undefined || (finding?.concern ?? 0) >= sellsBelow || isSensitive(index),
  }
}

function* highestRule(rules: readonly Rule[], holds: (rule: Rule) => boolean): Steps<Rule | undefined> {
  let best: Rule | undefined
  for (const rule of rules) {
    if (!isHigher(rule.severity, best?.severity)) continue
    if (holds(rule)) best = rule
    yield
  }
  return best
}

/** Probability from which the model alone reports a danger. Chosen on texts of which it has not learnt. */
const reportsFrom = 0.7
/** Probability from which the model raises the severity of a rule that holds. */
const raisesFrom = 0.6
/** Probability from which the category of the model is taken: a rule may match words of another danger. */
const classifiesFrom = 0.9
/** Probability from which the model alone reports a caution. */
const cautionsFrom = 0.4
/** Probability below which an urgent rule or an emergency rule has matched a figure of speech. */
const dropsBelow = 0.3
/** Probability of any danger below which a rule of caution has matched other words. */
const dropsCautionBelow = 0.06

/** Probability from which nothing is sold, with or without a danger. */
const sellsBelow = 0.15

/** Returns whether the model takes a rule for a match of other words. A phrase of an operator is left to the operator. */
function isDropped(rule: Rule | undefined, finding: Finding | undefined): boolean {
  if (rule === undefined || finding === undefined) return false
  if (rule.pattern.main.concepts.some(isOperatorConcept)) return false
  return rule.severity === 'caution' ? finding.concern < dropsCautionBelow : finding.probability < dropsBelow
}

/** The danger that a rule and the model find together. */
function combine(
  rule: Rule | undefined,
  finding: Finding | undefined,
): Omit<Assessment, 'language'> | undefined {
  const byRule = rule && { category: rule.category, severity: rule.severity, rule: rule.id }
  if (finding === undefined) return byRule
  const { probability, severity, category, caution, cautionCategory } = finding
  if (probability >= (rule === undefined ? reportsFrom : raisesFrom) && isHigher(severity, rule?.severity))
    return { category, severity, rule: `model-${category}` }
  if (rule === undefined)
    return caution < cautionsFrom
      ? undefined
      : { category: cautionCategory, severity: 'caution', rule: `model-${cautionCategory}` }
  if (rule.pattern.main.concepts.some(isOperatorConcept)) return byRule
  const [share, byModel] = rule.severity === 'caution' ? [caution, cautionCategory] : [probability, category]
  return {
    category: share >= classifiesFrom ? byModel : rule.category,
    severity: rule.severity,
    rule: rule.id,
  }
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
