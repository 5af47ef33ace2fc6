/** Typing errors that are forgiven in a word. */
export function mostEdits(word: string): number {
  return word.length <= 9 ? 1 : 2
}

/**
 * The first of some known words that a typing error away is the asked one: one edit in words of up to nine
 * letters, two in longer ones (insert, delete, replace, swap of neighbours). The first letter must agree.
 */
export function nearestWord(asked: string, known: readonly string[]): string | undefined {
  // Of short words most neighbours are other words ('sell', 'smell'): only swapped and doubled letters are errors.
  const isLikely = (word: string) =>
    asked.length > 5 || sortedLetters(word) === sortedLetters(asked) || undoubled(word) === undoubled(asked)
  let nearest: string | undefined
  let best = mostEdits(asked) + 1
  for (const word of known) {
    if (word[0] !== asked[0] || !isLikely(word)) continue
    const distance = editDistance(asked, word, best - 1)
    if (distance < best) {
      best = distance
      nearest = word
    }
  }
  return nearest
}

function sortedLetters(word: string): string {
  return Array.from(word).sort().join('')
}

function undoubled(word: string): string {
  return word.replaceAll(/(.)\1+/gu, '$1')
}

const longestWord = 64
const newRow = () => new Uint8Array(longestWord + 1)
// Rows of the table of distances, which all calls share: they run one after the other.
const rows: readonly [Uint8Array, Uint8Array, Uint8Array] = [newRow(), newRow(), newRow()]

/**
 * Optimal string alignment: Levenshtein's distance with swaps of neighbours as one edit. Words of up to 64 letters are
 * compared.
 *
 * @param most ends the comparison of words that are further apart @default Infinity
 * @returns the distance, or a number above `most`
 */
export function editDistance(left: string, right: string, most = Number.POSITIVE_INFINITY): number {
  const [start, common] = commonEnds(left, right)
  const height = left.length - start - common
  const width = right.length - start - common
  if (height === 0 || width === 0) return height + width
  const longer = Math.max(height, width)
  // One edit changes at most two letters that are neighbours.
  if (Math.abs(height - width) > most || longer > longestWord || (most === 1 && longer > 2)) return most + 1
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= width; column++) last[column] = column
  for (let row = 1; row <= height; row++) {
    const letter = left.charCodeAt(start + row - 1)
    current[0] = row
    let least = row
    for (let column = 1; column <= width; column++) {
      const other = right.charCodeAt(start + column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (letter === other ? 0 : 1),
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        letter === right.charCodeAt(start + column - 2) &&
        left.charCodeAt(start + row - 2) === other
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < least) least = cost
    }
    // A swap adds one edit to the row before, whose least is at most one below.
    if (least > most + 1) return most + 1
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[width] ?? 0
}

/** Letters at the start, and at the end of the rest, that two words share: they add nothing to the distance. */
function commonEnds(left: string, right: string): [start: number, end: number] {
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  ) {
    end += 1
  }
  return [start, end]
}

/** Share of the trigrams of two words that both have, 0 to 1; a word begins with two spaces and ends with one. */
export function similarity(left: string, right: string): number {
  const own = trigrams(left)
  const others = trigrams(right)
  let common = 0
  for (const part of own) if (others.has(part)) common += 1
  return common / (own.size + others.size - common)
}

function trigrams(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)))
}
