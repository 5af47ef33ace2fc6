import type { Citation, ProductOptions } from '@org/citations'
import { renderAnswer } from '@org/citations/markdown'
import type { CopyContent } from '@org/ui-kit/chat'
import { trustSanitised } from '../../shared/trusted-types.ts'
import { threadTexts } from './thread.texts.ts'

/** Content of an answer. */
export interface AnswerContent {
  readonly text: string
  readonly citations: readonly Citation[] | null
  readonly products: ProductOptions
}

/** An answer to be pasted elsewhere: with the list of what it refers to, as text and with its form. */
export function copiedAnswer(answer: AnswerContent): CopyContent {
  const cited = citedSources(answer)
  return { text: withReferences(plainAnswer(answer.text), cited), html: answerHtml(answer, cited) }
}

/** The numbers that an answer refers to. */
export function citedNumbers({ text, citations }: Pick<AnswerContent, 'text' | 'citations'>): number[] {
  const html = renderAnswer(text, { citations: citations ?? [] })
  return [...html.matchAll(/data-refs="([\d,]+)"/gu)].flatMap(([, refs = '']) => refs.split(',').map(Number))
}

/** The sources that an answer refers to. */
export function citedSources(answer: Pick<AnswerContent, 'text' | 'citations'>): Citation[] {
  const numbers = new Set(citedNumbers(answer))
  return (answer.citations ?? []).filter(({ number }) => numbers.has(number))
}

/** An answer as Markdown alone: products by their names. */
export function plainAnswer(text: string): string {
  return text
    .replaceAll(/<product\b[^<>]*>([^<]*)<\/product>/giu, '$1')
    .replaceAll(/<\/?(?:details|summary)\b[^<>]*>/giu, '')
    .trim()
}

/** A text with its references below it, each as '[n] title (url)', with so much between them. */
export function withReferences(text: string, cited: readonly Citation[], between = '\n'): string {
  if (cited.length === 0) return text
  const lines = cited.map(
    ({ number, title, url }) => `[${number}] ${title}${url === undefined ? '' : ` (${url})`}`,
  )
  return `${text}\n\n${threadTexts.sources}${between}${lines.join(between)}`
}

/** An answer as HTML that needs no page around it: controls are what they stand for. */
export function answerHtml({ text, citations, products }: AnswerContent, cited: readonly Citation[]): string {
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
  if (cited.length > 0) body.append(...referenceList(body.ownerDocument, cited))
  return body.innerHTML
}

function referenceList(document: Document, cited: readonly Citation[]): Element[] {
  const heading = document.createElement('p')
  heading.append(threadTexts.sources)
  const list = document.createElement('ol')
  for (const { number, title, url } of cited) {
    const item = document.createElement('li')
    item.value = number
    item.append(url === undefined ? title : linkTo(document, url, title))
    list.append(item)
  }
  return [heading, list]
}

function linkTo(document: Document, url: string, name: string): Element {
  const link = document.createElement('a')
  link.href = url
  link.append(name)
  return link
}
