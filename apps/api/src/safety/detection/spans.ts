import type { Token } from './tokens.ts'

/** Position of a concept: token indexes, both inclusive. */
export interface Span {
  start: number
  end: number
}

/**
 * The concepts of a conversation in one language. The spans of a concept are sorted by their start, so that
 * neighbours are found by binary search and the time stays linear to the length of the conversation.
 */
export class SpanIndex {
  readonly tokens: readonly Token[]
  readonly #spans = new Map<string, Span[]>()
  /** Tokens between the start and the end of the longest span of a concept. */
  readonly #reach = new Map<string, number>()
  readonly #sentences = new Map<string, ReadonlySet<number>>()

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  /** The spans of a concept, sorted by start, then by end. */
  of(concept: string): readonly Span[] {
    return this.#spans.get(concept) ?? []
  }

  has(concept: string): boolean {
    return (this.#spans.get(concept)?.length ?? 0) > 0
  }

  add(concept: string, span: Span): void {
    this.#reach.set(concept, Math.max(this.#reach.get(concept) ?? 0, span.end - span.start))
    this.#sentences.delete(concept)
    const spans = this.#spans.get(concept)
    if (spans === undefined) {
      this.#spans.set(concept, [span])
      return
    }
    let at = startFrom(spans, span.start)
    for (let next = spans[at]; next?.start === span.start && next.end <= span.end; next = spans[at]) {
      if (next.end === span.end) return
      at += 1
    }
    spans.splice(at, 0, span)
  }

  /** Keeps the spans of a concept that pass. */
  filter(concept: string, passes: (span: Span) => boolean): void {
    const spans = this.#spans.get(concept)
    if (spans === undefined) return
    this.#sentences.delete(concept)
    this.#spans.set(concept, spans.filter(passes))
  }

  concepts(): Iterable<string> {
    return this.#spans.keys()
  }

  /** The spans of a concept that share a token with `from` to `to`, both inclusive. */
  between(concept: string, from: number, to: number): readonly Span[] {
    const spans = this.#spans.get(concept)
    if (spans === undefined) return none
    const found: Span[] = []
    for (let i = startFrom(spans, from - (this.#reach.get(concept) ?? 0)); i < spans.length; i += 1) {
      const span = spans[i]
      if (span === undefined || span.start > to) break
      if (span.end >= from) found.push(span)
    }
    return found
  }

  /** Returns whether a span of the concept begins at a token. */
  startsAt(concept: string, token: number): boolean {
    const spans = this.#spans.get(concept)
    return spans?.[startFrom(spans, token)]?.start === token
  }

  /** Returns whether a span of the concept within a distance passes. */
  hasNear(
    concept: string,
    span: Span,
    within: number,
    passes: (other: Span) => boolean = () => true,
  ): boolean {
    const spans = this.#spans.get(concept)
    if (spans === undefined) return false
    // Two tokens are never closer than their indexes.
    const from = span.start - within
    for (let i = startFrom(spans, from - (this.#reach.get(concept) ?? 0)); i < spans.length; i += 1) {
      const other = spans[i]
      if (other === undefined || other.start > span.end + within) return false
      if (other.end >= from && this.distance(other, span) <= within && passes(other)) return true
    }
    return false
  }

  /** The sentences in which a concept begins. */
  sentencesOf(concept: string): ReadonlySet<number> {
    const known = this.#sentences.get(concept)
    if (known !== undefined) return known
    const sentences = new Set(this.of(concept).map((span) => this.sentence(span)))
    this.#sentences.set(concept, sentences)
    return sentences
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

const none: readonly Span[] = []

/** The index of the first span of a sorted list that starts at a token or later, or the length of the list. */
function startFrom(spans: readonly Span[], token: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((spans[middle]?.start ?? Infinity) >= token) high = middle
    else low = middle + 1
  }
  return low
}
