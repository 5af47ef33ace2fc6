import type { MarkdownIt } from 'markdown-it'

/** `[1-3, 5]` and `[[product:Name]]` as buttons, for markdown-it. */
export function citePlugin(markdown: MarkdownIt): void {
  const pattern = /\[\[product:([^\]]+)\]\]|\[(\d+(?:\s*[-,]\s*\d+)*)\](?!\()/y
  markdown.inline.ruler.before('link', 'cite', (state, silent) => {
    if (state.src.charAt(state.pos) !== '[') return false
    pattern.lastIndex = state.pos
    const match = pattern.exec(state.src)
    if (match === null) return false
    const [all, product, references = ''] = match
    if (!silent) {
      const token = state.push('cite', '', 0)
      token.content = product ?? references
      token.meta = { isProduct: product !== undefined }
    }
    state.pos += all.length
    return true
  })
  markdown.renderer.rules['cite'] = (tokens, index) => {
    const token = tokens[index]
    const text = markdown.utils.escapeHtml(token?.content ?? '')
    return token?.meta?.['isProduct'] === true
      ? `<button class="pill" data-pk="${text}">${text}</button>`
      : `<button class="cite" data-refs="${text}">${text}</button>`
  }
}
