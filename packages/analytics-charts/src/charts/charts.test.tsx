import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BarChart } from './bar-chart.tsx'
import type { DrawingProps } from './drawing.tsx'
import { LineChart } from './line-chart.tsx'

const pointed = vi.hoisted(() => vi.fn<(index: number | null) => void>())

// jsdom has no canvas: what is drawn is seen by the browser tests.
vi.mock('./drawing.tsx', () => ({
  Drawing({ onReady, height }: DrawingProps) {
    useEffect(() => {
      onReady({ point: pointed, picture: () => Promise.resolve(null) })
    }, [onReady])
    return <canvas data-testid="drawing" height={height} />
  },
}))

beforeEach(() => {
  pointed.mockClear()
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn<() => void>(),
    removeEventListener: vi.fn<() => void>(),
  }))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const products = [
  { name: 'Zinc', count: 1200 },
  { name: 'Iron', count: 30 },
]

it('says a chart in a sentence, and each item as the keys move', async () => {
  render(<BarChart title="Top Products" items={products} locale="en" />)
  await screen.findByTestId('drawing')
  const slider = screen.getByRole('slider', {
    name: 'Top Products. 2 bars, from Zinc with 1,200 to Iron with 30.',
  })
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(slider)
  expect(slider.getAttribute('aria-valuetext')).toBe('Zinc: 1,200')
  await userEvent.keyboard('{ArrowDown}')
  expect(slider.getAttribute('aria-valuetext')).toBe('Iron: 30')
  await userEvent.keyboard('{ArrowDown}')
  expect(pointed.mock.lastCall).toEqual([1])
  await userEvent.keyboard('{Escape}')
  expect(pointed.mock.lastCall).toEqual([null])
})

it('picks an item by Enter', async () => {
  const onSelect = vi.fn<(day: string) => void>()
  render(
    <LineChart
      title="Messages"
      days={['2026-11-01', '2026-11-02']}
      series={[{ name: 'All', daily: [4, 9] }]}
      locale="en"
      onSelect={onSelect}
    />,
  )
  const slider = screen.getByRole('slider')
  slider.focus()
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Monday, November 2, 2026: All 9')
  await userEvent.keyboard('{Enter}')
  expect(onSelect.mock.calls).toEqual([['2026-11-02']])
})

it('shows its data as a table, and the chart again', async () => {
  render(
    <LineChart
      title="Product Series"
      days={['2026-11-01']}
      series={[
        { name: 'Zinc', daily: [4] },
        { name: 'Iron', daily: [] },
      ]}
      locale="en"
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Product Series' }))
  const table = screen.getByRole('table', { name: 'Product Series' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayZincIron', 'Sunday, November 1, 202640'])
  expect(screen.queryByRole('slider')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart: Product Series' }))
  expect(screen.getByRole('slider')).toBeDefined()
})

it('says and saves what is unknown as such', async () => {
  const series = [
    { name: 'Zinc', daily: [4, null, 2] },
    { name: 'Iron', daily: [Number.NaN, 1, Number.POSITIVE_INFINITY] },
  ]
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  const { container } = render(<LineChart title="Products" days={days} series={series} locale="en" />)
  const slider = await screen.findByRole('slider')
  expect(slider.getAttribute('aria-valuetext')).toBe('Sunday, November 1, 2026: Zinc 4, Iron No data')
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Products' }))
  const cells = within(screen.getByRole('table')).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['4', 'No data', 'No data', '1', '2', 'No data'])
  expect(container.innerHTML).not.toMatch(/NaN|∞|Infinity/u)
})

it('says so where there is nothing to draw', () => {
  render(<BarChart title="Top Authors" items={[]} emptyText="No author data available." />)
  expect(
    within(screen.getByRole('figure', { name: 'Top Authors' })).getByText('No author data available.'),
  ).toBeDefined()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('saves its data as CSV', async () => {
  const saved: Blob[] = []
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      saved.push(blob)
      return 'blob:saved'
    },
    revokeObjectURL: vi.fn<() => void>(),
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  render(<BarChart title="Top Products" items={[...products, { name: '=1+1', count: 1 }]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV: Top Products' }))
  expect(click).toHaveBeenCalledOnce()
  expect(await saved[0]?.text()).toBe("Name,Count\r\nZinc,1200\r\nIron,30\r\n'=1+1,1\r\n")
})

it('says so when the picture cannot be made', async () => {
  render(<BarChart title="Top Products" items={products} />)
  await screen.findByTestId('drawing')
  await userEvent.click(screen.getByRole('button', { name: 'Save as PNG: Top Products' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The picture could not be made/u)
})
