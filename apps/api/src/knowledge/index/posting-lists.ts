import { bm25 } from './bm25.ts'

// An entry is the document's slot times 256 plus the weighted frequency in halves, at most 255: BM25 hardly rises there.
const frequencyBits = 8
const highestFrequency = 2 ** frequencyBits - 1

/** Documents that one index can hold at a time: slots have 24 bits. */
export const mostSlots = 2 ** (32 - frequencyBits)

const firstCapacity = 2
// Long lists grow by less than double, because unused capacity is memory; short ones double, because each array that is
// replaced is garbage to collect.
const growth = 1.4
const shortList = 64

/** Input and output of {@link PostingLists.addScores}. */
export interface TermScoring {
  weight: number
  averageLength: number
  /** Length of each slot's document. */
  lengths: readonly number[]
  /** An element for each slot. */
  scores: Float64Array
}

/** For each term the documents that contain it, four bytes a posting. Terms and slots are small integers. */
export class PostingLists {
  readonly #lists: Uint32Array[] = []
  readonly #lengths: number[] = []

  /** Adds an empty list; returns its term. */
  addTerm(): number {
    this.#lengths.push(0)
    return this.#lists.push(new Uint32Array(firstCapacity)) - 1
  }

  /** Number of documents that contain a term. */
  documents(term: number): number {
    return this.#lengths[term] ?? 0
  }

  /** Adds a document to a term's list. The frequency is in halves, from 1. */
  add(term: number, slot: number, halves: number): void {
    let list = this.#lists[term] ?? new Uint32Array(firstCapacity)
    const length = this.documents(term)
    if (length === list.length) {
      const grown = new Uint32Array(length < shortList ? length * 2 : Math.ceil(length * growth))
      grown.set(list)
      this.#lists[term] = list = grown
    }
    list[length] = toEntry(slot, halves)
    this.#lengths[term] = length + 1
  }

  /** Removes what {@link add} added. The last entry takes the place of the removed one. */
  remove(term: number, slot: number, halves: number): void {
    const list = this.#entries(term)
    const index = list.indexOf(toEntry(slot, halves))
    if (index === -1) return
    const last = list.length - 1
    list[index] = list[last] ?? 0
    this.#lengths[term] = last
  }

  /**
   * Adds a term's weighted BM25 to the scores of the documents in a part of its list, from entry `start` to before
   * `end`.
   */
  addScores(
    term: number,
    { weight, averageLength, lengths, scores }: TermScoring,
    start: number,
    end: number,
  ): void {
    for (const entry of this.#entries(term).subarray(start, end)) {
      const slot = entry >>> frequencyBits
      const frequency = (entry & highestFrequency) / 2
      scores[slot] = (scores[slot] ?? 0) + weight * bm25(frequency, lengths[slot] ?? 0, averageLength)
    }
  }

  #entries(term: number): Uint32Array {
    return this.#lists[term]?.subarray(0, this.documents(term)) ?? new Uint32Array()
  }
}

function toEntry(slot: number, halves: number): number {
  return slot * 2 ** frequencyBits + Math.min(halves, highestFrequency)
}
