import { splitSentences } from '../../chat/model/sentences.ts'
import { paragraphsOf } from './plain-text.ts'

/** Fewest words of a graded text: in shorter ones a single word changes the grade by whole years. */
const fewestWords = 20

/**
 * Flesch-Kincaid grade level of an English text (Kincaid et al., 1975):
 * `0.39 × words / sentences + 11.8 × syllables / words − 15.59`, rounded to one decimal.
 *
 * @returns undefined for a text of less than 20 words
 */
export function readingGrade(text: string): number | undefined {
  const sentences = paragraphsOf(text).flatMap((paragraph) => splitSentences(paragraph))
  const words = sentences.flatMap((sentence) => sentence.match(/[A-Za-z]+/gu) ?? [])
  if (words.length < fewestWords) return undefined
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const grade = (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59
  return Math.round(grade * 10) / 10
}

/**
 * Syllables of an English word by its groups of vowels: a final "e" is silent except in "-le" after a consonant, and
 * a final "-ed" is silent except after "t" and "d".
 */
export function syllablesOf(word: string): number {
  const lower = word.toLowerCase()
  const groups = lower.match(/[aeiouy]+/gu)?.length ?? 0
  const isSilent = /[^aeiouyl]e$/u.test(lower) || /[aeiouy]le$/u.test(lower) || /[^aeiouytd]ed$/u.test(lower)
  return Math.max(1, isSilent ? groups - 1 : groups)
}
