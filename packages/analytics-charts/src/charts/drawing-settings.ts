import type { ChartColors } from '../chart-colors.ts'
import type { Locale } from '../format.ts'
import type { ChartTexts } from '../texts.ts'
import type { NamedCount } from './chart-data.ts'
import type { PeriodData } from './periods.ts'

/** Colours, locale and labels of a drawing. */
export interface DrawingSettings {
  colors: ChartColors
  locale: Locale
  /** Off where the person prefers less motion. */
  animation: boolean
  texts: Pick<ChartTexts, 'noValue' | 'partial'>
}

/** The data of a drawing and its kind. Its ECharts option is made in the code that loads with ECharts. */
export type ChartContent =
  | { kind: 'bars'; items: readonly NamedCount[]; barThickness: number | undefined }
  | { kind: 'lines' | 'multiples'; data: PeriodData }
