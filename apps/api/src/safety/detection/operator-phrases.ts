import type { SafetyPhrase } from '@org/api-client/contract'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { Lexicon, type LexiconData, type Match } from './lexicon.ts'
import { tokenise } from './tokens.ts'

/** A phrase of an operator, as the stage reads it. */
export type OperatorPhrase = Pick<SafetyPhrase, 'phrase' | 'category' | 'severity' | 'language'>

const prefix = 'operator'
const conceptOf = (index: number) => `${prefix}${index}`

/** Returns whether a concept is a phrase of an operator; the model never overrules it. */
export function isOperatorConcept(concept: string): boolean {
  return concept.startsWith(prefix)
}

/** The words of a phrase, as the lexicon reads them in a message. */
export function wordsOf(phrase: string): string[] {
  return tokenise([phrase])
    .map(({ word }) => word)
    .filter((word) => /[\p{L}\d]/u.test(word))
}

/**
 * A lexicon with the phrases of operators on top. Compiling the data files blocks the
 * event loop for up to 120 ms, so it happens once; a change by operators compiles their own words alone.
 */
class ExtendedLexicon extends Lexicon {
  readonly #base: Lexicon

  constructor(base: Lexicon, own: LexiconData) {
    super(own)
    this.#base = base
  }

  /** Adds a phrase as a concept of its own. */
  add(concept: string, phrase: string): void {
    this.addConcept(concept, wordsOf(phrase).join(' '))
  }

  override match(words: readonly string[]): Match[] {
    return [...this.#base.match(words), ...super.match(words)]
  }
}

/** Data files of a language and the lexicon that was compiled from them. */
export interface CompiledLanguage {
  files: readonly LexiconData[]
  lexicon: Lexicon
}

/**
 * Resolves to the lexicon of a language with the phrases of operators in this language; each is a concept of its own.
 * A phrase of long words takes milliseconds, all phrases together seconds: other connections are served in between.
 */
export async function withPhrases(
  { files, lexicon }: CompiledLanguage,
  phrases: readonly OperatorPhrase[],
): Promise<Lexicon> {
  const own = [...phrases.entries()].filter(([, { language }]) => language === lexicon.language)
  if (own.length === 0) return lexicon
  const extended = new ExtendedLexicon(lexicon, fileOf(lexicon, files, {}))
  for (const [index, { phrase }] of own) {
    extended.add(conceptOf(index), phrase)
    await yieldToEventLoop()
  }
  return extended
}

/** A lexicon of one phrase alone. */
export function phraseLexicon({ files, lexicon }: CompiledLanguage, phrase: string): Lexicon {
  return new Lexicon(fileOf(lexicon, files, { phrase: wordsOf(phrase).join(' ') }))
}

function fileOf(
  { language, version, functionWords, numbers }: Lexicon,
  files: readonly LexiconData[],
  concepts: Record<string, string>,
): LexiconData {
  return {
    language,
    version,
    owner: 'operator',
    functionWords: [...functionWords].join(' '),
    numbers: Object.fromEntries(numbers),
    notTypos: [...listedWords(files)].join(' '),
    sounds: files.flatMap(({ sounds }) => sounds),
    concepts,
  }
}

const listed = new WeakMap<readonly LexiconData[], ReadonlySet<string>>()

/** The plain words of the data files: they are no misspellings of an operator's word. */
function listedWords(files: readonly LexiconData[]): ReadonlySet<string> {
  const known = listed.get(files)
  if (known !== undefined) return known
  const texts = files.flatMap(({ notTypos, concepts }) => [notTypos, ...Object.values(concepts)])
  const words = new Set(
    texts.flatMap((text) => text.split(/[\s|/~]+/u)).filter((word) => !/[*?]/u.test(word)),
  )
  listed.set(files, words)
  return words
}

/** The rules of the phrases, in the syntax of the data file. */
export function rulesOf(phrases: readonly OperatorPhrase[]): string[] {
  return phrases.map(({ severity, category }, index) => `${severity} ${category}: ${conceptOf(index)}`)
}
