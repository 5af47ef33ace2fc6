import { type Assessor, createAssessor } from './assess.ts'
import ar from './data/ar.json' with { type: 'json' }
import de from './data/de.json' with { type: 'json' }
import en from './data/en.json' with { type: 'json' }
import es from './data/es.json' with { type: 'json' }
import fr from './data/fr.json' with { type: 'json' }
import pt from './data/pt.json' with { type: 'json' }
import rules from './data/rules.json' with { type: 'json' }
import shared from './data/shared.json' with { type: 'json' }
import { Lexicon, type LexiconData } from './lexicon.ts'
import { compileRules } from './rules.ts'

const languages: LexiconData[] = [en, es, ar, de, fr, pt].map(toData)

function toData(file: Omit<LexiconData, 'sounds'> & { sounds: string[][] }): LexiconData {
  return { ...file, sounds: file.sounds.map(([from = '', to = '']): [string, string] => [from, to]) }
}

/** Compiles the data files of the project. */
export function loadAssessor(): Assessor {
  const compiled = languages.map((data) => new Lexicon(data, toData(shared)))
  return createAssessor(new Map(compiled.map((lexicon) => [lexicon.language, lexicon])), compileRules(rules))
}
