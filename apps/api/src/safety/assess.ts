import { derive, findAll, type Rule, type RuleSet, severities, type Severity } from './rules.ts'
import type { Lexicon } from './lexicon.ts'
import { findSpans, type Span, type SpanIndex } from './spans.ts'
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
  /** Whether the conversation speaks of health needs in which no product may be offered, danger or not. */
  sensitive: boolean
}

/** Earlier messages of the person that are read. */
const messagesRead = 6

/** Creates an assessor from compiled lexicons, one of each language, and rules. */
export function createAssessor(lexicons: ReadonlyMap<string, Lexicon>, rules: RuleSet): Assessor {
  return {
    assess(text, history = [], fallback = 'en') {
      const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
      const tokens = tokenise([...earlier.slice(-messagesRead), text])
      const [language, ...others] = languagesOf(tokens, lexicons, fallback)
      let danger: Assessment | undefined
      let sensitive = false
      for (const code of [language, ...others]) {
        const lexicon = code === undefined ? undefined : lexicons.get(code)
        if (code === undefined || lexicon === undefined) continue
        const read = readIn(tokens, lexicon, rules)
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

/** The languages that a text may be in, the likeliest first, at most two where its words show any. */
function languagesOf(
  tokens: readonly Token[],
  lexicons: ReadonlyMap<string, Lexicon>,
  fallback: string,
): string[] {
  if (tokens.some(({ word }) => /\p{Script=Arabic}/u.test(word))) return lexicons.has('ar') ? ['ar'] : []
  const latin = [...lexicons.values()].filter(({ language }) => language !== 'ar')
  const counts = latin
    .map((lexicon) => ({
      language: lexicon.language,
      count: tokens.filter(({ word }) => lexicon.functionWords.has(word)).length,
    }))
    .toSorted(
      (a, b) => b.count - a.count || Number(b.language === fallback) - Number(a.language === fallback),
    )
  const most = counts[0]?.count ?? 0
  if (most === 0) return counts.map(({ language }) => language)
  return counts
    .filter(({ count }) => count >= most * 0.8)
    .slice(0, most <= 2 ? 3 : 2)
    .map(({ language }) => language)
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
  lexicon: Lexicon,
  rules: RuleSet,
): { rule: Rule | undefined; sensitive: boolean } {
  const index = findSpans(tokens, lexicon, rules.negatable)
  addSecondDrug(index)
  derive(index, rules.derived)
  const frames = framesOf(index)
  let best: Rule | undefined
  for (const rule of rules.rules) {
    if (!isHigher(rule.severity, best?.severity)) continue
    if (findAll(index, rule.pattern).some((spans) => holds(index, rule, spans, frames))) best = rule
  }
  return {
    rule: best,
    sensitive:
      sensitiveConcepts.some((concept) => index.has(concept)) ||
      ((index.has('child') || index.has('childAge')) &&
        (index.has('dosable') || index.has('syrup') || index.has('pill'))),
  }
}

interface Frames {
  lastTurn: number
  /** The last message that says that a danger is over, or -1. */
  overTurn: number
  informative: ReadonlySet<number>
  ofPets: ReadonlySet<number>
}

function framesOf(index: SpanIndex): Frames {
  const sentencesOf = (concept: string) => new Set(index.of(concept).map((span) => index.sentence(span)))
  const states = sentencesOf('state')
  const people = new Set([...sentencesOf('child'), ...sentencesOf('baby')])
  return {
    lastTurn: index.tokens.at(-1)?.turn ?? 0,
    overTurn: Math.max(-1, ...index.of('over').map((span) => index.turn(span))),
    informative: new Set([...sentencesOf('info')].filter((sentence) => !states.has(sentence))),
    ofPets: new Set([...sentencesOf('pet')].filter((sentence) => !people.has(sentence))),
  }
}

function holds(
  index: SpanIndex,
  rule: Rule,
  spans: readonly Span[],
  { lastTurn, overTurn, informative, ofPets }: Frames,
): boolean {
  const turn = Math.max(...spans.map((span) => index.turn(span)))
  if (turn <= overTurn && (turn < overTurn || turn < lastTurn || overTurn === lastTurn) && turn !== lastTurn)
    return false
  if (rule.severity === 'caution' && turn !== lastTurn) return false
  const sentences = spans.map((span) => index.sentence(span))
  if (sentences.some((sentence) => informative.has(sentence))) return false
  return !sentences.some((sentence) => ofPets.has(sentence))
}

/** Marks a second substance: two medicines, or a medicine and something else that acts. */
function addSecondDrug(index: SpanIndex): void {
  const named = [...index.of('med'), ...index.of('medClass')]
  const first = named[0]
  if (first === undefined) return
  const wordAt = (span: Span) => index.tokens[span.start]?.word
  for (const concept of ['med', 'medClass', 'herb', 'recDrug', 'grapefruit', 'supplement', 'alcohol']) {
    for (const span of index.of(concept)) {
      if (span.start > first.end && wordAt(span) !== wordAt(first)) index.add('drugNamed2', span)
      else if (span.end < first.start && wordAt(span) !== wordAt(first)) index.add('drugNamed2', span)
    }
  }
}
