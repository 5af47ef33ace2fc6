import newMarkdown, { type MarkdownIt, type StateInline, type Token } from 'markdown-it'
import { citationPlugin } from '../syntax/citation-plugin.ts'
import { htmlPlugin } from '../syntax/html-plugin.ts'
import { productPlugin } from '../syntax/product-plugin.ts'
import type { ReferenceTable } from '../reference-table.ts'
import { thinkingPlugin } from '../syntax/thinking-plugin.ts'

// Characters that start no inline rule of this package; markdown-it's text rule stops at twice as many.
const PLAIN = /[^\n\\`*_~[\]!<&\u3010\uFF3B]+/uy

/** CommonMark with tables, strikethrough, citations, product tags and thinking blocks. */
export function createMarkdown(): MarkdownIt {
  const md = newMarkdown('default', { html: false, linkify: false, typographer: false, breaks: false })
  md.disable(['html_block', 'html_inline', 'linkify'])
  md.inline.ruler.at('text', plainText)
  md.validateLink = isAllowedAddress
  md.use(citationPlugin).use(productPlugin).use(htmlPlugin).use(thinkingPlugin)
  return md
}

/** Reads a text into block tokens, whose inline text is not read yet. */
export function readBlocks(md: MarkdownIt, source: string, references: ReferenceTable): Token[] {
  const tokens: Token[] = []
  md.block.parse(source, md, { references: references.view }, tokens)
  // Left to its renderers by the library.
  for (const token of tokens) if (token.type === 'fence') token.info = md.utils.unescapeAll(token.info)
  return tokens
}

/** Returns whether an address may become a link: http, https, mailto, tel, or one without a scheme. */
export function isAllowedAddress(address: string): boolean {
  const compact = address.replace(/[\p{Cc}\s]+/gu, '')
  const scheme = /^([a-z][a-z\d+.-]*):/iu.exec(compact)?.[1]
  return scheme === undefined || /^(?:https?|mailto|tel)$/iu.test(scheme)
}

function plainText(state: StateInline, silent: boolean): boolean {
  PLAIN.lastIndex = state.pos
  if (!PLAIN.test(state.src)) return false
  const end = Math.min(PLAIN.lastIndex, state.posMax)
  if (end <= state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
