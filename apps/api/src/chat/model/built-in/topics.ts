import { stopWords } from '../../../knowledge/text/language.ts'
import { foldWord, splitWords } from '../../../knowledge/text/words.ts'
import { healthVocabulary } from '../../../knowledge/vocabulary/vocabulary.ts'

/** Names of conditions, nutrients, remedies and medicines in a text, as they are written there, in its order. */
export function topicsOf(text: string): string[] {
  const written = splitWords(text)
  const folded = written.map(foldWord)
  const vocabulary = healthVocabulary()
  const found = vocabulary.match(folded, stopWords.get('en')).flatMap(({ start, length, isTopic }) => {
    const name = (from: number, count: number) => written.slice(from, from + count).join(' ')
    if (isTopic) return [name(start, length)]
    // "Eczema flare" is a phrase about a topic.
    return Array.from({ length: length > 1 ? length : 0 }, (_, at) => start + at)
      .filter((at) => vocabulary.match([folded[at] ?? ''], stopWords.get('en'))[0]?.isTopic === true)
      .map((at) => name(at, 1))
  })
  return [...new Set(found)]
}
