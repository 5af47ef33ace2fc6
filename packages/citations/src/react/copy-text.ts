import { toPlainText } from './plain-text.ts'

// Ancestors that a copied selection keeps around itself.
const KEPT = new Set(['ol', 'pre', 'table', 'tbody', 'tr', 'ul'])

/**
 * Puts what is selected inside an answer on the clipboard as it reads: citations as `[1]`, list items with
 * their marks, cells apart, and no text of a tool. A selection that reaches out of the answer is left alone.
 */
export function copyText(event: ClipboardEvent, root: Element): void {
  const selection = root.ownerDocument.getSelection()
  if (event.clipboardData === null || selection === null || selection.rangeCount !== 1) return
  const range = selection.getRangeAt(0)
  if (range.collapsed || !root.contains(range.commonAncestorContainer)) return
  const holder = root.ownerDocument.createElement('div')
  holder.append(withSurroundings(range, root))
  simplify(holder)
  event.clipboardData.setData('text/plain', toPlainText(holder))
  event.clipboardData.setData('text/html', holder.innerHTML)
  event.preventDefault()
}

function withSurroundings(range: Range, root: Element): Node {
  const common = range.commonAncestorContainer
  let content: Node = range.cloneContents()
  for (let around: Node | null = common; around !== null && around !== root; around = around.parentNode) {
    if (!isElement(around)) continue
    const isKept = around === common ? KEPT.has(around.localName) : around.localName === 'pre'
    if (!isKept) continue
    const shell = around.cloneNode(false)
    if (isElement(shell) && shell.localName === 'ol') countFrom(shell, around, range.startContainer)
    shell.appendChild(content)
    content = shell
  }
  return content
}

// The items before the selection still count.
function countFrom(shell: Element, list: Element, start: Node): void {
  const before = Array.from(list.children).findIndex((item) => item.contains(start))
  const first = Number(list.getAttribute('start') ?? 1)
  if (before > 0) shell.setAttribute('start', String(first + before))
}

function simplify(holder: Element): void {
  for (const tool of holder.querySelectorAll('.org-code-head')) tool.remove()
  for (const button of holder.querySelectorAll('button')) {
    const text = button.textContent
    button.replaceWith(button.hasAttribute('data-refs') ? `[${text}]` : text)
  }
  for (const wrapper of holder.querySelectorAll('.org-blocks, .org-code, .org-joined, .org-table')) {
    wrapper.replaceWith(...wrapper.childNodes)
  }
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
