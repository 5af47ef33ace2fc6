import { derive, lastTurn, type Rule, type RuleSet, severities, type Severity } from './rules.ts'
import type { Lexicon } from './lexicon.ts'
import { findSpans } from './find-spans.ts'
import type { Span, SpanIndex } from './spans.ts'
import { type Token, tokenise } from './tokens.ts'

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
  /** The rule that decided; never a word of the message. */
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
}

/** The result for one question. */
export interface Verdict {
  /** Undefined where nothing points to a danger. */
  danger: Assessment | undefined
  language: string
  /** True when the conversation speaks of health needs in which no product may be offered, danger or not. */
  sensitive: boolean
}

/** Creates an assessor from compiled lexicons, one of each language, and rules. */
export function createAssessor(lexicons: ReadonlyMap<string, Lexicon>, rules: RuleSet): Assessor {
  return {
    assess(text, history = [], fallback = 'en') {
      const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
      const tokens = tokenise([...earlier, text])
      const byTurn = languagesByTurn(tokens, earlier.length, lexicons, fallback)
      const [language] = byTurn.at(-1) ?? []
      let danger: Assessment | undefined
      let sensitive = false
      for (const code of new Set([...(byTurn.at(-1) ?? []), ...byTurn.flat()])) {
        const lexicon = lexicons.get(code)
        if (lexicon === undefined) continue
        const turns = new Set(byTurn.flatMap((languages, turn) => (languages.includes(code) ? [turn] : [])))
        const read = readIn(tokens, turns, lexicon, rules)
        sensitive ||= read.sensitive
        if (read.rule !== undefined && isHigher(read.rule.severity, danger?.severity)) {
          danger = {
            category: read.rule.category,
            severity: read.rule.severity,
            language: code,
            rule: read.rule.id,
          }
        }
      }
      return {
        danger,
        language: danger?.language ?? language ?? fallback,
        sensitive: sensitive || danger !== undefined,
      }
    },
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
const sensitiveConcepts = [
  'pregnant',
  'baby',
  'infantAge',
  'med',
  'medClass',
  'suicide',
  'killSelf',
  'wantDie',
  'selfInjury',
  'edAct',
  'anorexia',
  'bulimia',
  'overdoseWord',
  'overdosed',
  'chestPain',
  'noAir',
  'blood',
  'seizure',
  'out',
  'faint',
  'honey',
  'household',
  'poison',
  'abuse',
  'rape',
  'extremeLossP',
  'noHunger',
  'fever',
  'weapon',
  'tiredLife',
  'attack',
]

function readIn(
  tokens: readonly Token[],
  turns: ReadonlySet<number>,
  lexicon: Lexicon,
  rules: RuleSet,
): { rule: Rule | undefined; sensitive: boolean } {
  const index = findSpans(tokens, lexicon, rules.negatable, ({ turn }) => turns.has(turn))
  addSecondDrug(index)
  derive(index, rules.derived)
  const holds = createCheck(index)
  let best: Rule | undefined
  for (const rule of rules.rules) {
    if (isHigher(rule.severity, best?.severity) && holds(rule)) best = rule
  }
  return {
    rule: best,
    sensitive:
      sensitiveConcepts.some((concept) => index.has(concept)) ||
      ((index.has('child') || index.has('childAge')) &&
        (index.has('dosable') || index.has('syrup') || index.has('pill'))),
  }
}

/** Returns whether a rule holds outside of questions for facts, sentences about pets, and dangers that are over. */
function createCheck(index: SpanIndex): (rule: Rule) => boolean {
  const now = index.tokens.at(-1)?.turn ?? 0
  // The last message that ends the danger before it.
  const ended = index.of('ended').findLast((span) => !isDenied(index, span))
  const over = ended === undefined ? -1 : index.turn(ended)
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

/** Returns whether a word of negation stands in a span or right before it. */
function isDenied(index: SpanIndex, { start, end }: Span): boolean {
  return ['no', 'without'].some((concept) => index.between(concept, start - 1, end).length > 0)
}

/** Marks a second substance: two medicines, or a medicine and something else that acts. */
function addSecondDrug(index: SpanIndex): void {
  const first = index.of('med')[0] ?? index.of('medClass')[0]
  if (first === undefined) return
  const wordAt = (span: Span) => index.tokens[span.start]?.word
  for (const concept of ['med', 'medClass', 'herb', 'recDrug', 'grapefruit', 'supplement', 'alcohol']) {
    for (const span of index.of(concept)) {
      if (span.start > first.end && wordAt(span) !== wordAt(first)) index.add('drugNamed2', span)
      else if (span.end < first.start && wordAt(span) !== wordAt(first)) index.add('drugNamed2', span)
    }
  }
}
