import { formatDay, formatFullDay, formatCount, formatShortCount } from '../format.ts'
import type { Locale } from '../format.ts'
import type { ChartColors } from '../chart-colors.ts'
import { type LineData, valueOn } from './chart-data.ts'
import type { ChartOption } from './echarts.ts'
import { tooltipContent } from './tooltip-content.ts'

/** Colours, locale and labels of the drawing. */
export interface DrawingSettings {
  colors: ChartColors
  locale: Locale
  /** Off where the person prefers less motion. */
  animation: boolean
  /** Stands for a value that is unknown. */
  noValue: string
}

/** More points than this are thinned for drawing; the table has them all. */
const MOST_POINTS = 2000

/** The option of a line chart: one line a series, days along the bottom, a legend above where there are several. */
export function lineOption(
  { days, series }: LineData,
  { colors, locale, animation, noValue }: DrawingSettings,
): ChartOption {
  const several = series.length > 1
  return {
    animation,
    color: [...colors.series],
    textStyle: { fontFamily: colors.font, color: colors.muted },
    // Below the days, 12 px under the axis and as high, there is room for letters that reach far below their line.
    grid: { left: 8, right: 20, top: several ? 48 : 16, bottom: 26 },
    legend: {
      show: several,
      type: 'scroll',
      top: 0,
      left: 0,
      right: 0,
      icon: 'roundRect',
      itemWidth: 12,
      itemHeight: 4,
      itemGap: 16,
      // As high as its letters: they are cut off at the height of a line.
      textStyle: { color: colors.text, fontSize: 13, lineHeight: 20 },
      pageIconColor: colors.text,
      pageTextStyle: { color: colors.muted },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      renderMode: 'html',
      className: 'org-chart-tooltip',
      backgroundColor: colors.surface,
      borderColor: colors.line,
      textStyle: { color: colors.text, fontFamily: colors.font },
      axisPointer: { type: 'line', lineStyle: { color: colors.muted } },
      formatter: (hovered) => {
        const index = [hovered].flat()[0]?.dataIndex ?? 0
        return tooltipContent(
          formatFullDay(days[index] ?? '', locale),
          series.map((one, at) => {
            const value = valueOn(one, index)
            return {
              name: one.name,
              value: value === null ? noValue : formatCount(value, locale),
              color: colors.series[at % colors.series.length] ?? colors.text,
            }
          }),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: [...days],
      boundaryGap: false,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.muted,
        hideOverlap: true,
        margin: 12,
        formatter: (day: string) => formatDay(day, locale),
      },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { color: colors.muted, formatter: (count: number) => formatShortCount(count, locale) },
    },
    series: series.map((one, index) => ({
      type: 'line',
      name: one.name,
      data: days.map((_, day) => valueOn(one, day)),
      smooth: false,
      symbol: symbols[index % symbols.length] ?? 'circle',
      symbolSize: 7,
      showSymbol: hasLoneValue(days.map((_, day) => valueOn(one, day))),
      lineStyle: {
        width: 2.5,
        type: lineTypes[Math.floor(index / colors.series.length) % lineTypes.length] ?? 'solid',
      },
      emphasis: { focus: 'series' },
      ...(days.length > MOST_POINTS && { sampling: 'lttb' }),
    })),
  }
}

/** Returns whether a value stands between two gaps: no line leads to it, so that only a symbol shows it. */
function hasLoneValue(values: readonly (number | null)[]): boolean {
  const isGap = (index: number) => (values[index] ?? null) === null
  return values.some((_, index) => !isGap(index) && isGap(index - 1) && isGap(index + 1))
}

// Told apart without colour, too.
const symbols = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'] as const
const lineTypes = ['solid', 'dashed', 'dotted'] as const
