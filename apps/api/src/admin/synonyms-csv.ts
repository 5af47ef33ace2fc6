import { type BrandSynonym, brandSynonymSchema } from '@org/api-client/contract'

/** A row of an imported file: words of a brand, or the reason for which it was refused. */
export type CsvRow = { line: number } & ({ synonym: Omit<BrandSynonym, 'client_id'> } | { reason: string })

const header = ['term', 'synonyms', 'language']

/**
 * Reads a CSV file (RFC 4180) with the columns `term,synonyms,language`; synonyms are separated by `;`, the language may
 * be empty. A first row with these names is skipped.
 */
export function parseSynonyms(csv: string): CsvRow[] {
  return parseCsv(csv).flatMap(({ line, cells }, index): CsvRow[] => {
    const [term = '', synonyms = '', language = ''] = cells.map((cell) => cell.trim())
    if (index === 0 && term.toLowerCase() === header[0] && synonyms.toLowerCase() === header[1]) return []
    if (cells.every((cell) => cell.trim() === '')) return []
    const parsed = brandSynonymSchema.omit({ client_id: true }).safeParse({
      term,
      synonyms: synonyms
        .split(';')
        .map((synonym) => synonym.trim())
        .filter((synonym) => synonym !== ''),
      language: language === '' ? null : language,
    })
    if (parsed.success) return [{ line, synonym: parsed.data }]
    const [issue] = parsed.error.issues
    return [{ line, reason: `${String(issue?.path[0] ?? 'row')}: ${issue?.message ?? 'not valid'}` }]
  })
}

interface Row {
  /** Number of the row's first line, from 1. */
  line: number
  cells: string[]
}

/** Splits CSV into rows; quoted cells may hold commas, line breaks and doubled quotes. */
function parseCsv(csv: string): Row[] {
  const text = csv.startsWith('\uFEFF') ? csv.slice(1) : csv
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push({ ...row, cells: [...row.cells, cell] })
    cell = ''
  }
  for (let i = 0; i < text.length; i += 1) {
    const letter = text[i] ?? ''
    if (letter === '\n') line += 1
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === ',') {
      row.cells.push(cell)
      cell = ''
    } else if (letter === '\n') {
      endRow()
      row = { line, cells: [] }
    } else if (letter !== '\r') cell += letter
  }
  if (cell !== '' || row.cells.length > 0) endRow()
  return rows
}
