import { assert, jsonValue, property } from 'fast-check'
import { expect, it } from 'vitest'
import { takeSteps } from '../process/steps.ts'
import { jsonShape } from './json-shape.ts'

const shapeOf = (text: string) => takeSteps(jsonShape(Buffer.from(text)))

it.each([
  ['1', { values: 1, depth: 0 }],
  ['{"a":[1,{}]}', { values: 5, depth: 3 }],
  [String.raw`["\\",{"}":"\"]["}]`, { values: 4, depth: 2 }],
  [`"${'['.repeat(1000)}`, { values: 1, depth: 0 }],
  ['['.repeat(1000), { values: 1001, depth: 1000 }],
  ['{},'.repeat(1000), { values: 2001, depth: 1 }],
])('looks over %j without parsing it', (text, shape) => {
  expect(shapeOf(text)).toEqual(shape)
})

it('counts no value too few and no level wrong, whatever stands in the strings', () => {
  const measure = (value: unknown): { values: number; depth: number } => {
    if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
    const inside = Object.values(value).map(measure)
    return {
      values: inside.reduce((sum, { values }) => sum + values, 1),
      depth: Math.max(0, ...inside.map(({ depth }) => depth)) + 1,
    }
  }
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value)
      const { values, depth } = shapeOf(text)
      const parsed = measure(JSON.parse(text))
      expect(depth).toBe(parsed.depth)
      expect(values).toBeGreaterThanOrEqual(parsed.values)
      // One for each, and one more for every list or object.
      expect(values).toBeLessThanOrEqual(2 * parsed.values)
    }),
  )
})

it.each([
  ['escaped quotes', String.raw`"${String.raw`\"`.repeat(1_000_000)}"`],
  ['empty strings', '"",'.repeat(700_000)],
])('is interrupted within a text of %s', (_what, text) => {
  const steps = jsonShape(Buffer.from(text))
  let count = 0
  while (steps.next().done !== true) count += 1
  // A search for a quote takes some 50 ns.
  expect(count).toBeGreaterThan(100)
})
