import type { Token } from 'markdown-it'
import { type AnswerNode, type ElementNode, element, linkAttributes } from '../answer-nodes.ts'
import { readMarker } from '../syntax/citation-marker.ts'
import { citationMeta } from '../syntax/citation-plugin.ts'

const JOINED = [['class', 'org-joined']] as const

/** Punctuation that no line begins with. */
const CLOSING = /^[\p{Pe}\p{Pf}.,;:!?…،؛؟。，、；：！？]+/u

/** Decides whether an image in the text of an answer may load from an address. */
export type IsImageAllowed = (address: string) => boolean

/** Turns the inline tokens of one leaf block into nodes. */
export function toInlineNodes(tokens: readonly Token[], isImageAllowed: IsImageAllowed): AnswerNode[] {
  const builder = new InlineBuilder()
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined) continue
    switch (token.type) {
      case 'text':
      case 'text_special':
        builder.text(token.content)
        break
      case 'softbreak':
        builder.text('\n')
        break
      case 'hardbreak':
        builder.add(element('br'))
        break
      case 'code_inline':
        builder.add(element('code', [], [{ kind: 'text', text: token.content }]))
        break
      case 'citation': {
        const { references, href } = citationMeta(token.meta)
        builder.citation(references, token.info, token.content, href)
        break
      }
      case 'product':
        builder.control({ kind: 'product', name: token.content, pk: token.info })
        break
      case 'image':
        builder.image(token, isImageAllowed)
        break
      case 'link_open':
        if (!anchoredCitation(builder, tokens, index)) builder.open('a', toLinkAttributes(token))
        else index += 2
        break
      default:
        if (token.nesting === 1) builder.open(token.tag, [])
        else if (token.nesting === -1) builder.close()
    }
  }
  return builder.finish()
}

class InlineBuilder {
  readonly #roots: AnswerNode[] = []
  readonly #open: ElementNode[] = []

  text(text: string): void {
    if (text === '') return
    const siblings = this.#siblings()
    const last = siblings.at(-1)
    if (last?.kind === 'text') last.text += text
    else if (last === undefined || last.kind === 'element') siblings.push({ kind: 'text', text })
    else this.#textAfter(last, text)
  }

  // Browsers allow a line break on both sides of a button, even before a full stop.
  #textAfter(control: AnswerNode, text: string): void {
    const mark = CLOSING.exec(text)?.[0] ?? ''
    const siblings = this.#siblings()
    if (mark !== '') {
      siblings[siblings.length - 1] = element('span', JOINED, [control, { kind: 'text', text: mark }])
    }
    if (mark !== text) siblings.push({ kind: 'text', text: text.slice(mark.length) })
  }

  add(node: AnswerNode): void {
    this.#siblings().push(node)
  }

  open(tag: string, attributes: ElementNode['attributes']): void {
    const node = element(tag, attributes)
    this.add(node)
    this.#open.push(node)
  }

  close(): void {
    const node = this.#open.pop()
    const siblings = this.#siblings()
    if (node !== undefined && node.children.length === 0 && siblings.at(-1) === node) siblings.pop()
  }

  citation(references: readonly number[], label: string, raw: string, href: string | undefined): void {
    const last = this.#siblings().at(-1)
    // A marker that repeats the one before it is dropped.
    if (last?.kind === 'citation' && last.references.join() === references.join()) {
      this.#siblings().pop()
      this.add({ ...last, raw: last.raw + raw })
      return
    }
    this.control({ kind: 'citation', references, label, raw, href })
  }

  /** Adds a control; a link around it ends before and goes on after it, as controls do not nest. */
  control(node: AnswerNode): void {
    const link = this.#open.findIndex(({ tag }) => tag === 'a')
    if (link < 0) {
      this.add(node)
      return
    }
    const reopened = this.#open.slice(link)
    while (this.#open.length > link) this.close()
    this.add(node)
    for (const { tag, attributes } of reopened) this.open(tag, attributes)
  }

  image(token: Token, isImageAllowed: IsImageAllowed): void {
    const source = String(token.attrGet('src') ?? '')
    const title = token.attrGet('title')
    const alt = toPlainText(token.children ?? [])
    const inLink = this.#open.some(({ tag }) => tag === 'a')
    if (isImageAllowed(source)) {
      this.add(
        element('img', [
          ['src', source],
          ['alt', alt],
          ['loading', 'lazy'],
          ['referrerpolicy', 'no-referrer'],
          ...(title === null ? [] : [['title', String(title)] as const]),
        ]),
      )
    } else if (inLink || source === '') this.text(alt)
    else this.add(element('a', linkAttributes(source), [{ kind: 'text', text: alt === '' ? source : alt }]))
  }

  finish(): AnswerNode[] {
    while (this.#open.length > 0) this.close()
    return this.#roots
  }

  #siblings(): AnswerNode[] {
    return this.#open.at(-1)?.children ?? this.#roots
  }
}

// `[1](#…)`: a link to a place on the page, with nothing but a marker's number as its text.
function anchoredCitation(builder: InlineBuilder, tokens: readonly Token[], index: number): boolean {
  const href = String(tokens[index]?.attrGet('href') ?? '')
  const text = tokens[index + 1]
  if (!href.startsWith('#') || text?.type !== 'text' || tokens[index + 2]?.type !== 'link_close') return false
  const marker = readMarker(`[${text.content}]`, 0)
  if (marker === undefined || marker.end !== text.content.length + 2) return false
  builder.citation(marker.references, marker.label, `[${text.content}]`, undefined)
  return true
}

// A link without an address is one whose address has not arrived.
function toLinkAttributes(token: Token): ElementNode['attributes'] {
  const href = token.attrGet('href')
  const title = token.attrGet('title')
  if (href === null || href === '') return []
  return linkAttributes(String(href), title === null ? undefined : String(title))
}

function toPlainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'image') return toPlainText(token.children ?? [])
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      return token.content
    })
    .join('')
}
