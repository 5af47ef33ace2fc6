/** A cell of a table that is saved. */
export type CsvCell = string | number | null

/**
 * Rows as CSV (RFC 4180): UTF-8 with a byte order mark, so that spreadsheets know it, and CRLF. Text that a
 * spreadsheet would take for a formula is preceded by an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection). A cell that is null, or no finite number, is empty.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`
}

function toField(cell: CsvCell): string {
  if (typeof cell !== 'string') return Number.isFinite(cell) ? String(cell) : ''
  const text = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
