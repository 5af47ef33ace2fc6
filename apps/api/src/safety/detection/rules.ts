import type { Steps } from '../../platform/process/steps.ts'
import type { Span, SpanIndex } from './spans.ts'

/** The severities of a safety event, from low to high. */
export const severities = ['caution', 'urgent', 'emergency'] as const
export type Severity = (typeof severities)[number]

/** Returns whether a severity is higher than another; any severity is higher than none. */
export function isHigher(severity: Severity, than: Severity | undefined): boolean {
  return than === undefined || severities.indexOf(severity) > severities.indexOf(than)
}

/** The rules as their data file holds them. */
export interface RulesData {
  version: string
  /** The role that is responsible for the content of the file. */
  owner: string
  /** Concepts that a word of negation right before them takes away. */
  negatable: string
  derived: string[]
  rules: string[]
}

/**
 * A pattern of concepts: `a|b ~5 c & d !e`. `~5`: at most 5 tokens away from what was found so far. `&`: anywhere in
 * the conversation. `!e`: not in a sentence that holds `e`.
 */
interface Pattern {
  main: Chain
  anywhere: Chain[]
  unless: string[]
}

interface Chain {
  concepts: string[]
  steps: { within: number; concepts: string[] }[]
}

interface Derivation {
  concept: string
  pattern: Pattern
}

export interface Rule {
  id: string
  severity: Severity
  category: string
  pattern: Pattern
}

export interface RuleSet {
  version: string
  negatable: ReadonlySet<string>
  derived: Derivation[]
  rules: Rule[]
  /** Positions in `rules` by each concept that a reading of the rule may begin with. */
  byConcept: ReadonlyMap<string, readonly number[]>
}

/**
 * Compiles the rules of a data file.
 *
 * @throws {Error} for a rule that is not well formed
 */
export function compileRules(data: RulesData): RuleSet {
  const rules = data.rules.map((line, i) => parseRule(line, i))
  const byConcept = new Map<string, number[]>()
  for (const [i, { pattern }] of rules.entries()) {
    for (const concept of pattern.main.concepts) {
      const known = byConcept.get(concept)
      if (known === undefined) byConcept.set(concept, [i])
      else known.push(i)
    }
  }
  return {
    version: data.version,
    negatable: new Set(data.negatable.split(' ')),
    derived: data.derived.map((line) => {
      const [concept = '', written = ''] = line.split(': ')
      return { concept, pattern: parsePattern(written) }
    }),
    rules,
    byConcept,
  }
}

function parseRule(line: string, i: number): Rule {
  const [head = '', written = ''] = line.split(': ')
  const [severity, category = ''] = head.split(' ')
  const known = severities.find((name) => name === severity)
  if (known === undefined || category === '')
    throw new Error(`The rule "${line}" has no severity or category.`)
  return { id: `${category}-${i}`, severity: known, category, pattern: parsePattern(written) }
}

/** The rules of which a first concept was found, in the order of the data file. */
export function possibleRules({ rules, byConcept }: RuleSet, index: SpanIndex): Rule[] {
  const found = new Set<number>()
  for (const concept of index.concepts()) {
    if (!index.has(concept)) continue
    for (const i of byConcept.get(concept) ?? []) found.add(i)
  }
  return [...found].toSorted((a, b) => a - b).flatMap((i) => rules[i] ?? [])
}

function parsePattern(written: string): Pattern {
  const [positive = '', ...negative] = written.split(' !')
  const [main = '', ...anywhere] = positive.split(' & ')
  return {
    main: parseChain(main),
    anywhere: anywhere.map(parseChain),
    unless: negative.flatMap((names) => names.trim().split('|')),
  }
}

function parseChain(written: string): Chain {
  const [first = '', ...steps] = written.trim().split(' ~')
  return {
    concepts: first.trim().split('|'),
    steps: steps.map((step) => {
      const [within = '0', names = ''] = step.split(' ')
      if (names === '') throw new Error(`"${written}" names no concept after ~.`)
      return { within: Number(within), concepts: names.split('|') }
    }),
  }
}

/** Adds the concepts that others make up. */
export function* derive(index: SpanIndex, derived: readonly Derivation[]): Steps<void> {
  for (const { concept, pattern } of derived) {
    const { main, anywhere, unless } = pattern
    const passes = (sentence: number) => !unless.some((name) => index.sentencesOf(name).has(sentence))
    if (!anywhere.every((chain) => lastTurnOf(index, chain, passes) >= 0)) continue
    const made: Span[] = []
    for (const anchor of anchorsOf(index, main)) {
      let readings = 0
      follow({ index, steps: main.steps, passes, budget: visits() }, [anchor], (spans) => {
        made.push({
          start: Math.min(...spans.map((span) => span.start)),
          end: Math.max(...spans.map((span) => span.end)),
        })
        readings += 1
        return readings >= mostReadings
      })
    }
    for (const span of made) index.add(concept, span)
    yield
  }
}

/** More readings of one sentence change nothing. */
const mostReadings = 12
/** Spans that are visited from one anchor; keeps the time linear to the number of anchors. */
const visits = () => ({ left: 240 })

/**
 * The last message of the conversation that takes part in a reading of the pattern, or -1 where it does not hold.
 *
 * @param reads whether a sentence, by its number, may take part
 */
export function lastTurn(index: SpanIndex, pattern: Pattern, reads: (sentence: number) => boolean): number {
  const { main, anywhere, unless } = pattern
  if (!main.concepts.some((concept) => index.has(concept))) return -1
  const passes = (sentence: number) =>
    reads(sentence) && !unless.some((concept) => index.sentencesOf(concept).has(sentence))
  let last = lastTurnOf(index, main, passes)
  for (const chain of last < 0 ? [] : anywhere) {
    const turn = lastTurnOf(index, chain, passes)
    if (turn < 0) return -1
    last = Math.max(last, turn)
  }
  return last
}

/** The last message with a reading of the chain, or -1. A chain never leaves its message. */
function lastTurnOf(index: SpanIndex, chain: Chain, passes: (sentence: number) => boolean): number {
  const anchors = anchorsOf(index, chain)
  for (let i = anchors.length - 1; i >= 0; i -= 1) {
    const anchor = anchors[i]
    if (anchor === undefined || !passes(index.sentence(anchor))) continue
    const search = { index, steps: chain.steps, passes, budget: visits() }
    if (follow(search, [anchor], () => true)) return index.turn(anchor)
  }
  return -1
}

/** The spans that a chain may begin with, sorted by start; none where a later concept is missing. */
function anchorsOf(index: SpanIndex, { concepts, steps }: Chain): readonly Span[] {
  const isPossible = steps.every((step) => step.concepts.some((concept) => index.has(concept)))
  if (!isPossible) return []
  const [only, ...more] = concepts.filter((concept) => index.has(concept))
  if (only === undefined) return []
  if (more.length === 0) return index.of(only)
  return concepts.flatMap((concept) => index.of(concept)).toSorted((a, b) => a.start - b.start)
}

interface Search {
  index: SpanIndex
  steps: Chain['steps']
  passes: (sentence: number) => boolean
  budget: { left: number }
}

/** Visits the readings of a chain depth first, until `found` returns true; returns whether it did. */
function follow(search: Search, spans: readonly Span[], found: (spans: readonly Span[]) => boolean): boolean {
  const { index, steps, passes, budget } = search
  const step = steps[spans.length - 1]
  if (step === undefined) return found(spans)
  const from = Math.min(...spans.map(({ start }) => start)) - step.within
  const to = Math.max(...spans.map(({ end }) => end)) + step.within
  for (const concept of step.concepts) {
    for (const span of index.between(concept, from, to)) {
      budget.left -= 1
      if (budget.left < 0) return false
      if (!passes(index.sentence(span)) || spans.some((other) => overlap(other, span))) continue
      if (!spans.some((other) => index.distance(other, span) <= step.within)) continue
      if (follow(search, [...spans, span], found)) return true
    }
  }
  return false
}

function overlap(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end
}
