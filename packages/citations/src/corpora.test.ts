import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AnswerParser } from './markdown/parse/answer-parser.ts'
import { createAnswerRenderer, renderAnswer } from './markdown.ts'
import { Answer } from './react.tsx'

interface Case {
  readonly id: string
  readonly input: string
  readonly kind?: string
  readonly segments?: readonly (readonly [text: string, times: number])[]
}

const folder = join(import.meta.dirname, '../../../../shared/corpora')
const isThere = existsSync(folder)
if (!isThere) process.stderr.write('Corpora tests are left out: ../shared/corpora is not there.\n')

function casesOf(name: string): readonly Case[] {
  if (!isThere) return []
  const corpus: { cases: readonly Case[] } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  return corpus.cases
}

function newParser(): AnswerParser {
  return new AnswerParser(() => false)
}

const shown = (parser: AnswerParser) => JSON.stringify(parser.blocks.flatMap(({ nodes }) => nodes))

function streamed(text: string, cuts: Iterable<number>): string {
  const parser = newParser()
  for (const cut of cuts) parser.update(text.slice(0, cut), false)
  parser.update(text, true)
  return shown(parser)
}

describe.skipIf(!isThere)('the whole text and the text cut anywhere', () => {
  it.each(['b_markdown_spec', 'e_citations'])('end in the same nodes for %s', { timeout: 60_000 }, (name) => {
    for (const { input } of casesOf(name)) {
      const whole = newParser()
      whole.update(input, true)
      const expected = shown(whole)
      expect(
        streamed(
          input,
          Array.from(input, (_, index) => index),
        ),
      ).toBe(expected)
      if (input.length > 300) continue
      for (let cut = 1; cut < input.length; cut += 1) expect(streamed(input, [cut])).toBe(expected)
    }
  })
})

const ALLOWED = new Set(
  'A BLOCKQUOTE BR BUTTON CODE DETAILS DIV EM H1 H2 H3 H4 H5 H6 HR INPUT LI OL P PRE S SPAN STRONG SUMMARY TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
)

function faultOf(root: Element): string | undefined {
  for (const node of root.querySelectorAll('*')) {
    if (!ALLOWED.has(node.tagName)) return `element ${node.tagName}`
    if (node.tagName === 'SPAN' && !/^<span class="org-(?:joined|lines)">/u.test(node.outerHTML))
      return 'span'
    if (node.tagName === 'BUTTON' && !/^org-(?:citation|product)$/u.test(node.className)) return 'button'
    if (node.tagName === 'INPUT' && node.getAttribute('type') !== 'checkbox') return 'input'
    for (const { name, value } of node.attributes) {
      if (/^on|^(?:id|name|style|srcset|action|formaction|src)$/iu.test(name)) return `attribute ${name}`
      const scheme = /^([a-z][a-z\d+.-]*):/iu.exec(value.replace(/[\p{Cc}\s]/gu, ''))?.[1]
      if (name === 'href' && scheme !== undefined && !/^(?:https?|mailto|tel)$/iu.test(scheme)) return value
      if (name === 'target' && value !== '_blank') return `target ${value}`
    }
    if (
      node.tagName === 'A' &&
      node.hasAttribute('href') &&
      node.getAttribute('rel')?.includes('noopener') !== true
    ) {
      return 'rel'
    }
  }
  return undefined
}

function onServer(text: string): string {
  const page = document.implementation.createHTMLDocument('')
  page.body.innerHTML = renderToString(createElement(Answer, { text }))
  return page.querySelector('[aria-busy]')?.innerHTML ?? '<script>'
}

describe.skipIf(!isThere)('hostile text', () => {
  it('is inert when whole and at every stage of its arrival', { timeout: 60_000 }, () => {
    const holder = document.implementation.createHTMLDocument('').createElement('div')
    const faults: string[] = []
    for (const { id, input } of casesOf('a_xss')) {
      const check = (html: string) => {
        holder.innerHTML = html
        const fault = faultOf(holder)
        if (fault !== undefined) faults.push(`${id}: ${fault}`)
      }
      check(renderAnswer(input))
      const amidst = `Say **${input}** and <product>${input}</product> [1](${input})`
      check(renderAnswer(amidst))
      check(onServer(amidst))
      const renderer = createAnswerRenderer()
      const step = Math.max(1, Math.floor(input.length / 12))
      for (let end = step; end < input.length; end += step) {
        check(
          renderer
            .update(input.slice(0, end))
            .map(({ html }) => html)
            .join(''),
        )
      }
    }
    expect(faults).toEqual([])
  })
})

// The processor's time of this thread alone, so that other load on the machine does not count.
function cpuMs(work: () => void): number {
  const started = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(started).user / 1000
}

describe.skipIf(!isThere)('pathological text', () => {
  const cases = casesOf('b_markdown_pathological').flatMap((entry) =>
    entry.segments === undefined
      ? []
      : [[entry.id, entry.segments.map(([text, times]) => text.repeat(times)).join('')] as const],
  )
  it.each(cases)('%s is read within a second, whole and at its open end', { timeout: 30_000 }, (_, text) => {
    expect(cpuMs(() => newParser().update(text, true))).toBeLessThan(1000)
    expect(cpuMs(() => newParser().update(text, false))).toBeLessThan(1000)
  })
})

describe('markers and names made to do harm', () => {
  it.each([`[${'1'.repeat(1000)}`, `[${'1, '.repeat(400)}`, '[1-999999999]', '[1'.repeat(500)])(
    'are read in a moment: %.12s…',
    (text) => {
      const read = () => cpuMs(() => newParser().update(text, false))
      // The best of several: the first also compiles what it runs.
      expect(Math.min(...Array.from({ length: 5 }, read))).toBeLessThan(10)
      expect(renderAnswer(text)).not.toContain('button')
    },
  )

  it('reach no prototype', () => {
    const text =
      '[x][__proto__] [constructor] <product>__proto__</product>\n\n[__proto__]: /polluted "polluted"\n[constructor]: /c'
    expect(renderAnswer(text, { products: {} })).toContain('aria-disabled="true">__proto__<')
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
