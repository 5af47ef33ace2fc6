import { describe, expect, it, vi } from 'vitest'
import { AnswerParser } from './markdown/parse/answer-parser.ts'
import { createMarkdown } from './markdown/parse/markdown-it.ts'
import { defaultAnswerLabels } from './markdown.ts'
import { AnswerSession } from './react/answer-session.ts'

const LENGTH = 64_000
const CHUNK = 20

function fill(head: string, separator: string, piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let length = head.length, index = 0; length < LENGTH + separator.length; index += 1) {
    const next = piece(index)
    pieces.push(next)
    length += next.length + separator.length
  }
  return (head + pieces.join(separator)).slice(0, LENGTH)
}

const sentence = (index: number) =>
  `Item ${index} supports calm sleep [${(index % 3) + 1}]; **zinc** helps (see \`code\`) — with care!`

const texts = {
  'a list': fill('', '\n', (index) => `- ${sentence(index)}`),
  'a loose list': fill('', '\n\n', (index) => `${index + 1}. ${sentence(index)}\n   - inner`),
  'a paragraph': fill('', ' ', sentence),
  'a paragraph of lines': fill('', '\n', sentence),
  'plain words': fill('', ' ', (index) => `Words and more words; number ${index}!`),
  'a code block': fill('```ts\n', '\n', (index) => `const value${index} = compute(${index}, "text")`),
  'a table': fill('| a | b |\n|---|---|\n', '\n', (index) => `| ${index} | ${sentence(index)} |`),
  'a thinking block': fill('<details open><summary>Thinking</summary>\n\n', '\n\n', sentence),
  'a quotation': fill('', '\n>\n', (index) => `> ${sentence(index)}`),
}

function countScanned(): () => number {
  const { block, inline } = createMarkdown()
  const spies = [
    vi.spyOn(Object.getPrototypeOf(block), 'parse'),
    vi.spyOn(Object.getPrototypeOf(inline), 'parse'),
  ]
  return () => {
    let characters = 0
    for (const spy of spies) {
      for (const [source] of spy.mock.calls) characters += typeof source === 'string' ? source.length : 0
      spy.mockClear()
    }
    return characters
  }
}

function countTouched(root: Node): () => number {
  const observer = new MutationObserver(() => undefined)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  return () =>
    observer
      .takeRecords()
      .reduce((sum, { addedNodes, removedNodes }) => sum + 1 + addedNodes.length + removedNodes.length, 0)
}

/** Returns the rendering cost of each of eight equal parts of a text that arrives. */
function costs(text: string, show: (text: string) => void, count: () => number): number[] {
  const parts: number[] = []
  for (let end = CHUNK; end <= text.length; end += CHUNK) {
    show(text.slice(0, end))
    if (end * 8 >= text.length * (parts.length + 1)) parts.push(count())
  }
  return parts
}

describe('a long block', () => {
  it.each(Object.entries(texts))('is read at the same cost up to 64 KB: %s', (_, text) => {
    const parser = new AnswerParser(() => false)
    const parts = costs(
      text,
      (shown) => {
        parser.update(shown, false)
      },
      countScanned(),
    )
    expect(parts).toHaveLength(8)
    expect(Math.max(...parts.slice(2))).toBeLessThan((parts[1] ?? 0) * 1.25)
  })

  it.each(Object.entries(texts))('changes as little of the document as it grows: %s', (_, text) => {
    const root = document.createElement('div')
    const state = { text: '', done: false, citations: undefined, products: {} }
    const session = new AnswerSession(root, { labels: defaultAnswerLabels, imageHosts: [] }, state)
    const parts = costs(
      text.slice(0, 8000),
      (shown) => {
        session.show({ ...state, text: shown })
      },
      countTouched(root),
    )
    expect(root.textContent.length).toBeGreaterThan(4096)
    expect(Math.max(...parts.slice(2))).toBeLessThan((parts[1] ?? 0) * 1.5)
  })
})
