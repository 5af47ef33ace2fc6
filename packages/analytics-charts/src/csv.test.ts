import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes what holds a comma, a quote or a line end', () => {
  expect(
    toCsv([
      ['Name', 'Count'],
      ['Zinc, "strong"\nforte', 3],
    ]),
  ).toBe('\uFEFFName,Count\r\n"Zinc, ""strong""\nforte",3\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('leaves no formula in %j', (text) => {
  expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/u)
})

it('writes numbers as they are, and what is no number as nothing', () => {
  expect(toCsv([[-3, 0.5, Number.NaN, Infinity, null, 1]])).toBe('\uFEFF-3,0.5,,,,1\r\n')
})
