import type { CsvCell } from '../csv.ts'
import type { ChartTexts } from '../texts.ts'
import type { PeriodData } from './periods.ts'
import { sum } from './summaries.ts'

/** Rows of a CSV file: one a day, or one a week or month with its first and last day, then the totals. */
export function toRows(
  { interval, periods, series }: PeriodData,
  texts: Pick<ChartTexts, 'day' | 'from' | 'to' | 'total'>,
): readonly (readonly CsvCell[])[] {
  const isDaily = interval === 'day'
  return [
    [...(isDaily ? [texts.day] : [texts.from, texts.to]), ...series.map(({ name }) => name)],
    ...periods.map(({ from, to }, index) => [
      ...(isDaily ? [from] : [from, to]),
      ...series.map(({ values }) => values[index] ?? null),
    ]),
    [texts.total, ...(isDaily ? [] : ['']), ...series.map(({ values }) => sum(values))],
  ]
}
