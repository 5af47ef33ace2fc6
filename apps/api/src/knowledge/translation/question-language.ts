import { normalizeText } from '../../platform/process/normalize-text.ts'

/** Words that identify a language, in folded form; words of several languages are left out where they can be. */
const marks: Readonly<Record<string, string>> = {
  en: 'the is are do does how what which who why when where can should my of for and to in with much many any take need have it i me you your will would could there from at on about best good help helps get',
  es: 'el la los las una unos del que cuanto cuanta cuantos cuantas como cual cuales cuando donde porque es son esta estan mi mis para por con sin tengo puedo debo necesito hay muy mas y o al se si tomar qu',
  de: 'der die das den dem ein eine einen ist sind wie was welche welcher warum wann wo kann darf soll muss ich mir mein meine fur und oder mit ohne nicht zu im am gegen bei viel viele braucht brauche man hilft von auf zum es gut',
  fr: 'le la les elle une des du est sont comment quel quelle quels quelles pourquoi quand combien peut puis dois doit faut je mon ma mes pour avec sans et ou au aux qu que ce cette dans sur il elle on pas plus est-ce l d',
  pt: 'o os um uma do da dos das quanto quanta quantos quantas como qual quais quando onde porque e sao esta meu minha para por com sem tenho posso devo preciso ha muito mais ou ao na no em que voce nao',
  it: 'il lo gli una del della dei delle quanto quanta quanti quante come quale quali quando dove perche sono mio mia per con senza posso devo serve che di al alla nel non piu e bisogno',
  nl: 'het een van is zijn hoe wat welke waarom wanneer waar kan mag moet ik mijn voor en of met zonder niet te op bij veel hoeveel heb nodig de per dag',
}

const markSets = Object.entries(marks).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
)

const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/gu, 'ar'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
]

const letterHints: readonly (readonly [RegExp, string, number])[] = [
  [/[¿¡ñ]/u, 'es', 3],
  [/[ãõ]/u, 'pt', 3],
  [/ß|ä|ö|ü/u, 'de', 2],
  [/[œèùûî]|\b[ldjqcsn]['’]/u, 'fr', 1.5],
  [/[áíóú]/u, 'es', 0.8],
  [/[áíóúâêô]/u, 'pt', 0.8],
  [/ç/u, 'pt', 0.7],
  [/ç/u, 'fr', 0.7],
]

/** Folds a text for comparison: lower case, no accents, one form of the Arabic letters. */
export function fold(text: string): string {
  return normalizeText(text.toLowerCase().replaceAll('œ', 'oe'), 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ـ', '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}

/**
 * Detects the language of a question by its script, its letters and its function words.
 *
 * @returns an ISO 639-1 code; undefined when nothing separates English from the others
 */
export function questionLanguage(text: string): string | undefined {
  const sample = text.slice(0, 2000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  for (const [shape, language] of scripts)
    if ((sample.match(shape)?.length ?? 0) > letters * 0.4) return language
  // "D2" is a name, and no French "d".
  const words = fold(sample).match(/[\p{L}\p{N}]+(?:-\p{L}+)*/gu) ?? []
  const lower = sample.toLowerCase()
  const scored = markSets
    .map(([language, set]) => {
      const known = words.filter((word) => set.has(word)).length
      const hints = letterHints.filter(([shape, of]) => of === language && shape.test(lower))
      return { language, score: known + hints.reduce((sum, [, , weight]) => sum + weight, 0) }
    })
    .toSorted((left, right) => right.score - left.score)
  const [best, second] = scored
  if (best === undefined || best.score === 0) return undefined
  const english = scored.find(({ language }) => language === 'en')?.score ?? 0
  // One foreign-looking word of an English question is a name.
  if (best.language !== 'en' && best.score - english < 1)
    return english > 0 ? 'en' : best.score > (second?.score ?? 0) ? best.language : undefined
  return best.language
}
