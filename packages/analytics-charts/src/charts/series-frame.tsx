import type { ReactNode } from 'react'
import { DataTable } from '../data-table.tsx'
import type { DataTableColumn } from '../data-table.tsx'
import type { Locale } from '../format.ts'
import { englishTexts } from '../texts.ts'
import type { ChartTexts } from '../texts.ts'
import type { LineData } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { formatPeriod } from './format-period.ts'
import { type Interval, type Period, groupByPeriod } from './periods.ts'
import { formatValue, summariseLines } from './summaries.ts'
import { toRows } from './period-rows.ts'

/** Properties that the charts of series by day share. */
export interface SeriesChartProps extends LineData {
  title: string
  /**
   * Adds the days up by week or month. Weeks begin as they do in the locale's region; a first or last period with only
   * a part of its days is outlined. @default 'day'
   */
  interval?: Interval | undefined
  /** Stands in the chart's place where there is no day, no series or no value. @default 'No data available.' */
  emptyText?: string | undefined
  /** Stands between the title and the data. */
  note?: ReactNode
  locale?: Locale
  /** A day was pressed, or chosen by Enter; of a week or month its first day that the data has. */
  onSelect?: ((day: string) => void) | undefined
  texts?: ChartTexts | undefined
}

/** Series by day with all that belongs to a chart, drawn as lines or as small multiples. */
export function SeriesFrame({
  kind,
  height,
  title,
  days,
  series,
  interval = 'day',
  emptyText = 'No data available.',
  note,
  locale,
  onSelect,
  texts = englishTexts,
}: SeriesChartProps & {
  kind: 'lines' | 'multiples'
  /** In pixels. */
  height: number
}) {
  const data = groupByPeriod({ days, series }, interval, locale)
  const { periods } = data
  const nameOf = (period: Period) => formatPeriod(period, interval, texts, locale)
  const valueAt = (at: number, index: number) => formatValue(data.series[at]?.values[index], texts, locale)
  const rows = periods.map((period, index) => ({ period, index }))
  const columns: DataTableColumn<(typeof rows)[number]>[] = [
    { id: 'period', header: texts[interval], cell: ({ period }) => nameOf(period) },
    ...series.map(({ name }, at) => ({
      id: `${at} ${name}`,
      header: name,
      numeric: true,
      cell: ({ index }: { index: number }) => valueAt(at, index),
    })),
  ]
  return (
    <ChartFrame
      title={title}
      summary={summariseLines(data, texts, locale)}
      emptyText={emptyText}
      height={height}
      count={periods.length}
      describe={(index) =>
        `${periods
          .slice(index, index + 1)
          .map(nameOf)
          .join('')}: ${series.map(({ name }, at) => `${name} ${valueAt(at, index)}`).join(', ')}`
      }
      content={{ kind, data }}
      note={note}
      footnote={periods.some(({ isPartial }) => isPartial) && texts.partialNote}
      table={<DataTable caption={title} columns={columns} rows={rows} rowKey={({ period }) => period.from} />}
      rows={() => toRows(data, texts)}
      onPick={
        onSelect &&
        ((index) => {
          const period = periods[index]
          if (period !== undefined) onSelect(period.from)
        })
      }
      locale={locale}
      texts={texts}
    />
  )
}
