import { formatCount, formatShortCount } from '../../format.ts'
import { format } from 'echarts/core'
import { tooltipStyle } from './axis-tooltip.ts'
import { type NamedCount, toValue } from '../chart-data.ts'
import type { DrawingSettings } from '../drawing-settings.ts'
import type { ChartOption } from './echarts.ts'
import { tooltipContent } from './tooltip-content.ts'
import { wrapName } from './wrap-name.ts'

/** The thickest that a bar may get, in pixels: from the first to the second. */
export const barThicknesses = [22, 24] as const

/** A name that may be cut, isolated: its ellipsis then stands at the name's own end, whichever way the page reads. */
export function isolateName(name: string): string {
  return `\u2068${name}`
}

/** Font sizes in px of names: two lines of the smaller one fit into the height of a bar, 26 px less the edges. */
const fontSizes = { oneLine: 12, twoLines: 11 } as const
/** Line height in px of names on two lines. */
const LINE_HEIGHT = 11.5
/** Room in px for what the browser draws wider than it measured, so that no name is cut by a pixel. */
const SLACK = 4

/** Names in labels of at most a width in px: a wider one takes two lines, of which the second may be cut. */
function nameLabel(items: readonly NamedCount[], width: number, font: string) {
  const measureAt = (size: number) => (text: string) => format.getTextRect(text, `${size}px ${font}`).width
  const isWrapped = items.some(({ name }) => measureAt(fontSizes.oneLine)(name) > width)
  const fontSize = isWrapped ? fontSizes.twoLines : fontSizes.oneLine
  const measure = measureAt(fontSize)
  const lines = new Map(items.map(({ name }) => [name, wrapName(name, width, measure)]))
  const widest = [...lines.values()].flat().reduce((most, line) => Math.max(most, measure(line)), 0)
  return {
    // With a line height, ECharts keeps the whole width free, however short the names are.
    width: Math.min(width, Math.ceil(widest) + SLACK),
    lineHeight: LINE_HEIGHT,
    fontSize,
    formatter: (name: string) => (lines.get(name) ?? [name]).map(isolateName).join('\n'),
  }
}

/** The option of a horizontal bar chart: the first item on top, its count at the bar's end. */
export function barOption(
  items: readonly NamedCount[],
  settings: DrawingSettings,
  barThickness: number = barThicknesses[1],
): ChartOption {
  const { colors, locale, animation } = settings
  const { noValue } = settings.texts
  return {
    animation,
    color: [...colors.series],
    textStyle: { fontFamily: colors.font, color: colors.muted },
    grid: { left: 8, right: 56, top: 4, bottom: 4 },
    tooltip: {
      ...tooltipStyle(settings),
      axisPointer: { type: 'shadow' },
      formatter: (hovered) => {
        const item = items[[hovered].flat()[0]?.dataIndex ?? 0]
        if (item === undefined) return ''
        const count = toValue(item.count)
        const value = count === null ? noValue : formatCount(count, locale)
        return tooltipContent('', [{ name: item.name, value, color: '' }])
      },
    },
    xAxis: {
      type: 'value',
      // Each bar has its count at its end: labels of an axis would repeat them, and take the room of two-line names.
      show: false,
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: items.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.text,
        overflow: 'truncate',
        interval: 0,
        ...nameLabel(items, 132, colors.font),
      },
    },
    // Wide charts show more of a long name: two names may differ only at their ends.
    media: [
      { query: { minWidth: 560 }, option: { yAxis: { axisLabel: nameLabel(items, 260, colors.font) } } },
    ],
    series: [
      {
        type: 'bar',
        // A bar without a count still has its label.
        data: items.map(({ count }) => toValue(count) ?? 0),
        barMaxWidth: Math.min(Math.max(barThickness, barThicknesses[0]), barThicknesses[1]),
        barCategoryGap: '28%',
        itemStyle: { borderRadius: [0, 4, 4, 0] },
        label: {
          show: true,
          position: 'right',
          color: colors.text,
          formatter: ({ dataIndex }) => {
            const count = toValue(items[dataIndex]?.count)
            return count === null ? noValue : formatShortCount(count, locale)
          },
        },
      },
    ],
  }
}
