import { type StatsRange, maxStatsDays } from '@org/api-client/contract'
import { invalid } from '../platform/http/http-error.ts'

const dayMs = 86_400_000
const defaultDays = 30

/** UTC days `YYYY-MM-DD`, the first and the last included. */
export interface DayRange {
  from: string
  to: string
  /** Every day of the range, in order. */
  days: string[]
}

/**
 * The days of a statistics call: the last 30 with today when nothing is asked for; with one end alone, 30 days to or
 * from it, but not beyond today.
 *
 * @throws {HttpError} 422 when the range ends before it begins, or has more than 366 days
 */
export function dayRange({ from, to }: StatsRange, now: Date): DayRange {
  const today = toDay(now.getTime())
  const last = to ?? (from === undefined ? today : earlier(today, shift(from, defaultDays - 1)))
  const first = from ?? shift(last, 1 - defaultDays)
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (count < 1) throw invalid([{ path: 'to', message: 'Must not be before `from`.' }])
  if (count > maxStatsDays) {
    throw invalid([{ path: 'to', message: 'A range has at most {0} days.' }], maxStatsDays)
  }
  return { from: first, to: last, days: Array.from({ length: count }, (_, index) => shift(first, index)) }
}

/** The UTC day of a moment. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function shift(day: string, count: number): string {
  return toDay(Date.parse(day) + count * dayMs)
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}
