import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { fromBytes, type PackedVector, similarity } from '../embeddings/vector-bytes.ts'
import { fieldWeights } from './bm25.ts'
import { mostSlots, PostingLists } from './posting-lists.ts'
import { languageOfSpace } from './search-spaces.ts'
import { SpaceWords } from './space-words.ts'
import { SplitMap } from './split-map.ts'
import { stemWord } from '../text/text-analysis.ts'

/** A row of `search_documents`: the content words of a passage or product, by field; see its `words`. */
export interface IndexRow {
  doc: number
  /** Id of the passage, or `pk` of the product. */
  ref: string
  space: string
  author: string
  words: string
  /** Embedding of a passage as `toBytes` made it. */
  vector?: Uint8Array | null
}

/** A part of the index with document frequencies of its own: one kind, one language, one client or shared. */
export interface IndexSpace {
  language: string
  documents: number
  /** Number of words of headings and bodies, of all documents. */
  length: number
  words: SpaceWords
  /** Terms of the postings by stem. */
  terms: SplitMap<string, number>
}

/** A document in memory. */
export interface IndexedDocument {
  doc: number
  ref: string
  space: IndexSpace
  author: string
  /** Numbers of the words in order: title, heading, body, questions. */
  words: Uint32Array
  /** Index of the first word after the title. */
  titleEnd: number
  /** Index of the first word after the heading. */
  headingEnd: number
  /** Index of the first word after the body. */
  bodyEnd: number
  /** Index of the first word of each question that the passage answers. */
  questionStarts: readonly number[]
}

// Postings or scores that take less than a millisecond to read.
const stepSize = 8192

// Vectors of up to 3,072 dimensions that are compared in about a tenth of a millisecond.
const vectorStep = 32

// Mean length of a space that is new and has one short entry.
const leastAverageLength = 20

/** Mean length of a space's documents: words of heading and body. */
export function averageLengthOf({ length, documents }: IndexSpace): number {
  return documents === 0 ? leastAverageLength : Math.max(leastAverageLength, length / documents)
}

/**
 * The search index of one process: postings, words and counts of all rows of `search_documents`.
 */
export class MemoryIndex {
  readonly #documents: (IndexedDocument | undefined)[] = []
  readonly #lengths: number[] = []
  readonly #slots = new SplitMap<number, number>()
  readonly #freeSlots: number[] = []
  readonly #spaces = new Map<string, IndexSpace>()
  readonly #spaceOfTerm: IndexSpace[] = []
  readonly #postings = new PostingLists()
  readonly #vectors: (PackedVector | undefined)[] = []
  #scores = new Float64Array()

  /** Number of documents. */
  get size(): number {
    return this.#slots.size
  }

  /** A space by its name; undefined without documents. */
  space(name: string): IndexSpace | undefined {
    const space = this.#spaces.get(name)
    return space?.documents === 0 ? undefined : space
  }

  /** The term of a stem and the number of documents that contain it; undefined when there are none. */
  lookUp({ terms }: IndexSpace, stem: string): { term: number; documents: number } | undefined {
    const term = terms.get(stem)
    if (term === undefined) return undefined
    const documents = this.#postings.documents(term)
    return documents === 0 ? undefined : { term, documents }
  }

  /**
   * Adds a document; one that is known is ignored.
   *
   * @throws {RangeError} when the index holds 16.7 million documents
   */
  add({ doc, ref, space: name, author, words: text, vector }: IndexRow): void {
    if (this.#slots.has(doc)) return
    const slot = this.#freeSlots.pop() ?? this.#documents.length
    if (slot >= mostSlots) throw new RangeError('The search index is full.')
    const space = this.#spaces.get(name) ?? this.#addSpace(name)
    const document = Object.assign(this.#readWords(space, text), { doc, ref, space, author })
    const { words } = document
    this.#documents[slot] = document
    this.#lengths[slot] = lengthOf(document)
    this.#vectors[slot] = vector ? fromBytes(vector) : undefined
    this.#slots.set(doc, slot)
    space.documents += 1
    space.length += lengthOf(document)
    space.words.count(words, 1)
    for (const [term, halves] of frequencies(document)) this.#postings.add(term, slot, halves)
  }

  /** Removes a document; an unknown one is ignored. */
  remove(doc: number): void {
    const slot = this.#slots.get(doc)
    const document = slot === undefined ? undefined : this.#documents[slot]
    if (slot === undefined || document === undefined) return
    const { space, words } = document
    for (const [term, halves] of frequencies(document)) this.#postings.remove(term, slot, halves)
    space.words.count(words, -1)
    space.documents -= 1
    space.length -= lengthOf(document)
    this.#slots.delete(doc)
    this.#documents[slot] = undefined
    this.#vectors[slot] = undefined
    this.#freeSlots.push(slot)
  }

  /**
   * Finds the documents with the highest sum of weighted BM25 over some terms, best first; of equal ones the older first.
   * Yields to the event loop: the caller prevents changes and other calls until it resolves.
   *
   * @param weights weight of each term
   * @param accept leaves documents out when it returns false
   */
  async best(
    weights: ReadonlyMap<number, number>,
    limit: number,
    accept?: (document: IndexedDocument) => boolean,
  ): Promise<IndexedDocument[]> {
    const scores = this.#emptyScores()
    for (const [term, weight] of weights) {
      const space = this.#spaceOfTerm[term]
      if (space === undefined) continue
      const scoring = { weight, averageLength: averageLengthOf(space), lengths: this.#lengths, scores }
      for (let from = 0; from < this.#postings.documents(term); from += stepSize) {
        this.#postings.addScores(term, scoring, from, from + stepSize)
        await pauseWhenDue()
      }
    }
    const best: Scored[] = []
    let least = Number.MIN_VALUE
    for (let slot = 0; slot < scores.length; slot++) {
      if (slot % stepSize === 0) await pauseWhenDue()
      const score = scores[slot] ?? 0
      if (score < least) continue
      const document = this.#documents[slot]
      if (document === undefined || accept?.(document) === false) continue
      best.push({ document, score })
      if (best.length === 4 * limit) least = keepBest(best, limit)
    }
    keepBest(best, limit)
    return best.map(({ document }) => document)
  }

  /** Sets the embedding of a document; an unknown document is ignored. */
  setVector(doc: number, bytes: Uint8Array): void {
    const slot = this.#slots.get(doc)
    if (slot !== undefined) this.#vectors[slot] = fromBytes(bytes)
  }

  /**
   * Finds the documents whose embeddings are nearest to a unit vector, by the dot product with each. Yields to the event
   * loop: the caller prevents changes until it resolves.
   */
  async nearest(
    unit: Float32Array,
    limit: number,
    accept: (document: IndexedDocument) => boolean,
  ): Promise<IndexedDocument[]> {
    const best: Scored[] = []
    let least = 0
    for (let slot = 0; slot < this.#vectors.length; slot++) {
      if (slot % vectorStep === 0) await pauseWhenDue()
      const vector = this.#vectors[slot]
      if (vector === undefined) continue
      const score = similarity(unit, vector)
      const document = this.#documents[slot]
      if (score <= least || document === undefined || !accept(document)) continue
      best.push({ document, score })
      if (best.length === 4 * limit) least = keepBest(best, limit)
    }
    keepBest(best, limit)
    return best.map(({ document }) => document)
  }

  /** A zero for each slot. One array serves all searches, because they run one after the other. */
  #emptyScores(): Float64Array {
    if (this.#scores.length < this.#documents.length) {
      this.#scores = new Float64Array(Math.ceil(this.#documents.length * 1.2))
    } else this.#scores.fill(0)
    return this.#scores
  }

  #readWords(space: IndexSpace, text: string): Omit<IndexedDocument, 'doc' | 'ref' | 'space' | 'author'> {
    const createTerm = (word: string) => this.#termOf(space, word)
    const numbers: number[] = []
    const questionStarts: number[] = []
    const ends = text.split('|').map((field) => {
      for (const word of field === '' ? [] : field.split(' ')) {
        if (word === questionMark) questionStarts.push(numbers.length)
        else numbers.push(space.words.numberOf(word, createTerm))
      }
      return numbers.length
    })
    const [titleEnd = 0, headingEnd = 0, bodyEnd = numbers.length] = ends
    return {
      words: Uint32Array.from(numbers),
      titleEnd,
      headingEnd,
      bodyEnd,
      questionStarts: questionStarts.length === 0 ? noQuestions : questionStarts,
    }
  }

  #addSpace(name: string): IndexSpace {
    const space: IndexSpace = {
      language: languageOfSpace(name),
      documents: 0,
      length: 0,
      words: new SpaceWords(),
      terms: new SplitMap(),
    }
    this.#spaces.set(name, space)
    return space
  }

  #termOf(space: IndexSpace, word: string): number {
    const stem = stemWord(word, space.language)
    const known = space.terms.get(stem)
    if (known !== undefined) return known
    const term = this.#postings.addTerm()
    space.terms.set(stem, term)
    this.#spaceOfTerm[term] = space
    return term
  }
}

/** Number of words of heading and body. */
export function lengthOf({ titleEnd, bodyEnd }: IndexedDocument): number {
  return bodyEnd - titleEnd
}

// Stands before each question of a row.
const questionMark = '/'
const noQuestions: readonly number[] = []

interface Scored {
  document: IndexedDocument
  score: number
}

/** Sorts the list, cuts it, and returns the lowest score that is left. */
function keepBest(list: Scored[], limit: number): number {
  list.sort((left, right) => right.score - left.score || left.document.doc - right.document.doc)
  if (list.length > limit) list.length = limit
  return list.at(-1)?.score ?? 0
}

// Weights are multiples of a half, so that frequencies in halves are whole numbers.
const halvesOfField = fieldWeights.map((weight) => weight * 2)

/** The weighted frequency of each term of a document, in halves. Questions count once a term, however many have it. */
function frequencies({ words, space, titleEnd, headingEnd, bodyEnd }: IndexedDocument): Map<number, number> {
  const found = new Map<number, number>()
  for (let index = 0; index < bodyEnd; index++) {
    const term = space.words.termOf(words[index] ?? 0)
    const field = index < titleEnd ? 0 : index < headingEnd ? 1 : 2
    found.set(term, (found.get(term) ?? 0) + (halvesOfField[field] ?? 2))
  }
  const asked = new Set<number>()
  for (let index = bodyEnd; index < words.length; index++) asked.add(space.words.termOf(words[index] ?? 0))
  for (const term of asked) found.set(term, (found.get(term) ?? 0) + (halvesOfField[3] ?? 2))
  return found
}
