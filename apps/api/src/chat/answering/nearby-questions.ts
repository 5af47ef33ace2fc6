import { answerTexts } from '../model/built-in/answer-texts.ts'
import { nearbyPassages, suggestionsFrom } from '../model/built-in/suggestions.ts'
import type { ModelQuestion } from '../model/model-answer.ts'
import type { SearchNote } from '../model/turn-sources.ts'

/**
 * Returns questions near to an uncovered one that the passages found answer, at most three. For models that suggest none:
 * a refusal alone leads nowhere.
 */
export function nearbyQuestions(
  searches: readonly SearchNote[],
  { text, language }: Pick<ModelQuestion, 'text' | 'language'>,
): string[] {
  const passages = searches.flatMap((search) =>
    search.passages.map(({ title, heading }) => ({ title, section: heading })),
  )
  return suggestionsFrom(nearbyPassages(text, passages), answerTexts(language), text)
}
