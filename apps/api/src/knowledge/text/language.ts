import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { foldWord, splitWords } from './words.ts'

/** A language without an analyser of its own (ISO 639 "undetermined"). */
export const undetermined = 'und'

// Words of conversation that the English list lacks; none of them tells what a question is about.
const conversation =
  'also anything something everything nothing anyone anybody someone somebody ever just like really um uh please hi hello hey ok okay oh yes know ' +
  'tell go going goes get gets got getting let want wants wanna gonna way thing things stuff much many quite maybe pretty lot lots bit though although ' +
  'whether shall may might must ought dont doesnt didnt isnt arent cant couldnt wouldnt shouldnt wont im ive ill id youre theyre whats hows wheres ' +
  'use used using make makes made does explain wondering wonder think say says said give gives look looks mean means ' +
  // As they are typed on a phone.
  'u ur r wat wats wen wher hw hws shud cud wud shld cld wld abt bcoz bcos cuz coz cos pls plz thx tho thru frm wiv dat dis dnt gotta lemme dunno kinda sorta ' +
  'nt jst btw idk imo lol omg asap yea yeah yep nope nah hmm'

/** Stop words in folded form (lower case, no accents) by ISO 639-1 code. */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    ar: arabic,
    de: german,
    en: [...english, ...conversation.split(' ')],
    es: spanish,
    fr: french,
    it: italian,
    nl: dutch,
    pt: portuguese,
  }).map(([language, list]) => [language, new Set(list.flatMap((entry) => splitWords(entry).map(foldWord)))]),
)

const arabicScript = /\p{Script=Arabic}/gu
const latinScript = /\p{Script=Latin}/gu
const letters = /\p{L}/gu

/** Letters and marks that occur in few of the languages; each counts like one stop word. */
const hints: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[¿¡ñ]/u, ['es']],
  [/[ãõ]/u, ['pt']],
  [/[äöüß]/u, ['de']],
  [/[çâêô]/u, ['fr', 'pt']],
  [/[œèùûîë]/u, ['fr']],
  [/[áíóú]/u, ['es', 'pt']],
]

// English has words, and so texts of products, that its list of stop words lacks.
const englishBesides: readonly string[] = ['per', 'non', 'plus', 'via']

/** Languages with Latin letters by stop word. */
const languagesOf = new Map<string, string[]>()
for (const [language, list] of stopWords) {
  if (language === 'ar') continue
  for (const word of language === 'en' ? [...list, ...englishBesides] : list)
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
}

/**
 * Detects the language of a text by its script and its stop words. A stop word of several languages ("a", "in") counts
 * for each of them in part.
 *
 * @param fallback returned for a Latin text without any stop word
 * @returns an ISO 639-1 code, or `und` for a script without stop words here
 */
export function detectLanguage(text: string, fallback = 'en'): string {
  const sample = text.slice(0, 4000)
  const count = sample.match(letters)?.length ?? 0
  if (count === 0) return fallback
  if ((sample.match(arabicScript)?.length ?? 0) > count / 2) return 'ar'
  if ((sample.match(latinScript)?.length ?? 0) < count / 2) return undetermined
  const scores = new Map<string, number>()
  for (const word of new Set(splitWords(sample).map(foldWord))) {
    const languages = languagesOf.get(word) ?? []
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  const lower = sample.toLowerCase()
  let best = fallback
  let most = 0
  for (const language of stopWords.keys()) {
    if (language === 'ar') continue
    const known = scores.get(language) ?? 0
    const marks = hints.filter(([mark, languages]) => languages.includes(language) && mark.test(lower)).length
    const score = known + marks + (language === fallback ? 0.5 : 0)
    if (known + marks > 0 && score > most) {
      most = score
      best = language
    }
  }
  return best
}
