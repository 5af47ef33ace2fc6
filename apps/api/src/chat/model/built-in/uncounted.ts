import { type Clause, subjectWords } from '../../../knowledge/text/clauses.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import type { Passage, Sentence } from './sentence-score.ts'
import { related, stem, stems } from './stems.ts'

/** A clause as it is answered. */
export interface SearchedClause extends Clause {
  /** As it was asked. */
  asked: Clause
  /** The thing to be counted, when no source counts it; `text` is then without it. */
  uncounted?: string
}

const howMany = /\bhow many (?:more )?(\p{L}+)/iu
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half)\b/iu

/**
 * 'How many steps should I walk' asks for a number of steps. Where no sentence has one, steps are not what an answer
 * is found by ('read it step by step'), and the person must be told; without another subject, nothing answers at all
 * and the text is empty.
 */
export function withoutUncounted(
  clause: Clause,
  sentences: readonly Sentence[],
  terms: NonNullable<SearchToolOutput['terms']> = [],
): SearchedClause {
  const noun = howMany.exec(clause.text)?.[1]
  if (noun === undefined || !subjectWords(clause.text).includes(noun.toLowerCase())) {
    return { ...clause, asked: clause }
  }
  const names = terms
    .filter(({ asked }) => asked.split(' ').includes(noun.toLowerCase()))
    .flatMap((term) => term.alternatives)
  const counted = [noun, ...names].map((name) => Array.from(stems(name)))
  const known = sentences.some(
    ({ text, stems: held }) =>
      number.test(text) &&
      counted.some((parts) => parts.every((part) => [...held].some((other) => related(other, part)))),
  )
  if (known) return { ...clause, asked: clause }
  const rest = clause.text.replace(howMany, '').trim()
  const text = subjectWords(`${rest} ${clause.context ?? ''}`).length === 0 ? '' : rest
  return { ...clause, text, asked: clause, uncounted: noun.toLowerCase() }
}

/** Returns whether a passage speaks of any clause's subject, once what nobody counts is left out. */
export function mayAnswer(passage: Passage, clauses: readonly SearchedClause[]): boolean {
  if (clauses.every(({ uncounted }) => uncounted === undefined)) return true
  const held = [...stems(`${passage.title} ${passage.section} ${passage.text}`)]
  return clauses.some(({ text, context = '' }) =>
    subjectWords(`${text} ${context}`).some((word) => held.some((other) => related(other, stem(word)))),
  )
}
