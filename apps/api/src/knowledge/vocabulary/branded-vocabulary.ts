import { analyserOf, stemWord } from '../text/text-analysis.ts'
import { type Meaning, type PhraseVocabulary, sameThing, type VocabularyMatch } from './vocabulary.ts'
import { foldWord, splitWords } from '../text/words.ts'

/** Interchangeable words and phrases of a brand. */
export interface PhraseGroup {
  phrases: readonly string[]
  /** BCP 47 language of the content that they are looked up in; null for every language. */
  language: string | null
}

interface Entry {
  stems: readonly string[]
  meanings: Meaning[]
}

/** A vocabulary with the words of a brand on top: where both have a phrase, the longer one is taken, or both. */
export class BrandedVocabulary implements PhraseVocabulary {
  readonly words: ReadonlySet<string>
  readonly #base: PhraseVocabulary
  /** Entries by the language of their stems and by their first stem, the longest first. */
  readonly #entries = new Map<string, Map<string, Entry[]>>()

  constructor(base: PhraseVocabulary, groups: readonly PhraseGroup[]) {
    this.#base = base
    const words = new Set(base.words)
    for (const { phrases, language } of groups) {
      for (const phrase of phrases) {
        const own = splitWords(phrase).map(foldWord)
        for (const word of own) if (word.length >= 4) words.add(word)
        const meanings = phrases
          .filter((other) => other !== phrase)
          .map((text) => ({ text: text.toLowerCase(), factor: sameThing, language }))
        this.#add(own, language === null ? 'en' : analyserOf(language), meanings)
      }
    }
    this.words = words
  }

  #add(words: readonly string[], language: string, meanings: readonly Meaning[]): void {
    const stems = words.map((word) => stemWord(word, language))
    const [first] = stems
    if (first === undefined) return
    const byFirst = this.#entries.get(language) ?? new Map<string, Entry[]>()
    this.#entries.set(language, byFirst)
    const entries = byFirst.get(first) ?? []
    byFirst.set(first, entries)
    const known = entries.find(
      (entry) =>
        entry.stems.length === stems.length && entry.stems.every((stem, index) => stem === stems[index]),
    )
    if (known === undefined) entries.push({ stems, meanings: [...meanings] })
    else known.meanings.push(...meanings)
    entries.sort((left, right) => right.stems.length - left.stems.length)
  }

  match(words: readonly string[], stopWords?: ReadonlySet<string>): VocabularyMatch[] {
    const found = this.#base.match(words, stopWords)
    for (const [language, byFirst] of this.#entries) {
      const stems = words.map((word) => stemWord(word, language))
      for (let start = 0; start < stems.length; start++) {
        const entry = byFirst
          .get(stems[start] ?? '')
          ?.find((candidate) => candidate.stems.every((stem, index) => stem === stems[start + index]))
        if (entry === undefined) continue
        put(found, { start, length: entry.stems.length, meanings: entry.meanings, isTopic: false })
        start += entry.stems.length - 1
      }
    }
    return found.toSorted((left, right) => left.start - right.start)
  }
}

/** Adds a match in place of shorter ones that it overlaps. */
function put(found: VocabularyMatch[], match: VocabularyMatch): void {
  const overlapping = found.filter(
    (other) => other.start < match.start + match.length && match.start < other.start + other.length,
  )
  const [same] = overlapping
  if (same !== undefined && same.start === match.start && same.length === match.length) {
    found[found.indexOf(same)] = { ...same, meanings: [...same.meanings, ...match.meanings] }
    return
  }
  if (overlapping.some(({ length }) => length > match.length)) return
  for (const other of overlapping) found.splice(found.indexOf(other), 1)
  found.push(match)
}
