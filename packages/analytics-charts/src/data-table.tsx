import { useId, type ReactNode } from 'react'
import classes from './data-table.module.css'
import { formatCount } from './format.ts'

// A scroll container must be focusable, or keyboard users cannot scroll it (WCAG 2.1.1); Safari does not make it so.
const scrolledByKeyboard = { tabIndex: 0 }

/** One column of a {@link DataTable}. */
export interface DataTableColumn<Row> {
  /** Unique in its table. */
  id: string
  /** Column header. */
  header: string
  /** Renders the cell of a row. A number that is not finite is shown as `–`. */
  cell: (row: Row) => ReactNode
  /** True for a column of numbers: aligned at the end, with tabular digits. @default false */
  numeric?: boolean | undefined
}

/** Properties of {@link DataTable}. */
export interface DataTableProps<Row> {
  /** Table caption, also the accessible name of the scroll region. */
  caption: string
  /** From the first, whose cells name their row, to the last. */
  columns: readonly DataTableColumn<Row>[]
  rows: readonly Row[]
  /** Returns a unique React key for a row. */
  rowKey: (row: Row) => string
  /** Stands where there is no row. @default 'No data available.' */
  emptyText?: string | undefined
}

/**
 * The data of a chart as a table: read by a screen reader cell by cell with its headings, and scrolled by keyboard
 * where it is wider or higher than its room.
 *
 * @example
 * import { DataTable, formatCount } from '@org/analytics-charts'
 *
 * const products = [{ name: 'Magnesium', count: 1200 }]
 *
 * export const table = (
 *   <DataTable
 *     caption="Top products, last 30 days"
 *     columns={[
 *       { id: 'name', header: 'Product', cell: (product) => product.name },
 *       { id: 'count', header: 'Mentions', cell: (product) => formatCount(product.count), numeric: true },
 *     ]}
 *     rows={products}
 *     rowKey={(product) => product.name}
 *   />
 * )
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  emptyText = 'No data available.',
}: DataTableProps<Row>) {
  const captionId = useId()
  const [rowHeader, ...others] = columns

  return (
    <section className={classes['scroll']} aria-labelledby={captionId} {...scrolledByKeyboard}>
      <table className={classes['table']}>
        <caption id={captionId} className={classes['caption']}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ id, header, numeric }) => (
              <th key={id} scope="col" data-numeric={numeric}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td className={classes['empty']} colSpan={columns.length}>
                {emptyText}
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {rowHeader && (
                <th scope="row" data-numeric={rowHeader.numeric}>
                  {shown(rowHeader.cell(row))}
                </th>
              )}
              {others.map(({ id, cell, numeric }) => (
                <td key={id} data-numeric={numeric}>
                  {shown(cell(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function shown(content: ReactNode): ReactNode {
  return typeof content === 'number' && !Number.isFinite(content) ? formatCount(content) : content
}
