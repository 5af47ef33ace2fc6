import type { SynonymDraft } from '@org/api-client'

/** Writes synonyms as CSV (RFC 4180): `term,synonyms,language`, synonyms separated by `;`. */
export function toCsv(synonyms: readonly Pick<SynonymDraft, 'term' | 'synonyms' | 'language'>[]): string {
  const rows = synonyms.map(({ term, synonyms: others, language }) => [
    term,
    others.join('; '),
    language ?? '',
  ])
  return [['term', 'synonyms', 'language'], ...rows]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')
}

function cellOf(text: string): string {
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+\-@\t]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
