import { normalise } from './normalise.ts'

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
/** Cached words of a lexicon; the cache is emptied when it is full, so that memory stays bounded. */
const cacheSize = 20_000
/**
 * New words of one conversation that are compared with the lexicon as misspellings, about 10 µs each. Later new words
 * count as they are written; words that were compared before are in the cache and cost nothing.
 */
const typosRead = 1000
const fuzzyFrom = 5
const twoEditsFrom = 9

/** Finds the concepts of one language in tokens, with tolerance for spelling. */
export class Lexicon {
  readonly language: string
  readonly version: string
  readonly functionWords: ReadonlySet<string>
  readonly numbers: ReadonlyMap<string, number>
  readonly #notTypos: ReadonlySet<string>
  readonly #sounds: [string, string][]
  readonly #concepts: string[] = []
  readonly #exact = new Map<string, number[]>()
  readonly #prefixes = new Map<string, number[]>()
  readonly #suffixes = new Map<string, number[]>()
  readonly #byEar = new Map<string, number[]>()
  readonly #deletions = new Map<string, { word: string; isPrefix: boolean; id: number }[]>()
  readonly #ids = new Map<string, number>()
  readonly #phrasesFrom = new Map<number, Phrase[]>()
  readonly #cache = new Map<string, readonly number[]>()

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
    this.#notTypos = new Set([...files.flatMap(({ notTypos }) => notTypos.split(' ')), ...this.functionWords])
    this.#sounds = files.flatMap(({ sounds }) => sounds)
    for (const { concepts } of files) {
      for (const [name, phrases] of Object.entries(concepts)) this.#addConcept(name, phrases)
    }
  }

  #addConcept(name: string, phrases: string): void {
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
                  .map((word) => this.#termId(normaliseTerm(word))),
              ),
      }))
      for (const id of elements[0]?.terms ?? []) {
        const from = this.#phrasesFrom.get(id)
        if (from === undefined) this.#phrasesFrom.set(id, [{ concept, elements }])
        else from.push({ concept, elements })
      }
    }
  }

  #termId(term: string): number {
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
    if (word.length >= fuzzyFrom) {
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

  /** Ids of the lexicon's words that a token may be, misspelt or inflected. */
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
    for (const form of formsOf(written, this.language)) this.#addDirect(form, found)
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
    for (const form of fuzzyFormsOf(written, this.language)) this.#addFuzzy(form, found)
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
    if (word.length < fuzzyFrom - 1 || word.length > 24) return
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

  /** Every concept of the tokens, in no fixed order. */
  match(words: readonly string[]): Match[] {
    const typos = { left: typosRead }
    const terms = words.map((word) => (word === '' ? [] : this.#termsOf(word, typos)))
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

const leetLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
}

/** A word as written, without letters held down, leetspeak read, and without attached particles. */
function formsOf(written: string, language: string): string[] {
  const forms = [written]
  if (/(\p{L})\1\1/u.test(written)) {
    forms.push(written.replaceAll(/(\p{L})\1{2,}/gu, '$1$1'), written.replaceAll(/(\p{L})\1+/gu, '$1'))
  }
  if (/\p{L}/u.test(written) && /\d/u.test(written)) {
    const read = written.replaceAll(/\d/gu, (digit) => leetLetters[digit] ?? digit)
    forms.push(read, read.replaceAll('i', 'l'))
  }
  if (language === 'ar') forms.push(...withoutParticles(written))
  if (language === 'fr' && written.length >= 5 && /^[ldnjmts][aeiouyh]/u.test(written))
    forms.push(written.slice(1))
  if (language === 'de' && /[aou]e/u.test(written)) forms.push(written.replaceAll(/([aou])e/gu, '$1'))
  return forms
}

const arabicParticles = [
  'وبال',
  'وال',
  'فال',
  'بال',
  'كال',
  'لل',
  'ال',
  'و',
  'ف',
  'ب',
  'ل',
  'ك',
  'س',
  'ح',
  'ه',
  'ع',
]

function withoutParticles(word: string): string[] {
  return arabicParticles
    .filter((particle) => word.startsWith(particle) && word.length - particle.length >= 3)
    .map((particle) => word.slice(particle.length))
}

function fuzzyFormsOf(written: string, language: string): string[] {
  return language === 'ar' ? [written, ...withoutParticles(written).slice(0, 1)] : [written]
}

function add(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, [id])
  else ids.push(id)
}

/** The word and every word that leaves out up to `edits` of its letters but the first. */
function deletionsOf(word: string, edits: number): Set<string> {
  const all = new Set([word])
  let last = [word]
  for (let edit = 0; edit < edits; edit += 1) {
    last = last.flatMap((longer) =>
      Array.from(
        { length: Math.max(0, longer.length - 1) },
        (_, i) => longer.slice(0, i + 1) + longer.slice(i + 2),
      ),
    )
    for (const shorter of last) all.add(shorter)
  }
  return all
}

/** The word with each run of one letter shortened to that letter. */
function withoutDoubles(word: string): string {
  let single = ''
  for (const letter of word) if (letter !== single.at(-1)) single += letter
  return single
}

/** Damerau-Levenshtein distance (adjacent transpositions) up to `edits`, with the same first letter. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > edits) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return (last[b.length] ?? edits + 1) <= edits
}
