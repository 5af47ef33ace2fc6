import { editDistance, mostEdits } from '../text/spelling.ts'

// Shorter words have too many neighbours, longer ones are identifiers.
const corrigible = /^\p{L}{4,40}$/u

interface Bucket {
  words: string[]
  numbers: number[]
  /** {@link letterSet} of each word. */
  letters: number[]
}

/** Words by their letters: finds those that a misspelled word may mean without comparing it to all of them. */
export class WordNeighbours {
  readonly #byFirstLetter = new Map<string, Bucket>()

  /** Adds a word with a number of the caller's; words that are not letters alone are ignored. */
  add(word: string, number: number): void {
    if (!corrigible.test(word)) return
    const first = word[0] ?? ''
    const bucket = this.#byFirstLetter.get(first) ?? { words: [], numbers: [], letters: [] }
    this.#byFirstLetter.set(first, bucket)
    bucket.words.push(word)
    bucket.numbers.push(number)
    bucket.letters.push(letterSet(word))
  }

  /** The words with the same first letter that are a typing error away, in the order in which they were added. */
  near(asked: string): { word: string; number: number }[] {
    const bucket = this.#byFirstLetter.get(asked[0] ?? '')
    if (bucket === undefined) return []
    const { words, numbers, letters } = bucket
    const edits = mostEdits(asked)
    const own = letterSet(asked)
    const found: { word: string; number: number }[] = []
    for (let index = 0; index < letters.length; index++) {
      // One edit changes at most two letters of the set: this leaves few words to compare in full.
      if (bitCount((letters[index] ?? 0) ^ own) > 2 * edits) continue
      const word = words[index] ?? ''
      if (Math.abs(word.length - asked.length) <= edits && editDistance(asked, word) <= edits) {
        found.push({ word, number: numbers[index] ?? 0 })
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

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
