import { subjectWords } from '../../../knowledge/text/clauses.ts'
import type { AnswerTexts } from './answer-texts.ts'
import type { Passage } from './sentence-score.ts'
import { overlap, stem, stems } from './stems.ts'

const mostSuggestions = 3

/**
 * Questions that passages answer, by their headings, at most three. Passages that the answer quotes, and headings that
 * repeat the question, are left out.
 */
export function suggestionsFrom(
  passages: readonly Pick<Passage, 'section'>[],
  texts: AnswerTexts,
  question: string,
  quoted: readonly Pick<Passage, 'section'>[] = [],
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

/**
 * Returns the passages whose heading or title has a word of the question, or another word for it.
 *
 * @param alternatives other words for those of the question
 */
export function nearbyPassages<Named extends Pick<Passage, 'section' | 'title'>>(
  question: string,
  passages: readonly Named[],
  alternatives: readonly string[] = [],
): Named[] {
  const asked = subjectWords(question).map((word) => new Set([stem(word)]))
  const expanded = alternatives.map((alternative) => stems(alternative))
  return passages.filter(({ section, title }) => {
    const named = stems(`${section} ${title}`)
    return [...asked, ...expanded].some(
      (parts) => parts.size > 0 && [...parts].every((part) => named.has(part)),
    )
  })
}
