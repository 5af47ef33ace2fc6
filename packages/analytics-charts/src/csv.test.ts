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

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'leaves no formula in %j',
  (text) => {
    expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/u)
  },
)

it.each([
  ['a semicolon', 'zinc;=1+1', '"zinc;\'=1+1"'],
  ['a tab', 'zinc\t@SUM(A1)', '"zinc\t\'@SUM(A1)"'],
  ['a line end', 'zinc\n-1+1\r\n+1', '"zinc\n\'-1+1\r\n\'+1"'],
])('leaves no formula after %s, where some spreadsheets begin a cell', (_name, text, field) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${field}\r\n`)
})

it('leaves signs inside of a text alone', () => {
  expect(toCsv([['a = b, c; d - e@f.example']])).toBe('\uFEFF"a = b, c; d - e@f.example"\r\n')
})

it('writes numbers as they are, and what is no number as nothing', () => {
  expect(toCsv([[-3, 0.5, Number.NaN, Infinity, null, 1]])).toBe('\uFEFF-3,0.5,,,,1\r\n')
})
