import { editDistance, mostEdits } from '../text/spelling.ts'

// Shorter words have too many neighbours, longer ones are identifiers.
const corrigible = /^\p{L}{4,40}$/u

/** Words of one length with one first letter. */
interface Bucket {
  words: string[]
  numbers: number[]
  /** {@link letterSet} of each word. */
  letters: number[]
}

/** A word of the caller's with its number. */
export interface Neighbour {
  word: string
  number: number
}

// Misspelled words of the messages that are read at a time: one message is read for passages and for products.
const mostFound = 200

/** Words by their letters: finds those that a misspelled word may mean without comparing it to all of them. */
export class WordNeighbours {
  /** By first letter, then by length. */
  readonly #buckets = new Map<string, (Bucket | undefined)[]>()
  readonly #found = new Map<string, readonly Neighbour[]>()

  /** Adds a word with a number of the caller's; words that are not letters alone are ignored. */
  add(word: string, number: number): void {
    if (!corrigible.test(word)) return
    this.#found.clear()
    const first = word[0] ?? ''
    const byLength = this.#buckets.get(first) ?? []
    this.#buckets.set(first, byLength)
    const bucket = (byLength[word.length] ??= { words: [], numbers: [], letters: [] })
    bucket.words.push(word)
    bucket.numbers.push(number)
    bucket.letters.push(letterSet(word))
  }

  /**
   * The words with the same first letter that are a typing error away: by length, those of one length in the order in which
   * they were added.
   */
  near(asked: string): readonly Neighbour[] {
    const known = this.#found.get(asked)
    if (known !== undefined) return known
    const found = this.#compare(asked)
    if (this.#found.size === mostFound) this.#found.clear()
    this.#found.set(asked, found)
    return found
  }

  #compare(asked: string): Neighbour[] {
    const byLength = this.#buckets.get(asked[0] ?? '')
    if (byLength === undefined) return []
    const edits = mostEdits(asked)
    const own = letterSet(asked)
    const found: Neighbour[] = []
    for (const bucket of byLength.slice(Math.max(0, asked.length - edits), asked.length + edits + 1)) {
      if (bucket === undefined) continue
      const { words, numbers, letters } = bucket
      for (let index = 0; index < letters.length; index++) {
        // One edit changes at most two letters of the set: this leaves few words to compare in full.
        if (bitCount((letters[index] ?? 0) ^ own) > 2 * edits) continue
        const word = words[index] ?? ''
        if (editDistance(asked, word, edits) <= edits) found.push({ word, number: numbers[index] ?? 0 })
      }
    }
    return found
  }
}

const neighbours = new WeakMap<ReadonlySet<string>, WordNeighbours>()

/** The words of a set that does not change, prepared once. */
export function neighboursOf(words: ReadonlySet<string>): WordNeighbours {
  let known = neighbours.get(words)
  if (known === undefined) {
    known = new WordNeighbours()
    for (const word of words) known.add(word, 0)
    neighbours.set(words, known)
  }
  return known
}

/** The letters of a word as a set of 32 bits; letters of one script that differ by 32 share a bit. */
function letterSet(word: string): number {
  let set = 0
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & 31)
  return set
}

/** Number of bits that are set, added up in pairs, then in fours and in bytes. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
