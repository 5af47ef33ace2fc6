import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { UnreadableFile } from './file-reading.ts'

type PageDocument = ReturnType<typeof parseHTML>['document']
type PageElement = PageDocument['body']

/** The text of a page without its navigation. */
export interface PageText {
  title: string
  body: string
  /** Author of the page, where it names one. */
  author?: string
  /** Language that the page names. */
  language?: string
}

/** Elements deeper than this are no text that people wrote, and overflow the stack of those who walk the tree. */
const deepest = 500

/**
 * Reads the article of an HTML page as Markdown.
 *
 * @param address base of relative links
 * @throws {UnreadableFile} when it has no text, or is nested too deeply
 */
export function readPage(html: string, address?: string): PageText {
  const { document } = parseDocument(html)
  requireShallow(document.documentElement)
  if (address !== undefined) resolveLinks(document, address)
  const language = document.documentElement.getAttribute('lang')?.trim()
  const pageTitle = document.querySelector('title')?.textContent.trim()
  const titles = document.querySelectorAll('h1')
  const heading = titles[0]?.textContent
  // The only one is the title, which Readability would make a section.
  if (titles.length === 1) titles[0]?.remove()
  const article = new Readability(document.cloneNode(true), { charThreshold: 200 }).parse()
  const content = article?.content
  const body = toMarkdown(typeof content === 'string' ? parseBody(content) : document.body)
  if (body === '') throw new UnreadableFile('no_text')
  const author = article?.byline?.trim()
  return {
    title: oneLine(heading) || oneLine(article?.title) || oneLine(pageTitle),
    body,
    ...(author === undefined || author === '' ? {} : { author: oneLine(author) }),
    ...(language === undefined || language === '' ? {} : { language }),
  }
}

/** Converts HTML of a word processor to Markdown. */
export function htmlToMarkdown(html: string): string {
  const root = parseBody(html)
  requireShallow(root)
  return toMarkdown(root)
}

/** A document, also of HTML without `<html>`. */
function parseDocument(html: string) {
  const parsed = parseHTML(html)
  const isWhole = parsed.document.documentElement?.localName === 'html'
  return isWhole ? parsed : parseHTML(`<!doctype html><html><body>${html}</body></html>`)
}

function parseBody(html: string): PageElement {
  return parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body
}

function toMarkdown(root: PageElement): string {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'form', 'button', 'nav', 'footer', 'template'])
  // Pictures are not shown in answers; their description is text.
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => oneLine(Object(node).getAttribute?.('alt')),
  })
  addTables(turndown)
  return turndown.turndown(root).trim()
}

/** Tables of GitHub's Markdown, which Turndown has no rules for. */
function addTables(turndown: TurndownService): void {
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => ` ${oneLine(content).replaceAll('|', String.raw`\|`)} |`,
  })
  turndown.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  turndown.addRule('row', {
    filter: 'tr',
    replacement(content, row) {
      const cells = [...row.childNodes].filter(({ nodeName }) => /^(?:TD|TH)$/u.test(nodeName))
      const isFirst = row.parentNode?.firstChild === row && row.parentNode.nodeName !== 'TFOOT'
      const isHead =
        isFirst && (row.parentNode?.nodeName === 'THEAD' || cells.every(({ nodeName }) => nodeName === 'TH'))
      return `\n|${content.trimEnd()}${isHead ? `\n|${' --- |'.repeat(cells.length)}` : ''}`
    },
  })
}

function oneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/gu, ' ').trim()
}

function requireShallow(root: PageElement): void {
  const pending: [PageElement, number][] = [[root, 1]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [element, depth] = next
    if (depth > deepest) throw new UnreadableFile('unreadable', 'depth')
    for (const child of element.children) pending.push([child, depth + 1])
  }
}

function resolveLinks(document: PageDocument, address: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const target = URL.parse(link.getAttribute('href') ?? '', address)
    if (target !== null && /^https?:$/u.test(target.protocol)) link.setAttribute('href', target.href)
    else link.removeAttribute('href')
  }
}
