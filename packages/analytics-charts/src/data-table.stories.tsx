import type { Meta, Story } from '@org/config/story'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { formatCount } from './format.ts'

interface Product {
  name: string
  count: number
}

type Props = DataTableProps<Product>

const meta: Meta<Props> = {
  title: 'analytics-charts/DataTable',
  component: DataTable<Product>,
  args: {
    caption: 'Top products, last 30 days',
    columns: [
      { id: 'name', header: 'Product', cell: ({ name }) => name },
      { id: 'count', header: 'Mentions', numeric: true, cell: ({ count }) => formatCount(count, 'en') },
      { id: 'share', header: 'Share', numeric: true, cell: ({ count }) => `${Math.round(count / 30)} %` },
    ],
    rows: [
      { name: 'Magnesium Glycinate', count: 1240 },
      { name: 'Vitamin D3', count: 980 },
      { name: 'Whey protein', count: 780 },
    ],
    rowKey: ({ name }) => name,
  },
}
export default meta

export const Full: Story<Props> = {}

export const Empty: Story<Props> = { args: { rows: [] } }

export const LongText: Story<Props> = {
  args: {
    columns: Array.from({ length: 8 }, (_, index) => ({
      id: String(index),
      header: `Mentions in week ${index + 40}`,
      numeric: index > 0,
      cell: ({ name, count }: Product) => (index === 0 ? name : formatCount(count, 'en')),
    })),
    rows: Array.from({ length: 40 }, (_, index) => ({
      name: `Magnesiumbisglycinatkomplexpräparat number ${index + 1}`,
      count: 1_000_000 - index,
    })),
  },
}

export const RightToLeft: Story<Props> = {
  args: {
    caption: 'المنتجات',
    columns: [
      { id: 'name', header: 'المنتج', cell: ({ name }) => name },
      { id: 'count', header: 'العدد', numeric: true, cell: ({ count }) => count },
    ],
    rows: [
      { name: 'مغنيسيوم', count: 12 },
      { name: 'فيتامين د', count: 9 },
    ],
  },
  globals: { dir: 'rtl' },
}
