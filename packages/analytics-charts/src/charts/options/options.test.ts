import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChartColors } from '../../chart-colors.ts'
import { englishTexts } from '../../texts.ts'
import { barOption } from './bar-option.ts'
import type { Series } from '../chart-data.ts'
import { lineOption } from './line-option.ts'
import { multiplesOption } from './multiples-option.ts'
import { type Interval, groupByPeriod } from '../periods.ts'
import { summariseBars, summariseLines } from '../summaries.ts'
import { tooltipContent } from './tooltip-content.ts'

const colors: ChartColors = {
  text: '#111',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  series: ['#a00', '#0a0'],
  font: 'serif',
  map: { sea: '#eef', land: '#efe', coast: '#ccc' },
}
beforeEach(() => {
  // Text is measured by its letters: jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

const settings = { colors, locale: 'en', animation: false, texts: englishTexts }
/** Values that no chart can draw. */
const unknown = [null, Number.NaN, Number.POSITIVE_INFINITY]
const days = ['2026-11-01', '2026-11-02', '2026-11-03']

/** Series by day of the three days, or as many days from November 1 as given. */
const byDay = (series: readonly Series[]) => groupByPeriod({ days, series }, 'day', 'en')
const by = (interval: Interval, count: number, series: readonly Series[]) =>
  groupByPeriod(
    {
      days: Array.from({ length: count }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`),
      series,
    },
    interval,
    'en-US',
  )

function formatted(label: unknown): unknown {
  const formatter: unknown = Object(label).formatter
  return typeof formatter === 'function' ? formatter({ dataIndex: 0 }) : undefined
}

describe('lineOption', () => {
  it('draws a value for each day, and 0 for a missing one', () => {
    const { series } = lineOption(byDay([{ name: 'A', daily: [1, 2] }]), settings)
    expect([series].flat().map((line) => line?.data)).toEqual([[1, 2, 0]])
  })

  it.each(unknown)('leaves a gap for %s, and marks a value that stands between gaps', (gap) => {
    const linesOf = (...daily: (number | null)[]) =>
      lineOption(byDay([{ name: 'A', daily }]), settings).series
    expect(linesOf(1, gap, 2)).toMatchObject([{ data: [1, null, 2], showSymbol: true }])
    expect(linesOf(gap, 1, 2)).toMatchObject([{ data: [null, 1, 2], showSymbol: false }])
    expect(linesOf(gap, gap, gap)).toMatchObject([{ data: [null, null, null], showSymbol: false }])
  })

  it('has a legend where there are several lines, clear of them', () => {
    const one = { name: 'A', daily: [1, 2, 3] }
    const alone = lineOption(byDay([one]), settings)
    const several = lineOption(byDay([one, { ...one, name: 'B' }]), settings)
    expect(alone.legend).toMatchObject({ show: false })
    expect(several.legend).toMatchObject({ show: true, top: 0 })
    expect(several.grid).toMatchObject({ top: 48 })
  })

  it('tells lines of one colour apart', () => {
    const series = ['A', 'B', 'C'].map((name) => ({ name, daily: [1, 2, 3] }))
    const { series: lines } = lineOption(byDay(series), settings)
    // Two colours for three lines: the third has its own symbol and kind of line.
    expect(lines).toMatchObject([
      { symbol: 'circle', lineStyle: { type: 'solid' } },
      { symbol: 'rect', lineStyle: { type: 'solid' } },
      { symbol: 'triangle', lineStyle: { type: 'dashed' } },
    ])
  })
})

it('max bar thickness: 22 to 24; bars stand from the top', () => {
  const option = barOption(
    [
      { name: 'Zinc', count: 3 },
      { name: 'Iron', count: 1 },
    ],
    settings,
  )
  expect(option.yAxis).toMatchObject({ inverse: true, data: ['Zinc', 'Iron'] })
  expect(option.series).toMatchObject([{ data: [3, 1], barMaxWidth: 24 }])
  expect(barOption([], settings, 22).series).toMatchObject([{ barMaxWidth: 22 }])
  expect([0, 21, 30].map((thickness) => barOption([], settings, thickness).series)).toMatchObject([
    [{ barMaxWidth: 22 }],
    [{ barMaxWidth: 22 }],
    [{ barMaxWidth: 24 }],
  ])
})

it.each(unknown)('draws no bar for %s, and says so in its place', (count) => {
  const { series } = barOption([{ name: 'Zinc', count }], settings)
  const [bar] = [series].flat()
  expect(bar?.data).toEqual([0])
  expect(formatted(bar?.label)).toBe('No data')
})

describe('names of bars', () => {
  /** Size and lines of the labels, below and from 560 px. */
  function labelsOf(...names: string[]) {
    const { yAxis, media } = barOption(
      names.map((name) => ({ name, count: 3 })),
      settings,
    )
    const read = (axis: unknown) => {
      const { axisLabel } = Object(axis)
      const { fontSize, width, overflow, formatter } = Object(axisLabel)
      const lines: unknown =
        typeof formatter === 'function' ? names.map((name) => formatter(name)) : undefined
      return { fontSize, width, overflow, lines }
    }
    const wide = Array.isArray(media) ? media[0] : undefined
    expect(wide?.query).toEqual({ minWidth: 560 })
    return { narrow: read(yAxis), wide: read(Object(wide?.option).yAxis) }
  }
  const long = 'National Institute of Arthritis and Musculoskeletal and Skin Diseases'

  it('take two lines when they are long, wider ones in a wide chart, and a smaller font with them', () => {
    const { narrow, wide } = labelsOf('Zinc', long)
    expect(narrow).toMatchObject({ width: 132, fontSize: 11, overflow: 'truncate' })
    expect(wide).toMatchObject({ width: 260, fontSize: 11 })
    const [zinc, ...lines] = Array.isArray(narrow.lines) ? narrow.lines : []
    // U+2068: each line reads in the direction of its own first letter, and its ellipsis stands at its own end.
    expect(zinc).toBe('\u2068Zinc')
    expect(lines.join('').split('\n')).toHaveLength(2)
    expect(lines.join('').replace('\n\u2068', ' ')).toBe(`\u2068${long}`)
  })

  it('stay on one line where all fit, in the usual size', () => {
    expect(labelsOf('Zinc', 'Iron').narrow).toMatchObject({
      fontSize: 12,
      lines: ['\u2068Zinc', '\u2068Iron'],
    })
  })
})

it('shows names in a tooltip as text', () => {
  const content = tooltipContent('<b>Day</b>', [
    { name: '<img src=x onerror=alert(1)>', value: '3', color: '#a00' },
  ])
  expect(content.querySelector('img, b')).toBeNull()
  expect(content.textContent).toBe('<b>Day</b><img src=x onerror=alert(1)>3')
})

describe('periods', () => {
  // November 1, 2026 is a Sunday: in the United States two weeks and a Sunday have 15 days.
  const data = by('week', 15, [{ name: 'Zinc', daily: [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 5] }])

  it('are labelled by their first day, and outlined when the data has only a part of them', () => {
    const { xAxis, series } = lineOption(data, settings)
    const label: unknown = Object(xAxis).axisLabel.formatter
    expect(typeof label === 'function' && [0, 1, 2, 3].map((index) => label('', index))).toEqual([
      'Nov 1',
      'Nov 8',
      'Nov 15',
      '',
    ])
    expect(series).toMatchObject([
      {
        showSymbol: true,
        data: [7, 14, { value: 5, itemStyle: { color: '#fff', borderColor: '#a00', borderWidth: 2 } }],
      },
    ])
  })

  it('stand in the tooltip with their days', () => {
    const tooltip: unknown = Object(lineOption(data, settings).tooltip).formatter
    const textAt = (dataIndex: number): unknown =>
      typeof tooltip === 'function' && tooltip([{ dataIndex }]).textContent
    expect(textAt(1)).toBe('Nov 8\u2009–\u200914, 2026Zinc14')
    expect(textAt(2)).toBe('Nov 15, 2026 (partial)Zinc5')
  })

  it('are named in the summary', () => {
    expect(summariseLines(data, englishTexts, 'en')).toBe(
      'Sunday, November 1, 2026 to Sunday, November 15, 2026. Zinc: 26 in total, at most 14 in Nov 8\u2009–\u200914, 2026.',
    )
  })
})

describe('multiplesOption', () => {
  const two = [
    { name: 'Zinc', daily: [1, null, 7] },
    { name: '{b|Iron}', daily: [0, 2, 0] },
  ]

  it('draws a row of columns a series on one scale, with its total and name above', () => {
    const { series, yAxis, xAxis, grid, title } = multiplesOption(byDay(two), settings)
    expect(series).toMatchObject([
      { type: 'bar', data: [1, '-', 7], xAxisIndex: 0, yAxisIndex: 0 },
      { type: 'bar', data: [0, 2, 0], xAxisIndex: 1, yAxisIndex: 1 },
    ])
    expect(yAxis).toMatchObject([
      { gridIndex: 0, min: 0, max: 7, interval: 7 },
      { gridIndex: 1, min: 0, max: 7, interval: 7 },
    ])
    // The days stand under the last row alone.
    expect(xAxis).toMatchObject([
      { gridIndex: 0, axisLabel: { show: false } },
      { gridIndex: 1, axisLabel: { show: true } },
    ])
    expect(grid).toMatchObject([
      { top: 28, height: 36 },
      { top: 104, height: 36 },
    ])
    expect(title).toMatchObject([
      { top: 0, text: '{total|8}\u2068Zinc' },
      // A name is data: its braces are no markup.
      { top: 76, text: '{total|2}\u2068{\u2060b|Iron}' },
    ])
  })

  it('has a scale where no value is above 0', () => {
    const { yAxis } = multiplesOption(byDay([{ name: 'Zinc', daily: [0, 0, 0] }]), settings)
    expect(yAxis).toMatchObject([{ max: 1, interval: 1 }])
  })

  it('outlines the columns of a part of a month', () => {
    const { series } = multiplesOption(by('month', 3, [{ name: 'Zinc', daily: [1, 2, 3] }]), settings)
    expect(series).toMatchObject([
      { data: [{ value: 6, itemStyle: { color: '#fff', borderColor: '#a00' } }] },
    ])
    const whole = multiplesOption(by('month', 30, [{ name: 'Zinc', daily: [1, 2, 3] }]), settings)
    expect(whole.series).toMatchObject([{ data: [6] }])
  })
})

describe('summaries', () => {
  it('say the total and the highest day of each line', () => {
    expect(summariseLines(byDay([{ name: 'Zinc', daily: [1, 900, 400] }]), englishTexts, 'en')).toBe(
      'Sunday, November 1, 2026 to Tuesday, November 3, 2026. Zinc: 1,301 in total, at most 900 on Monday, November 2, 2026.',
    )
    expect(summariseLines(groupByPeriod({ days: [], series: [] }, 'day', 'en'), englishTexts, 'en')).toBe('')
  })

  it('leave out gaps, and lines without a value', () => {
    const series = [
      { name: 'Zinc', daily: [1, null, 400] },
      { name: 'Iron', daily: unknown },
    ]
    expect(summariseLines(byDay(series), englishTexts, 'en')).toBe(
      'Sunday, November 1, 2026 to Tuesday, November 3, 2026. Zinc: 401 in total, at most 400 on Tuesday, November 3, 2026.',
    )
    expect(summariseLines(byDay(series.slice(1)), englishTexts, 'en')).toBe('')
  })

  it('leave out bars without a count', () => {
    const items = [
      ...unknown.map((count, index) => ({ name: `${index}`, count })),
      { name: 'Zinc', count: 12 },
    ]
    expect(summariseBars(items, englishTexts, 'en')).toBe('4 bars, from Zinc with 12 to Zinc with 12.')
    expect(summariseBars(items.slice(0, 3), englishTexts, 'en')).toBe('')
  })

  it('say the largest and the smallest bar', () => {
    const items = [
      { name: 'Zinc', count: 12 },
      { name: 'Iron', count: 3000 },
    ]
    expect(summariseBars(items, englishTexts, 'en')).toBe('2 bars, from Iron with 3,000 to Zinc with 12.')
    expect(summariseBars([], englishTexts, 'en')).toBe('')
  })
})
