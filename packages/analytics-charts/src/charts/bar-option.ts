import { formatCount, formatShortCount } from '../format.ts'
import { tooltipStyle } from './axis-tooltip.ts'
import { type NamedCount, toValue } from './chart-data.ts'
import type { DrawingSettings } from './drawing-settings.ts'
import type { ChartOption } from './echarts.ts'
import { tooltipContent } from './tooltip-content.ts'

/** The thickest that a bar may get, in pixels: from the first to the second (specification 2, section 9). */
export const barThicknesses = [22, 24] as const

/** A name that may be cut, isolated: its ellipsis then stands at the name's own end, whichever way the page reads. */
export function isolateName(name: string): string {
  return `\u2068${name}`
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
    grid: { left: 8, right: 56, top: 4, bottom: 8 },
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
      minInterval: 1,
      // As many counts as have room beside each other: of more, the last ones would be left out.
      splitNumber: 3,
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.muted,
        hideOverlap: true,
        formatter: (count: number) => formatShortCount(count, locale),
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: items.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.text,
        width: 132,
        overflow: 'truncate',
        interval: 0,
        formatter: isolateName,
      },
    },
    // Wide charts show more of a long name: two names may differ only at their ends.
    media: [
      {
        query: { minWidth: 560 },
        option: { xAxis: { splitNumber: 5 }, yAxis: { axisLabel: { width: 260 } } },
      },
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
