import type { Citation, ProductOptions } from '@org/citations'
import { renderAnswer } from '@org/citations/markdown'
import type { CopyContent } from '../../chat/messages/copy-button.tsx'
import { trustSanitised } from './trust-sanitised.ts'

/** Content of an answer. A message of the engine fits. */
export interface AnswerContent {
  readonly text: string
  readonly citations: readonly Citation[] | null
  readonly products: ProductOptions
}

/**
 * Returns an answer for the clipboard, as Markdown and as HTML, with the list of the sources that it refers to.
 *
 * @param heading heading of that list
 */
export function copiedAnswer(answer: AnswerContent, heading: string): CopyContent {
  const cited = citedSources(answer)
  return {
    text: withReferences(plainAnswer(answer.text), { cited, heading }),
    html: answerHtml(answer, { cited, heading }),
  }
}

/** Returns the numbers of the sources that an answer refers to. */
export function citedNumbers({ text, citations }: Pick<AnswerContent, 'text' | 'citations'>): number[] {
  const html = renderAnswer(text, { citations: citations ?? [] })
  return [...html.matchAll(/data-refs="([\d,]+)"/gu)].flatMap(([, refs = '']) => refs.split(',').map(Number))
}

/** Returns the sources that an answer refers to. */
export function citedSources(answer: Pick<AnswerContent, 'text' | 'citations'>): Citation[] {
  const numbers = new Set(citedNumbers(answer))
  return (answer.citations ?? []).filter(({ number }) => numbers.has(number))
}

/** Returns an answer as Markdown without tags: products by their names. */
export function plainAnswer(text: string): string {
  return text
    .replaceAll(/<product\b[^<>]*>([^<]*)<\/product>/giu, '$1')
    .replaceAll(/<\/?(?:details|summary)\b[^<>]*>/giu, '')
    .trim()
}

/** The sources listed below an answer, under a heading. */
export interface References {
  readonly cited: readonly Citation[]
  readonly heading: string
}

/** Returns a text with its references below it, each as '[n] title (url)', joined by `separator`. */
export function withReferences(text: string, { cited, heading }: References, separator = '\n'): string {
  if (cited.length === 0) return text
  const lines = cited.map(
    ({ number, title, url }) => `[${number}] ${title}${url === undefined ? '' : ` (${url})`}`,
  )
  return `${text}\n\n${heading}${separator}${lines.join(separator)}`
}

/** Returns an answer as HTML without controls: a marker becomes its number, a product a link. */
function answerHtml({ text, citations, products }: AnswerContent, references: References): string {
  const html = renderAnswer(text, { citations: citations ?? [], products })
  const { body } = new DOMParser().parseFromString(trustSanitised(html), 'text/html')
  for (const tool of body.querySelectorAll('.org-code-head, .org-copy')) tool.remove()
  for (const button of body.querySelectorAll('button')) {
    const name = button.textContent
    const url = products[name]?.[0]?.url
    if (button.dataset['refs'] !== undefined) button.replaceWith(`[${name}]`)
    else if (url === undefined) button.replaceWith(name)
    else button.replaceWith(linkTo(body.ownerDocument, url, name))
  }
  for (const element of body.querySelectorAll('[class]')) element.removeAttribute('class')
  if (references.cited.length > 0) body.append(...referenceList(body.ownerDocument, references))
  return body.innerHTML
}

function referenceList(document: Document, { cited, heading }: References): Element[] {
  const paragraph = document.createElement('p')
  paragraph.append(heading)
  const list = document.createElement('ol')
  for (const { number, title, url } of cited) {
    const item = document.createElement('li')
    item.value = number
    item.append(url === undefined ? title : linkTo(document, url, title))
    list.append(item)
  }
  return [paragraph, list]
}

function linkTo(document: Document, url: string, name: string): Element {
  const link = document.createElement('a')
  link.href = url
  link.append(name)
  return link
}
