import type { Locale } from '../format.ts'
import { resolveLocale } from '../format.ts'
import { type LineData, type Series, valueOn } from './chart-data.ts'

/** Length of the periods that daily values are added up to. */
export type Interval = 'day' | 'week' | 'month'

/** A day, a week or a month, as far as the data covers it. */
export interface Period {
  /** First UTC day of the period that the data has, `YYYY-MM-DD`. */
  from: string
  /** Last UTC day of the period that the data has. */
  to: string
  /** True for the first or last period when the data covers only a part of its days. */
  isPartial: boolean
}

/** Data of a line chart, added up by period. */
export interface PeriodData {
  interval: Interval
  periods: readonly Period[]
  /** One value a period; null where no day of the period has a value. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
}

const dayMs = 86_400_000
/** ISO 8601 weeks begin on Monday: used where the runtime does not give the week of a locale. */
const MONDAY = 1

/**
 * Adds daily values up by day, week or month. Weeks begin on the first day of the week in the locale's region.
 *
 * @example
 * import { groupByPeriod } from '@org/analytics-charts'
 *
 * const data = { days: ['2026-11-01', '2026-11-02'], series: [{ name: 'A', daily: [1, 2] }] }
 * console.log(groupByPeriod(data, 'month').periods)
 * // [{ from: '2026-11-01', to: '2026-11-02', isPartial: true }]
 */
export function groupByPeriod({ days, series }: LineData, interval: Interval, locale?: Locale): PeriodData {
  const weekStart = interval === 'week' ? firstWeekday(locale) : MONDAY
  const groups = new Map<string, number[]>()
  for (const [index, day] of days.entries()) {
    const start = startOf(day, interval, weekStart)
    const group = groups.get(start)
    if (group === undefined) groups.set(start, [index])
    else group.push(index)
  }
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    interval,
    periods: [...groups].map(([start, indexes]) => ({
      from: days[indexes[0] ?? 0] ?? '',
      to: days[indexes.at(-1) ?? 0] ?? '',
      // Days that are missing in the middle are gaps of the data; a period is cut only by its ends.
      isPartial: start < first || endOf(start, interval) > last,
    })),
    series: series.map((one) => ({
      name: one.name,
      values: [...groups.values()].map((indexes) => addUp(one, indexes)),
    })),
  }
}

function addUp(series: Series, indexes: readonly number[]): number | null {
  const values = indexes.map((index) => valueOn(series, index)).filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}

/** Returns the first day of the period that a day is in; the text itself when it is no day. */
function startOf(day: string, interval: Interval, weekStart: number): string {
  const time = Date.parse(day)
  if (interval === 'day' || Number.isNaN(time)) return day
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  return toDay(time - ((new Date(time).getUTCDay() - weekStart + 7) % 7) * dayMs)
}

function endOf(start: string, interval: Interval): string {
  const time = Date.parse(start)
  if (interval === 'day' || Number.isNaN(time)) return start
  if (interval === 'week') return toDay(time + 6 * dayMs)
  const date = new Date(time)
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns the first weekday of a locale's region: 0 for Sunday, 1 for Monday, 6 for Saturday. */
function firstWeekday(locale: Locale): number {
  const region: Intl.Locale & { getWeekInfo?: () => object; weekInfo?: object } = new Intl.Locale(
    resolveLocale(locale),
  )
  // `getWeekInfo()` is newer than the supported browsers: some have it as a property, some not at all.
  const info = region.getWeekInfo?.() ?? region.weekInfo
  const firstDay: unknown = Object(info).firstDay
  return typeof firstDay === 'number' ? firstDay % 7 : MONDAY
}
