import { neighboursOf } from '../../knowledge/index/word-neighbours.ts'
import { stopWords } from '../../knowledge/text/language.ts'
import { foldText, stemWord } from '../../knowledge/text/text-analysis.ts'
import { sameThing, Vocabulary, vocabularyText } from '../../knowledge/vocabulary/vocabulary.ts'
import { withDigits } from '../model/built-in/population.ts'
import { grammarOf, type QuestionGrammar } from './question-grammar.ts'
import { joinDigits, quantityAt } from './quantities.ts'

/** A word or phrase of the subject of a question. */
export interface SignatureTerm {
  /** Its stems. */
  name: string
  /** Names of the same thing, itself included. */
  names: readonly string[]
}

/** The parts of a question that must agree with those of an approved question. */
export interface QuestionSignature {
  /** Its folded words: questions of the same words are the same. */
  text: string
  /** Numbers, people, negation and the asked aspect as one text: equal or another question. */
  frame: string
  /** Words of the subject in their order, each once. */
  terms: readonly SignatureTerm[]
  /** True when the order of the terms counts: "does stress cause acne?" */
  isDirected: boolean
  /** True when the question refers to something named before it. */
  refersBack: boolean
  /** Groups of people that it names, sorted. */
  people: readonly string[]
}

/** Longer messages are stories with a question in them. */
const mostWords = 60
const mostCharacters = 600

/** Meanings of the vocabulary from this factor on are names of the same thing. */
const leastSame = sameThing

let shipped: Vocabulary | undefined

/** Words of one language, taken one after another. */
interface Reading {
  words: readonly string[]
  stems: readonly string[]
  language: string
  grammar: QuestionGrammar
}

/**
 * Reads a question in a language.
 *
 * @returns undefined for a language without a grammar, for a long message, and for one without a subject
 */
export function signatureOf(text: string, language: string): QuestionSignature | undefined {
  if (text.length > mostCharacters) return undefined
  const reading = readWords(text, language)
  if (reading === undefined || reading.words.length > mostWords) return undefined
  const found = gatherAll(reading)
  if (found.terms.size === 0) return undefined
  return {
    text: reading.words.join(' '),
    frame: frameOf(found),
    terms: [...found.terms.values()],
    isDirected: found.isDirected,
    refersBack: found.refersBack,
    people: peopleOf(found),
  }
}

/** Returns whether a message names people in particular; of a long one its beginning is read. */
export function namesPeople(text: string, language: string): boolean {
  const reading = readWords(text.slice(0, mostCharacters), language)
  return reading !== undefined && peopleOf(gatherAll(reading)).length > 0
}

function readWords(text: string, language: string): Reading | undefined {
  const grammar = grammarOf(language)
  if (grammar === undefined) return undefined
  const plain = joinDigits(text, language)
  const folded = joinVitamins(foldText(language === 'en' ? withDigits(plain) : plain))
  const words = language === 'en' ? folded.map(correct) : folded
  return { words, stems: words.map((word) => stemWord(word, language)), language, grammar }
}

/** A letter after "vitamin" means nothing alone: the pair is one word, in Arabic as in Latin letters. */
function joinVitamins(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    if (word === '') continue
    const isNamed = word.startsWith('vitamin-')
    const isLetter = word.length === 1 && /^(?:ال)?فيتامين$/u.test(joined.at(-1) ?? '')
    if (isNamed || isLetter) joined[joined.length - 1] = isNamed ? word : `vitamin-${word}`
    else joined.push(word)
  }
  return joined
}

// Shorter words are an edit away from too many others.
const shortestCorrected = 7

/**
 * Corrects swapped and doubled letters alone: "prebiotics" is an edit away from "probiotics", and "manganese" not far from
 * "magnesium".
 */
function correct(word: string): string {
  const { words } = vocabulary()
  if (word.length < shortestCorrected || words.has(word) || !/^[a-z]+$/u.test(word)) return word
  const near = neighboursOf(words)
    .near(word)
    .map((found) => found.word)
  return near.find((known) => letters(known) === letters(word)) ?? word
}

/** The letters of a word, sorted, each once in a row. */
function letters(word: string): string {
  return Array.from(word.replaceAll(/(.)\1/gu, '$1')).sort().join('')
}

function vocabulary(): Vocabulary {
  return (shipped ??= new Vocabulary(vocabularyText()))
}

/** The parts of a question that are gathered while it is read. */
interface Gathered {
  asked: Set<string>
  people: Set<string>
  quantities: string[]
  terms: Map<string, SignatureTerm>
  negations: number
  consumes: boolean
  refersBack: boolean
  isDirected: boolean
}

function gatherAll(reading: Reading): Gathered {
  const found: Gathered = {
    asked: new Set(),
    people: new Set(),
    quantities: [],
    terms: new Map(),
    negations: 0,
    consumes: false,
    refersBack: false,
    isDirected: false,
  }
  const phrases = phrasesOf(reading)
  const { words, stems, grammar } = reading
  for (let at = 0; at < words.length;) {
    found.isDirected ||= grammar.isDirected(stems[at] ?? '')
    const known = grammar.at(stems, at)
    const phrase = phrases.get(at)
    const quantity = quantityAt(words, at)
    if (phrase !== undefined && phrase.length > (known?.length ?? 0)) {
      addTerm(found, phrase.term)
      at += phrase.length
    } else if (quantity !== undefined) {
      found.quantities.push(quantity.text)
      at += quantity.length
    } else if (known !== undefined) {
      gather(found, known.group, at === 0 || found.terms.size === 0)
      at += known.length
    } else {
      addWord(found, reading, at)
      at += 1
    }
  }
  return found
}

interface Phrase {
  length: number
  term: SignatureTerm
}

/** Words and phrases of the English health vocabulary, by their first word. */
function phrasesOf({ words, language }: Reading): ReadonlyMap<number, Phrase> {
  if (language !== 'en') return new Map()
  return new Map(
    vocabulary()
      .match(words, stopWords.get(language))
      .filter(({ isTopic, length }) => isTopic || length === 1)
      .map(({ start, length, meanings }) => {
        const asked = words.slice(start, start + length).join(' ')
        const same = meanings.filter(({ factor }) => factor >= leastSame).map(({ text }) => text)
        const [name = '', ...names] = [asked, ...same].map((one) => nameOf(one, language))
        return [start, { length, term: { name, names: [name, ...names] } }] as const
      }),
  )
}

function nameOf(phrase: string, language: string): string {
  return joinVitamins(foldText(phrase))
    .map((word) => stemWord(word, language))
    .join(' ')
}

function addTerm({ terms }: Gathered, term: SignatureTerm): void {
  terms.set(term.name, term)
}

function addWord(found: Gathered, { words, stems, language, grammar }: Reading, at: number): void {
  const word = words[at] ?? ''
  const stem = stems[at] ?? ''
  const isStop = stopWords.get(language)?.has(word) === true && !grammar.keeps(stem)
  if (isStop || word.length < 2) return
  addTerm(found, { name: stem, names: [stem] })
}

function gather(found: Gathered, group: string, isOpening: boolean): void {
  if (group === 'not') found.negations += 1
  else if (group === 'consume') found.consumes = true
  else if (group === 'refer') found.refersBack = true
  else if (group === 'open') found.refersBack ||= isOpening
  else if (group === 'ask.or') {
    found.asked.add('or')
    found.refersBack ||= isOpening
  } else if (group.startsWith('ask.')) found.asked.add(group.slice(4))
  else if (group.startsWith('people.')) found.people.add(group.slice(7))
  else if (group.startsWith('+')) addTerm(found, { name: group, names: [group] })
}

/** Groups of people; "pregnant women" names one, and adults are nobody in particular. */
function peopleOf({ people }: Gathered): string[] {
  const isMother = people.has('pregnant') || people.has('nursing')
  return [...people].filter((group) => group !== 'any' && !(isMother && group === 'woman')).toSorted()
}

function frameOf(found: Gathered): string {
  return [
    aspectsOf(found).toSorted().join(' '),
    peopleOf(found).join(' '),
    found.quantities.toSorted().join(', '),
    found.negations > 0 ? 'not' : '',
  ].join('|')
}

/** Aspects that stand beside another one without changing it. */
const weakAspects: ReadonlySet<string> = new Set(['advice', 'daily', 'what', 'together', 'can'])

/** Aspects that a question on how much may have besides. */
const amounts: ReadonlySet<string> = new Set(['amount', 'limit'])

/**
 * The aspects by which two questions differ. "What are the side effects?" asks for side effects, "can I take …?" whether it
 * is safe, and "how much can I take?" for a limit, which "how much should I take?" does not.
 */
function aspectsOf({ asked, consumes, terms }: Gathered): string[] {
  const asksPrice = asked.has('price')
  const strong = [...asked].filter(
    (aspect) => !weakAspects.has(aspect) && !(asksPrice && aspect === 'amount'),
  )
  const isAmount = strong.length > 0 && strong.every((aspect) => amounts.has(aspect))
  if (asked.has('can') && (consumes || asked.has('together')) && (strong.length === 0 || isAmount)) {
    strong.push('safe')
  }
  if (asked.has('daily') && !isAmount) strong.push('daily')
  if (strong.length > 0) return [...new Set(strong)]
  if (asked.has('advice')) return ['advice']
  // "What is magnesium?" is no list of its foods.
  return asked.has('what') && terms.size === 1 ? ['what'] : []
}
