const space = /[\t\n\r ]*/y
const token =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

// Deeper than any schema; beyond it the place is not looked for.
const maxDepth = 200

/**
 * Returns the offset of the first invalid token of a JSON text (RFC 8259). Browsers' own
 * messages differ, and some contain no position.
 */
export function findJsonError(text: string): number {
  let start = 0
  let end = 0

  /** The next token, '' where there is none; `start` is its place. */
  function next(): string {
    space.lastIndex = end
    space.exec(text)
    start = space.lastIndex
    token.lastIndex = start
    const found = token.exec(text)?.[0] ?? ''
    end = start + found.length
    return found
  }

  function isList(close: string, isItem: () => boolean): boolean {
    const before = end
    if (next() === close) return true
    end = before
    while (isItem()) {
      const after = next()
      if (after === close) return true
      if (after !== ',') return false
    }
    return false
  }

  function isValue(depth: number): boolean {
    const first = next()
    if (depth > maxDepth) return false
    if (first === '{') {
      return isList('}', () => next().startsWith('"') && next() === ':' && isValue(depth + 1))
    }
    if (first === '[') return isList(']', () => isValue(depth + 1))
    return /^["\-\dtfn]/u.test(first)
  }

  // Any token after a complete value is the error.
  if (isValue(0)) next()
  return start
}
