import { formatShortCount } from '../../format.ts'
import { periodTooltip, seriesColor } from './axis-tooltip.ts'
import type { DrawingSettings } from '../drawing-settings.ts'
import type { ChartOption } from './echarts.ts'
import { formatShortPeriod } from '../format-period.ts'
import type { PeriodData } from '../periods.ts'

/** More points than this are thinned for drawing; the table has them all. */
const MOST_POINTS = 2000

/** The option of a line chart: one line a series, periods along the bottom, a legend above where there are several. */
export function lineOption(data: PeriodData, settings: DrawingSettings): ChartOption {
  const { periods, series } = data
  const { colors, locale, animation } = settings
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
      ...periodTooltip(data, settings),
      axisPointer: { type: 'line', lineStyle: { color: colors.muted } },
    },
    xAxis: {
      type: 'category',
      data: periods.map(({ from }) => from),
      boundaryGap: false,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        color: colors.muted,
        hideOverlap: true,
        margin: 12,
        formatter: (_: string, index: number) => periodLabel(data, index, locale),
      },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { color: colors.muted, formatter: (count: number) => formatShortCount(count, locale) },
    },
    series: series.map((_, index) => lineOf(data, index, settings)),
  }
}

function lineOf({ interval, periods, series }: PeriodData, index: number, settings: DrawingSettings) {
  const { colors } = settings
  const { name = '', values = [] } = series[index] ?? {}
  return {
    type: 'line' as const,
    name,
    data: values.map((value, at) =>
      periods[at]?.isPartial === true ? outlinedPoint(value, seriesColor(index, settings), settings) : value,
    ),
    smooth: false,
    symbol: symbols[index % symbols.length] ?? 'circle',
    symbolSize: 7,
    showSymbol: interval !== 'day' || hasLoneValue(values),
    lineStyle: {
      width: 2.5,
      type: lineTypes[Math.floor(index / colors.series.length) % lineTypes.length] ?? 'solid',
    },
    emphasis: { focus: 'series' as const },
    ...(periods.length > MOST_POINTS && { sampling: 'lttb' as const }),
  }
}

/** Label of a period on the horizontal axis. */
export function periodLabel(
  { interval, periods }: PeriodData,
  index: number,
  locale: DrawingSettings['locale'],
): string {
  const period = periods[index]
  return period === undefined ? '' : formatShortPeriod(period, interval, locale)
}

/** A point of a period that the data covers only in part. */
function outlinedPoint(value: number | null, color: string, { colors }: DrawingSettings) {
  return {
    value: value ?? '-',
    symbolSize: 10,
    itemStyle: { color: colors.surface, borderColor: color, borderWidth: 2 },
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
