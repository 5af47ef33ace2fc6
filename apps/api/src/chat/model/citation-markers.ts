/** A citation in the text of an answer: `[1]`, `[1-3, 5]`, `[1,2]`, `[1–3]`, `【1】`, `[^1]`; no link or image. */
const marker = /(\s?)(?:\[\^?(\d{1,4}(?:\s?[,–-]\s?\d{1,4})*)\](?![(:])|【(\d{1,4})[^【】]{0,40}】)/gu

// A range wider than this is no list of sources.
const widestRange = 50

/** The numbers of a marker's inside: `1-3, 5` is 1, 2, 3 and 5. */
function numbersOf(inside: string): number[] {
  return inside.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/u).map(Number)
    if (last < first || last - first > widestRange) return [first]
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The numbers that a text cites, in the order of their first mention, each once. */
export function citedNumbers(text: string): number[] {
  const numbers = [...text.matchAll(marker)].flatMap(([, , plain, full]) => numbersOf(plain ?? full ?? ''))
  return [...new Set(numbers)]
}

/** The text between a marker and the one before it, by number: the claims that rest on each source. */
export function claimsOf(text: string): Map<number, string> {
  const claims = new Map<number, string>()
  let from = 0
  for (const match of text.matchAll(marker)) {
    const claim = text.slice(from, match.index).replaceAll(marker, '')
    for (const number of numbersOf(match[2] ?? match[3] ?? '')) {
      claims.set(number, `${claims.get(number) ?? ''} ${claim}`.trim())
    }
    // Two markers side by side rest on the same words.
    if (!/^\s*\[/u.test(text.slice(match.index + match[0].length))) from = match.index + match[0].length
  }
  return claims
}

// The longest marker that is waited for: "[1-3, 5, 7, 9]" and the space before it.
const longestMarker = 48

/**
 * Removes citation numbers without a source from text that arrives in pieces. Only the beginning of a possible marker
 * is held back.
 */
export class CitationFilter {
  readonly #isKnown: (number: number) => boolean
  #held = ''
  #inCode = false
  /** Numbers removed so far. */
  removed = 0

  constructor(isKnown: (number: number) => boolean) {
    this.#isKnown = isKnown
  }

  /** The text that is certain once `text` has come. */
  push(text: string): string {
    const all = this.#held + text
    const from = openMarker(all)
    this.#held = all.slice(from)
    return this.#clean(all.slice(0, from))
  }

  /** The text that was held back when the answer ended. */
  end(): string {
    const rest = this.#clean(this.#held)
    this.#held = ''
    return rest
  }

  #clean(text: string): string {
    // Numbers in code are code.
    return text
      .split(/(```)/u)
      .map((part) => {
        if (part === '```') this.#inCode = !this.#inCode
        return this.#inCode ? part : this.#withoutUnknown(part)
      })
      .join('')
  }

  #withoutUnknown(text: string): string {
    return text.replaceAll(marker, (whole, space: string, plain?: string, full?: string) => {
      const numbers = numbersOf(plain ?? full ?? '')
      const known = numbers.filter(this.#isKnown)
      if (known.length === numbers.length) return whole
      this.removed += numbers.length - known.length
      return known.length === 0 ? '' : `${space}[${known.join(', ')}]`
    })
  }
}

/** Returns the offset of an unfinished or just finished marker at the end of a text; the text's length without one. */
function openMarker(text: string): number {
  // Longer beginnings are no markers, and a whole answer may come as one piece.
  const from = Math.max(0, text.length - longestMarker)
  const match = /\s?(?:\[\^?[\d\s,–-]*|【[^【】]*)$|\s?\[\^?[\d\s,–-]+\]$/u.exec(text.slice(from))
  return match === null ? text.length : from + match.index
}
