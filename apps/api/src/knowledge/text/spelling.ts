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
    const distance = editDistance(asked, word)
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

/** Optimal string alignment: Levenshtein's distance with swaps of neighbours as one edit. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? 0
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
