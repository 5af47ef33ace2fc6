import type { Token } from 'markdown-it'
import { type AnswerNode, type ElementNode, element } from '../answer-nodes.ts'
import { CODE_GROUP_LINES, codeGroups, toCodeGroup } from './block-nodes.ts'
import { beginsWith, countLines, offsetOfLine } from '../source-lines.ts'
import { endsInFence, thinkingBodyStart } from '../syntax/thinking-plugin.ts'

/**
 * The beginning of a long open block, which is not read again while the block grows. The block itself is read
 * from its source as soon as another one follows, so that its final form never depends on this one.
 */
export interface FrozenStart {
  readonly kind: 'children' | 'paragraph'
  /** Frozen source text. */
  readonly source: string
  /** Text that is parsed in place of `source`: it opens the same kind of block. */
  readonly head: string
  /** The children that what is frozen has made. */
  readonly kept: readonly AnswerNode[]
  /** Number of children that `head` produces. */
  readonly stand: number
  /** Of a list: whether its paragraphs are bare. */
  readonly isTight: boolean | undefined
  readonly attributes: ElementNode['attributes']
}

/** A block that may still grow. */
interface OpenBlock {
  readonly tokens: readonly Token[]
  /** The inline text at its end, which is shown as it will be. */
  readonly completed: Token | undefined
}

/** Position at which a block can be cut: `source` from `at` on continues after `head`. */
interface Cut {
  readonly at: number
  readonly head: string
  /** Number of children before the cut. */
  readonly count: number
  /** Number of all children. */
  readonly total: number
  readonly stand: number
  readonly isTight?: boolean
}

/** Freezes the children before the last one that has surely begun; `undefined` where that is not safe or worth it. */
export function freezeChildren(
  block: OpenBlock,
  nodes: readonly AnswerNode[],
  source: string,
  before: FrozenStart | undefined,
): FrozenStart | undefined {
  const container = containerOf(nodes)
  const root = nodes[0]
  const cut = source.includes(']:') ? undefined : findCut(block, source)
  if (cut === undefined || container === undefined || root?.kind !== 'element') return undefined
  const headLength = before?.head.length ?? 0
  const kept = (before?.kept.length ?? 0) - (before?.stand ?? 0)
  // Paragraphs that show nothing are no nodes.
  if (cut.at <= headLength || kept + cut.total !== container.children.length) return undefined
  return {
    kind: 'children',
    source: (before?.source ?? '') + source.slice(headLength, cut.at),
    head: cut.head,
    kept: container.children.slice(0, kept + cut.count),
    stand: cut.stand,
    isTight: cut.isTight,
    attributes: before?.attributes ?? root.attributes,
  }
}

/** Freezes the beginning of a paragraph's text that nothing to come can change. */
export function freezeParagraph(
  tokens: readonly Token[],
  settled: string,
  source: string,
  before: FrozenStart | undefined,
): FrozenStart | undefined {
  const headLength = before?.head.length ?? 0
  const isParagraph = tokens.length === 3 && tokens[0]?.type === 'paragraph_open'
  // A bar may turn a line into cells, a definition can only stand at the beginning.
  if (!isParagraph || settled.length <= headLength || /[|]|\]:/u.test(settled)) return undefined
  if (!beginsWith(source, settled)) return undefined
  return {
    kind: 'paragraph',
    source: (before?.source ?? '') + settled.slice(headLength),
    head: PARAGRAPH_HEAD,
    kept: [],
    stand: 0,
    isTight: undefined,
    attributes: [],
  }
}

/** Placeholder for the frozen text when the rest of its paragraph is parsed. */
export const PARAGRAPH_HEAD = 'x'

/** Puts what is frozen before what has been read behind it. */
export function joinFrozen(nodes: readonly AnswerNode[], frozen: FrozenStart): readonly AnswerNode[] {
  if (frozen.kind === 'paragraph') return nodes
  const [root, ...rest] = nodes
  const container = containerOf(nodes)
  if (root?.kind !== 'element' || container === undefined) return nodes
  const read = container.children.slice(frozen.stand)
  const children = frozen.kept.concat(container.tag === 'code' ? read.map(toCodeGroup) : read)
  const joined = { ...container, children }
  return [
    container === root ? { ...joined, attributes: frozen.attributes } : replaceLast(root, joined),
    ...rest,
  ]
}

/** Returns whether a list became loose after its start was frozen, or is no list any more. */
export function hasOtherTightness(tokens: readonly Token[], { isTight }: FrozenStart): boolean {
  return isTight !== undefined && isTight !== tightnessOf(tokens)
}

// The element whose children a block grows by.
function containerOf(nodes: readonly AnswerNode[]): ElementNode | undefined {
  const root = nodes[0]
  if (root?.kind !== 'element') return undefined
  if (root.tag === 'ul' || root.tag === 'ol' || root.tag === 'blockquote') return root
  if (root.tag !== 'pre' && root.tag !== 'table' && root.tag !== 'details') return undefined
  const last = root.children.at(-1)
  return last?.kind === 'element' ? last : undefined
}

function replaceLast(root: ElementNode, last: ElementNode): ElementNode {
  return element(root.tag, root.attributes, root.children.slice(0, -1).concat(last))
}

function findCut(block: OpenBlock, source: string): Cut | undefined {
  const [opening] = block.tokens
  switch (opening?.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return cutList(block, source)
    case 'blockquote_open':
      return cutQuote(block, source)
    case 'table_open':
      return cutTable(block, source)
    case 'thinking_open':
      return cutThinking(block, source)
    case 'fence':
      return cutFence(opening, source)
    default:
      return undefined
  }
}

function cutList(block: OpenBlock, source: string): Cut | undefined {
  const place = lastChild(block, 0, source)
  const isTight = tightnessOf(block.tokens)
  if (place === undefined || isTight === undefined) return undefined
  const indent = /^ {0,3}/u.exec(source.slice(place.at, place.at + 3))?.[0] ?? ''
  const [list] = block.tokens
  const mark = list?.type === 'ordered_list_open' ? `1${list.markup}` : list?.markup
  return { ...place, head: `${indent}${mark} x\n${isTight ? '' : '\n'}`, stand: 1, isTight }
}

function cutQuote(block: OpenBlock, source: string): Cut | undefined {
  const place = lastChild(block, 0, source)
  if (place === undefined || !/^ {0,3}>/u.test(source.slice(place.at, place.at + 4))) return undefined
  return { ...place, head: '', stand: 0 }
}

function cutTable(block: OpenBlock, source: string): Cut | undefined {
  const body = block.tokens.findIndex(({ type }) => type === 'tbody_open')
  const place = body < 0 ? undefined : lastChild(block, body, source)
  const start = block.tokens[0]?.map?.[0]
  if (place === undefined || start === undefined) return undefined
  const head = source.slice(offsetOfLine(source, start), offsetOfLine(source, start + 2))
  return { ...place, head, stand: 0 }
}

function cutThinking(block: OpenBlock, source: string): Cut | undefined {
  const body = block.tokens.findIndex(({ type }) => type === 'thinking_body_open')
  const start = thinkingBodyStart(block.tokens[body])
  if (start === undefined) return undefined
  const text = source.slice(start)
  const opening = source.slice(0, start)
  const place = lastChild(block, body, text)
  if (place === undefined || /<\/?details/iu.test(text) || endsInFence(text.slice(0, place.at)))
    return undefined
  if (/<summary/iu.test(opening) && !/<\/summary/iu.test(opening)) return undefined
  // Right behind the opening it would be read as the block's own summary.
  if (/^\s*<summary/iu.test(text.slice(place.at))) return undefined
  return { ...place, at: start + place.at, head: `${opening}\n`, stand: 0 }
}

function cutFence(fence: Token, source: string): Cut | undefined {
  const lines = countLines(fence.content)
  const count = Math.floor((lines - 1) / CODE_GROUP_LINES)
  const start = fence.map?.[0]
  if (start === undefined || count < 1) return undefined
  const opening = offsetOfLine(source, start)
  const inside = offsetOfLine(source, start + 1)
  const at = inside + offsetOfLine(source.slice(inside), count * CODE_GROUP_LINES)
  return { at, head: source.slice(opening, inside), count, total: codeGroups(fence.content).length, stand: 0 }
}

/**
 * The last child of the block at `index` that begins on a line which is whole, with the number of those before
 * it. These do not hold the text that is completed.
 */
function lastChild(
  { tokens, completed }: OpenBlock,
  index: number,
  source: string,
): { at: number; count: number; total: number } | undefined {
  const whole = countLines(source)
  let count = 0
  let isBefore = true
  let found: { line: number; count: number } | undefined
  let depth = 0
  for (const token of tokens.slice(index)) {
    if (token.nesting < 0) depth -= 1
    if (depth === 0 && token.nesting < 0) break
    if (depth === 1 && token.nesting >= 0) {
      const line = token.map?.[0] ?? Infinity
      if (isBefore && line < whole && count > 0) found = { line, count }
      count += 1
    }
    if (token.nesting > 0) depth += 1
    if (token === completed) isBefore = false
  }
  return found && { at: offsetOfLine(source, found.line), count: found.count, total: count }
}

// Bare paragraphs stand right inside the items of a tight list.
function tightnessOf(tokens: readonly Token[]): boolean | undefined {
  let depth = 0
  for (const token of tokens) {
    if (token.nesting < 0) depth -= 1
    if (depth === 2 && token.type === 'paragraph_open') return token.hidden
    if (token.nesting > 0) depth += 1
  }
  return undefined
}
