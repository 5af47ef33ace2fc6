import { deletionsOf, isNear, withoutDoubles } from './misspellings.ts'
import { formsOf, fuzzyFormsOf } from './word-forms.ts'

/** Cached words of a lexicon; the cache is emptied when it is full, so that memory stays bounded. */
const cacheSize = 20_000
/**
 * New words of one conversation that are compared with the lexicon as misspellings, about 10 µs each. Later new words
 * count as they are written; words that were compared before are in the cache and cost nothing.
 */
const typosRead = 1000
const fuzzyFrom = 5
const twoEditsFrom = 9
/** Letters of the longest written word that is compared as a misspelling. */
const fuzzyTo = 24

/** Options of a {@link WordIndex}. */
export interface WordIndexOptions {
  language: string
  /** Words that are no misspelling of a listed word. */
  notTypos: ReadonlySet<string>
  /** Pairs of letters that sound alike. */
  sounds: readonly [string, string][]
}

/** Finds the listed words that a written word may be: the same, inflected, or misspelt. */
export class WordIndex {
  readonly #language: string
  readonly #notTypos: ReadonlySet<string>
  readonly #sounds: readonly [string, string][]
  readonly #exact = new Map<string, number[]>()
  readonly #prefixes = new Map<string, number[]>()
  readonly #suffixes = new Map<string, number[]>()
  readonly #byEar = new Map<string, number[]>()
  readonly #deletions = new Map<string, { word: string; isPrefix: boolean; id: number }[]>()
  readonly #ids = new Map<string, number>()
  readonly #cache = new Map<string, readonly number[]>()

  constructor({ language, notTypos, sounds }: WordIndexOptions) {
    this.#language = language
    this.#notTypos = notTypos
    this.#sounds = sounds
  }

  /** Adds a normalised word, `*` before or after it for any beginning or ending; returns its id. */
  add(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(term, id)
    if (term.startsWith('*')) {
      add(this.#suffixes, term.slice(1), id)
      return id
    }
    const isPrefix = term.endsWith('*')
    const word = isPrefix ? term.slice(0, -1) : term
    add(isPrefix ? this.#prefixes : this.#exact, word, id)
    if (!isPrefix && word.length >= 4) add(this.#byEar, this.#sound(word), id)
    if (isPrefix && word.length >= 5) add(this.#byEar, `${this.#sound(word)}*`, id)
    // No written word is near to a longer one.
    if (word.length >= fuzzyFrom && word.length <= fuzzyTo + 2) {
      for (const deletion of deletionsOf(word, word.length >= twoEditsFrom ? 2 : 1)) {
        const words = this.#deletions.get(deletion)
        if (words === undefined) this.#deletions.set(deletion, [{ word, isPrefix, id }])
        else words.push({ word, isPrefix, id })
      }
    }
    return id
  }

  #sound(word: string): string {
    let heard = word
    for (const [from, to] of this.#sounds) if (heard.includes(from)) heard = heard.replaceAll(from, to)
    return withoutDoubles(heard)
  }

  /** Ids of the listed words that each written word may be; none for an empty one. */
  read(words: readonly string[]): (readonly number[])[] {
    const typos = { left: typosRead }
    return words.map((word) => (word === '' ? [] : this.#termsOf(word, typos)))
  }

  #termsOf(word: string, typos: { left: number }): readonly number[] {
    const cached = this.#cache.get(word)
    if (cached !== undefined) return cached
    const direct = this.#findDirect(word)
    if (direct.length === 0 && typos.left <= 0) return direct
    const terms = direct.length > 0 ? direct : this.#findMisspelt(word, typos)
    if (this.#cache.size >= cacheSize) this.#cache.clear()
    this.#cache.set(word, terms)
    return terms
  }

  #findDirect(written: string): readonly number[] {
    const found = new Set<number>()
    for (const form of formsOf(written, this.#language)) this.#addDirect(form, found)
    return [...found]
  }

  #findMisspelt(written: string, typos: { left: number }): readonly number[] {
    if (written.length < fuzzyFrom - 1 || this.#notTypos.has(written)) return []
    typos.left -= 1
    const found = new Set<number>()
    const heard = this.#sound(written)
    for (const id of this.#byEar.get(heard) ?? []) found.add(id)
    for (let end = 5; end <= heard.length; end += 1)
      for (const id of this.#byEar.get(`${heard.slice(0, end)}*`) ?? []) found.add(id)
    if (found.size > 0) return [...found]
    for (const form of fuzzyFormsOf(written, this.#language)) this.#addFuzzy(form, found)
    return [...found]
  }

  #addDirect(word: string, found: Set<number>): void {
    for (const id of this.#exact.get(word) ?? []) found.add(id)
    for (let end = 2; end <= word.length; end += 1)
      for (const id of this.#prefixes.get(word.slice(0, end)) ?? []) found.add(id)
    for (let start = Math.max(0, word.length - 16); start <= word.length - 3; start += 1)
      for (const id of this.#suffixes.get(word.slice(start)) ?? []) found.add(id)
  }

  #addFuzzy(word: string, found: Set<number>): void {
    if (word.length < fuzzyFrom - 1 || word.length > fuzzyTo) return
    // The whole word, and its beginnings for words listed by their stem.
    for (let end = fuzzyFrom - 1; end <= word.length; end += 1) {
      const part = word.slice(0, end)
      const isWhole = end === word.length
      this.#addNear(part, part, isWhole, found)
      for (let i = 1; i < end; i += 1) {
        const shorter = part.slice(0, i) + part.slice(i + 1)
        this.#addNear(part, shorter, isWhole, found)
        if (!isWhole || end < twoEditsFrom - 1) continue
        for (let j = i; j < shorter.length; j += 1)
          this.#addNear(part, shorter.slice(0, j) + shorter.slice(j + 1), true, found)
      }
    }
  }

  /** Adds the listed words that share a deletion with a part of a word and are near to it. */
  #addNear(part: string, deletion: string, isWhole: boolean, found: Set<number>): void {
    const candidates = this.#deletions.get(deletion)
    if (candidates === undefined) return
    for (const candidate of candidates) {
      if (!isWhole && !candidate.isPrefix) continue
      if (candidate.isPrefix && candidate.word.length < 6) continue
      const edits = candidate.word.length >= twoEditsFrom ? 2 : 1
      if (isNear(part, candidate.word, edits)) found.add(candidate.id)
    }
  }
}

function add(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, [id])
  else ids.push(id)
}
