import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerNode } from './markdown/answer-nodes.ts'
import { AnswerParser } from './markdown/parse/answer-parser.ts'
import { AnswerSession, type AnswerState } from './react/answer-session.ts'
import { defaultAnswerLabels, renderAnswer } from './markdown.ts'

// The same cases on every run; FC_SEED=<number> explores others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_250_915) })

// Fragments of syntax, combined in every order.
const pieces =
  `# A¶¶|para [1] |¶|¶¶|- item¶|  - sub¶|1. one¶|> quote¶|~~~js¶|code¶|~~~¶|\`\`\`¶|**bold** |*|[foo] |[foo]: /url¶|[foo]:¶|"title"¶
|<details>|<summary>S</summary>¶|</details>¶|<product>X</product> |    indented¶|---¶|===¶|text|§¶|- [x] task¶|→|&amp; |\\|[|]|(|)|\`|_|~~|![|<|>|1|2.| |  |-|+ x¶|* |10) ten¶
|[bar][foo] |![i](https://x.y/z) |[1]: /u¶|<b>|</b>|<!--|-->|§|é|: |Setext¶|0. z¶|[[1]]|【2】|[^3]|<br>|https://a.b `
    .split(/\n?\|/u)
    .map((piece) => piece.replaceAll('¶', '\n').replaceAll('§', '\r').replaceAll('→', '\t'))
    .concat('| a | b |\n', '|---|---|\n', '|', '| [1] | x')

const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))
const places = fc.array(fc.nat(200), { maxLength: 8 }).map((cuts) => cuts.toSorted((a, b) => a - b))

function nodesOf(text: string, cuts: Iterable<number>): string {
  const parser = new AnswerParser(() => false)
  for (const cut of cuts) if (cut < text.length) parser.update(text.slice(0, cut), false)
  parser.update(text, true)
  return JSON.stringify(parser.blocks.flatMap(({ nodes }) => nodes))
}

// One long block of each kind, with what may end or change it among its lines.
const longBlocks = fc
  .constantFrom(
    ['- item [1]', '- **b** c', '  more', '', '- [x] t', '    - sub', ' - in', '* other', '- - x', '+'],
    ['1. one', '2) other', '3. two [1]', '   > q', '', '   text', '10. ten', '   - sub', '- x', '1.'],
    ['> q [1]', '>', '> - a', 'lazy', '> ~~~', '> # h', '>> n', '> <!-- c -->', ''],
    ['| a | b |', '|---|---|', '| [1] | **x', '| 1 | 2 |', 'x | y', '|', ''],
    ['<details><summary>S</summary>', 'para [1]', '', '- a', '~~~', '</details>', '<details>', '# h', '> q'],
    ['~~~js', 'code', 'code [1]', '\n', '  x\n'.repeat(40), '```', '~~~'],
    ['word **b** [1] and', 'a | b', '---', '===', 'long plain words '.repeat(20), '<b>x</b> `c` ', '', '| x'],
  )
  .chain((lines) =>
    fc
      .array(fc.constantFrom(...lines), { minLength: 3, maxLength: 30 })
      .map((rest) => `${lines[0] ?? ''}\n${rest.join('\n')}`),
  )

function shownBy(parser: AnswerParser): string {
  const write = (node: AnswerNode): string => {
    if (node.kind === 'text') return node.text.replaceAll('<', '&lt;')
    if (node.kind !== 'element') return JSON.stringify(node)
    return `<${node.tag} ${node.attributes.join(';')}>${node.children.map(write).join('')}</>`
  }
  return parser.blocks.flatMap(({ nodes }) => nodes.map(write)).join('')
}

const citations = [1, 2].map((number) => ({
  number,
  title: `Title ${number}`,
  url: `https://example.org/${number}`,
}))
const products = { X: [{ name: 'X' }] }
const known: AnswerState = { text: '', done: false, citations, products }
const unknown: AnswerState = { text: '', done: false, citations: undefined, products: {} }

const at = (text: string, { citations, products }: AnswerState): AnswerState => ({
  text,
  done: false,
  citations,
  products,
})

function show(states: readonly AnswerState[]): string {
  const root = document.createElement('div')
  const session = new AnswerSession(root, { labels: defaultAnswerLabels, imageHosts: ['x.y'] }, unknown)
  for (const state of states) session.show(state)
  return root.innerHTML
}

describe('an answer that arrives in pieces', () => {
  it('is read to the same nodes as the whole text', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(texts, places, (text, cuts) => {
        const whole = nodesOf(text, [])
        expect(nodesOf(text, cuts)).toBe(whole)
        expect(
          nodesOf(
            text,
            Array.from(text, (_, index) => index),
          ),
        ).toBe(whole)
      }),
      { numRuns: 1500 },
    )
  })

  it(
    'shows the same at every moment whether beginnings of blocks are frozen or not',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(fc.oneof(longBlocks, texts), fc.integer({ min: 1, max: 9 }), (text, step) => {
          const freezing = new AnswerParser(() => false, 0)
          const reading = new AnswerParser(() => false, Infinity)
          for (let end = step; end < text.length; end += step) {
            freezing.update(text.slice(0, end), false)
            reading.update(text.slice(0, end), false)
            expect(shownBy(freezing)).toBe(shownBy(reading))
          }
        }),
        { numRuns: 1500 },
      )
    },
  )

  it('takes no summary for one that stands behind a frozen beginning', () => {
    const text = '<details># A\n\n<summary>S</summary>\n[1]: /u\n'
    const freezing = new AnswerParser(() => false, 0)
    const reading = new AnswerParser(() => false, Infinity)
    for (let end = 5; end < text.length; end += 5) {
      freezing.update(text.slice(0, end), false)
      reading.update(text.slice(0, end), false)
      expect(shownBy(freezing)).toBe(shownBy(reading))
    }
  })

  it(
    'ends in the same document as the whole text, byte for byte, whenever its sources arrive',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(texts, places, fc.nat(8), (text, cuts, arrival) => {
          const stages = cuts
            .filter((cut) => cut < text.length)
            .map((cut, index) => at(text.slice(0, cut), index < arrival ? unknown : known))
          const last = { ...known, text, done: true }
          expect(show([...stages, last])).toBe(show([last]))
        }),
        { numRuns: 200 },
      )
    },
  )

  it('ends so also when it is long, and its blocks stand in groups', { timeout: 60_000 }, () => {
    const longTexts = fc
      .array(fc.constantFrom(...pieces, '¶¶word '.replaceAll('¶', '\n')), { minLength: 100, maxLength: 250 })
      .map((parts) => parts.join(''))
    const longPlaces = fc.array(fc.nat(1000), { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(longTexts, longPlaces, (text, cuts) => {
        const stages = cuts.toSorted((a, b) => a - b).map((cut) => at(text.slice(0, cut), known))
        const last = { ...known, text, done: true }
        expect(show([...stages, last])).toBe(show([last]))
      }),
      { numRuns: 25 },
    )
  })

  it('stands in groups behind its first sixteen blocks', () => {
    const text = Array.from({ length: 40 }, (_, index) => `Block ${index}`).join('\n\n')
    const stages = [100, 200, 300].map((end) => at(text.slice(0, end), known))
    const groups = (states: AnswerState[]) => {
      const page = document.implementation.createHTMLDocument('')
      page.body.innerHTML = show(states)
      return Array.from(page.body.children, ({ children }) => children.length)
    }
    expect(groups([...stages, at(text, known)])).toEqual([...Array.from({ length: 16 }, () => 0), 16, 8])
    expect(groups([at(text, known), at('Other', known)])).toEqual([0])
    expect(groups([...stages, at('One\n\n'.repeat(18), known)]).slice(16)).toEqual([2])
  })

  it('takes a text that is not a continuation from its beginning', () => {
    const states = ['One *two', 'Other **text**\n\nand', 'Other'].map((text) => at(text, known))
    expect(show([...states, { ...known, text: 'Last', done: true }])).toBe(renderAnswer('Last'))
  })
})
