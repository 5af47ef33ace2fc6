import type { MarkdownIt, StateInline } from 'markdown-it'
import { readHtmlTag } from './html-tags.ts'

/** Drops the tags of HTML elements and comments, and keeps what they enclose as text; `<br>` breaks the line. */
export function htmlPlugin(md: MarkdownIt): void {
  md.inline.ruler.after('autolink', 'html_dropped', dropped)
}

function dropped(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== 0x3c) return false
  if (src.startsWith('<!--', pos)) {
    if (state.env['commentsUnclosed'] === state.src) return false
    const close = src.indexOf('-->', pos + 4)
    if (close < 0 || close + 3 > posMax) {
      // Many unclosed comments would each search the whole text.
      state.env['commentsUnclosed'] = state.src
      return false
    }
    state.pos = close + 3
    return true
  }
  const tag = readHtmlTag(src, pos)
  if (tag === undefined || tag.end > posMax) return false
  if (!silent && tag.name === 'br') state.push('hardbreak', 'br', 0)
  state.pos = tag.end
  return true
}
