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

/**
 * Places where a formula may begin. Where the decimal separator is a comma, Excel splits at semicolons, ignores quotes in
 * the middle of what it takes for a cell, and starts a row at each line end. East Asian spreadsheets read wide signs, too.
 */
const formulaStart = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠])/gu

function toField(cell: CsvCell): string {
  if (typeof cell !== 'string') return Number.isFinite(cell) ? String(cell) : ''
  const text = cell.replaceAll(formulaStart, "$1'").replace(/^(?=[\t\r\n])/u, "'")
  return /[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
