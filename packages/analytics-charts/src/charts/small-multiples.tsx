import { multiplesHeight } from './options/multiples-height.ts'
import { SeriesFrame, type SeriesChartProps } from './series-frame.tsx'

/** Properties of {@link SmallMultiples}. */
export type SmallMultiplesProps = SeriesChartProps

/**
 * Values by day, week or month, a row of columns a series with its name and total. All rows have one scale and one axis
 * of days: small counts, which cross each other as lines, stay readable.
 *
 * @example
 * import { SmallMultiples } from '@org/analytics-charts'
 *
 * const days = ['2026-11-01', '2026-11-02']
 * const series = [
 *   { name: 'Zinc', daily: [2, 0] },
 *   { name: 'Iron', daily: [1, 3] },
 * ]
 *
 * export const byDay = <SmallMultiples title="Top products by day" days={days} series={series} />
 */
export function SmallMultiples(props: SmallMultiplesProps) {
  return <SeriesFrame kind="multiples" height={multiplesHeight(props.series.length)} {...props} />
}
