import type { ReactNode } from 'react'
import { barChartHeight } from '../bar-chart-height.ts'
import { DataTable } from '../data-table.tsx'
import type { Locale } from '../format.ts'
import { englishTexts } from '../texts.ts'
import type { ChartTexts } from '../texts.ts'
import type { NamedCount } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { formatValue, summariseBars } from './summaries.ts'

/** Properties of {@link BarChart}. */
export interface BarChartProps {
  title: string
  /** In the order in which they stand, from the top. Names are unique. */
  items: readonly NamedCount[]
  /** Stands in the chart's place where there is no item. @default 'No data available.' */
  emptyText?: string | undefined
  /** The thickest that a bar gets, in pixels: 22 to 24. @default 24 */
  barThickness?: number | undefined
  /** Stands between the title and the bars. */
  note?: ReactNode
  locale?: Locale
  /** A bar was pressed, or chosen by Enter. */
  onSelect?: ((name: string) => void) | undefined
  texts?: ChartTexts | undefined
}

/**
 * Counts by name, as bars one below the other: 26 px a bar, from 220 to 560 px high.
 *
 * @example
 * import { BarChart } from '@org/analytics-charts'
 *
 * const items = [{ name: 'Magnesium Glycinate', count: 120 }]
 *
 * export const products = (
 *   <BarChart title="Top products" items={items} onSelect={(product) => console.log(product)} />
 * )
 */
export function BarChart({
  title,
  items,
  emptyText = 'No data available.',
  barThickness,
  note,
  locale,
  onSelect,
  texts = englishTexts,
}: BarChartProps) {
  const format = (count: number | null | undefined) => formatValue(count, texts, locale)
  return (
    <ChartFrame
      title={title}
      summary={summariseBars(items, texts, locale)}
      emptyText={emptyText}
      height={barChartHeight(items.length)}
      count={items.length}
      vertical
      describe={(index) => `${items[index]?.name ?? ''}: ${format(items[index]?.count)}`}
      content={{ kind: 'bars', items, barThickness }}
      note={note}
      table={
        <DataTable
          caption={title}
          columns={[
            { id: 'name', header: texts.name, cell: ({ name }) => name },
            {
              id: 'count',
              header: texts.count,
              numeric: true,
              cell: ({ count }) => format(count),
            },
          ]}
          rows={items}
          rowKey={({ name }) => name}
        />
      }
      rows={() => [[texts.name, texts.count], ...items.map(({ name, count }) => [name, count])]}
      onPick={
        onSelect &&
        ((index) => {
          const item = items[index]
          if (item !== undefined) onSelect(item.name)
        })
      }
      locale={locale}
      texts={texts}
    />
  )
}
