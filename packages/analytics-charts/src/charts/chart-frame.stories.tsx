import type { Meta, Story } from '@org/config/story'
import { DataTable } from '../data-table.tsx'
import { englishTexts } from '../texts.ts'
import { ChartFrame, type ChartFrameProps } from './chart-frame.tsx'

const rows = [
  { day: '2026-11-01', count: 4 },
  { day: '2026-11-02', count: 9 },
]

const meta: Meta<ChartFrameProps> = {
  title: 'analytics-charts/ChartFrame',
  component: ChartFrame,
  args: {
    title: 'Messages',
    summary: 'Messages: 13 in total.',
    emptyText: 'No data available.',
    height: 280,
    count: rows.length,
    describe: (index) => `${rows[index]?.day ?? ''}: ${rows[index]?.count ?? 0}`,
    content: { kind: 'bars', items: [], barThickness: undefined },
    locale: 'en',
    table: (
      <DataTable
        caption="Messages"
        columns={[
          { id: 'day', header: 'Day', cell: ({ day }) => day },
          { id: 'count', header: 'Messages', numeric: true, cell: ({ count }) => count },
        ]}
        rows={rows}
        rowKey={({ day }) => day}
      />
    ),
    rows: () => rows.map(({ day, count }) => [day, count]),
    texts: englishTexts,
  },
}
export default meta

export const Loading: Story<ChartFrameProps> = { args: { code: { status: 'loading' } } }

export const Failed: Story<ChartFrameProps> = { args: { code: { status: 'failed' } } }

export const Empty: Story<ChartFrameProps> = { args: { summary: '' } }
