import { isCalendarYear } from './measures.ts'
import type { Span, SpanIndex } from './spans.ts'

/** A part of one message, or of the last two, with the hashed features that a {@link DangerModel} weighs. */
export interface Window {
  /** The index of the message in which the part begins. */
  turn: number
  /** The number of words. */
  words: number
  /** The number of function words of two letters and more, of longer words with a concept, and of Arabic words. */
  known: number
  /** Distinct buckets. */
  features: readonly number[]
}

/** Tokens of a window; most messages are shorter. */
const windowLength = 32
/** Tokens between the starts of two windows; half a window, so that a phrase is whole in one of them. */
const windowStep = 16
/** Concepts of a window that are combined in pairs; keeps the pairs of one window under 130. */
const pairedConcepts = 16
/** Lengths of the parts of a word, its boundaries counted; they carry inflections and typing errors. */
const partLengths = [3, 4, 5]
const partsFrom = 4
/** Cached words; the cache is emptied when it is full, so that memory stays bounded. */
const cacheSize = 20_000

/** Kinds of features; a kind is mixed into the hash, so that equal texts of two kinds differ. */
const kinds = { word: 1, part: 2, pair: 3, skip: 4, concept: 5, concepts: 6, question: 7 } as const

/** Reads the features of conversations: words, word pairs, parts of words, concepts, and pairs of concepts. */
export class FeatureReader {
  readonly #buckets: number
  readonly #words = new Map<string, { hash: number; features: readonly number[] }>()
  readonly #concepts = new Map<string, number>()
  /** For each bucket the number of the last window that has it: faster than a set of each window. */
  readonly #lastSeen: Uint32Array
  #window = 0

  /** @param buckets the number of buckets that features are hashed into, a power of two */
  constructor(buckets: number) {
    this.#buckets = buckets
    this.#lastSeen = new Uint32Array(buckets)
  }

  /**
   * The windows of the messages that one language reads, oldest first; the last one joins the last two messages
   * where both are short, because a danger may need both.
   */
  *windows(
    index: SpanIndex,
    turns: ReadonlySet<number>,
    functionWords: ReadonlySet<string>,
  ): Generator<Window, void, undefined> {
    const concepts = this.#conceptsByToken(index)
    for (const range of rangesOf(index, turns))
      yield {
        turn: index.tokens[range.start]?.turn ?? 0,
        words: range.end - range.start + 1,
        known: index.tokens
          .slice(range.start, range.end + 1)
          .filter(
            ({ word, value }, i) =>
              (word.length > 1 && functionWords.has(word)) ||
              (word.length > 2 && isArabic(word)) ||
              (word.length > 2 && value === undefined && concepts[range.start + i]?.length !== 0),
          ).length,
        features: this.#features(index, concepts, range),
      }
  }

  #features(index: SpanIndex, concepts: readonly (readonly number[])[], { start, end }: Span): number[] {
    this.#window = (this.#window + 1) >>> 0
    const found: number[] = []
    const named = new Set<number>()
    let before = 0
    let secondBefore = 0
    for (let i = start; i <= end; i += 1) {
      const token = index.tokens[i]
      if (token === undefined) continue
      const { hash, features } = this.#word(token.value === undefined ? token.word : classOf(token.value))
      for (const feature of features) this.#add(found, feature)
      this.#add(found, this.#bucket(mix(mix(kinds.pair, before), hash)))
      this.#add(found, this.#bucket(mix(mix(kinds.skip, secondBefore), hash)))
      if (token.asked) this.#add(found, this.#bucket(mix(kinds.question, 0)))
      secondBefore = before
      before = hash
      for (const concept of concepts[i] ?? []) {
        this.#add(found, this.#bucket(mix(kinds.concept, concept)))
        if (named.size < pairedConcepts) named.add(concept)
      }
    }
    const sorted = [...named].toSorted((a, b) => a - b)
    for (const [i, first] of sorted.entries()) {
      const hash = mix(kinds.concepts, first)
      for (let j = i + 1; j < sorted.length; j += 1) this.#add(found, this.#bucket(mix(hash, sorted[j] ?? 0)))
    }
    return found
  }

  #add(found: number[], bucket: number): void {
    if (this.#lastSeen[bucket] === this.#window) return
    this.#lastSeen[bucket] = this.#window
    found.push(bucket)
  }

  #word(word: string): { hash: number; features: readonly number[] } {
    const known = this.#words.get(word)
    if (known !== undefined) return known
    const hash = hashOf(word)
    const features = [this.#bucket(mix(kinds.word, hash))]
    if (word.length >= partsFrom) {
      const marked = `<${word}>`
      for (const length of partLengths)
        for (let i = 0; i + length <= marked.length; i += 1)
          features.push(this.#bucket(mix(kinds.part, hashOf(marked.slice(i, i + length)))))
    }
    if (this.#words.size >= cacheSize) this.#words.clear()
    const read = { hash, features }
    this.#words.set(word, read)
    return read
  }

  #conceptsByToken(index: SpanIndex): readonly (readonly number[])[] {
    const at: number[][] = index.tokens.map(() => [])
    for (const concept of [...index.concepts()].toSorted()) {
      let hash = this.#concepts.get(concept)
      if (hash === undefined) {
        hash = hashOf(concept)
        this.#concepts.set(concept, hash)
      }
      for (const { start } of index.of(concept)) at[start]?.push(hash)
    }
    return at
  }

  #bucket(hash: number): number {
    return hash & (this.#buckets - 1)
  }
}

/** Lower ends of the classes of larger numbers: a blood pressure of 190 is a sign, one of 130 is not. */
const classStarts = [12, 18, 40, 100, 140, 180, 300, 1000]

/** Ages and doses of one digit differ in their meaning; larger numbers count by their magnitude. */
function classOf(value: number): string {
  if (value < 12) return String(value)
  if (isCalendarYear(value)) return 'calendaryear'
  // Tenths are measured: 38.6 degrees differ from 36.6.
  if (value % 1 !== 0 && value < 43) return `measured${Math.floor(value)}`
  return `from${classStarts.findLast((start) => start <= value)}`
}

function rangesOf(index: SpanIndex, turns: ReadonlySet<number>): Span[] {
  const { tokens } = index
  const messages: Span[] = []
  for (const [i, { turn }] of tokens.entries()) {
    const last = messages.at(-1)
    if (last !== undefined && turn === tokens[i - 1]?.turn) last.end = i
    else messages.push({ start: i, end: i })
  }
  const ranges: Span[] = []
  for (const message of messages) {
    if (!turns.has(index.turn(message))) continue
    for (let { start } = message; start <= message.end; start += windowStep) {
      ranges.push({ start, end: Math.min(message.end, start + windowLength - 1) })
      if (start + windowLength > message.end) break
    }
  }
  const [former, latter] = messages.slice(-2)
  if (former !== undefined && latter !== undefined && latter.end - former.start < windowLength)
    ranges.push({ start: former.start, end: latter.end })
  return ranges
}

/** Arabic script is no code or noise, and has few function words that stand alone. */
function isArabic(word: string): boolean {
  return word >= '\u0600' && word < '\u0700'
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Combines two hashes; every bit of the result depends on every bit of both. */
function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
