/** The most numbers that one marker may stand for; a range that would give more stands for nothing. */
const MAX_REFERENCES = 1000

const RANGE = /^\^?(\d{1,6})(?:\s*[-\u2010-\u2015\u2212]\s*\^?(\d{1,6}))?$/u
const SEPARATOR = /[,;\u3001\uFF0C]/u

/**
 * The numbers that the inside of a citation marker stands for, sorted and unique.
 *
 * A range may be written with a hyphen or a dash and in either direction. Zero, words and ranges of more
 * than 1,000 numbers are left out.
 *
 * @example
 * import { expandReferences } from '@org/citations'
 *
 * console.log(expandReferences('1-3, 5')) // [1, 2, 3, 5]
 */
export function expandReferences(references: string): number[] {
  const numbers = new Set<number>()
  for (const part of references.slice(0, 4096).split(SEPARATOR)) {
    const match = RANGE.exec(part.trim())
    if (match === null) continue
    const from = Number(match[1])
    const to = match[2] === undefined ? from : Number(match[2])
    const low = Math.min(from, to)
    const high = Math.max(from, to)
    if (high - low >= MAX_REFERENCES) continue
    for (let number = Math.max(low, 1); number <= high; number += 1) {
      if (numbers.size >= MAX_REFERENCES) break
      numbers.add(number)
    }
  }
  return [...numbers].sort((a, b) => a - b)
}
