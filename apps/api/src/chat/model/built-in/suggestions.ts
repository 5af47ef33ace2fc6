import type { AnswerTexts } from './answer-texts.ts'
import type { Passage } from './sentence-score.ts'
import { overlap, stems } from './sentences.ts'

const mostSuggestions = 3

/**
 * Questions that passages answer, by their headings, at most three. Passages that the answer quotes, and headings that
 * repeat the question, are left out.
 */
export function suggestionsFrom(
  passages: readonly Passage[],
  texts: AnswerTexts,
  question: string,
  quoted: readonly Passage[] = [],
): string[] {
  const asked = stems(question)
  const chosen = passages.filter(
    ({ section }, index) =>
      section !== '' &&
      !quoted.some((passage) => passage.section === section) &&
      passages.findIndex((other) => other.section === section) === index &&
      overlap(stems(section), asked) < 0.9,
  )
  return chosen.slice(0, mostSuggestions).map(({ section }) => texts.suggestion(section))
}
