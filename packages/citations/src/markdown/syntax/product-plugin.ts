import type { MarkdownIt, StateInline } from 'markdown-it'
import { readAttributes, toPlainText } from '../../anchor-reader.ts'

const TAG = /<product(\s[^<>]{0,500})?>([^<]{1,500})<\/product\s*>/iuy

/**
 * Product tags `<product>Name</product>`, optionally with `data-pk`, as `product` tokens: `content` is the
 * name, `info` the key of the shop or the empty text.
 */
export function productPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'product', product)
  md.renderer.rules['product'] = (tokens, index) => {
    const escape = md.utils.escapeHtml
    const { content = '', info = '' } = tokens[index] ?? {}
    const key = info === '' ? '' : ` data-pk="${escape(info)}"`
    return `<button type="button" class="org-product"${key} aria-disabled="true">${escape(content)}</button>`
  }
}

function product(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false
  TAG.lastIndex = state.pos
  const match = TAG.exec(state.src)
  if (match === null || TAG.lastIndex > state.posMax) return false
  const name = toPlainText(match[2] ?? '')
  if (name === '') return false
  if (!silent) {
    const token = state.push('product', '', 0)
    token.content = name
    token.info = match[1] === undefined ? '' : (readAttributes(match[1]).get('data-pk') ?? '')
  }
  state.pos = TAG.lastIndex
  return true
}
