import { formatCount } from '../../format.ts'
import type { ChartOption } from './echarts.ts'
import { formatPeriod } from '../format-period.ts'
import type { DrawingSettings } from '../drawing-settings.ts'
import type { PeriodData } from '../periods.ts'
import { tooltipContent } from './tooltip-content.ts'

/** Look of the tooltip of every chart. */
export function tooltipStyle({ colors }: DrawingSettings) {
  return {
    trigger: 'axis',
    confine: true,
    renderMode: 'html',
    className: 'org-chart-tooltip',
    backgroundColor: colors.surface,
    borderColor: colors.line,
    textStyle: { color: colors.text, fontFamily: colors.font },
  } as const
}

/** Tooltip of a period: its days, then the value of each series. */
export function periodTooltip(
  { interval, periods, series }: PeriodData,
  settings: DrawingSettings,
): Exclude<ChartOption['tooltip'], readonly unknown[] | undefined> {
  const { locale, texts } = settings
  return {
    ...tooltipStyle(settings),
    formatter: (hovered) => {
      const index = [hovered].flat()[0]?.dataIndex ?? 0
      const period = periods[index]
      return tooltipContent(
        period === undefined ? '' : formatPeriod(period, interval, texts, locale),
        series.map(({ name, values }, at) => {
          const value = values[index] ?? null
          return {
            name,
            value: value === null ? texts.noValue : formatCount(value, locale),
            color: seriesColor(at, settings),
          }
        }),
      )
    },
  }
}

/** Returns the colour of a series; with more series than colours, the colours repeat. */
export function seriesColor(at: number, { colors }: DrawingSettings): string {
  return colors.series[at % colors.series.length] ?? colors.text
}
