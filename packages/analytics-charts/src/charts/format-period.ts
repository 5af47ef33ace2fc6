import { formatDay, formatDays, formatFullDay, formatMonth } from '../format.ts'
import type { Locale } from '../format.ts'
import type { ChartTexts } from '../texts.ts'
import type { Interval, Period } from './periods.ts'

/** A period in full, for a tooltip or a table: `Nov 2 – 8, 2026`, `November 2026`, `Nov 1, 2026 (partial)`. */
export function formatPeriod(
  { from, to, isPartial }: Period,
  interval: Interval,
  texts: Pick<ChartTexts, 'partial'>,
  locale: Locale,
): string {
  if (interval === 'day') return formatFullDay(from, locale)
  if (isPartial) return texts.partial(formatDays(from, to, locale))
  return interval === 'month' ? formatMonth(from, 'long', locale) : formatDays(from, to, locale)
}

/** A period for an axis, by its first day: `Nov 2`; a month as `Nov 2026`. */
export function formatShortPeriod({ from }: Period, interval: Interval, locale: Locale): string {
  return interval === 'month' ? formatMonth(from, 'short', locale) : formatDay(from, locale)
}
