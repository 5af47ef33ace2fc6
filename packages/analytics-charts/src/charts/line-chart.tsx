import { SeriesFrame, type SeriesChartProps } from './series-frame.tsx'

/** Properties of {@link LineChart}. */
export interface LineChartProps extends SeriesChartProps {
  /** In pixels. @default 280 */
  height?: number | undefined
}

/**
 * Values by day, week or month, one line a series; `null` is a gap in its line. The code that draws comes on its own, after the rest; the chart's place is kept.
 *
 * @example
 * import { LineChart } from '@org/analytics-charts'
 *
 * const days = ['2026-11-01', '2026-11-02']
 * const series = [{ name: 'Messages', daily: [12, 9] }]
 *
 * export const messages = <LineChart title="Messages" days={days} series={series} />
 */
export function LineChart({ height = 280, ...props }: LineChartProps) {
  return <SeriesFrame kind="lines" height={height} {...props} />
}
