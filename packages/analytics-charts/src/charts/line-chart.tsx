import { DataTable } from '../data-table.tsx'
import type { DataTableColumn } from '../data-table.tsx'
import { formatCount, formatFullDay } from '../format.ts'
import type { Locale } from '../format.ts'
import { englishTexts } from '../texts.ts'
import type { ChartTexts } from '../texts.ts'
import { ChartFrame } from './chart-frame.tsx'
import { lineOption } from './line-option.ts'
import type { LineData } from './chart-data.ts'
import { summariseLines, sum } from './summaries.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Properties of {@link LineChart}. */
export interface LineChartProps extends LineData {
  title: string
  /** Stands in the chart's place where there is no day or no series. @default 'No data available.' */
  emptyText?: string | undefined
  /** In pixels. @default 280 */
  height?: number | undefined
  locale?: Locale
  /** A day was pressed, or chosen by Enter. */
  onSelect?: ((day: string) => void) | undefined
  texts?: ChartTexts | undefined
}

/**
 * Values by day, one line a series. The code that draws comes on its own, after the rest; the chart's place is kept.
 *
 * @example
 * <LineChart title="Messages" days={['2026-11-01', '2026-11-02']} series={[{ name: 'Messages', daily: [12, 9] }]} />
 */
export function LineChart({
  title,
  days,
  series,
  emptyText = 'No data available.',
  height = 280,
  locale,
  onSelect,
  texts = englishTexts,
}: LineChartProps) {
  const animation = !useReducedMotion()
  const data = { days, series }
  const valueOf = (index: number, at: number) => series[at]?.daily[index] ?? 0
  const rows = days.map((day, index) => ({ day, index }))
  const columns: DataTableColumn<(typeof rows)[number]>[] = [
    { id: 'day', header: texts.day, cell: ({ day }) => formatFullDay(day, locale) },
    ...series.map(({ name }, at) => ({
      id: `${at} ${name}`,
      header: name,
      numeric: true,
      cell: ({ index }: { index: number }) => formatCount(valueOf(index, at), locale),
    })),
  ]
  return (
    <ChartFrame
      title={title}
      summary={series.length === 0 ? '' : summariseLines(data, texts, locale)}
      emptyText={emptyText}
      height={height}
      count={days.length}
      describe={(index) =>
        `${formatFullDay(days[index] ?? '', locale)}: ${series
          .map(({ name }, at) => `${name} ${formatCount(valueOf(index, at), locale)}`)
          .join(', ')}`
      }
      option={(colors) => lineOption(data, { colors, locale, animation })}
      table={<DataTable caption={title} columns={columns} rows={rows} rowKey={({ day }) => day} />}
      rows={() => [
        [texts.day, ...series.map(({ name }) => name)],
        ...days.map((day, index) => [day, ...series.map((_, at) => valueOf(index, at))]),
        [texts.total, ...series.map((_, at) => sum(days.map((_day, index) => valueOf(index, at))))],
      ]}
      onPick={
        onSelect &&
        ((index) => {
          const day = days[index]
          if (day !== undefined) onSelect(day)
        })
      }
      texts={texts}
    />
  )
}
