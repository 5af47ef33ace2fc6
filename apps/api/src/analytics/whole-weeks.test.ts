import { expect, it } from 'vitest'
import { wholeWeeks } from './whole-weeks.ts'

it.each([
  ['from a Sunday to a Saturday', '2026-03-01', '2026-03-14', '2026-03-02', '2026-03-08'],
  ['from a Monday to a Sunday', '2026-03-02', '2026-03-15', '2026-03-02', '2026-03-15'],
  ['over a change of clocks and a month', '2026-03-18', '2026-04-16', '2026-03-23', '2026-04-12'],
])('finds the whole weeks %s', (_name, from, to, monday, sunday) => {
  expect(wholeWeeks(from, to)).toEqual({ monday, sunday })
})

it.each([
  ['2026-03-03', '2026-03-09'],
  ['2026-03-04', '2026-03-07'],
  ['2026-03-08', '2026-03-08'],
])('stands after days without a whole week: %s to %s', (from, to) => {
  const { monday, sunday } = wholeWeeks(from, to)
  expect(sunday).toBe(to)
  expect(Date.parse(monday)).toBe(Date.parse(to) + 86_400_000)
})
