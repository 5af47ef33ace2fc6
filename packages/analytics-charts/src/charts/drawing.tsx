import ReactECharts from 'echarts-for-react/esm/core'
import { useEffect, useRef, useState } from 'react'
import { barOption } from './options/bar-option.ts'
import type { ChartContent, DrawingSettings } from './drawing-settings.ts'
import { chartLibrary } from './options/echarts.ts'
import type { ChartOption, Instance } from './options/echarts.ts'
import { lineOption } from './options/line-option.ts'
import { multiplesOption } from './options/multiples-option.ts'

/** Imperative handle of a drawing, used by the chart around it. */
export interface DrawingHandle {
  /** Points at an item of the data; null at none. */
  point: (index: number | null) => void
  /** The picture, as a PNG of twice its size on screen; null when the browser cannot make it. */
  picture: (background: string) => Promise<Blob | null>
}

/** Properties of {@link Drawing}. */
export interface DrawingProps {
  content: ChartContent
  settings: DrawingSettings
  /** In pixels. */
  height: number
  /** Called when it is there. */
  onReady: (handle: DrawingHandle) => void
  /** An item was pressed. */
  onPick?: ((index: number) => void) | undefined
}

const library = chartLibrary()
const renderer = { renderer: 'canvas' } as const

/** The picture of a chart. Whoever cannot see it has the chart's sentence, its table and its arrow keys. */
export function Drawing({ content, settings, height, onReady, onPick }: DrawingProps) {
  const latest = useRef(onPick)
  useEffect(() => {
    latest.current = onPick
  })
  // Always the same: for other events the chart would be taken down and built anew.
  const [events] = useState(() => ({
    click: ({ dataIndex }: { dataIndex: number }) => {
      latest.current?.(dataIndex)
    },
  }))
  return (
    <ReactECharts
      echarts={library}
      option={optionOf(content, settings)}
      notMerge
      opts={renderer}
      style={{ height }}
      onEvents={events}
      // The instance before this is a temporary one, of which nothing stays.
      onChartReady={(instance: Instance) => {
        onReady(handleOf(instance))
      }}
    />
  )
}

function optionOf(content: ChartContent, settings: DrawingSettings): ChartOption {
  if (content.kind === 'bars') return barOption(content.items, settings, content.barThickness)
  return content.kind === 'lines'
    ? lineOption(content.data, settings)
    : multiplesOption(content.data, settings)
}

function handleOf(instance: Instance): DrawingHandle {
  return {
    point: (index) => {
      if (instance.isDisposed()) return
      instance.dispatchAction({ type: 'downplay' })
      if (index === null) {
        instance.dispatchAction({ type: 'hideTip' })
        return
      }
      instance.dispatchAction({ type: 'highlight', dataIndex: index })
      instance.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index })
    },
    picture: (background) => toPng(instance.renderToCanvas({ pixelRatio: 2, backgroundColor: background })),
  }
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}
