import { formatCount, formatFullDay } from '../format.ts'
import type { Locale } from '../format.ts'
import type { ChartTexts } from '../texts.ts'
import { type NamedCount, toValue } from './chart-data.ts'
import { formatPeriod } from './format-period.ts'
import type { PeriodData } from './periods.ts'

/**
 * A line chart in a sentence: its days, and of each line with a value the total and the highest period. '' when there is
 * no value.
 */
export function summariseLines(
  { interval, periods, series }: PeriodData,
  texts: ChartTexts,
  locale: Locale,
): string {
  const [first, last] = [periods[0], periods.at(-1)]
  if (first === undefined || last === undefined) return ''
  const facts = series.flatMap(({ name, values }) => {
    const [highest] = values.filter((value) => value !== null).toSorted((a, b) => b - a)
    if (highest === undefined) return []
    return {
      name,
      total: formatCount(sum(values), locale),
      highest: formatCount(highest, locale),
      highestDay: formatPeriod(periods[values.indexOf(highest)] ?? first, interval, texts, locale),
    }
  })
  if (facts.length === 0) return ''
  return texts.linesSummary({
    from: formatFullDay(first.from, locale),
    to: formatFullDay(last.to, locale),
    interval,
    series: facts,
  })
}

/** A bar chart in a sentence: how many bars, the largest and the smallest. '' when there is no count. */
export function summariseBars(items: readonly NamedCount[], texts: ChartTexts, locale: Locale): string {
  const counted = items.flatMap(({ name, count }) => {
    const value = toValue(count)
    return value === null ? [] : { name, value }
  })
  const sorted = counted.toSorted((a, b) => b.value - a.value)
  const [largest, smallest] = [sorted[0], sorted.at(-1)]
  if (largest === undefined || smallest === undefined) return ''
  const format = ({ name, value }: typeof largest) => ({ name, count: formatCount(value, locale) })
  return texts.barsSummary({
    bars: formatCount(items.length, locale),
    largest: format(largest),
    smallest: format(smallest),
  })
}

/** A value in words: a count, or the text for an unknown one. */
export function formatValue(value: number | null | undefined, texts: ChartTexts, locale: Locale): string {
  const known = toValue(value)
  return known === null ? texts.noValue : formatCount(known, locale)
}

/** The values added; gaps count as 0. */
export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}
