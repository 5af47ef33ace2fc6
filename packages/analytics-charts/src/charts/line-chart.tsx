import { DataTable } from '../data-table.tsx'
import type { DataTableColumn } from '../data-table.tsx'
import { formatFullDay } from '../format.ts'
import type { Locale } from '../format.ts'
import { englishTexts } from '../texts.ts'
import type { ChartTexts } from '../texts.ts'
import { ChartFrame } from './chart-frame.tsx'
import { lineOption } from './line-option.ts'
import { type LineData, type Series, valueOn } from './chart-data.ts'
import { formatValue, summariseLines, sum } from './summaries.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** Properties of {@link LineChart}. */
export interface LineChartProps extends LineData {
  title: string
  /** Stands in the chart's place where there is no day, no series or no value. @default 'No data available.' */
  emptyText?: string | undefined
  /** In pixels. @default 280 */
  height?: number | undefined
  locale?: Locale
  /** A day was pressed, or chosen by Enter. */
  onSelect?: ((day: string) => void) | undefined
  texts?: ChartTexts | undefined
}

/**
 * Values by day, one line a series; `null` is a gap in its line. The code that draws comes on its own, after the rest; the chart's place is kept.
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
  const format = (one: Series, index: number) => formatValue(valueOn(one, index), texts, locale)
  const rows = days.map((day, index) => ({ day, index }))
  const columns: DataTableColumn<(typeof rows)[number]>[] = [
    { id: 'day', header: texts.day, cell: ({ day }) => formatFullDay(day, locale) },
    ...series.map((one, at) => ({
      id: `${at} ${one.name}`,
      header: one.name,
      numeric: true,
      cell: ({ index }: { index: number }) => format(one, index),
    })),
  ]
  return (
    <ChartFrame
      title={title}
      summary={summariseLines(data, texts, locale)}
      emptyText={emptyText}
      height={height}
      count={days.length}
      describe={(index) =>
        `${formatFullDay(days[index] ?? '', locale)}: ${series
          .map((one) => `${one.name} ${format(one, index)}`)
          .join(', ')}`
      }
      option={(colors) => lineOption(data, { colors, locale, animation, noValue: texts.noValue })}
      table={<DataTable caption={title} columns={columns} rows={rows} rowKey={({ day }) => day} />}
      rows={() => [
        [texts.day, ...series.map(({ name }) => name)],
        ...days.map((day, index) => [day, ...series.map((one) => valueOn(one, index))]),
        [texts.total, ...series.map((one) => sum(days.map((_, index) => valueOn(one, index))))],
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
