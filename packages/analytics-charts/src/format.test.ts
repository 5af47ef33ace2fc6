import { afterEach, expect, it, vi } from 'vitest'
import {
  formatCount,
  formatDay,
  formatDays,
  formatFullDay,
  formatMonth,
  formatShortCount,
  resolveLocale,
} from './format.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('writes counts as the locale does', () => {
  expect(formatCount(1234567, 'en')).toBe('1,234,567')
  expect(formatCount(1234567, 'de')).toBe('1.234.567')
  expect(formatShortCount(12_345, 'en')).toBe('12.3K')
  expect(formatShortCount(999, ['en', 'de'])).toBe('999')
})

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('writes a dash for %s', (count) => {
  expect([formatCount(count, 'en'), formatShortCount(count, 'en')]).toEqual(['–', '–'])
})

it('writes days as the locale does', () => {
  expect(formatDay('2026-11-03', 'en')).toBe('Nov 3')
  expect(formatFullDay('2026-11-03', 'en')).toBe('Tuesday, November 3, 2026')
  expect(formatFullDay('2026-11-03', 'de')).toBe('Dienstag, 3. November 2026')
})

it.each(['Pacific/Honolulu', 'UTC', 'Pacific/Kiritimati'])('names the same UTC day in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(formatDay('2026-03-01', 'en')).toBe('Mar 1')
})

it('gives back what is no day', () => {
  expect(['', 'yesterday', '2026-13-01', '3'].map((day) => formatDay(day, 'en'))).toEqual([
    '',
    'yesterday',
    '2026-13-01',
    '3',
  ])
})

it.each([
  ['one month', '2026-11-02', '2026-11-08', 'Nov 2\u2009–\u20098, 2026'],
  ['two years', '2026-12-28', '2027-01-03', 'Dec 28, 2026\u2009–\u2009Jan 3, 2027'],
  ['one day', '2026-11-02', '2026-11-02', 'Nov 2, 2026'],
  ['no days', 'x', 'y', 'x – y'],
])('gives the days of %s as a range', (_, from, to, text) => {
  expect(formatDays(from, to, 'en')).toBe(text)
})

it('gives the month of a day, the same in every time zone', () => {
  expect(formatMonth('2026-11-01', 'long', 'en')).toBe('November 2026')
  expect(formatMonth('2026-11-30', 'short', 'en')).toBe('Nov 2026')
  expect(formatMonth('x', 'short', 'en')).toBe('x')
})

it('takes the first locale that is supported', () => {
  expect(resolveLocale(['xx', 'de-CH'])).toBe('de-CH')
})
