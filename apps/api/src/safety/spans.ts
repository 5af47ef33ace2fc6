import type { Lexicon } from './lexicon.ts'
import { addMeasures } from './measures.ts'
import type { Token } from './tokens.ts'

/** Where a concept stands: token indexes, both inclusive. */
export interface Span {
  start: number
  end: number
}

/** The concepts of a conversation in one language. */
export class SpanIndex {
  readonly tokens: readonly Token[]
  readonly #spans = new Map<string, Span[]>()

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  of(concept: string): readonly Span[] {
    return this.#spans.get(concept) ?? []
  }

  has(concept: string): boolean {
    return (this.#spans.get(concept)?.length ?? 0) > 0
  }

  add(concept: string, span: Span): void {
    const spans = this.#spans.get(concept)
    if (spans === undefined) this.#spans.set(concept, [span])
    else if (!spans.some(({ start, end }) => start === span.start && end === span.end)) spans.push(span)
  }

  /** Keeps the spans of a concept that pass. */
  filter(concept: string, passes: (span: Span) => boolean): void {
    const spans = this.#spans.get(concept)
    if (spans !== undefined) this.#spans.set(concept, spans.filter(passes))
  }

  concepts(): Iterable<string> {
    return this.#spans.keys()
  }

  /** Tokens between two spans, sentence and message ends counted; 0 when they overlap. */
  distance(a: Span, b: Span): number {
    const [first, second] = a.start <= b.start ? [a, b] : [b, a]
    if (second.start <= first.end) return 0
    return (this.tokens[second.start]?.at ?? 0) - (this.tokens[first.end]?.at ?? 0)
  }

  sentence(span: Span): number {
    return this.tokens[span.start]?.sentence ?? -1
  }

  turn(span: Span): number {
    return this.tokens[span.end]?.turn ?? 0
  }
}

/** Concepts that frame a sentence. They stay in a sentence about the past or in a story. */
const frames = new Set([
  'info',
  'state',
  'past',
  'over',
  'fiction',
  'without',
  'now',
  'present',
  'pet',
  'permission',
])

/** Finds the concepts of tokens, without those that a figure of speech, the past, a story or a negation takes away. */
export function findSpans(
  tokens: readonly Token[],
  lexicon: Lexicon,
  negatable: ReadonlySet<string>,
): SpanIndex {
  const index = new SpanIndex(tokens)
  const matches = lexicon.match(tokens.map(({ word }) => word))
  const masked = new Set<number>()
  for (const { concept, start, end } of matches) {
    if (concept === 'idiom') for (let i = start; i <= end; i += 1) masked.add(i)
  }
  for (const { concept, start, end } of matches) {
    if (concept === 'idiom') continue
    let isMasked = false
    for (let i = start; i <= end && !isMasked; i += 1) isMasked = masked.has(i)
    if (!isMasked && inOneTurn(tokens, start, end)) index.add(concept, { start, end })
  }
  addMeasures(index, lexicon)
  const distant = distantSentences(index)
  for (const concept of index.concepts()) {
    if (frames.has(concept)) continue
    index.filter(concept, (span) => !distant.has(index.sentence(span)))
    if (negatable.has(concept)) index.filter(concept, (span) => !isNegated(index, span))
  }
  return index
}

function inOneTurn(tokens: readonly Token[], start: number, end: number): boolean {
  return tokens[start]?.turn === tokens[end]?.turn
}

/** Sentences about something that is over or made up, with no word of the present. */
function distantSentences(index: SpanIndex): Set<number> {
  const present = new Set(index.of('present').map((span) => index.sentence(span)))
  const distant = new Set(index.of('fiction').map((span) => index.sentence(span)))
  for (const span of index.of('past')) {
    if (!present.has(index.sentence(span))) distant.add(index.sentence(span))
  }
  return distant
}

function isNegated(index: SpanIndex, span: Span): boolean {
  return index
    .of('without')
    .some((negation) => negation.end < span.start && index.distance(negation, span) <= 1)
}
