import { inverseFrequency } from './bm25.ts'
import { stopWords } from '../text/language.ts'
import type { IndexSpace, MemoryIndex } from './memory-index.ts'
import { type SpaceKind, spacesOf } from './search-spaces.ts'
import type { NearWord } from './space-words.ts'
import { neighboursOf } from './word-neighbours.ts'
import { contentWords, foldText, stemWord } from '../text/text-analysis.ts'

/** A stem of one language in the index. */
export interface IndexedTerm {
  language: string
  stem: string
  /** Ids of the stem, one a space of the language. */
  ids: number[]
  /** Inverse document frequency. */
  weight: number
}

/** Part of the index that a search reads. */
export interface LookupScope {
  kind: SpaceKind
  /** Adds this client's content to the shared content. */
  clientId?: string | undefined
  /** Only these languages; all when left out. */
  languages?: readonly string[] | undefined
}

/**
 * Passages of all languages that weights assume at least. Among a few passages every word is frequent, and no question would
 * reach the scores of the content that coverage was fitted on, which has more than these.
 */
const fewestPassages = 100

function documentsIn(spaces: readonly IndexSpace[]): number {
  return spaces.reduce((sum, space) => sum + space.documents, 0)
}

const noWords: ReadonlySet<string> = new Set()

interface LanguageSpaces {
  language: string
  spaces: IndexSpace[]
}

/** Looks up the words and phrases of one search in the index; each is analysed once. */
export class TermLookup {
  readonly #index: MemoryIndex
  /** True for content of fewer passages than weights assume. */
  readonly isSmall: boolean
  /** Passages that weights assume for each one of the content. */
  readonly #scale: number
  readonly #languages: LanguageSpaces[]
  // Words of passages and products correct each other's misspellings.
  readonly #spelling: LanguageSpaces[]
  readonly #found = new Map<string, IndexedTerm[][]>()

  constructor(index: MemoryIndex, { kind, clientId, languages }: LookupScope) {
    this.#index = index
    const read = (of: SpaceKind) => languageSpaces(index, of, clientId)
    const own = read(kind)
    const passages = documentsIn(own.flatMap(({ spaces }) => spaces))
    this.#scale = kind === 'passage' ? Math.max(1, fewestPassages / Math.max(1, passages)) : 1
    this.isSmall = this.#scale > 1
    this.#languages = own.filter(({ language }) => languages?.includes(language) !== false)
    this.#spelling = [...own, ...read(kind === 'passage' ? 'product' : 'passage')]
  }

  /** True when some document contains all stems of the text in one language. */
  has(text: string): boolean {
    return this.find(text).length > 0
  }

  /** The terms of a text, one list a language that contains them all. */
  find(text: string, only?: string): IndexedTerm[][] {
    let found = this.#found.get(text)
    if (found === undefined) {
      const words = foldText(text)
      found = this.#languages.flatMap((spaces) => this.#findIn(spaces, words) ?? [])
      this.#found.set(text, found)
    }
    return only === undefined ? found : found.filter(([term]) => term?.language === only)
  }

  #findIn({ language, spaces }: LanguageSpaces, words: readonly string[]): [IndexedTerm[]] | undefined {
    const stems = new Set(contentWords(words, language).map((word) => stemWord(word, language)))
    const terms: IndexedTerm[] = []
    for (const stem of stems) {
      const own = spaces.flatMap((space) => this.#index.lookUp(space, stem) ?? [])
      if (own.length === 0) return undefined
      const documents = own.reduce((sum, each) => sum + each.documents, 0)
      const total = this.#scale * documentsIn(spaces)
      terms.push({
        language,
        stem,
        ids: own.map(({ term }) => term),
        weight: inverseFrequency(documents, total),
      })
    }
    return terms.length === 0 ? undefined : [terms]
  }

  /** Words of the content, stop words included, that a misspelled word may mean. */
  near(asked: string): NearWord[] {
    const found = new Map<string, number>()
    for (const { language, spaces } of this.#spelling) {
      for (const { word } of neighboursOf(stopWords.get(language) ?? noWords).near(asked)) {
        found.set(word, Number.POSITIVE_INFINITY)
      }
      for (const { word, documents } of spaces.flatMap((space) => space.words.near(asked))) {
        found.set(word, (found.get(word) ?? 0) + documents)
      }
    }
    return [...found].map(([word, documents]) => ({ word, documents }))
  }
}

/** The spaces that a search reads. */
export function spacesIn(index: MemoryIndex, { kind, clientId, languages }: LookupScope): Set<IndexSpace> {
  return new Set(
    languageSpaces(index, kind, clientId)
      .filter(({ language }) => languages?.includes(language) !== false)
      .flatMap(({ spaces }) => spaces),
  )
}

function languageSpaces(index: MemoryIndex, kind: SpaceKind, clientId: string | undefined): LanguageSpaces[] {
  return [...spacesOf(kind, clientId)]
    .map(([language, names]) => ({ language, spaces: names.flatMap((name) => index.space(name) ?? []) }))
    .filter(({ spaces }) => spaces.length > 0)
}
