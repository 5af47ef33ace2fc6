import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldText, stemWord } from '../../knowledge/text/text-analysis.ts'
import { packageRoot } from '../../package-root.ts'

/** A word or phrase of the grammar as it was found in a question. */
export interface GrammarMatch {
  /** Index of its first word and number of its words. */
  start: number
  length: number
  /** Group of the data file, such as `filler`, `people.child` or `ask.amount`. */
  group: string
}

interface Entry {
  stems: readonly string[]
  group: string
}

/** The words of one language that say nothing about the subject of a question. */
export interface QuestionGrammar {
  /** Returns the longest phrase that begins at a word, from the stems of a question. */
  at: (stems: readonly string[], start: number) => GrammarMatch | undefined
  /** Returns whether a stop word changes the meaning of a question. */
  keeps: (stem: string) => boolean
  /** Returns whether the two sides of a word are not interchangeable. */
  isDirected: (stem: string) => boolean
}

const file = join(packageRoot, 'data/question-grammar.txt')

let grammars: ReadonlyMap<string, QuestionGrammar> | undefined

/** The grammar of a language (ISO 639-1); undefined where approved answers cannot be matched. */
export function grammarOf(language: string): QuestionGrammar | undefined {
  grammars ??= readGrammars(readFileSync(file, 'utf8'))
  return grammars.get(language)
}

function readGrammars(text: string): ReadonlyMap<string, QuestionGrammar> {
  const sections = new Map<string, string[]>()
  let own: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) {
      own = []
      sections.set(line.slice(1, line.indexOf(']')), own)
    } else if (line !== '' && !line.startsWith('#')) own.push(line)
  }
  return new Map([...sections].map(([language, lines]) => [language, toGrammar(lines, language)]))
}

function toGrammar(lines: readonly string[], language: string): QuestionGrammar {
  const byFirst = new Map<string, Entry[]>()
  const kept = new Set<string>()
  const directed = new Set<string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const group = line.slice(0, colon)
    for (const phrase of line.slice(colon + 1).split(',')) {
      const stems = foldText(phrase).map((word) => stemWord(word, language))
      const [first = ''] = stems
      if (group === 'keep') kept.add(first)
      else if (group === 'direction') directed.add(first)
      else {
        const entries = byFirst.get(first) ?? []
        byFirst.set(first, entries)
        entries.push({ stems, group })
      }
    }
  }
  for (const entries of byFirst.values()) {
    entries.sort((left, right) => right.stems.length - left.stems.length)
  }
  return {
    at(stems, start) {
      const entry = byFirst
        .get(stems[start] ?? '')
        ?.find((candidate) => candidate.stems.every((stem, index) => stem === stems[start + index]))
      return entry && { start, length: entry.stems.length, group: entry.group }
    },
    keeps: (stem) => kept.has(stem),
    isDirected: (stem) => directed.has(stem),
  }
}
