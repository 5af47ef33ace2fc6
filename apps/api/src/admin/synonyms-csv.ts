import { type BrandSynonym, brandSynonymSchema, operatorLimits } from '@org/api-client/contract'
import { invalid } from '../platform/http/http-error.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'
import { type Steps, takeStepsInSlices } from '../platform/process/steps.ts'

/** A row of an imported file: words of a brand, or the reason for which it was refused. */
export type CsvRow = { line: number } & ({ synonym: Omit<BrandSynonym, 'client_id'> } | { reason: string })

const header = ['term', 'synonyms', 'language']

/** Rows of a file: as many as entries can be stored, and the header. */
const mostRows = operatorLimits.brandSynonyms + 1

/** Characters of the synonyms of a row: those of as many as an entry may have, with their separators. */
const mostCharacters = operatorLimits.synonyms * (operatorLimits.phraseCharacters + 3)

/** Characters between two pauses, which are read in less than a millisecond. */
const lettersAtOnce = 2000

/**
 * Reads a CSV file (RFC 4180) with the columns `term,synonyms,language`; synonyms are separated by `;`, the language may
 * be empty. A first row with these names is skipped.
 *
 * @throws {HttpError} 422 of `csv` for more rows than entries can be stored
 */
export async function parseSynonyms(csv: string): Promise<CsvRow[]> {
  const rows = await takeStepsInSlices(parseCsv(csv))
  if (rows.length > mostRows) {
    throw invalid([{ path: 'csv', message: 'The file has more than {0} rows.' }], mostRows)
  }
  const read: CsvRow[] = []
  for (const [index, row] of rows.entries()) {
    read.push(...readRow(row, index))
    await pauseWhenDue()
  }
  return read
}

/** An export writes an apostrophe before a sign that a spreadsheet would take for the start of a formula. */
const guardedStart = /(^|[;\t\r\n])'(?=[=+\-@＝＋－＠])/gu

/** The words of a row, or the reason for which it is refused; none for the header. */
function readRow({ line, cells }: Row, index: number): CsvRow[] {
  const [term = '', synonyms = '', language = ''] = cells.map((cell) =>
    cell.trim().replaceAll(guardedStart, '$1'),
  )
  if (index === 0 && term.toLowerCase() === header[0] && synonyms.toLowerCase() === header[1]) return []
  if (synonyms.length > mostCharacters) return [{ line, reason: 'synonyms: Too long.' }]
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
}

interface Row {
  /** Number of the row's first line, from 1. */
  line: number
  cells: string[]
}

/** Splits CSV into rows, without empty ones; quoted cells may hold commas, line breaks and doubled quotes. */
function* parseCsv(csv: string): Steps<Row[]> {
  const text = csv.startsWith('\uFEFF') ? csv.slice(1) : csv
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    const cells = [...row.cells, cell]
    if (cells.some((each) => each.trim() !== '')) rows.push({ ...row, cells })
    cell = ''
  }
  for (let i = 0; i < text.length; i += 1) {
    if (i % lettersAtOnce === 0) yield
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
