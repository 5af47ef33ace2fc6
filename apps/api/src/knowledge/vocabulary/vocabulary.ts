import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../package-root.ts'
import { stemWord } from '../text/text-analysis.ts'
import { foldWord, splitWords } from '../text/words.ts'

/** One meaning of a phrase: the words of the content that express it. */
export interface Meaning {
  /** Words or phrase of the content. */
  text: string
  /** 0 to 1: how well it stands for the phrase that was asked. */
  factor: number
  /** Language of the content that it is looked up in; null for every language. @default 'en' */
  language?: string | null
}

/** A phrase of the vocabulary as it was found in a question. */
export interface VocabularyMatch {
  /** Index of its first word and number of its words, stop words included. */
  start: number
  length: number
  meanings: readonly Meaning[]
  /** True when it names a condition, nutrient, remedy or medicine: without any passage on it nothing is covered. */
  isTopic: boolean
}

interface Entry {
  /** Folded. */
  words: readonly string[]
  stems: readonly string[]
  meanings: Meaning[]
  isTopic: boolean
}

/** Phrases with the words of the content that express them. */
export interface PhraseVocabulary {
  /** Words of four letters or more, folded: candidates for the correction of misspelled words. */
  readonly words: ReadonlySet<string>
  /** Finds the phrases of a question, the longest first at each word; phrases do not overlap. */
  match: (words: readonly string[], stopWords?: ReadonlySet<string>) => VocabularyMatch[]
}

/** Factor of words that are interchangeable. */
export const sameThing = 0.9
const everydayWord = 0.75
const related = 0.6

/**
 * The vocabulary of everyday health language. Its file has one group a line:
 *
 * ```text
 * [topic]                                conditions, nutrients, remedies, medicines follow
 * [word]                                 other words follow
 * insomnia; sleeplessness: cannot sleep, lie awake
 * latte, espresso ~ coffee, caffeine
 * ```
 *
 * The names before the colon are interchangeable, those after it are everyday words for them. `~` leads from the words
 * on its left to related ones on its right, and not back.
 */
export class Vocabulary implements PhraseVocabulary {
  readonly #byFirstStem = new Map<string, Entry[]>()
  readonly #words = new Set<string>()

  constructor(text: string) {
    let isTopic = false
    for (const raw of text.split('\n')) {
      const line = raw.trim()
      if (line.startsWith('[')) isTopic = line === '[topic]'
      else if (line !== '' && !line.startsWith('#')) this.#addLine(line, isTopic)
    }
  }

  #addLine(line: string, isTopic: boolean): void {
    const [left = '', right] = line.split('~')
    if (right !== undefined) {
      const meanings = list(right, ',').map((meaning) => ({ text: meaning, factor: related }))
      for (const term of list(left, ',')) this.#add(term, meanings, false)
      return
    }
    const [names = '', everyday = ''] = line.split(':')
    const formal = list(names, ';')
    const lay = list(everyday, ',')
    const meanings: readonly Meaning[] = [
      ...formal.map((name) => ({ text: name, factor: sameThing })),
      ...lay.map((name) => ({ text: name, factor: everydayWord })),
    ]
    for (const { text: term } of meanings) {
      this.#add(
        term,
        meanings.filter((meaning) => meaning.text !== term),
        isTopic,
      )
    }
  }

  #add(term: string, meanings: readonly Meaning[], isTopic: boolean): void {
    const words = splitWords(term).map(foldWord)
    const stems = words.map((word) => stemWord(word, 'en'))
    const [first] = stems
    if (first === undefined) return
    for (const word of words) if (word.length >= 4) this.#words.add(word)
    const entries = this.#byFirstStem.get(first) ?? []
    this.#byFirstStem.set(first, entries)
    const known = entries.find(
      (entry) =>
        entry.stems.length === stems.length && entry.stems.every((stem, index) => stem === stems[index]),
    )
    if (known === undefined) {
      const shorter = entries.findIndex((entry) => entry.stems.length < stems.length)
      entries.splice(shorter === -1 ? entries.length : shorter, 0, {
        words,
        stems,
        meanings: [...meanings],
        isTopic,
      })
    } else {
      known.meanings.push(
        ...meanings.filter(({ text }) => !known.meanings.some((other) => other.text === text)),
      )
      known.isTopic ||= isTopic
    }
  }

  get words(): ReadonlySet<string> {
    return this.#words
  }

  match(words: readonly string[], stopWords?: ReadonlySet<string>): VocabularyMatch[] {
    const stems = words.map((word) => stemWord(word, 'en'))
    const found: VocabularyMatch[] = []
    for (let start = 0; start < stems.length; start++) {
      const entry = this.#byFirstStem
        .get(stems[start] ?? '')
        ?.find((candidate) => candidate.stems.every((stem, index) => stem === stems[start + index]))
      if (entry === undefined) continue
      const word = words[start] ?? ''
      if (entry.stems.length === 1 && (stopWords?.has(word) === true || !isForm(word, entry))) continue
      const { meanings, isTopic } = entry
      found.push({ start, length: entry.stems.length, meanings, isTopic })
      start += entry.stems.length - 1
    }
    return found
  }
}

// Stems of three letters are shared by words that have nothing in common: "cup" and "cupping".
const shortStem = 3

/** True when a word with the stem of a one-word entry is a form of its word. */
function isForm(word: string, { words: [own = ''], stems: [stem = ''] }: Entry): boolean {
  return stem.length > shortStem || word === own || `${word}s` === own || word === `${own}s`
}

function list(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
}

const files = new Map<string, string>()

function dataText(name: string): string {
  const known = files.get(name)
  if (known !== undefined) return known
  const text = readFileSync(join(packageRoot, 'data', name), 'utf8')
  files.set(name, text)
  return text
}

/**
 * The text of the health vocabulary that ships with the server: groups of this project, then those of WordNet
 * (docs/dependencies.md).
 */
export const vocabularyText = (): string =>
  ['health-vocabulary.txt', 'everyday-vocabulary.txt', 'wordnet-health.txt'].map(dataText).join('\n')

/** The text of the vocabulary of goods that ships with the server. */
export const goodsText = (): string => dataText('product-vocabulary.txt')

let health: Vocabulary | undefined
let goods: Vocabulary | undefined

/** The health vocabulary that ships with the server. The first call parses it, which takes some 60 ms. */
export function healthVocabulary(): Vocabulary {
  return (health ??= new Vocabulary(vocabularyText()))
}

/** The vocabulary of goods that ships with the server. */
export function shippedGoods(): Vocabulary {
  return (goods ??= new Vocabulary(goodsText()))
}
