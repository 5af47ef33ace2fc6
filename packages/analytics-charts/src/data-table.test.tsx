import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DataTable, type DataTableColumn } from './data-table.tsx'
import { formatCount } from './format.ts'

interface Product {
  name: string
  count: number
}

const columns: DataTableColumn<Product>[] = [
  { id: 'name', header: 'Product', cell: (product) => product.name },
  { id: 'count', header: 'Mentions', cell: (product) => formatCount(product.count, 'en'), numeric: true },
]
const rowKey = (product: Product) => product.name
const rows: Product[] = [
  { name: 'Magnesium Glycinate', count: 1204 },
  { name: 'Vitamin D3', count: 87 },
]

it('is a table with its caption for a name, and headings of columns and rows', () => {
  render(<DataTable caption="Top products" columns={columns} rows={rows} rowKey={rowKey} />)
  const table = screen.getByRole('table', { name: 'Top products' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Product', 'Mentions'])
  const row = within(table).getByRole('row', { name: /^Magnesium/u })
  expect(within(row).getByRole('rowheader').textContent).toBe('Magnesium Glycinate')
  expect(within(row).getByRole('cell').textContent).toBe('1,204')
})

it('is reached by keyboard, in a region that has its name', async () => {
  render(<DataTable caption="Top products" columns={columns} rows={rows} rowKey={rowKey} />)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Top products' }))
})

it('says so where there is no row', () => {
  render(
    <DataTable
      caption="Top products"
      columns={columns}
      rows={[]}
      rowKey={rowKey}
      emptyText="No product mentions captured."
    />,
  )
  const cell = screen.getByRole('cell', { name: 'No product mentions captured.' })
  expect(cell.getAttribute('colspan')).toBe('2')
})

it('shows a dash for a number that is none', () => {
  const bare: typeof columns = columns.map((column) => ({
    ...column,
    cell: (product) => product[column.id === 'count' ? 'count' : 'name'],
  }))
  render(
    <DataTable caption="Top" columns={bare} rows={[{ name: 'Iron', count: Number.NaN }]} rowKey={rowKey} />,
  )
  expect(screen.getByRole('cell').textContent).toBe('–')
})

it('shows text as text', () => {
  render(
    <DataTable
      caption="Top products"
      columns={columns}
      rows={[{ name: '<img src=x onerror=alert(1)>', count: 1 }]}
      rowKey={rowKey}
    />,
  )
  expect(screen.getByRole('rowheader').textContent).toBe('<img src=x onerror=alert(1)>')
})
