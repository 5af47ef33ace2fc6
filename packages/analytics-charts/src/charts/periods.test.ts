import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Interval, groupByPeriod } from './periods.ts'

const dayMs = 86_400_000
/** UTC days from the given one on. */
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10),
  )
const periodsOf = (first: string, count: number, interval: Interval, locale = 'en-GB') =>
  groupByPeriod({ days: daysFrom(first, count), series: [] }, interval, locale).periods

afterEach(() => {
  vi.unstubAllGlobals()
})

it('leaves days as they are', () => {
  const data = groupByPeriod(
    { days: daysFrom('2026-11-01', 2), series: [{ name: 'A', daily: [4, null] }] },
    'day',
  )
  expect(data).toEqual({
    interval: 'day',
    periods: [
      { from: '2026-11-01', to: '2026-11-01', isPartial: false },
      { from: '2026-11-02', to: '2026-11-02', isPartial: false },
    ],
    series: [{ name: 'A', values: [4, null] }],
  })
})

describe('weeks', () => {
  // A Wednesday, and 14 days.
  it.each([
    ['en-GB', '2026-11-08', '2026-11-15'],
    ['en-US', '2026-11-07', '2026-11-14'],
    ['ar-EG', '2026-11-06', '2026-11-13'],
  ])('begin as in %s, and the first and the last are marked as partial', (locale, firstTo, secondTo) => {
    const next = (day: string) => daysFrom(day, 2)[1]
    expect(periodsOf('2026-11-04', 14, 'week', locale)).toEqual([
      { from: '2026-11-04', to: firstTo, isPartial: true },
      { from: next(firstTo), to: secondTo, isPartial: false },
      { from: next(secondTo), to: '2026-11-17', isPartial: true },
    ])
  })

  it('are whole where the data begins and ends with them', () => {
    expect(periodsOf('2026-11-02', 7, 'week')).toEqual([
      { from: '2026-11-02', to: '2026-11-08', isPartial: false },
    ])
  })

  it.each(['getWeekInfo', 'weekInfo'])('are read from %s, as the browser has it', (property) => {
    const info = { firstDay: 7 }
    vi.stubGlobal('Intl', {
      ...Intl,
      DateTimeFormat: Intl.DateTimeFormat,
      Locale: function Locale() {
        return { [property]: property === 'getWeekInfo' ? () => info : info }
      },
    })
    expect(periodsOf('2026-11-01', 7, 'week')).toEqual([
      { from: '2026-11-01', to: '2026-11-07', isPartial: false },
    ])
  })

  it('begin on Monday where the browser has no weeks of a locale', () => {
    vi.stubGlobal('Intl', {
      ...Intl,
      DateTimeFormat: Intl.DateTimeFormat,
      Locale: function Locale() {
        return {}
      },
    })
    expect(periodsOf('2026-11-02', 7, 'week', 'en-US')).toHaveLength(1)
  })
})

describe('months', () => {
  it('are whole from their first to their last day, February of a leap year included', () => {
    expect(periodsOf('2024-02-01', 29, 'month')).toEqual([
      { from: '2024-02-01', to: '2024-02-29', isPartial: false },
    ])
    expect(periodsOf('2024-02-01', 28, 'month')).toEqual([
      { from: '2024-02-01', to: '2024-02-28', isPartial: true },
    ])
    expect(periodsOf('2024-01-31', 2, 'month')).toEqual([
      { from: '2024-01-31', to: '2024-01-31', isPartial: true },
      { from: '2024-02-01', to: '2024-02-01', isPartial: true },
    ])
  })

  it('end with December', () => {
    expect(periodsOf('2026-12-01', 31, 'month')).toEqual([
      { from: '2026-12-01', to: '2026-12-31', isPartial: false },
    ])
  })
})

it('adds values up; a period without any value is a gap', () => {
  const days = [...daysFrom('2026-10-30', 2), ...daysFrom('2026-11-01', 2)]
  const series = [
    { name: 'A', daily: [1, null, 3, Number.NaN] },
    { name: 'B', daily: [null, null, 2] },
  ]
  expect(groupByPeriod({ days, series }, 'month', 'en').series).toEqual([
    { name: 'A', values: [1, 3] },
    { name: 'B', values: [null, 2] },
  ])
})

it('leaves out no day and no count', () => {
  const interval = fc.constantFrom('day' as const, 'week' as const, 'month' as const)
  const locale = fc.constantFrom('en-US', 'de', 'ar-EG')
  const first = fc.integer({ min: Date.parse('2019-12-01'), max: Date.parse('2026-12-31') })
  const counts = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 366 })
  fc.assert(
    fc.property(interval, locale, first, counts, (by, language, start, daily) => {
      const days = daysFrom(new Date(start).toISOString().slice(0, 10), daily.length)
      const data = groupByPeriod({ days, series: [{ name: 'A', daily }] }, by, language)
      const sum = (values: readonly (number | null)[]) =>
        values.reduce<number>((total, value) => total + (value ?? 0), 0)
      expect(sum(data.series[0]?.values ?? [])).toBe(sum(daily))
      expect(data.periods[0]?.from).toBe(days[0])
      expect(data.periods.at(-1)?.to).toBe(days.at(-1))
      // Each period begins on the day after the one before.
      for (const [index, period] of data.periods.slice(1).entries()) {
        expect(daysFrom(data.periods[index]?.to ?? '', 2)[1]).toBe(period.from)
      }
    }),
  )
})
