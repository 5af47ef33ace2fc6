import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { wrapName } from './wrap-name.ts'

const wrap = (name: string, width: number) => wrapName(name, width, (text) => text.length)

it('leaves a name that fits on one line', () => {
  expect(wrap('Vitamin D3', 10)).toEqual(['Vitamin D3'])
})

it('breaks at the last space that keeps the first line within the width', () => {
  expect(wrap('National Institute of Mental Health', 18)).toEqual(['National Institute', 'of Mental Health'])
  expect(wrap('National Institute of Mental Health', 17)).toEqual(['National', 'Institute of Mental Health'])
})

it('does not break a word', () => {
  expect(wrap('Electroencephalography', 10)).toEqual(['Electroencephalography'])
  expect(wrap('Electroencephalography at home', 10)).toEqual(['Electroencephalography', 'at home'])
})

it('keeps every letter', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 30 }), (name, width) => {
      const lines = wrap(name, width)
      expect(lines.length).toBeLessThanOrEqual(2)
      expect(lines.join(' ')).toBe(name)
    }),
  )
})
