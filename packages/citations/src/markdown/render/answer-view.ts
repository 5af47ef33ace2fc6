import type { CodeToken } from '../../code-tokens.ts'
import type { Citation, ProductOptions } from '../../model.ts'
import { type AnswerNode, isSameShell, type TextNode } from '../answer-nodes.ts'
import { type AnswerContext, controlDom, type MountedNode, mountNode } from './answer-dom.ts'
import type { AnswerParser, ParsedBlock } from '../parse/answer-parser.ts'
import { BlockGroups, GROUP_BLOCKS } from './block-groups.ts'
import type { Sanitizer } from './sanitizer.ts'
import { beginsWith } from '../source-lines.ts'

/** The code of a block that is done, with where it stands. */
export interface CodeBlock {
  readonly code: string
  readonly language: string
  readonly mounted: MountedNode
}

interface MountedBlock {
  block: ParsedBlock
  children: MountedNode[]
}

/**
 * Shows the blocks of a parser inside an element. A block that has not changed is not touched; of one that
 * has, only what differs is built, cleaned and put in place.
 */
export class AnswerView {
  readonly #root: Element
  readonly #sanitizer: Sanitizer
  #context: AnswerContext
  readonly #blocks: MountedBlock[] = []
  readonly #groups: BlockGroups
  readonly #controls = new Set<MountedNode>()

  constructor(root: Element, sanitizer: Sanitizer, context: AnswerContext) {
    this.#root = root
    this.#groups = new BlockGroups(root)
    this.#sanitizer = sanitizer
    this.#context = context
  }

  /** Shows what the parser has read. */
  show(parser: AnswerParser): void {
    if (parser.grown !== undefined && this.#grow(parser.grown.node, parser.grown.text)) return
    const count = parser.count
    while (this.#blocks.length > count) this.#remove(this.#blocks.pop()?.children ?? [])
    this.#groups.shrink(count)
    let created: MountedNode[] = []
    for (let index = Math.min(parser.changedFrom, this.#blocks.length); index < count; index += 1) {
      const block = parser.blockAt(index)
      const mounted = this.#blocks[index]
      if (block === undefined || mounted?.block === block) continue
      if (mounted === undefined) {
        const children = block.nodes.map((node) => mountNode(node, this.#context))
        this.#blocks.push({ block, children })
        created.push(...children)
        // All new ones of a group at once: to clean them one by one costs more.
        if (index + 1 === count || (index + 1) % GROUP_BLOCKS === 0) {
          this.#insert(this.#groups.parentOf(index), created, null)
          created = []
        }
      } else {
        const parent = this.#groups.parentOf(index)
        this.#patchChildren(parent, mounted.children, block.nodes, this.#firstDomAfter(index))
        mounted.block = block
      }
    }
  }

  /** Shows the controls as new citations and products make them; each that differs is changed in place. */
  resolve(citations: ReadonlyMap<number, Citation> | undefined, products: ProductOptions): void {
    this.#context = { ...this.#context, citations, products }
    for (const control of this.#controls) this.#resolveControl(control)
  }

  /** The code blocks with a language in the block at `index`. */
  codeBlocks(index: number): CodeBlock[] {
    const found: CodeBlock[] = []
    for (const mounted of this.#blocks[index]?.children ?? []) findCode(mounted, found)
    return found
  }

  /** Puts tokens in the place of code that still stands in the document. */
  colour({ code, mounted }: CodeBlock, tokens: readonly CodeToken[]): void {
    if (mounted.content?.isConnected !== true || mounted.content.textContent !== code) return
    const { document } = this.#context
    const pieces = tokens.map(({ text, kind }) => {
      if (kind === undefined || !/^[a-z][a-z_-]{0,30}$/u.test(kind)) return document.createTextNode(text)
      const piece = document.createElement('span')
      piece.className = `org-code-${kind}`
      piece.textContent = text
      return piece
    })
    mounted.content.replaceChildren(...this.#clean(pieces))
    mounted.isColoured = true
  }

  /** Takes everything away. */
  clear(): void {
    this.#blocks.length = 0
    this.#groups.shrink(0)
    this.#controls.clear()
    this.#root.replaceChildren()
  }

  // The text that grows is the last of everything.
  #grow(node: TextNode, text: string): boolean {
    let mounted = this.#blocks.at(-1)?.children.at(-1)
    while (mounted !== undefined && mounted.node !== node) mounted = mounted.children.at(-1)
    if (mounted === undefined || !isText(mounted.dom)) return false
    mounted.dom.appendData(text)
    mounted.shown = node.text
    return true
  }

  #firstDomAfter(index: number): ChildNode | null {
    for (let next = index + 1; next < this.#blocks.length && next % GROUP_BLOCKS !== 0; next += 1) {
      const first = this.#blocks[next]?.children[0]
      if (first !== undefined) return first.dom
    }
    return this.#groups.endOf(index)
  }

  #patchChildren(
    parent: Element,
    mounted: MountedNode[],
    nodes: readonly AnswerNode[],
    before: ChildNode | null,
  ): void {
    let same = 0
    for (; same < mounted.length && same < nodes.length; same += 1) {
      const old = mounted[same]
      const node = nodes[same]
      if (old === undefined || node === undefined || !this.#patch(old, node)) break
    }
    if (same < mounted.length) this.#remove(mounted.splice(same))
    if (same < nodes.length) this.#append(parent, mounted, nodes.slice(same), before)
  }

  // Makes `mounted` show `node`; gives false when it has to be built anew.
  #patch(mounted: MountedNode, node: AnswerNode): boolean {
    if (mounted.node === node && node.kind !== 'text') return true
    if (!isSameShell(mounted.node, node)) return false
    if (mounted.isColoured) return textOf(mounted.node) === textOf(node)
    mounted.node = node
    if (node.kind === 'text') {
      setText(mounted, node.text)
    } else if (node.kind === 'element') {
      if (mounted.content === undefined) return false
      this.#patchChildren(mounted.content, mounted.children, node.children, null)
    } else if (node.kind === 'product') this.#resolveControl(mounted)
    return true
  }

  #append(
    parent: Element,
    mounted: MountedNode[],
    nodes: readonly AnswerNode[],
    before: ChildNode | null,
  ): void {
    const created = nodes.map((node) => mountNode(node, this.#context))
    this.#insert(parent, created, before)
    mounted.push(...created)
  }

  #insert(parent: Element, created: readonly MountedNode[], before: ChildNode | null): void {
    for (const node of this.#clean(created.map(({ dom }) => dom))) parent.insertBefore(node, before)
    for (const child of created) this.#register(child)
  }

  #clean(nodes: readonly ChildNode[]): readonly ChildNode[] {
    const [element, ...others] = nodes.filter(isElement)
    if (element === undefined) return nodes
    if (others.length === 0) {
      // By itself: each iterator that the sanitiser leaves behind slows down taking a node out of a holder.
      this.#sanitizer.cleanElement(element)
      return nodes
    }
    const holder = this.#context.document.createElement('div')
    holder.append(...nodes)
    this.#sanitizer.cleanElement(holder)
    return Array.from(holder.childNodes)
  }

  #register(mounted: MountedNode): void {
    if (mounted.node.kind === 'citation' || mounted.node.kind === 'product') this.#controls.add(mounted)
    for (const child of mounted.children) this.#register(child)
  }

  #remove(mounted: readonly MountedNode[]): void {
    for (const child of mounted) {
      child.dom.remove()
      this.#forget(child)
    }
  }

  #forget(mounted: MountedNode): void {
    this.#controls.delete(mounted)
    for (const child of mounted.children) this.#forget(child)
  }

  #resolveControl(mounted: MountedNode): void {
    const { node, dom } = mounted
    if (node.kind !== 'citation' && node.kind !== 'product') return
    const next = controlDom(node, this.#context)
    if (dom.isEqualNode(next)) return
    const [cleaned] = this.#clean([next])
    if (cleaned === undefined) return
    // The same button stays in place, so that it keeps the focus.
    if (isElement(dom) && isElement(cleaned) && dom.localName === cleaned.localName) {
      copyShell(cleaned, dom)
      return
    }
    dom.replaceWith(cleaned)
    mounted.dom = cleaned
  }
}

function findCode(mounted: MountedNode, found: CodeBlock[]): void {
  const { node } = mounted
  if (node.kind !== 'element') return
  if (node.tag !== 'pre') {
    for (const child of mounted.children) findCode(child, found)
    return
  }
  const [code] = mounted.children
  const name = code?.node.kind === 'element' ? code.node.attributes[0]?.[1] : undefined
  if (code === undefined || name === undefined) return
  found.push({
    code: textOf(code.node),
    language: name.replace('language-', '').toLowerCase(),
    mounted: code,
  })
}

function textOf(node: AnswerNode): string {
  if (node.kind === 'text') return node.text
  return node.kind === 'element' ? node.children.map(textOf).join('') : ''
}

function setText(mounted: MountedNode, text: string): void {
  if (mounted.shown === text || !isText(mounted.dom)) return
  if (beginsWith(text, mounted.shown)) mounted.dom.appendData(text.slice(mounted.shown.length))
  else mounted.dom.data = text
  mounted.shown = text
}

function copyShell(from: Element, to: Element): void {
  for (const name of to.getAttributeNames()) {
    if (!from.hasAttribute(name)) to.removeAttribute(name)
  }
  for (const { name, value } of from.attributes) {
    if (to.getAttribute(name) !== value) to.setAttribute(name, value)
  }
  if (to.textContent !== from.textContent) to.textContent = from.textContent
}

function isText(node: Node): node is Text {
  return node.nodeType === 3
}

function isElement<Kind extends Node>(node: Kind): node is Kind & Element {
  return node.nodeType === 1
}
