const BLOCKS = new Set(
  'blockquote details div h1 h2 h3 h4 h5 h6 hr li ol p pre summary table thead tbody tr ul'.split(' '),
)

const CLOSE = new Set(['li', 'tbody', 'thead', 'tr'])

/** Converts elements of an answer to plain text: blocks apart, list items with their marks, cells with tabs. */
export function toPlainText(root: Node): string {
  const writer = new PlainTextWriter()
  writer.children(root, false)
  return writer.text.trimEnd()
}

class PlainTextWriter {
  text = ''
  #lineEnds = 0
  #indent = ''
  #markEnd = -1

  children(node: Node, isCode: boolean): void {
    for (const child of node.childNodes) {
      if (isElement(child)) this.#element(child, isCode)
      else this.#add(isCode ? (child.nodeValue ?? '') : (child.nodeValue ?? '').replace(/[ \t\r\n]+/gu, ' '))
    }
  }

  #element(element: Element, isCode: boolean): void {
    const tag = element.localName
    if (tag === 'br') this.#breakBy(1)
    else if (tag === 'img') this.#add(element.getAttribute('alt') ?? '')
    else if (tag === 'input') this.#add(element.hasAttribute('checked') ? '[x]' : '[ ]')
    else if (tag === 'th' || tag === 'td') {
      if (element.previousElementSibling !== null) this.text += '\t'
      this.children(element, isCode)
    } else if (BLOCKS.has(tag)) this.#block(element, tag)
    else this.children(element, isCode)
  }

  #block(element: Element, tag: string): void {
    const parent = element.parentElement?.localName
    const lineEnds = CLOSE.has(tag) || parent === 'li' ? 1 : 2
    const indent = this.#indent
    this.#breakBy(lineEnds)
    if (tag === 'li') this.#mark(element)
    if (tag === 'hr') this.#add('---')
    this.children(element, tag === 'pre')
    this.#indent = indent
    this.#breakBy(lineEnds)
  }

  #mark(item: Element): void {
    const list = item.parentElement
    const mark = list?.localName === 'ol' ? `${numberOf(item, list)}. ` : '- '
    this.#add(mark)
    this.#indent += ' '.repeat(mark.length)
    this.#markEnd = this.text.length
  }

  #breakBy(lineEnds: number): void {
    // The first text of a list item follows its mark on the same line.
    if (this.text.length !== this.#markEnd) this.#lineEnds = Math.max(this.#lineEnds, lineEnds)
  }

  #add(text: string): void {
    const isFresh = this.text === '' || this.#lineEnds > 0
    if (text === '' || (isFresh && text === ' ')) return
    if (this.text !== '' && isFresh) {
      this.text = this.text.replace(/(?<![ \n])[ \n]+$/u, '') + '\n'.repeat(this.#lineEnds) + this.#indent
    }
    this.#lineEnds = 0
    this.text += text
  }
}

function numberOf(item: Element, list: Element): number {
  return Number(list.getAttribute('start') ?? 1) + Array.from(list.children).indexOf(item)
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
