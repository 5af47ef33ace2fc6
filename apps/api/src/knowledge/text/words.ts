import { normalizeText } from '../../platform/process/normalize-text.ts'

const wordShape = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*/gu
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Splits a text into words; scripts without spaces are segmented by the ICU dictionary. */
export function splitWords(text: string): string[] {
  const found: string[] = text.match(wordShape) ?? []
  if (!unspacedScript.test(text)) return found
  return found.flatMap((word) =>
    unspacedScript.test(word)
      ? [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
      : [word],
  )
}

const marks = /\p{M}+/gu
const arabicLetter = /\p{Script=Arabic}/u
const latinMark = /[\u0300-\u036F]/gu

/**
 * Folds a word for comparison: lower case, no accents, no possessive; Arabic without vowel signs and tatweel, with
 * one form of alef, ya and ta marbuta.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (/^[a-z0-9]+$/u.test(lower)) return lower
  const bare = lower
    .replace(/['’]s$/u, '')
    .replace(/^(?:[cdjlmnst]|qu|dell|nell|all|un)['’](?=\p{L}{2})/u, '')
    .replaceAll(/['’]/gu, '')
  const decomposed = normalizeText(bare, 'NFKD')
  if (!arabicLetter.test(decomposed))
    return normalizeText(decomposed.replaceAll(latinMark, '').replaceAll('ß', 'ss'), 'NFC')
  return decomposed
    .replaceAll(marks, '')
    .replaceAll('ـ', '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}
