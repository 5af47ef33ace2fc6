import { type Assessor, createAssessor } from './assess.ts'
import ar from '../data/ar.json' with { type: 'json' }
import de from '../data/de.json' with { type: 'json' }
import en from '../data/en.json' with { type: 'json' }
import es from '../data/es.json' with { type: 'json' }
import fr from '../data/fr.json' with { type: 'json' }
import pt from '../data/pt.json' with { type: 'json' }
import modelData from '../data/model.json' with { type: 'json' }
import rules from '../data/rules.json' with { type: 'json' }
import shared from '../data/shared.json' with { type: 'json' }
import { DangerModel } from './danger-model.ts'
import { Lexicon, type LexiconData } from './lexicon.ts'
import { type CompiledLanguage, type OperatorPhrase, rulesOf, withPhrases } from './operator-phrases.ts'
import { compileRules } from './rules.ts'

const languages: LexiconData[] = [en, es, ar, de, fr, pt].map(toData)

function toData(file: Omit<LexiconData, 'sounds'> & { sounds: string[][] }): LexiconData {
  return { ...file, sounds: file.sounds.map(([from = '', to = '']): [string, string] => [from, to]) }
}

let model: DangerModel | undefined
let compiled: ReadonlyMap<string, CompiledLanguage> | undefined

/** The lexicons of the data files by language, compiled once. */
export function compiledLanguages(): ReadonlyMap<string, CompiledLanguage> {
  compiled ??= new Map(
    languages.map((data) => {
      const files = [data, toData(shared)]
      return [data.language, { files, lexicon: new Lexicon(...files) }]
    }),
  )
  return compiled
}

/** Compiles the data files of the project. */
export function loadAssessor(): Assessor {
  const lexicons = [...compiledLanguages()].map(([language, { lexicon }]) => [language, lexicon] as const)
  return assessorOf(lexicons, [])
}

/**
 * Compiles the data files of the project with the phrases of operators.
 *
 * @param phrases the rule of phrase `i` is number {@link shippedRules} + `i`
 */
export async function loadAssessorWith(phrases: readonly OperatorPhrase[]): Promise<Assessor> {
  const lexicons: [string, Lexicon][] = []
  for (const [language, known] of compiledLanguages()) {
    lexicons.push([language, await withPhrases(known, phrases)])
  }
  return assessorOf(lexicons, rulesOf(phrases))
}

function assessorOf(lexicons: Iterable<readonly [string, Lexicon]>, lines: readonly string[]): Assessor {
  model ??= new DangerModel(modelData)
  return createAssessor(
    new Map(lexicons),
    compileRules({ ...rules, rules: [...rules.rules, ...lines] }),
    model,
  )
}

/** Number of rules of the data files. */
export const shippedRules = rules.rules.length

/** Version and size of the data files. */
export const shippedData = {
  version: rules.version,
  rules: shippedRules,
  phrases: languages.map(({ language, concepts }) => ({
    language,
    count: Object.values(concepts).reduce((sum, phrases) => sum + phrases.split('|').length, 0),
  })),
}
