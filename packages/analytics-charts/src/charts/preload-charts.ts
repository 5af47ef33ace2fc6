import { loadDrawing } from './use-drawing.ts'

/** Has the drawing code loaded before a chart is on screen: on the way to a page of charts. Never rejects. */
export function preloadCharts(): Promise<void> {
  // A file of its own, as `chart-data.ts` is: no public declaration leads to those of ECharts, which are not for every
  // compiler's settings.
  return loadDrawing()
}
