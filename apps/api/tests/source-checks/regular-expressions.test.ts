import { describe, expect, it } from 'vitest'
import { attackText, hostileTexts, needsCheck } from '../hostile-texts.ts'
import { readVerdicts } from './regular-expression-verdicts.ts'
import { listExpressions, type SourceExpression } from './regular-expressions.ts'
import { timeOf } from './regular-expression-time.ts'

/** The longest text that any request, answer or stored message brings to a regular expression, in UTF-16 units. */
const longestText = 200_000

/** Milliseconds of processor time that one expression may take for one text: V8 interprets some runs, at a fifth of the speed. */
const mostMs = 100

/**
 * Texts up to this length are measured whole. Of longer ones an eighth is measured first: even quadratic time is then
 * long enough to be seen, while an eighth of a short text would hide exponential time.
 */
const longestWhole = 25_000

/** Milliseconds at an eighth of the length from which the whole length is measured, too. */
const suspectMs = 1

/** Milliseconds of the whole measurement of one text, after which it is stopped. */
const stopMs = 1000

/** Source that only ever sees shorter texts: the start of its path, the limit, and the code that keeps the limit. */
const bounded: readonly { path: string; length: number; keptBy: string }[] = [
  {
    path: 'packages/citations/src/markdown/parse/complete-',
    length: 4096,
    keptBy: 'holdBackLine of @org/citations',
  },
  {
    path: 'apps/api/src/chat/model/built-in/',
    length: 4000,
    keptBy: 'maxQueryCharacters of the search, and the length of a passage',
  },
  {
    path: 'apps/api/src/knowledge/search/wish',
    length: 600,
    keptBy: 'longestWish',
  },
  {
    path: 'apps/api/src/knowledge/search/product-fields',
    length: 20_400,
    keptBy: 'contentLimits of the texts of a product',
  },
]

const lengthFor = ({ file }: SourceExpression) =>
  bounded.find(({ path }) => file.startsWith(path))?.length ?? longestText

const expressions = [
  ...new Map(
    listExpressions().map((found) => [`${found.file}:${found.pattern}/${found.flags}`, found]),
  ).values(),
]

/** Measures an expression against one text; undefined when it stays within its budget. */
function slowness(expression: SourceExpression, textOf: (length: number) => string): string | undefined {
  const length = lengthFor(expression)
  const isLong = length > longestWhole
  if (isLong && timeOf(expression, textOf(length / 8), stopMs) < suspectMs) return undefined
  const text = textOf(length)
  // The least of three: other processes and the compiler only ever add to a measurement.
  let least = Infinity
  for (let run = 0; run < 3 && least > mostMs; run += 1) {
    least = Math.min(least, timeOf(expression, text, stopMs))
  }
  if (least <= mostMs) return undefined
  const { file, pattern, flags } = expression
  return `${file}: /${pattern}/${flags} takes ${least} ms for ${JSON.stringify(text.slice(0, 30))}…`
}

describe('every regular expression of the source', () => {
  it('is found', () => {
    expect(expressions.length).toBeGreaterThan(300)
    expect(expressions.filter(({ file }) => file.startsWith('apps/api/src')).length).toBeGreaterThan(150)
    for (const { path } of bounded) expect(expressions.some(({ file }) => file.startsWith(path))).toBe(true)
  })

  it('withstands the attack texts of the checker', async () => {
    const verdicts = await readVerdicts(expressions.filter(needsCheck))
    const slow = expressions.flatMap((expression) =>
      (verdicts.get(expression) ?? []).flatMap(
        (attack) => slowness(expression, (length) => attackText(attack, length)) ?? [],
      ),
    )
    expect(slow).toEqual([])
  }, 120_000)

  it('withstands repetitions of the texts that it looks for', () => {
    const slow = expressions
      .filter(needsCheck)
      .flatMap((expression) =>
        hostileTexts(expression).flatMap((textOf) => slowness(expression, textOf) ?? []),
      )
    expect(slow).toEqual([])
  }, 120_000)

  it.each([
    [String.raw`<details .*<\/details>`, 's'],
    [String.raw`\s+$`, 'u'],
    [String.raw`\bwhat\b.*\beat\b`, 'iu'],
    ['(a+)+b', ''],
  ])('is found to be slow where it is: /%s/%s', (pattern, flags) => {
    const expression = { file: 'apps/api/src/example.ts', pattern, flags }
    expect(needsCheck(expression)).toBe(true)
    expect(hostileTexts(expression).some((textOf) => slowness(expression, textOf) !== undefined)).toBe(true)
  })
})
