import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../package-root.ts'
import { stopWords } from '../text/language.ts'
import { fold } from './question-language.ts'

interface Entry {
  words: readonly string[]
  english: string
}

/** Entries by the first three letters of their first word, longest first. */
type Glossary = ReadonlyMap<string, readonly Entry[]>

const file = join(packageRoot, 'data/question-glossary.tsv')

let glossaries: ReadonlyMap<string, Glossary> | undefined

function readGlossaries(): ReadonlyMap<string, Glossary> {
  const [header = '', ...lines] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const languages = header.split('\t').slice(1)
  const entries = new Map<string, Map<string, Entry[]>>(languages.map((language) => [language, new Map()]))
  for (const line of lines) {
    const [english = '', ...columns] = line.split('\t')
    for (const [index, column] of columns.entries()) {
      const byStart = entries.get(languages[index] ?? '')
      for (const form of column.split('|')) {
        const words = wordsOf(form)
        const [first] = words
        if (byStart === undefined || first === undefined) continue
        byStart.set(first.slice(0, 3), [...(byStart.get(first.slice(0, 3)) ?? []), { words, english }])
      }
    }
  }
  for (const byStart of entries.values()) {
    for (const list of byStart.values()) list.sort((left, right) => right.words.length - left.words.length)
  }
  return entries
}

const arabicPrefix = /^(?:وال|بال|كال|فال|لل|ال)(?=\p{L}{3})/u

/** "And", which is written as part of the next word. */
const arabicAnd = /^و(?=\p{Script=Arabic}{4})/u
/** "My", "your", "her" and "our" after a feminine noun, whose ending changes before them: "my skin" is a form of "skin". */
const arabicOwner = /(?<=\p{Script=Arabic}{3})ت(?:ي|ك|ها|نا)$/u

function wordsOf(text: string): string[] {
  const spaced = fold(text).replaceAll(/['’]/gu, ' ')
  return (spaced.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(arabicPrefix, '').replace(arabicAnd, '').replace(arabicOwner, 'ه'),
  )
}

/** Returns whether two words are forms of one: they share all but a short ending. */
function isForm(left: string, right: string): boolean {
  if (left === right) return true
  const shorter = Math.min(left.length, right.length)
  if (shorter < 4 || Math.abs(left.length - right.length) > (shorter === 4 ? 2 : 3)) return false
  let shared = 0
  while (shared < shorter && left[shared] === right[shared]) shared += 1
  return shared >= Math.max(4, shorter - 2)
}

/**
 * Puts the words of a question that the glossary has into English, in their order. Numbers, and words that are written
 * as in English, stay.
 *
 * @returns undefined for a language without a glossary
 * @example
 * toEnglish('¿Cuánto hierro necesita una mujer?', 'es') // 'how much iron need women'
 */
export function toEnglish(text: string, language: string): string | undefined {
  glossaries ??= readGlossaries()
  const glossary = glossaries.get(language)
  if (glossary === undefined) return undefined
  const stops = stopWords.get(language)
  const words = wordsOf(text)
  const english: string[] = []
  const unknown: string[] = []
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    const entry = candidates(glossary, word).find(({ words: form }) =>
      form.every((part, offset) => isForm(part, words[at + offset] ?? '')),
    )
    if (entry !== undefined) {
      english.push(entry.english)
      at += entry.words.length
    } else {
      if (/\d/u.test(word) || isLatinName(word)) english.push(word)
      else if (word.length >= shortestName && !(stops?.has(word) ?? false)) unknown.push(word)
      at += 1
    }
  }
  // "How is gout treated" without the gout asks for any treatment: the unknown word stays, and is found nowhere.
  if (english.every((entry) => openWords.has(entry))) english.push(...unknown)
  return english.join(' ')
}

const shortestName = 4

/** Entries that ask about a subject without naming one. */
const openWords: ReadonlySet<string> = new Set(
  'how much;how many;how long;how often;how;why;when;which;what is;need;should;have;too much;per day;per week;side effects;signs;safe;help;works;take;doctor;treatment;causes;risk;benefits;improve;reduce;prevent;relieve;at home;good;enough;night;morning;afternoon;evening;buy;price;check;dose'.split(
    ';',
  ),
)

function candidates(glossary: Glossary, word: string): readonly Entry[] {
  const list = glossary.get(word.slice(0, 3)) ?? []
  // Exact words go before forms: "cold" of one word must not hide another word's exact entry.
  return list.toSorted(
    (left, right) =>
      right.words.length - left.words.length ||
      Number(right.words[0] === word) - Number(left.words[0] === word),
  )
}

// Function words of the languages with Latin letters are short; names such as "melatonin" are not.
function isLatinName(word: string): boolean {
  return /^[a-z]{7,}$/u.test(word)
}
