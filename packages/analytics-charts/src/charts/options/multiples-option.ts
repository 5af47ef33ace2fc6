import { formatCount, formatShortCount } from '../../format.ts'
import { periodTooltip, seriesColor } from './axis-tooltip.ts'
import { isolateName } from './bar-option.ts'
import type { DrawingSettings } from '../drawing-settings.ts'
import type { ChartOption } from './echarts.ts'
import { periodLabel } from './line-option.ts'
import { HEAD_HEIGHT, PLOT_HEIGHT, ROW_HEIGHT } from './multiples-height.ts'
import type { PeriodData } from '../periods.ts'
import { sum } from '../summaries.ts'

/** The option of small multiples: a row of columns a series, all with one scale and one axis of periods. */
export function multiplesOption(data: PeriodData, settings: DrawingSettings): ChartOption {
  const { periods, series } = data
  const { colors, locale, animation } = settings
  const highest = series
    .flatMap(({ values }) => values)
    .reduce<number>((most, value) => Math.max(most, value ?? 0), 1)
  const rowOf = (at: number) => ({ gridIndex: at, show: true })
  return {
    animation,
    color: [...colors.series],
    textStyle: { fontFamily: colors.font, color: colors.muted },
    tooltip: periodTooltip(data, settings),
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: colors.muted } },
    title: series.map(({ name, values }, at) => ({
      text: `{total|${formatCount(sum(values), locale)}}${isolateName(withoutMarkup(name))}`,
      left: 0,
      top: at * ROW_HEIGHT,
      padding: 0,
      textStyle: {
        color: colors.text,
        fontSize: 13,
        fontWeight: 'normal',
        lineHeight: 18,
        width: NARROW_TITLE,
        overflow: 'truncate',
        rich: {
          // Not spaces: they stand at the other end where the page reads from right to left.
          total: {
            fontSize: 13,
            fontWeight: 'bold',
            lineHeight: 18,
            color: colors.text,
            padding: [0, 8, 0, 0],
          },
        },
      },
    })),
    grid: series.map((_, at) => ({
      left: 8,
      right: 20,
      top: at * ROW_HEIGHT + HEAD_HEIGHT,
      height: PLOT_HEIGHT,
    })),
    xAxis: series.map((_, at) => ({
      ...rowOf(at),
      type: 'category',
      data: periods.map(({ from }) => from),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
      axisLabel: {
        show: at === series.length - 1,
        color: colors.muted,
        hideOverlap: true,
        margin: 10,
        formatter: (_day: string, index: number) => periodLabel(data, index, locale),
      },
    })),
    yAxis: series.map((_, at) => ({
      ...rowOf(at),
      type: 'value',
      min: 0,
      // One scale for all rows, labelled at its two ends: columns of different rows can be compared.
      max: highest,
      interval: highest,
      splitLine: { lineStyle: { color: colors.line } },
      axisLabel: { color: colors.muted, formatter: (count: number) => formatShortCount(count, locale) },
    })),
    media: [
      {
        query: { minWidth: 560 },
        option: { title: series.map(() => ({ textStyle: { width: WIDE_TITLE } })) },
      },
    ],
    series: series.map(({ name, values }, at) => ({
      type: 'bar',
      name,
      xAxisIndex: at,
      yAxisIndex: at,
      barCategoryGap: '25%',
      barMaxWidth: 40,
      itemStyle: { borderRadius: [2, 2, 0, 0] },
      data: values.map((value, index) =>
        periods[index]?.isPartial === true
          ? outlinedColumn(value, seriesColor(at, settings), settings)
          : (value ?? '-'),
      ),
    })),
  }
}

/** Widths of a row's heading in px, for charts below and from 560 px: a longer name ends in an ellipsis. */
const NARROW_TITLE = 260
const WIDE_TITLE = 540

/** A column of a period that the data covers only in part. */
function outlinedColumn(value: number | null, color: string, { colors }: DrawingSettings) {
  return {
    value: value ?? '-',
    itemStyle: { color: colors.surface, borderColor: color, borderWidth: 1.5 },
  }
}

/** A name that ECharts does not read as rich text (`{style|text}`): a word joiner follows each brace. */
function withoutMarkup(name: string): string {
  return name.replaceAll('{', '{\u2060')
}
