import type { AnswerNode, TextNode } from '../answer-nodes.ts'

// Begins no syntax in the middle of a line.
const PLAIN = String.raw`[\p{L}\p{N} ,.'"()/:%?$@\u2018-\u201D\u2013\u2014-]`
const PLAIN_TEXT = new RegExp(`^${PLAIN}+$`, 'u')
const PLAIN_END = new RegExp(`${PLAIN}$`, 'u')

/** Text appended to a text node. */
export interface Growth {
  readonly node: TextNode
  readonly text: string
}

/** The text at the end of an answer, to which plain words can be added without reading anything again. */
export class GrowingText {
  #node: TextNode | undefined
  // Spaces at its end, shown with the next word.
  #space = ''

  /** Puts plain words behind the text: what is shown then, `'nothing'` for spaces, `undefined` when they have to be read. */
  grow(added: string): Growth | 'nothing' | undefined {
    const node = this.#node
    if (node === undefined || !PLAIN_TEXT.test(added)) return undefined
    const grown = this.#space + added
    const text = grown.trimEnd()
    this.#space = grown.slice(text.length)
    if (text === '') return 'nothing'
    node.text += text
    return { node, text }
  }

  /** Takes the last text of the last block, if it ends as `tail` does, the source of the open end. */
  find(nodes: readonly AnswerNode[] | undefined, tail: string): void {
    this.forget()
    const source = tail.trimEnd()
    const space = tail.slice(source.length)
    if (!PLAIN_END.test(source) || !/^ *$/u.test(space)) return
    let node = nodes?.at(-1)
    while (node?.kind === 'element') {
      // After punctuation that belongs to a control, text goes on outside its span, which does not wrap.
      if (['code', 'table', 'details', 'span'].includes(node.tag)) return
      node = node.children.at(-1)
    }
    if (node?.kind !== 'text' || !source.endsWith(node.text.slice(-6).trimStart())) return
    this.#node = node
    this.#space = space
  }

  forget(): void {
    this.#node = undefined
  }
}
