import { toCsv } from '@org/analytics-charts'
import type { SynonymDraft } from '@org/api-client'

/** Writes synonyms as CSV: `term,synonyms,language`, synonyms separated by `;`. */
export function synonymsCsv(
  synonyms: readonly Pick<SynonymDraft, 'term' | 'synonyms' | 'language'>[],
): string {
  const rows = synonyms.map(({ term, synonyms: others, language }) => [
    term,
    others.join('; '),
    language ?? '',
  ])
  return toCsv([['term', 'synonyms', 'language'], ...rows])
}
