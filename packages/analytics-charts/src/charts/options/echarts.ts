import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import { BarChart, LineChart } from 'echarts/charts'
import type {
  AxisPointerComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
  TooltipComponentOption,
} from 'echarts/components'
import { GridComponent, LegendScrollComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import type { ComposeOption, EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

/** The ECharts modules that the charts use; unused modules are not bundled. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | AxisPointerComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | TooltipComponentOption
>

export type Instance = EChartsType

/** ECharts with the parts that our charts use. A function, so that importing this file alone does nothing. */
export function chartLibrary(): typeof echarts {
  echarts.use([
    BarChart,
    LineChart,
    GridComponent,
    LegendScrollComponent,
    TitleComponent,
    TooltipComponent,
    CanvasRenderer,
  ])
  return echarts
}
