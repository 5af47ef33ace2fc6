import { maxQuoteCharacters } from '@org/api-client/contract'
import { splitSentences } from './sentences.ts'

/**
 * The part of a passage that a claim rests on: whole sentences in a row, verbatim, at most 600 characters. It holds
 * the sentence that shares most words with the claim, and as many of the ones after and before it as fit.
 *
 * @param claim text of the answer that cites the passage; without one, the passage is quoted from its beginning
 * @returns '' when the chosen sentence alone is longer than 600 characters
 */
export function quoteOf(passage: string, claim = ''): string {
  const sentences = splitSentences(passage)
  const claimed = wordsOf(claim)
  const shared = sentences.map((sentence) => sharedWords(wordsOf(sentence), claimed))
  const best = Math.max(0, shared.indexOf(Math.max(...shared)))
  let first = best
  let last = best
  let length = sentences[best]?.length ?? 0
  if (length > maxQuoteCharacters) return ''
  for (;;) {
    const after = sentences[last + 1]
    const before = sentences[first - 1]
    if (after !== undefined && length + 1 + after.length <= maxQuoteCharacters) {
      last += 1
      length += 1 + after.length
    } else if (before !== undefined && length + 1 + before.length <= maxQuoteCharacters) {
      first -= 1
      length += 1 + before.length
    } else return sentences.slice(first, last + 1).join(' ')
  }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** The share of a sentence's words that the claim has. */
function sharedWords(sentence: ReadonlySet<string>, claim: ReadonlySet<string>): number {
  let shared = 0
  for (const word of sentence) if (claim.has(word)) shared += 1
  return shared / Math.max(8, sentence.size)
}
