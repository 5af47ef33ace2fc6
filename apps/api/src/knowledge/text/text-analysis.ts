import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stopWords, undetermined } from './language.ts'
import { foldWord, splitWords } from './words.ts'

/**
 * Version of the analysis. Raise it with every change that alters the content words of a text: documents indexed by another
 * version are indexed again at the next start.
 */
export const analysisVersion = 2

const stemmers: ReadonlyMap<string, (word: string) => string> = new Map(
  Object.entries({
    ar: (word: string) => arabic(word.replace(/^(?:وال|بال|كال|فال|لل|ال)(?=\p{L}{3})/u, '')),
    de: german,
    en: english,
    es: spanish,
    fr: french,
    it: italian,
    nl: dutch,
    pt: portuguese,
  }),
)

/** Languages with stemming and stop words; texts in others are indexed by their folded words. */
export const analysedLanguages: readonly string[] = [...stemmers.keys()]

/** The language whose analyser handles a text in `language` (a BCP 47 tag). */
export function analyserOf(language: string): string {
  const base = language.toLowerCase().split('-')[0] ?? ''
  return stemmers.has(base) ? base : undetermined
}

// Bounds the memory of each language's cache of stems; natural vocabularies of one deployment stay below it.
const maxCachedStems = 60_000
const caches = new Map(Array.from(stemmers.keys(), (language) => [language, new Map<string, string>()]))

/** The stem of a folded word; words with digits and `vitamin-c` stay as they are. */
export function stemWord(word: string, language: string): string {
  const stem = stemmers.get(language)
  const cache = caches.get(language)
  if (stem === undefined || cache === undefined) return word
  const known = cache.get(word)
  if (known !== undefined) return known
  if (/[\d-]/u.test(word)) return word
  if (cache.size >= maxCachedStems) cache.clear()
  const found = stem(word) || word
  cache.set(word, found)
  return found
}

const singleLetter = /^[a-z]\d{0,2}$/u

/**
 * The folded words of a text. A letter after "vitamin" forms one word with it, because it means nothing alone:
 * "vitamin C" gives `vitamin` and `vitamin-c`.
 */
export function foldText(text: string): string[] {
  let previous = ''
  return splitWords(text).map((raw) => {
    const word = foldWord(raw)
    const isVitamin = singleLetter.test(word) && previous.startsWith('vitamin')
    previous = word
    return isVitamin ? `vitamin-${word}` : word
  })
}

/** Characters of the longest word of the index: longer ones are addresses and identifiers. */
export const longestWord = 40

/** Those of some folded words that the index holds: no stop words of the language. */
export function contentWords(words: readonly string[], language: string): string[] {
  const stops = stopWords.get(language)
  return words.filter((word) => word !== '' && word.length <= longestWord && stops?.has(word) !== true)
}
