import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DrawingProps } from './drawing.tsx'
import { LineChart } from './line-chart.tsx'
import { SmallMultiples } from './small-multiples.tsx'

// jsdom has no canvas: what is drawn is seen by the browser tests.
vi.mock('./drawing.tsx', () => ({
  Drawing: ({ content, height }: DrawingProps) => (
    <canvas data-testid="drawing" data-kind={content.kind} height={height} />
  ),
}))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn<() => void>(),
    removeEventListener: vi.fn<() => void>(),
  }))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

// A Sunday, a whole week of the United States but one day, and the Saturday that ends it.
const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-07', '2026-11-08']
const series = [
  { name: 'Zinc', daily: [1, 2, 3, 4, 5] },
  { name: 'Iron', daily: [null, 0, 1, null, null] },
]
const note = 'Outlined: only a part of the period is in the data.'

it('draws lines 280 px high, and small multiples by their number of rows', async () => {
  const { rerender } = render(<LineChart title="Products" days={days} series={series} locale="en-US" />)
  const kindAndHeight = async () => {
    const { dataset, height } = await screen.findByTestId<HTMLCanvasElement>('drawing')
    return [dataset['kind'], height]
  }
  expect(await kindAndHeight()).toEqual(['lines', 280])
  rerender(<SmallMultiples title="Products" days={days} series={series} locale="en-US" />)
  expect(await kindAndHeight()).toEqual(['multiples', 172])
  rerender(<SmallMultiples title="Products" days={days} series={series.slice(1)} locale="en-US" />)
  expect(await kindAndHeight()).toEqual(['multiples', 96])
})

it.each([LineChart, SmallMultiples])('%o shows weeks as a table, partial ones marked', async (Chart) => {
  render(<Chart title="Products" days={days} series={series} interval="week" locale="en-US" />)
  expect(screen.getByText(note)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Products' }))
  const rows = within(screen.getByRole('table', { name: 'Products' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'WeekZincIron',
    'Oct 31, 2026 (partial)1No data',
    'Nov 1\u2009–\u20097, 202691',
    'Nov 8, 2026 (partial)5No data',
  ])
})

it('goes through weeks by the keys, and chooses the first day of one', async () => {
  const onSelect = vi.fn<(day: string) => void>()
  render(
    <SmallMultiples
      title="Products"
      days={days}
      series={series}
      interval="week"
      locale="en-US"
      onSelect={onSelect}
    />,
  )
  const slider = screen.getByRole('slider')
  expect(slider.getAttribute('max')).toBe('2')
  slider.focus()
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 1\u2009–\u20097, 2026: Zinc 9, Iron 1')
  await userEvent.keyboard('{Enter}')
  expect(onSelect.mock.calls).toEqual([['2026-11-01']])
})

it('saves weeks with their first and last day, and days with one column', async () => {
  const saved: Blob[] = []
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      saved.push(blob)
      return 'blob:saved'
    },
    revokeObjectURL: vi.fn<() => void>(),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const props = { title: 'Products', days: days.slice(1, 3), series, locale: 'en-US' }
  const { rerender } = render(<SmallMultiples {...props} interval="week" />)
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save as CSV: Products' }))
  await save()
  rerender(<SmallMultiples {...props} />)
  await save()
  expect(await Promise.all(saved.map((blob) => blob.text()))).toEqual([
    'From,To,Zinc,Iron\r\n2026-11-01,2026-11-02,3,0\r\nTotal,,3,0\r\n',
    'Day,Zinc,Iron\r\n2026-11-01,1,\r\n2026-11-02,2,0\r\nTotal,3,0\r\n',
  ])
})

it('has no note about parts of days, and its own note under the title', () => {
  render(<LineChart title="Products" days={days} series={series} locale="en-US" note="+5%" />)
  expect(screen.queryByText(note)).toBeNull()
  const figure = screen.getByRole('figure', { name: 'Products' })
  expect(within(figure).getByText('+5%')).toBeDefined()
})

it('says so where there is nothing to draw', () => {
  render(<SmallMultiples title="Products" days={days} series={[]} emptyText="No product trend." />)
  expect(screen.getByText('No product trend.')).toBeDefined()
  expect(screen.queryByRole('slider')).toBeNull()
})
