import { formatCount, formatFullDay } from '../format.ts'
import type { Locale } from '../format.ts'
import type { ChartTexts } from '../texts.ts'
import type { LineData, NamedCount } from './chart-data.ts'

/** A line chart in a sentence: its days, and of each line the total and the highest day. '' when there is nothing. */
export function summariseLines({ days, series }: LineData, texts: ChartTexts, locale: Locale): string {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return ''
  return texts.linesSummary({
    from: formatFullDay(first, locale),
    to: formatFullDay(last, locale),
    series: series.map(({ name, daily }) => {
      const values = days.map((_, index) => daily[index] ?? 0)
      const highest = Math.max(...values)
      return {
        name,
        total: formatCount(sum(values), locale),
        highest: formatCount(highest, locale),
        highestDay: formatFullDay(days[values.indexOf(highest)] ?? first, locale),
      }
    }),
  })
}

/** A bar chart in a sentence: how many bars, the largest and the smallest. '' when there is nothing. */
export function summariseBars(items: readonly NamedCount[], texts: ChartTexts, locale: Locale): string {
  const sorted = items.toSorted((a, b) => b.count - a.count)
  const [largest, smallest] = [sorted[0], sorted.at(-1)]
  if (largest === undefined || smallest === undefined) return ''
  const format = ({ name, count }: NamedCount) => ({ name, count: formatCount(count, locale) })
  return texts.barsSummary({
    bars: formatCount(items.length, locale),
    largest: format(largest),
    smallest: format(smallest),
  })
}

/** The values added. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
