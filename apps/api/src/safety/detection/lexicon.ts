import { normalise } from './normalise.ts'
import { WordIndex } from './word-index.ts'

/** A lexicon of one language, as its data file holds it. */
export interface LexiconData {
  language: string
  version: string
  /** The role that is responsible for the content of the file. */
  owner: string
  /** Words by which the language of a message is recognised. */
  functionWords: string
  /** Written numbers. */
  numbers: Record<string, number>
  /** Ordinary words that differ from a listed word by one letter and are no misspelling of it. */
  notTypos: string
  /** Pairs of letters that sound alike, for misspellings by ear. */
  sounds: [string, string][]
  /** Phrases of each concept, separated by ` | `. */
  concepts: Record<string, string>
}

interface Element {
  /** Ids of the words that may stand here; undefined for a gap of up to three tokens. */
  terms: ReadonlySet<number> | undefined
}

interface Phrase {
  concept: number
  elements: Element[]
}

/** Found words of a concept: token indexes, both inclusive. */
export interface Match {
  concept: string
  start: number
  end: number
}

const gapLength = 3

/** Finds the concepts of one language in tokens, with tolerance for spelling. */
export class Lexicon {
  readonly language: string
  readonly version: string
  readonly functionWords: ReadonlySet<string>
  readonly numbers: ReadonlyMap<string, number>
  readonly #words: WordIndex
  readonly #concepts: string[] = []
  readonly #phrasesFrom = new Map<number, Phrase[]>()

  constructor(...files: readonly LexiconData[]) {
    this.language = files[0]?.language ?? ''
    this.version = files.map(({ version }) => version).join('+')
    this.functionWords = new Set(
      files.flatMap(({ functionWords }) => functionWords.split(' ').map(normalise)),
    )
    this.numbers = new Map(
      files.flatMap(({ numbers }) =>
        Object.entries(numbers).map(([word, value]): [string, number] => [normalise(word), value]),
      ),
    )
    this.#words = new WordIndex({
      language: this.language,
      notTypos: new Set([...files.flatMap(({ notTypos }) => notTypos.split(' ')), ...this.functionWords]),
      sounds: files.flatMap(({ sounds }) => sounds),
    })
    for (const { concepts } of files) {
      for (const [name, phrases] of Object.entries(concepts)) this.addConcept(name, phrases)
    }
  }

  /** Adds phrases, separated by ` | `, to a concept. */
  protected addConcept(name: string, phrases: string): void {
    let concept = this.#concepts.indexOf(name)
    if (concept === -1) concept = this.#concepts.push(name) - 1
    for (const phrase of phrases.split('|')) {
      const written = phrase
        .trim()
        .split(/\s+/u)
        .filter((element) => element !== '')
      const elements = written.map((element): Element => ({
        terms:
          element === '~'
            ? undefined
            : new Set(
                element
                  .split('/')
                  .flatMap(expand)
                  .map((word) => this.#words.add(normaliseTerm(word))),
              ),
      }))
      for (const id of elements[0]?.terms ?? []) {
        const from = this.#phrasesFrom.get(id)
        if (from === undefined) this.#phrasesFrom.set(id, [{ concept, elements }])
        else from.push({ concept, elements })
      }
    }
  }

  /** Every concept of the tokens, in no fixed order. */
  match(words: readonly string[]): Match[] {
    const terms = this.#words.read(words)
    const matches: Match[] = []
    for (let start = 0; start < words.length; start += 1) {
      for (const id of terms[start] ?? []) {
        for (const { concept, elements } of this.#phrasesFrom.get(id) ?? []) {
          const end = elements.length === 1 ? start : matchFrom(terms, elements, 1, start + 1)
          const name = this.#concepts[concept]
          if (end >= 0 && name !== undefined) matches.push({ concept: name, start, end })
        }
      }
    }
    return matches
  }
}

/** The index of the last token of the phrase, or -1. */
function matchFrom(
  terms: readonly (readonly number[])[],
  elements: readonly Element[],
  element: number,
  token: number,
): number {
  const wanted = elements[element]
  if (wanted === undefined) return token - 1
  if (wanted.terms !== undefined) {
    const here = terms[token]
    for (const id of here ?? []) {
      if (wanted.terms.has(id)) return matchFrom(terms, elements, element + 1, token + 1)
    }
    return -1
  }
  for (let skipped = 0; skipped <= gapLength; skipped += 1) {
    const end = matchFrom(terms, elements, element + 1, token + skipped)
    if (end >= 0) return end
  }
  return -1
}

/** Normalised like the text, with the marks for beginnings and endings kept. */
function normaliseTerm(word: string): string {
  const plain = normalise(word.replaceAll('*', '')).trim()
  return `${word.startsWith('*') ? '*' : ''}${plain}${word.endsWith('*') ? '*' : ''}`
}

/** `?x` stands for an Arabic verb in the persons of its present tense. */
function expand(word: string): string[] {
  if (!word.startsWith('?')) return [word]
  const stem = word.slice(1)
  return [stem, ...['ا', 'ي', 'ت', 'ن'].map((prefix) => prefix + stem)]
}
