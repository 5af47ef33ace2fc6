/**
 * Removes the hint of a key from the end of a placeholder, such as "(Shift+Enter for newline)": a touch screen has no
 * Shift+Enter.
 */
export function withoutKeyHint(placeholder: string): string {
  const text = placeholder.trimEnd().replace(/\.$/u, '')
  const start = text.lastIndexOf('(')
  const hint = start === -1 ? '' : text.slice(start)
  const isHint = hint.indexOf(')') === hint.length - 1 && /shift\s*\+\s*enter/iu.test(hint)
  return isHint ? text.slice(0, start).trimEnd() : placeholder
}
