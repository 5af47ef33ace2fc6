import type { Token } from 'markdown-it'
import { type AnswerNode, type ElementNode, element, type TextNode } from '../answer-nodes.ts'
import { offsetOfLine } from '../source-lines.ts'

/** Turns the inline content of a leaf block into nodes. */
export type ReadInline = (token: Token, content: string) => AnswerNode[]

/** A top-level block as tokens. */
export interface TokenBlock {
  readonly startLine: number
  readonly tokens: Token[]
  /** True when the block follows a link definition directly and may become its title. */
  readonly mayBeTitle: boolean
}

/** Code of more lines than this is shown in groups of so many. */
export const CODE_GROUP_LINES = 50

const DEFINITION = 'reference_definition'
const DIRECTION = ['dir', 'auto'] as const
const DIRECTED = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'li', 'table', 'details'])
const TASK = /^\[([ xX])\](?=[ \t\n])/u

/**
 * Cuts a token list into top-level blocks. Link definitions show nothing and are left out; what has no line
 * of its own belongs to the block before it.
 */
export function toTokenBlocks(tokens: readonly Token[]): TokenBlock[] {
  const blocks: TokenBlock[] = []
  let depth = 0
  let definitionEnd = -1
  for (const token of tokens) {
    const isTop = depth === 0 && token.nesting >= 0 && token.map !== null
    depth += token.nesting
    if (token.type === DEFINITION) {
      if (isTop) definitionEnd = token.map?.[1] ?? -1
      continue
    }
    if (isTop && token.map !== null) {
      const [startLine] = token.map
      blocks.push({ startLine, tokens: [], mayBeTitle: startLine === definitionEnd })
    }
    blocks.at(-1)?.tokens.push(token)
  }
  return blocks
}

/** Turns the tokens of a top-level block into nodes. Paragraphs that hold nothing are left out. */
export function toBlockNodes(tokens: readonly Token[], readInline: ReadInline): AnswerNode[] {
  const root = element('')
  const open: ElementNode[] = [root]
  const parent = (): ElementNode => open.at(-1) ?? root
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') addInline(parent(), tokens, index, readInline)
    else if (token.type === 'fence' || token.type === 'code_block') parent().children.push(codeBlock(token))
    else if (token.hidden) continue
    else if (token.nesting === 0) parent().children.push(element(token.tag))
    else if (token.nesting === 1) {
      const attributes = blockAttributes(token)
      const node = element(
        token.tag,
        takesDirection(token.tag, open) ? [DIRECTION, ...attributes] : attributes,
      )
      parent().children.push(node)
      open.push(node)
    } else {
      const node = open.pop()
      if (node?.tag === 'p' && node.children.length === 0) parent().children.pop()
    }
  }
  return root.children
}

// One direction a block: `auto` skips descendants with a direction of their own, so that a quote whose paragraphs had one
// would get none. The texts inside such a block take theirs from the styles (`unicode-bidi: plaintext`).
function takesDirection(tag: string, open: readonly ElementNode[]): boolean {
  if (!DIRECTED.has(tag)) return false
  const outer = open.filter((node) => DIRECTED.has(node.tag))
  return tag === 'li' ? outer.every((node) => node.tag === 'li') : outer.length === 0
}

function addInline(
  parent: ElementNode,
  tokens: readonly Token[],
  index: number,
  readInline: ReadInline,
): void {
  const token = tokens[index]
  if (token === undefined) return
  const task = tokens[index - 2]?.type === 'list_item_open' ? TASK.exec(token.content) : null
  if (task !== null) {
    const checked = task[1] === ' ' ? [] : [['checked', ''] as const]
    parent.children.push(element('input', [['type', 'checkbox'], ['disabled', ''], ...checked]))
  }
  const nodes = readInline(token, token.content.slice(task?.[0].length ?? 0))
  for (const node of nodes) parent.children.push(node)
}

function codeBlock(token: Token): ElementNode {
  const language = /^[\w+#.-]{1,40}/u.exec(token.info.trim())?.[0]
  const attributes = language === undefined ? [] : [['class', `language-${language}`] as const]
  return element('pre', [], [element('code', attributes, codeLines(token.content))])
}

// In groups, when there are several: only the last one is then laid out again as it grows.
function codeLines(code: string): AnswerNode[] {
  const groups = codeGroups(code).map((text): TextNode => ({ kind: 'text', text }))
  return groups.length < 2 ? groups : groups.map(toCodeGroup)
}

/** Code in groups of {@link CODE_GROUP_LINES} lines. */
export function codeGroups(code: string): string[] {
  const groups: string[] = []
  for (let from = 0; from < code.length;) {
    const rest = code.slice(from)
    const group = rest.slice(0, offsetOfLine(rest, CODE_GROUP_LINES))
    groups.push(group)
    from += group.length
  }
  return groups
}

/** A group of lines as a node; one that is a node already stays it. */
export function toCodeGroup(node: AnswerNode): AnswerNode {
  return node.kind === 'text' ? element('span', [['class', 'org-lines']], [node]) : node
}

function blockAttributes(token: Token): ElementNode['attributes'] {
  if (token.type === 'thinking_body_open') return [['class', 'org-thinking']]
  if (token.attrs === null) return []
  return token.attrs.map(([name, value]) =>
    name === 'style' ? ['align', String(value).replace(/^text-align:/u, '')] : [name, String(value)],
  )
}
