import { neighboursOf } from '../knowledge/index/word-neighbours.ts'
import { commonWords } from '../knowledge/text/common-words.ts'
import { stopWords } from '../knowledge/text/language.ts'
import { questionStopWords } from '../knowledge/text/question-words.ts'
import { nearestWord } from '../knowledge/text/spelling.ts'
import { analyserOf, stemWord } from '../knowledge/text/text-analysis.ts'
import { foldWord, splitWords } from '../knowledge/text/words.ts'
import { toEnglish } from '../knowledge/translation/glossary.ts'
import type { Meaning, PhraseVocabulary } from '../knowledge/vocabulary/vocabulary.ts'
import { matchShopWords } from './shop-vocabulary.ts'

/** A word or phrase of a question, under the names that it shares with its synonyms. */
export interface SubjectTerm {
  /** Stems of the word or phrase and of its synonyms; the weight is divided among them. */
  names: readonly string[]
  /** Share of the inverse document frequency that counts. */
  factor: number
}

/** Words after these add time and no precision: the message is a pasted text. */
const mostWords = 60

// A word of a phrase has another meaning alone; a common word seldom names the subject.
const factors = {
  topic: 1.6,
  shop: 1.6,
  phrase: 1.2,
  word: 1,
  insidePhrase: 0.25,
  common: 0.3,
  abroad: 0.8,
  form: 0.2,
}

// A country or a form of products is no subject without another word.
const shopFactors = new Map([
  ['form', factors.form],
  ['abroad', factors.abroad],
])

// Meanings below this factor are related, not the same.
const leastSame = 0.7

/** Terms of a question that show its subject, in the analysis of its language. */
export function subjectTerms(text: string, language: string, vocabulary: PhraseVocabulary): SubjectTerm[] {
  const analyser = analyserOf(language)
  const folded = splitWords(text).slice(0, mostWords).map(foldWord)
  const words = analyser === 'en' ? folded.map((word) => correct(word, vocabulary)) : folded
  const terms = termsOf(words, analyser, vocabulary)
  if (analyser === 'en') return terms
  const english = toEnglish(words.join(' '), analyser)
  if (english === undefined) return terms
  // The glossary gives names that forms of one word share, and the words that the health vocabulary has.
  return [...terms, ...termsOf(splitWords(english).map(foldWord), 'en', vocabulary)]
}

// A shorter word is nearly always an edit away from another real word.
const shortestCorrected = 7

function correct(word: string, { words }: PhraseVocabulary): string {
  if (word.length < shortestCorrected || words.has(word) || !/^[a-z]+$/u.test(word)) return word
  return (
    nearestWord(
      word,
      neighboursOf(words)
        .near(word)
        .map((near) => near.word),
    ) ?? word
  )
}

function termsOf(words: readonly string[], analyser: string, vocabulary: PhraseVocabulary): SubjectTerm[] {
  const stops = stopWords.get(analyser)
  const isStop = (word: string) =>
    stops?.has(word) === true || (analyser === 'en' && questionStopWords.has(word))
  const found = new Map<string, SubjectTerm>()
  const add = (term: SubjectTerm) => {
    const key = term.names[0] ?? ''
    const known = found.get(key)
    if (known === undefined || known.factor < term.factor) found.set(key, term)
  }
  const shop = matchShopWords(words, analyser)
  for (const { subject } of shop) {
    add({ names: [`shop ${subject}`], factor: shopFactors.get(subject) ?? factors.shop })
  }
  const isOfShop = (at: number) => shop.some(({ start, length }) => at >= start && at < start + length)
  const matches = vocabulary
    .match(words, stops)
    .filter(({ start }) => !isOfShop(start))
    .map(({ start, length, meanings, isTopic }) => ({
      start,
      length,
      isTopic,
      meanings: meanings.filter((one) => isMeaning(one, analyser)),
    }))
    .filter(
      ({ meanings, isTopic, length }) =>
        meanings.length > 0 || (analyser === 'en' && (isTopic || length > 1)),
    )
  for (const { start, length, meanings, isTopic } of matches) {
    const asked = words.slice(start, start + length).join(' ')
    if (length === 1 && isStop(asked)) continue
    const names = [
      ...new Set([asked, ...meanings.map(({ text }) => text)].map((name) => nameOf(name, analyser))),
    ]
    add({ names, factor: isTopic ? factors.topic : factors.phrase })
  }
  for (const [at, word] of words.entries()) {
    if (word === '' || isStop(word) || isOfShop(at) || !/\p{L}{2}/u.test(word)) continue
    const phrase = matches.find(({ start, length }) => at >= start && at < start + length)
    if (phrase?.length === 1) continue
    const isCommon = analyser === 'en' && commonWords().has(word)
    const factor =
      (phrase === undefined ? factors.word : factors.insidePhrase) * (isCommon ? factors.common : 1)
    add({ names: [nameOf(word, analyser)], factor })
  }
  return [...found.values()]
}

function isMeaning({ factor, language = 'en' }: Meaning, analyser: string): boolean {
  return factor >= leastSame && (language === null || analyserOf(language) === analyser)
}

/** One name for all forms of a phrase. */
function nameOf(phrase: string, analyser: string): string {
  return splitWords(phrase)
    .map((word) => stemWord(foldWord(word), analyser))
    .join(' ')
}
