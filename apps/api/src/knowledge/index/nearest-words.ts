import type { NearWord } from './space-words.ts'
import { nearestWord, similarity } from '../text/spelling.ts'
import { neighboursOf } from './word-neighbours.ts'

/**
 * Corrects a misspelled word.
 *
 * @param near words of the content that are a typing error away; the one that looks most like it is preferred
 * @param vocabulary words of the health vocabulary, used when none of the content is nearer
 */
export function correctWord(
  asked: string,
  near: readonly NearWord[],
  vocabulary: ReadonlySet<string>,
): string | undefined {
  if (vocabulary.has(asked)) return undefined
  const sorted = near
    .map(({ word, documents }) => ({ word, documents, likeness: similarity(word, asked) }))
    .sort(
      (left, right) =>
        right.likeness - left.likeness ||
        right.documents - left.documents ||
        (left.word < right.word ? -1 : 1),
    )
  const others = neighboursOf(vocabulary).near(asked)
  return nearestWord(
    asked,
    [...sorted, ...others].map(({ word }) => word),
  )
}
