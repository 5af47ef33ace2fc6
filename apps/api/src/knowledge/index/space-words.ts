import { SplitMap } from './split-map.ts'
import { WordNeighbours } from './word-neighbours.ts'

/** A word of the content that a misspelled one may mean. */
export interface NearWord {
  word: string
  /** Number of documents that contain it. */
  documents: number
}

/** The words of one space, numbered, each with the term of its stem and the number of documents that contain it. */
export class SpaceWords {
  readonly #numbers = new SplitMap<string, number>()
  readonly #terms: number[] = []
  readonly #documents: number[] = []
  readonly #neighbours = new WordNeighbours()

  /** The number of a word; `createTerm` gives the term of a new one. */
  numberOf(word: string, createTerm: (word: string) => number): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#terms.push(createTerm(word)) - 1
    this.#documents.push(0)
    this.#numbers.set(word, number)
    this.#neighbours.add(word, number)
    return number
  }

  /** The term of a word's stem. */
  termOf(number: number): number {
    return this.#terms[number] ?? 0
  }

  /** Adds `change` to the number of documents that contain the words. */
  count(numbers: Iterable<number>, change: 1 | -1): void {
    for (const number of new Set(numbers)) this.#documents[number] = (this.#documents[number] ?? 0) + change
  }

  /** The words of some document that a misspelled word may mean, in no order. */
  near(asked: string): NearWord[] {
    return this.#neighbours
      .near(asked)
      .map(({ word, number }) => ({ word, documents: this.#documents[number] ?? 0 }))
      .filter(({ documents }) => documents > 0)
  }
}
