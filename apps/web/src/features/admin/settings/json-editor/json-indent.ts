/** Replacement of a selection. */
export interface Typed {
  text: string
  /** Caret position after the replacement, as an offset in `text`. */
  caret: number
}

const step = '  '

/**
 * A new line in a text of JSON: as far in as the line before, one step further after an opening bracket, whose closing
 * one goes to a line of its own.
 */
export function breakLine(value: string, start: number, end: number): Typed {
  const before = value.slice(value.lastIndexOf('\n', start - 1) + 1, start)
  const indent = /^[\t ]*/u.exec(before)?.[0] ?? ''
  const opens = /[[{][\t ]*$/u.test(before)
  const closes = opens && /^[\t ]*[\]}]/u.test(value.slice(end))
  const inner = `\n${indent}${opens ? step : ''}`
  return { text: closes ? `${inner}\n${indent}` : inner, caret: inner.length }
}
