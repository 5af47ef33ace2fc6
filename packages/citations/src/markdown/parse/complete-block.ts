// A line of nothing but these may still become a list, a heading, a rule, a fence or a table.
const UNDECIDED = /^[\s>*+\-_=#`~|:.)\d]*$/u
const FENCE_INFO = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:`{3,}[^`]*|~~~.*)$/u
const DEFINITION = /^[\s>]*\[(?:[^[\]\\]|\\.)+\]:[ \t]*(?:\S+(?:[ \t]+["'(].*)?)?$/u
const TABLE_ROW = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)\|(.*)$/u

/** The open end of an answer without its last line, as long as that line may become any kind of block. */
export function holdBackLine(source: string): string {
  const lineStart = source.lastIndexOf('\n') + 1
  if (lineStart === source.length) return source
  const line = source.slice(lineStart)
  const isHeld =
    UNDECIDED.test(line) || (line.length < 4096 && (FENCE_INFO.test(line) || DEFINITION.test(line)))
  return isHeld ? source.slice(0, lineStart) : source
}

/**
 * The line that makes a table of a text which ends with a row like `| Name | Sou`; `undefined` when it does
 * not end so.
 */
export function tableDelimiterFor(source: string): string | undefined {
  const isWhole = source.endsWith('\n')
  const end = isWhole ? source.length - 1 : source.length
  const row = TABLE_ROW.exec(source.slice(source.lastIndexOf('\n', end - 1) + 1, end))
  if (row === null) return undefined
  const [, prefix = '', cells = ''] = row
  const count = cells
    .trim()
    .replace(/(^|[^\\])\|$/u, '$1')
    .split(/(?<!\\)\|/u).length
  return `${isWhole ? '' : '\n'}${prefix.replace(/[^>\s]/gu, ' ')}|${'---|'.repeat(count)}\n`
}

/** Returns whether the text ends with an empty line, so that no block before it can continue. */
export function endsWithEmptyLine(source: string): boolean {
  return /\n[ \t>]*\n$/u.test(source)
}
