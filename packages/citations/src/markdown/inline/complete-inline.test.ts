import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Token } from 'markdown-it'
import { createMarkdown } from '../parse/markdown-it.ts'
import { ReferenceTable } from '../reference-table.ts'
import { completeInline } from './complete-inline.ts'

describe('the end of a text that is arriving', () => {
  it.each([
    // Emphasis
    ['take **two', 'take **two**'],
    ['take **two*', 'take **two**'],
    ['take **', 'take'],
    ['take *', 'take'],
    ['take ***', 'take'],
    ['take ***two', 'take ***two***'],
    ['take ***two*', 'take ***two***'],
    ['take ***two**', 'take ***two***'],
    ['***two** and', '***two** and*'],
    ['**bold _both', '**bold _both_**'],
    ['**bold _both_ more', '**bold _both_ more**'],
    ['~~old', '~~old~~'],
    ['~~old~', '~~old~~'],
    ['~', ''],
    ['5 * 3', '5 * 3'],
    ['2*3', '2*3'],
    ['snake_case', 'snake_case'],
    ['\\', ''],
    ['\\*no', '\\*no'],
    // Code
    ['run `npm', 'run `npm`'],
    ['run `', 'run'],
    ['run ``a`b', 'run ``a`b``'],
    ['run ``a`', 'run ``a``'],
    ['`a` and', '`a` and'],
    ['`**a', '`**a`'],
    // Citations
    ['day [', 'day'],
    ['day [1', 'day'],
    ['day [1,', 'day'],
    ['day [1]', 'day [1]'],
    ['day [[2', 'day'],
    ['day 【3', 'day'],
    ['day [^4', 'day'],
    ['day [1-3', 'day'],
    ['[1](http', '[1]()'],
    // Links and images
    ['see [the guide', 'see the guide'],
    ['see [the guide]', 'see the guide'],
    ['see [the guide](https:', 'see [the guide]()'],
    ['see [the guide](/a "Ti', 'see [the guide]()'],
    ['see [the guide](/a "Title")', 'see [the guide](/a "Title")'],
    ['see [a **b', 'see a **b**'],
    ['!', ''],
    ['Stop!', 'Stop'],
    ['see ![alt', 'see alt'],
    ['see ![alt](http', 'see ![alt]()'],
    ['see ![alt](http://x/y.png "Ti', 'see ![alt]()'],
    ['<https://exa', ''],
    // Tags
    ['<product>Mag', '<product>Mag</product>'],
    ['<product>', ''],
    ['<product>Mag</prod', '<product>Mag</product>'],
    ['<product id="a">Mag', '<product id="a">Mag</product>'],
    ['<product id="a', ''],
    ['<prod', ''],
    ['<br', ''],
    ['<b class="x', ''],
    ['<!-', ''],
    ['<!-- note', ''],
    ['a < b', 'a < b'],
    // Character references
    ['salt &am', 'salt'],
    ['salt &amp;', 'salt &amp;'],
    ['salt & pepper', 'salt & pepper'],
    // A task
    ['[', ''],
    ['[x', ''],
    ['[x]', ''],
  ])('%j is completed to %j', (source, expected) => {
    expect(completeInline(source).text).toBe(expected)
  })

  it.each([
    ['plain words', true],
    ['**bold', true],
    ['a [1', false],
    ['a `b', false],
  ])('%j accepts plain words behind it: %s', (source, expected) => {
    expect(completeInline(source).isLiteralEnd).toBe(expected)
  })

  it('settles text behind which nothing is open, up to a space', () => {
    expect(completeInline('He takes `a` daily').settled).toBe('He takes `a`'.length)
    expect(completeInline('He takes **a `b` daily').settled).toBe(0)
    const long = 'word '.repeat(80)
    expect(completeInline(`${long}end`).settled).toBe(long.length - 1)
  })

  it('takes a bracket far behind the end for a literal one', () => {
    expect(completeInline(`[${'a '.repeat(250)}b`).text.startsWith('[')).toBe(true)
  })
})

const folder = join(import.meta.dirname, '../../../../../../shared/corpora')
const isThere = existsSync(folder)
if (!isThere)
  process.stderr.write('The measure of completed text is left out: ../shared/corpora is not there.\n')

function paragraphsOf(name: string): string[] {
  if (!isThere) return []
  const corpus: { cases: readonly { input: string }[] } = JSON.parse(
    readFileSync(join(folder, `${name}.json`), 'utf8'),
  )
  return corpus.cases
    .flatMap(({ input }) => input.split(/\n\s*\n/u))
    .filter((text) => text.length > 1 && text.length < 600 && !/^\s*(?:[`~]{3}|[|#>*+-]|\d+[.)])/u.test(text))
    .map((text) => text.trim())
}

const md = createMarkdown()

/** Each visible character with the elements around it. */
function visible(text: string): string[] {
  const tokens: Token[] = []
  md.inline.parse(text, md, { references: new ReferenceTable().view }, tokens)
  const around: string[] = []
  return tokens.flatMap((token) => {
    if (token.nesting === 1) around.push(token.type)
    else if (token.nesting === -1) around.pop()
    const isText = token.type === 'text' || token.type === 'code_inline'
    return isText
      ? Array.from(token.content.replace(/\s/gu, ''), (one) => `${one} ${around.join()} ${token.type}`)
      : []
  })
}

function shareOfWrongMoments(paragraphs: readonly string[]): number {
  let moments = 0
  let wrong = 0
  for (const paragraph of paragraphs) {
    const finished = visible(paragraph)
    for (let end = 1; end < paragraph.length; end += 1) {
      moments += 1
      const shown = visible(completeInline(paragraph.slice(0, end)).text)
      if (shown.some((character, index) => character !== finished[index])) wrong += 1
    }
  }
  return wrong / moments
}

describe.skipIf(!isThere)('a paragraph cut after each of its characters', () => {
  // Without any completion 27 to 30 in 100 moments are wrong.
  it.each([
    ['e_citations', 0.14],
    ['b_markdown_spec', 0.22],
  ])('of %s shows in few moments what it does not show at its end', (name, most) => {
    const paragraphs = paragraphsOf(name)
    expect(paragraphs.length).toBeGreaterThan(100)
    expect(shareOfWrongMoments(paragraphs)).toBeLessThan(most)
  })
})
