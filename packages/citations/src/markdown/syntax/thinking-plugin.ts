import type { MarkdownIt, StateBlock, Token } from 'markdown-it'

const OPEN = /^<details(\s+open(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))?)?\s*>/iu
const TAG = /<(\/?)details(?=[\s/>])[^<>]*>/giu
const SUMMARY = /^\s*<summary\s*>(?:([^]{0,2000}?)<\/summary\s*>|([^\n]*))/iu
const FENCE = /^\s*(`{3,}|~{3,})/u

/**
 * Thinking blocks `<details><summary>…</summary>…</details>` (`open` allowed) as `thinking_open`,
 * `summary_open`, `inline`, `summary_close`, the blocks inside, and `thinking_close`. A block that is not
 * closed reaches to the end of what encloses it.
 */
export function thinkingPlugin(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'thinking', thinking, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

function thinking(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = (state.sCount[startLine] ?? 0) - state.blkIndent
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if (indent >= 4 || state.src.charCodeAt(start) !== 0x3c) return false
  const open = OPEN.exec(state.src.slice(start, state.eMarks[startLine]))
  if (open === null) return false
  if (silent) return true

  const { lastLine, inside, after } = readUntilClose(state, startLine, endLine)
  const content = inside.slice(open[0].length)
  const summary = SUMMARY.exec(content)
  const body = summary === null ? content : content.slice(summary[0].length)

  const details = state.push('thinking_open', 'details', 1)
  details.map = [startLine, lastLine]
  if (open[1] !== undefined) details.attrPush(['open', ''])
  if (summary !== null) {
    state.push('summary_open', 'summary', 1)
    const inline = state.push('inline', '', 0)
    inline.content = (summary[1] ?? summary[2] ?? '').trim()
    inline.children = []
    state.push('summary_close', 'summary', -1)
  }
  const opening = state.push('thinking_body_open', 'div', 1)
  opening.meta = { start: start + open[0].length + content.length - body.length }
  state.md.block.parse(body, state.md, state.env, state.tokens)
  state.push('thinking_body_close', 'div', -1)
  state.push('thinking_close', 'details', -1)
  if (after !== '') parseRest(state, after)
  state.line = lastLine
  return true
}

/** Returns the offset of the text after the summary in the source of a top-level thinking block. */
export function thinkingBodyStart(bodyOpen: Token | undefined): number | undefined {
  const start = bodyOpen?.meta?.['start']
  return typeof start === 'number' ? start : undefined
}

/** Returns whether a code fence opened in a thinking block is still open at the end of `text`. */
export function endsInFence(text: string): boolean {
  return text.split('\n').reduce(fenceAfter, '') !== ''
}

function fenceAfter(fence: string, line: string): string {
  const mark = FENCE.exec(line)?.[1]
  if (fence === '') return mark ?? ''
  return mark?.startsWith(fence) === true ? '' : fence
}

function readUntilClose(state: StateBlock, startLine: number, endLine: number) {
  const lines: string[] = []
  let depth = 0
  let fence = ''
  for (let line = startLine; line < endLine; line += 1) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) {
      return { lastLine: line, inside: lines.join('\n').trimStart(), after: '' }
    }
    const text = state.getLines(line, line + 1, state.blkIndent, false)
    const isCode = fence !== ''
    fence = fenceAfter(fence, text)
    if (!isCode && fence === '') {
      for (const tag of text.matchAll(TAG)) {
        depth += tag[1] === '' ? 1 : -1
        if (depth > 0) continue
        lines.push(text.slice(0, tag.index))
        return {
          lastLine: line + 1,
          inside: lines.join('\n').trimStart(),
          after: text.slice(tag.index + tag[0].length).trim(),
        }
      }
    }
    lines.push(text)
  }
  return { lastLine: endLine, inside: lines.join('\n').trimStart(), after: '' }
}

// Text after `</details>` on its line belongs to the same top-level block, because blocks begin with a line.
function parseRest(state: StateBlock, rest: string): void {
  const from = state.tokens.length
  state.md.block.parse(rest, state.md, state.env, state.tokens)
  for (const token of state.tokens.slice(from)) token.map = null
}
