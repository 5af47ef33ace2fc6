import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stemWord } from '../knowledge/text/text-analysis.ts'
import { foldWord, splitWords } from '../knowledge/text/words.ts'
import { packageRoot } from '../package-root.ts'

/** Words of a question that name a subject of shops. */
export interface ShopMatch {
  /** Index of its first word and number of its words. */
  start: number
  length: number
  /** Name of the subject, such as `shipping`; `form` for words that stand for any product. */
  subject: string
}

interface Entry {
  stems: readonly string[]
  subject: string
}

type Phrases = ReadonlyMap<string, readonly Entry[]>

const file = join(packageRoot, 'data/shop-vocabulary.txt')

/** The lines of each language of the file. */
let sections: ReadonlyMap<string, readonly string[]> | undefined

const byLanguage = new Map<string, Phrases>()

/** Subject of the names of countries, which `Intl.DisplayNames` has in every language. */
const country = 'abroad'

/** Finds the words for subjects of shops in folded words, the longest phrase first; matches do not overlap. */
export function matchShopWords(words: readonly string[], language: string): ShopMatch[] {
  const phrases = phrasesOf(language)
  if (phrases === undefined) return []
  const stems = words.map((word) => stemWord(word, language))
  const found: ShopMatch[] = []
  for (let start = 0; start < stems.length; start++) {
    const entry = phrases
      .get(stems[start] ?? '')
      ?.find((candidate) => candidate.stems.every((stem, at) => stem === stems[start + at]))
    if (entry === undefined) continue
    found.push({ start, length: entry.stems.length, subject: entry.subject })
    start += entry.stems.length - 1
  }
  return found
}

/** The phrases of one language, read when the first question of that language is. */
function phrasesOf(language: string): Phrases | undefined {
  sections ??= readSections(readFileSync(file, 'utf8'))
  const lines = sections.get(language)
  const known = byLanguage.get(language)
  if (lines === undefined || known !== undefined) return known
  const entries = new Map<string, Entry[]>()
  for (const name of countryNames(language)) add(entries, language, { name, subject: country })
  for (const line of lines) {
    const [subject = '', names = ''] = line.split(':')
    for (const name of names.split(',')) add(entries, language, { name, subject })
  }
  for (const list of entries.values()) list.sort((left, right) => right.stems.length - left.stems.length)
  byLanguage.set(language, entries)
  return entries
}

function readSections(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  let own: string[] = []
  for (const line of text.split('\n')) {
    const [, code] = /^\[(\w+)\]$/u.exec(line) ?? []
    if (code !== undefined) {
      own = []
      found.set(code, own)
    } else if (line !== '' && !line.startsWith('#')) own.push(line)
  }
  return found
}

function add(
  entries: Map<string, Entry[]>,
  language: string,
  { name, subject }: { name: string; subject: string },
): void {
  const stems = splitWords(name).map((word) => stemWord(foldWord(word), language))
  const [first] = stems
  if (first === undefined) return
  const list = entries.get(first) ?? []
  entries.set(first, list)
  list.push({ stems, subject })
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Names of all regions, with and without what stands in brackets. */
function countryNames(language: string): string[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(first + second)
      return name === undefined ? [] : [name, name.split('(')[0]?.trim() ?? name]
    }),
  )
}
