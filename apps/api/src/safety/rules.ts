import type { Span, SpanIndex } from './spans.ts'

/** The severities of a safety event, from low to high. */
export const severities = ['caution', 'urgent', 'emergency'] as const
export type Severity = (typeof severities)[number]

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
  first: string[]
  steps: { within: number; concepts: string[] }[]
  anywhere: { concepts: string[]; steps: { within: number; concepts: string[] }[] }[]
  unless: string[]
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
}

/** A rule that holds, with the words that it holds by. */
export interface RuleHit {
  rule: Rule
  spans: Span[]
}

/**
 * Compiles the rules of a data file.
 *
 * @throws {Error} for a rule that is not well formed
 */
export function compileRules(data: RulesData): RuleSet {
  return {
    version: data.version,
    negatable: new Set(data.negatable.split(' ')),
    derived: data.derived.map((line) => {
      const [concept = '', written = ''] = line.split(': ')
      return { concept, pattern: parsePattern(written) }
    }),
    rules: data.rules.map((line, i) => {
      const [head = '', written = ''] = line.split(': ')
      const [severity, category = ''] = head.split(' ')
      const known = severities.find((name) => name === severity)
      if (known === undefined || category === '')
        throw new Error(`The rule "${line}" has no severity or category.`)
      return { id: `${category}-${i}`, severity: known, category, pattern: parsePattern(written) }
    }),
  }
}

function parsePattern(written: string): Pattern {
  const [positive = '', ...negative] = written.split(' !')
  const [main = '', ...anywhere] = positive.split(' & ')
  const { concepts, steps } = parseChain(main)
  return {
    first: concepts,
    steps,
    anywhere: anywhere.map(parseChain),
    unless: negative.flatMap((names) => names.trim().split('|')),
  }
}

function parseChain(written: string) {
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
export function derive(index: SpanIndex, derived: readonly Derivation[]): void {
  for (const { concept, pattern } of derived) {
    for (const spans of findAll(index, pattern)) {
      const start = Math.min(...spans.map((span) => span.start))
      const end = Math.max(...spans.map((span) => span.end))
      index.add(concept, { start, end })
    }
  }
}

// More ways to read one sentence change nothing, and the time stays bounded.
const mostReadings = 12

/** Every way in which a pattern holds, as the spans of its chain and of its anywhere-parts. */
export function findAll(index: SpanIndex, pattern: Pattern): Span[][] {
  if (!pattern.first.some((concept) => index.has(concept))) return []
  const others: Span[][] = []
  for (const { concepts, steps } of pattern.anywhere) {
    const found = chain(index, concepts, steps)[0]
    if (found === undefined) return []
    others.push(found)
  }
  return chain(index, pattern.first, pattern.steps)
    .map((spans) => spans.concat(...others))
    .filter((spans) => !isExcepted(index, spans, pattern.unless))
}

function chain(index: SpanIndex, first: readonly string[], steps: Pattern['steps']): Span[][] {
  if (!steps.every(({ concepts }) => concepts.some((concept) => index.has(concept)))) return []
  let found: Span[][] = first.flatMap((concept) => index.of(concept).map((span) => [span]))
  for (const { within, concepts } of steps) {
    const next: Span[][] = []
    for (const spans of found) {
      for (const concept of concepts) {
        for (const span of index.of(concept)) {
          if (spans.some((other) => overlap(other, span))) continue
          if (!spans.some((other) => index.distance(other, span) <= within)) continue
          next.push([...spans, span])
          if (next.length >= mostReadings) break
        }
      }
    }
    found = next.slice(0, mostReadings)
    if (found.length === 0) return []
  }
  return found
}

function overlap(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end
}

function isExcepted(index: SpanIndex, spans: readonly Span[], unless: readonly string[]): boolean {
  if (unless.length === 0) return false
  const sentences = new Set(spans.map((span) => index.sentence(span)))
  return unless.some((concept) => index.of(concept).some((span) => sentences.has(index.sentence(span))))
}
