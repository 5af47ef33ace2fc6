import sample from '../safety/data/harmless-sample.json' with { type: 'json' }
import { stopWords } from '../knowledge/text/language.ts'
import { commonWords } from '../knowledge/text/common-words.ts'
import { compiledLanguages } from '../safety/detection/load.ts'
import { type OperatorPhrase, phraseLexicon, wordsOf } from '../safety/detection/operator-phrases.ts'
import { tokenise } from '../safety/detection/tokens.ts'

/** Result of the check of a phrase. */
export interface PhraseCheck {
  /** A sentence when the phrase must not be saved. */
  refusal: string | null
  /** Share of harmless messages that contain the phrase, 0 to 1. */
  share: number
  /** Harmless messages that contain it, at most three. */
  examples: string[]
}

/** Share of harmless messages above which a phrase is refused. */
export const mostHarmless = 0.03

/** A longer phrase is a sentence, which nobody writes in the same words again. */
const mostWords = 10
/** Letters of a phrase of one word; shorter words are parts of too many messages. Arabic words have fewer letters. */
const leastLetters = 4
const leastLettersArabic = 3
const mostExamples = 3

const messages = new Map<string, readonly string[]>(Object.entries(sample.messages))

/**
 * Checks whether a phrase is so general that harmless messages contain it.
 *
 * @param content further harmless texts: titles and headings of the deployment's own articles
 */
export function checkPhrase(
  { phrase, language }: OperatorPhrase,
  content: readonly string[] = [],
): PhraseCheck {
  const words = wordsOf(phrase)
  const compiled = compiledLanguages().get(language)
  const refusal = generalityOf(words, language)
  if (refusal !== undefined || compiled === undefined) {
    return { refusal: refusal ?? null, share: 0, examples: [] }
  }
  const lexicon = phraseLexicon(compiled, phrase)
  const texts = [...(messages.get(language) ?? []), ...content]
  const found = texts.filter((text) => lexicon.match(tokenise([text]).map(({ word }) => word)).length > 0)
  const share = texts.length === 0 ? 0 : found.length / texts.length
  return { refusal: refusalOf(words, share), share, examples: found.slice(0, mostExamples) }
}

const oneCommonWord = 'One common word is too general: harmless messages contain it.'

function refusalOf(words: readonly string[], share: number): string | null {
  if (words.length === 1 && share > 0) return oneCommonWord
  return share > mostHarmless
    ? 'Too many harmless messages contain this phrase. Make it longer or more specific.'
    : null
}

function generalityOf(words: readonly string[], language: string): string | undefined {
  if (words.length === 0) return 'A phrase needs a word.'
  if (words.length > mostWords) return 'A phrase has at most 10 words.'
  const stops = stopWords.get(language)
  const isCommon = (word: string) =>
    stops?.has(word) === true || /^\d+$/u.test(word) || (language === 'en' && commonWords().has(word))
  if (words.every(isCommon)) {
    return words.length === 1
      ? oneCommonWord
      : 'Every word of this phrase is common: harmless messages contain it.'
  }
  const letters = words.join('').length
  return letters < (language === 'ar' ? leastLettersArabic : leastLetters)
    ? 'This phrase is too short: other words and their misspellings contain it.'
    : undefined
}
