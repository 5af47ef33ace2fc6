import type { Token } from 'markdown-it'

/** The inline token that a text ends with; none when it ends with a block of another kind. */
export function lastInline(tokens: readonly Token[]): Token | undefined {
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index]
    if (token === undefined || token.type === 'fence' || token.type === 'code_block' || token.type === 'hr')
      return undefined
    if (token.type === 'inline' && token.content !== '') return token
  }
  return undefined
}

/** Returns whether a paragraph ends with one row of cells; a second row rules out a table. */
export function isTableStart(tokens: readonly Token[], inline: Token): boolean {
  if (tokens[tokens.indexOf(inline) - 1]?.type !== 'paragraph_open') return false
  const lines = inline.content.split('\n')
  return (lines.at(-1)?.startsWith('|') ?? false) && !(lines.at(-2)?.startsWith('|') ?? false)
}
