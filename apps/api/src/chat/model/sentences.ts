/**
 * Abbreviations after which a full stop does not end a sentence. `Intl.Segmenter` ends one at all of them when an
 * upper-case letter follows ("St. John's wort", "Dr. Smith", "U.S. adults").
 */
const abbreviations: readonly string[] = (
  'St|Dr|Mr|Mrs|Ms|Mx|Prof|Rev|Sr|Sra|Jr|Mt|Ft|No|Nr|Núm|Vol|Fig|Tab|Ch|Sec|Art|vs|approx|ca|cf|viz|al|etc|incl|excl|' +
  'Inc|Ltd|Co|Corp|Dept|Univ|Ave|Blvd|Jan|Feb|Apr|Aug|Sept|Sep|Oct|Nov|Dec|max|min|tbsp|tsp|oz|lb|lbs|spp|subsp|var|' +
  'e\\.g|i\\.e|a\\.m|p\\.m|U\\.S|U\\.K|U\\.N|E\\.U|z\\.B|d\\.h|u\\.a|bzw|evtl|ggf|inkl|Mme|Mlle|Dra|Ud|Uds|p\\.ej|ej|pág|av'
).split('|')

const abbreviated = new RegExp(
  `(?:^|[\\s("“‘«\\[])(?:(?:${abbreviations.join('|')})|\\p{Lu}(?:\\.\\p{Lu})*)\\.$`,
  'u',
)

// 'No.' and a month also end sentences; a number must follow for them to be abbreviations.
const beforeNumber =
  /(?:^|\s)(?:No|Nr|Núm|Jan|Feb|Apr|Aug|Sept|Sep|Oct|Nov|Dec|max|min|Fig|Vol|Ch|Sec|Art)\.$/u

// These end a sentence when an upper-case word follows that is no name: "at 7 p.m. Adults should …".
const mayEnd = /(?:^|\s)(?:a\.m|p\.m|etc|Inc|Ltd|Corp|tbsp|tsp|oz|lbs?|al)\.$/u

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return segmenter
}

/**
 * Characters that the longest abbreviation and what may stand before it have, with room for initials. A text of nothing but
 * abbreviations is one sentence: tests of all of it after each of them would take quadratic time.
 */
const endCharacters = 40

/** Returns whether a full stop at the end of `text` belongs to an abbreviation, given the text after it. */
function isUnfinished(text: string, rest: string): boolean {
  const open = text.slice(-endCharacters)
  if (!abbreviated.test(open)) return false
  if (beforeNumber.test(open)) return /^\d/u.test(rest)
  return !(mayEnd.test(open) && /^["“‘«(]?\p{Lu}/u.test(rest))
}

/**
 * Splits a text into its sentences, trimmed, with runs of white space collapsed. Joined with spaces they are the text.
 *
 * @param language ISO 639-1 code @default 'en'
 * @example
 * splitSentences("St. John's wort helps. U.S. adults use it.") // ["St. John's wort helps.", 'U.S. adults use it.']
 */
export function splitSentences(text: string, language = 'en'): string[] {
  const plain = text.replaceAll(/\s+/gu, ' ').trim()
  const sentences: string[] = []
  let start = 0
  for (const { index, segment } of segmenterOf(language).segment(plain)) {
    const end = index + segment.length
    const open = plain.slice(start, end).trim()
    if (open === '' || (end < plain.length && isUnfinished(open, plain.slice(end)))) continue
    sentences.push(open)
    start = end
  }
  const last = plain.slice(start).trim()
  if (last !== '') sentences.push(last)
  return sentences
}
