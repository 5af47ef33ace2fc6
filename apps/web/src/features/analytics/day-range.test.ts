import { expect, it } from 'vitest'
import { before, daysIn, lastDays, presetOf, readRange } from './day-range.ts'

const now = Date.parse('2026-03-01T23:30:00.000Z')
const read = (search: string) => readRange(new URLSearchParams(search), now)

it('is the last 30 UTC days unless the address says otherwise', () => {
  expect(read('')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  expect(read('days=7')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
  expect(read('from=2024-02-28&to=2024-03-01')).toEqual({ from: '2024-02-28', to: '2024-03-01' })
})

it.each([
  'days=8',
  'days=x',
  'from=2026-02-02&to=2026-02-01',
  'from=2020-01-01&to=2026-01-01',
  'from=2026-02-30x&to=2026-03-01',
  'from=2026-02-01',
])('takes %s for the last 30 days', (search) => {
  expect(read(search)).toEqual(lastDays(30, now))
})

it('knows as many days right before', () => {
  expect(before({ from: '2024-03-01', to: '2024-03-07' })).toEqual({ from: '2024-02-23', to: '2024-02-29' })
  expect(daysIn({ from: '2024-02-28', to: '2024-03-01' })).toBe(3)
})

it('is a preset only when it ends today', () => {
  expect(presetOf(lastDays(30, now), now)).toBe(30)
  expect(presetOf({ from: '2020-01-01', to: '2020-01-30' }, now)).toBeUndefined()
})
