import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ChartColors } from '../chart-colors.ts'
import { englishTexts } from '../texts.ts'
import { Drawing, type DrawingHandle, type DrawingProps } from './drawing.tsx'
import { groupByPeriod } from './periods.ts'

interface Wrapped {
  option: unknown
  style: unknown
  onEvents: { click: (event: { dataIndex: number }) => void }
  onChartReady: (instance: unknown) => void
}

const wrapped = vi.hoisted(() => ({ props: [] as Wrapped[] }))

// jsdom has no canvas for ECharts: what it is given and asked to do is seen here.
vi.mock('echarts-for-react/esm/core', () => ({
  default: (props: Wrapped) => {
    wrapped.props.push(props)
    return null
  },
}))

const colors: ChartColors = {
  text: '#111',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  series: ['#a00', '#0a0'],
  font: 'serif',
  map: { sea: '#eef', land: '#efe', coast: '#ccc' },
}
const data = groupByPeriod({ days: ['2026-11-01'], series: [{ name: 'Zinc', daily: [4] }] }, 'day', 'en')
const bars = [{ name: 'Zinc', count: 4 }]

const onReady = vi.fn<(handle: DrawingHandle) => void>()

beforeEach(() => {
  wrapped.props.length = 0
  onReady.mockReset()
  // Text is measured by its letters.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

function draw(changes: Partial<DrawingProps> = {}) {
  const props: DrawingProps = {
    content: { kind: 'bars', items: bars, barThickness: undefined },
    settings: { colors, locale: 'en', animation: false, texts: englishTexts },
    height: 220,
    onReady,
    ...changes,
  }
  const { rerender } = render(<Drawing {...props} />)
  return (next: Partial<DrawingProps>) => {
    rerender(<Drawing {...props} {...next} />)
  }
}

it.each([
  [{ kind: 'bars', items: bars, barThickness: 22 }, { series: [{ type: 'bar', barMaxWidth: 22 }] }],
  [
    { kind: 'lines', data },
    { series: [{ type: 'line', name: 'Zinc' }], legend: { show: false } },
  ],
  [{ kind: 'multiples', data }, { series: [{ type: 'bar', name: 'Zinc', xAxisIndex: 0 }] }],
] as const)('draws %o', (content, option) => {
  draw({ content, height: 300 })
  expect(wrapped.props.at(-1)).toMatchObject({ option, style: { height: 300 } })
})

it('passes a press on to the newest callback, through one listener', () => {
  const [first, second] = [vi.fn<(index: number) => void>(), vi.fn<(index: number) => void>()]
  const update = draw({ onPick: first })
  update({ onPick: second })
  const [before, after] = [wrapped.props[0], wrapped.props.at(-1)]
  // With other events, the wrapper builds the chart anew.
  expect(after?.onEvents).toBe(before?.onEvents)
  before?.onEvents.click({ dataIndex: 3 })
  expect(first).not.toHaveBeenCalled()
  expect(second.mock.calls).toEqual([[3]])
})

function openHandle(instance: object): DrawingHandle {
  draw()
  wrapped.props.at(-1)?.onChartReady(instance)
  const handle = onReady.mock.lastCall?.[0]
  if (handle === undefined) throw new Error('There is no handle.')
  return handle
}

it('points at an item in place of the one before, and at none', () => {
  const dispatchAction = vi.fn<(action: unknown) => void>()
  const handle = openHandle({ isDisposed: () => false, dispatchAction })
  handle.point(2)
  expect(dispatchAction.mock.calls.flat()).toEqual([
    { type: 'downplay' },
    { type: 'highlight', dataIndex: 2 },
    { type: 'showTip', seriesIndex: 0, dataIndex: 2 },
  ])
  dispatchAction.mockClear()
  handle.point(null)
  expect(dispatchAction.mock.calls.flat()).toEqual([{ type: 'downplay' }, { type: 'hideTip' }])
})

it('points at nothing once the chart is gone', () => {
  const dispatchAction = vi.fn<(action: unknown) => void>()
  openHandle({ isDisposed: () => true, dispatchAction }).point(2)
  expect(dispatchAction).not.toHaveBeenCalled()
})

it('gives its picture at twice its size, on the background of the page', async () => {
  const png = new Blob(['png'])
  const canvas = {
    toBlob: (callback: (blob: Blob) => void, type: string) => type === 'image/png' && callback(png),
  }
  const renderToCanvas = vi.fn<(options: unknown) => unknown>(() => canvas)
  expect(await openHandle({ renderToCanvas }).picture('#fff')).toBe(png)
  expect(renderToCanvas.mock.calls).toEqual([[{ pixelRatio: 2, backgroundColor: '#fff' }]])
})
