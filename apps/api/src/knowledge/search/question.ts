import { type Clause, splitClauses } from '../text/clauses.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { detectLanguage, stopWords } from '../text/language.ts'
import type { IndexedTerm, TermLookup } from '../index/term-lookup.ts'
import { agePhrases } from '../vocabulary/age-phrases.ts'
import { commonWords } from '../text/common-words.ts'
import { correctWord } from '../index/nearest-words.ts'
import { nearestWord } from '../text/spelling.ts'
import { analyserOf, longestWord } from '../text/text-analysis.ts'
import type { Meaning, PhraseVocabulary } from '../vocabulary/vocabulary.ts'
import { foldWord, splitWords } from '../text/words.ts'
import { questionLanguage } from '../translation/question-language.ts'

/** One way in which the content may express a term. */
export interface Alternative {
  text: string
  /** The index terms that must all be present. */
  parts: IndexedTerm[]
  /** 0 to 1: how well it stands for the term that was asked. */
  factor: number
  /** Weight with which a document that contains it scores. */
  gain: number
}

/** A word or phrase of a question with the ways in which the content may express it. */
export interface QuestionTerm {
  asked: string
  clause: number
  alternatives: Alternative[]
  /** Inverse document frequency of the word itself, or a constant for a word that the content lacks. */
  weight: number
  /** Share of the weight that counts: less than 1 for context and for words inside a phrase. */
  factor: number
  /** True when a passage contains the word or one of its alternatives. */
  known: boolean
  /** True when a passage contains the word itself. */
  literal: boolean
  /** True for the name of a condition, nutrient, remedy or medicine. */
  isTopic: boolean
  /** True for what something is asked to act on: "hair" in "does zinc make hair grow". */
  isObject: boolean
  /** True for an age, and for a baby or toddler: what a source says of other people is no answer. */
  isAge: boolean
}

/** Options of reading a question. */
export interface QuestionScope {
  lookup: TermLookup
  vocabulary: PhraseVocabulary
}

interface Draft {
  asked: string
  clause: number
  meanings: Meaning[]
  isTopic: boolean
  factor: number
  /** True for a word of a phrase that is a term of its own. */
  isInside: boolean
  isObject: boolean
  isAge: boolean
}

// Words after these add time and no precision: the message is a pasted text.
const mostWords = 220

// Words of the question that a follow-up refers to count less than the follow-up's own.
const contextFactor = 0.6
// A phrase of the vocabulary has another meaning than its words.
const insidePhrase = 0.35
const correctedFactor = 0.85
// A common word is rare in health content ("top", "hard"), and its rarity is no sign of the subject.
const commonWord = 0.3

/** Weight of a word that neither the content nor the vocabulary contains. */
const unknownWeight = 2.5
/** Weight of a condition, nutrient, remedy or medicine that the content does not mention. */
const missingTopicWeight = 7

/**
 * Splits a message into terms, expands them by the vocabulary and looks them up in the index. Yields to the event loop:
 * the caller prevents changes of the index until it resolves.
 */
export async function readQuestion(
  message: string,
  { lookup, vocabulary }: QuestionScope,
): Promise<QuestionTerm[]> {
  const language = analyserOf(questionLanguage(message) ?? detectLanguage(message))
  const found: Draft[] = []
  for (const [clause, { text, context = '' }] of distinctClauses(withoutAddresses(message)).entries()) {
    found.push(
      ...draftTerms(text, clause, language, vocabulary, 1),
      ...draftTerms(context, clause, language, vocabulary, contextFactor),
    )
    await pauseWhenDue()
  }
  const merged = mergeDrafts(found).slice(0, mostWords)
  const mistyped = await correct(merged, { lookup, vocabulary }, stopWords.get(language))
  const drafts = merged.filter((draft) => !mistyped.has(draft))
  const terms: QuestionTerm[] = []
  for (const draft of drafts) {
    const term = toTerm(draft, lookup)
    // The phrase stands for the words that the content lacks.
    if (term.known || !draft.isInside) terms.push(term)
    await pauseWhenDue()
  }
  return terms
}

/** The clauses of a message. A sentence that is repeated adds nothing. */
export function distinctClauses(message: string): Clause[] {
  return [...new Map(splitClauses(message).map((clause) => [clause.text, clause])).values()]
}

/** Leaves e-mail addresses out: the names in them are no words of the question. */
function withoutAddresses(message: string): string {
  if (!message.includes('@')) return message
  return message
    .split(/(\s+)/u)
    .filter((part) => !/[^@]@[^@]+\.[^@]/u.test(part))
    .join('')
}

function draftTerms(
  text: string,
  clause: number,
  language: string,
  vocabulary: PhraseVocabulary,
  factor: number,
): Draft[] {
  const words = splitWords(text).map(foldWord).map(spellVitamin)
  const stops = stopWords.get(language)
  const ages = agePhrases(words)
  const matches = [
    ...ages,
    ...vocabulary
      .match(words, stops)
      .filter(({ start }) => !ages.some((age) => start >= age.start && start < age.start + age.length)),
  ]
  const effect = words.findIndex((word, index) => index > 0 && effects.has(word))
  const isObjectAt = (index: number) => effect !== -1 && index > effect
  const drafts: Draft[] = matches.map((match) => {
    const { start, length, meanings, isTopic } = match
    const asked = words.slice(start, start + length).join(' ')
    return {
      asked,
      clause,
      meanings: [{ text: asked, factor: 1 }, ...meanings],
      isTopic,
      factor,
      isInside: false,
      isObject: isObjectAt(start),
      isAge: ages.includes(match) || veryYoung.test(asked),
    }
  })
  for (const [index, word] of words.entries()) {
    const phrase = matches.find(({ start, length }) => index >= start && index < start + length)
    if (
      phrase?.length === 1 ||
      (phrase !== undefined && ages.includes(phrase)) ||
      stops?.has(word) === true ||
      word === ''
    )
      continue
    const isVitamin = /^[a-z]\d{0,2}$/u.test(word) && (words[index - 1] ?? '').startsWith('vitamin')
    if (!isVitamin && !/\p{L}{2}|\d/u.test(word)) continue
    const asked = isVitamin ? `vitamin ${word}` : word
    const isCommon = (language === 'en' && !isVitamin && commonWords().has(word)) || /^\d+$/u.test(word)
    const own = factor * (phrase === undefined ? 1 : insidePhrase) * (isCommon ? commonWord : 1)
    const others = phrase === undefined ? [] : (vocabulary.match([word])[0]?.meanings ?? [])
    drafts.push({
      asked,
      clause,
      meanings: [{ text: asked, factor: 1 }, ...others],
      isTopic: false,
      factor: own,
      isInside: phrase !== undefined,
      isObject: isObjectAt(index),
      isAge: veryYoung.test(asked),
    })
  }
  return drafts
}

const veryYoung = /^(?:newborns?|infants?|bab(?:y|ies)|toddlers?)$/u

/** Verbs and prepositions of effect: what follows them is what a question is about as much as what precedes them. */
const effects: ReadonlySet<string> = new Set(
  'cause causes cure cures treat treats stop stops prevent prevents help helps fix fixes reverse reverses shrink shrinks lower lowers raise raises increase increases boost boosts reduce reduces give gives make makes trigger triggers heal heals block blocks improve improves kill kills remove removes ease eases relieve relieves against for rid damage damages harm harms clog clogs ruin affect affects mean means speed'.split(
    ' ',
  ),
)

// Corrected before phrases are matched: the letter after it makes it another substance.
const vitamin = ['vitamin']

function spellVitamin(word: string): string {
  return word.length > 4 && !word.startsWith('vitamin') ? (nearestWord(word, vitamin) ?? word) : word
}

function mergeDrafts(drafts: readonly Draft[]): Draft[] {
  const merged = new Map<string, Draft>()
  for (const draft of drafts) {
    const key = `${draft.clause} ${draft.asked}`
    const known = merged.get(key)
    if (known === undefined) merged.set(key, draft)
    else known.factor = Math.max(known.factor, draft.factor)
  }
  return [...merged.values()]
}

// A typing error away from a shorter word there is nearly always another word.
const shortestCorrected = 4
// More unknown words than this are another language, or noise.
const mostCorrected = 12

/**
 * Adds the word that is meant to each misspelled one.
 *
 * @returns misspelled stop words ("wiht", "realy"), which ask for nothing
 */
async function correct(
  drafts: readonly Draft[],
  { lookup, vocabulary }: QuestionScope,
  stops: ReadonlySet<string> = new Set(),
): Promise<Set<Draft>> {
  const mistyped = new Set<Draft>()
  const unknown = drafts.filter(
    ({ asked, meanings }) =>
      meanings.length === 1 &&
      /^\p{L}+$/u.test(asked) &&
      asked.length >= shortestCorrected &&
      !lookup.has(asked),
  )
  const asked = [...new Set(unknown.map((draft) => draft.asked))].slice(0, mostCorrected)
  const corrections = new Map<string, string | undefined>()
  for (const word of asked) {
    corrections.set(
      word,
      correctWord(word, lookup.near(word), vocabulary.words) ?? joinedWords(word, lookup, stops),
    )
    await pauseWhenDue()
  }
  for (const draft of unknown) {
    const meant = corrections.get(draft.asked)
    if (meant === undefined) continue
    if (stops.has(meant)) mistyped.add(draft)
    if (commonWords().has(meant)) draft.factor *= commonWord
    const parts = meant.split(' ')
    const match = vocabulary.match(parts).find(({ length }) => length === parts.length)
    draft.isTopic = match?.isTopic ?? false
    draft.meanings = [
      ...draft.meanings,
      { text: meant, factor: correctedFactor },
      ...(match?.meanings ?? []).map(({ text, factor }) => ({ text, factor: factor * correctedFactor })),
    ]
  }
  return mistyped
}

// Shorter parts of a word are found in most words.
const shortestPart = 3

/**
 * Splits a word that is two words of the content written without the space: "fishoil". The letter at which they meet may be
 * written once ("sideffects").
 */
function joinedWords(word: string, lookup: TermLookup, stops: ReadonlySet<string>): string | undefined {
  // No part would be in the index, and the time grows with the square of the length.
  if (word.length > 2 * longestWord) return undefined
  for (let at = word.length - shortestPart; at >= shortestPart; at--) {
    const left = word.slice(0, at)
    for (const right of [word.slice(at), word.slice(at - 1)]) {
      if (!stops.has(left) && !stops.has(right) && lookup.has(left) && lookup.has(right))
        return `${left} ${right}`
    }
  }
  return undefined
}

function toTerm(draft: Draft, lookup: TermLookup): QuestionTerm {
  const { asked, clause, isTopic, isObject, isAge, factor } = draft
  const found = draft.meanings.flatMap((meaning, index) =>
    lookup
      // The health vocabulary is English: only the word itself is looked up in other languages.
      .find(meaning.text, index === 0 ? undefined : languageOf(meaning))
      .map((parts) => ({ text: meaning.text, parts, factor: meaning.factor })),
  )
  const own = found.filter(({ text }) => text === asked)
  const names = found.filter((alternative) => alternative.factor >= leastSame)
  const known = found.length > 0
  const strength = strengthOf(names, own)
  const alternatives = found.map((alternative) =>
    Object.assign(alternative, { gain: gainOf(alternative, asked, strength) }),
  )
  const weight =
    strength ??
    (known ? Math.max(...alternatives.map(({ gain }) => gain)) : isTopic ? missingTopicWeight : unknownWeight)
  const literal = own.length > 0
  return { asked, clause, alternatives, weight, factor, known, literal, isTopic, isObject, isAge }
}

function languageOf({ language = 'en' }: Meaning): string | undefined {
  return language === null ? undefined : analyserOf(language)
}

// Meanings from this factor on are names of the same thing; below it they are only related.
const leastSame = 0.7
const relatedWord = 0.9
// Rare words that stand for one that the content lacks: the sense may be another one.
const highestGain = 5

/**
 * The weight of a thing with several names, halfway between its most frequent name and the one that was asked: that a
 * passage says "kale", which is rarer, makes it no better an answer to a question about vegetables.
 *
 * @param own the names that are the asked word itself
 * @returns undefined when the content has none of the names
 */
function strengthOf(
  names: readonly Omit<Alternative, 'gain'>[],
  own: readonly Omit<Alternative, 'gain'>[],
): number | undefined {
  if (names.length === 0) return undefined
  const weights = names.map(weightOf)
  const asked = own.length > 0 ? Math.max(...own.map(weightOf)) : Math.min(Math.max(...weights), highestGain)
  return (Math.min(...weights) + asked) / 2
}

function gainOf(alternative: Omit<Alternative, 'gain'>, asked: string, strength = highestGain): number {
  const weight = weightOf(alternative)
  if (alternative.text === asked) return (strength + weight) / 2
  const share = alternative.factor >= leastSame ? 1 : relatedWord
  return share * alternative.factor * Math.min(weight, strength)
}

/** The inverse document frequency of an alternative: of a phrase its rarest word's. */
function weightOf({ parts }: Pick<Alternative, 'parts'>): number {
  return Math.max(0, ...parts.map(({ weight }) => weight))
}
