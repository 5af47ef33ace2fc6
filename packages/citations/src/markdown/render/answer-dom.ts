import { type KnownControls, toControl } from './answer-controls.ts'
import type { AnswerNode, CitationNode, ProductNode } from '../answer-nodes.ts'
import type { AnswerLabels } from '../labels.ts'

/** Inputs for the DOM of an answer's nodes. */
export interface AnswerContext extends KnownControls {
  readonly document: Document
  /** True when code gets a copy button, and code and tables a scroll region. */
  readonly hasTools: boolean
}

/** A node with the DOM that stands for it. */
export interface MountedNode {
  node: AnswerNode
  dom: ChildNode
  /** Element that holds the children: the node's own DOM, or the part inside its tools. */
  content: Element | undefined
  readonly children: MountedNode[]
  /** The text that is shown, of a text node. */
  shown: string
  /** True when the content was replaced by highlighted code. */
  isColoured: boolean
}

/** Builds the DOM of a node. It is not clean before the sanitiser has seen it. */
export function mountNode(node: AnswerNode, context: AnswerContext): MountedNode {
  if (node.kind === 'citation' || node.kind === 'product') return leaf(node, controlDom(node, context))
  if (node.kind === 'text') return leaf(node, context.document.createTextNode(node.text), node.text)
  const content = createElement(context.document, node.tag, node.attributes)
  const children = node.children.map((child) => mountNode(child, context))
  content.append(...children.map(({ dom }) => dom))
  if (node.tag === 'input') nameTask(content, context.labels)
  return {
    node,
    dom: context.hasTools ? withTools(content, context) : content,
    content,
    children,
    shown: '',
    isColoured: false,
  }
}

/** The DOM of a citation marker or a product tag. */
export function controlDom(node: CitationNode | ProductNode, context: AnswerContext): ChildNode {
  return mountNode(toControl(node, context), context).dom
}

function leaf(node: AnswerNode, dom: ChildNode, shown = ''): MountedNode {
  return { node, dom, content: undefined, children: [], shown, isColoured: false }
}

function nameTask(input: Element, labels: AnswerLabels): void {
  input.setAttribute('aria-label', input.hasAttribute('checked') ? labels.taskDone : labels.taskOpen)
}

function createElement(
  document: Document,
  tag: string,
  attributes: readonly (readonly [name: string, value: string])[],
): Element {
  const created = document.createElement(tag)
  for (const [name, value] of attributes) created.setAttribute(name, value)
  return created
}

function withTools(content: Element, { document, labels }: AnswerContext): Element {
  if (content.localName === 'table') {
    const region = createElement(document, 'div', [
      ['class', 'org-table'],
      ['role', 'region'],
      ['tabindex', '0'],
      ['aria-label', labels.table],
    ])
    region.append(content)
    return region
  }
  if (content.localName !== 'pre') return content
  const language = /^language-(.+)$/u.exec(content.firstElementChild?.className ?? '')?.[1]
  const block = createElement(document, 'div', [['class', 'org-code']])
  const head = createElement(document, 'div', [['class', 'org-code-head']])
  const name = createElement(document, 'span', [])
  name.textContent = language ?? labels.code
  const copy = createElement(document, 'button', [
    ['type', 'button'],
    ['class', 'org-copy'],
  ])
  copy.textContent = labels.copy
  head.append(name, copy)
  content.setAttribute('tabindex', '0')
  content.setAttribute('role', 'region')
  content.setAttribute('aria-label', labels.code)
  block.append(head, content)
  return block
}
