/** The colours that a canvas draws with, read from the stylesheet. */
export interface ChartColors {
  text: string
  muted: string
  line: string
  surface: string
  /** One for each series, used again from the first. */
  series: readonly string[]
  font: string
  /** Of the map's ground. */
  map: { sea: string; land: string; coast: string }
}

const seriesCount = 6

/** The colours in force at an element: those of its theme, of high contrast, or of forced colours. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const read = (property: string) => style.getPropertyValue(property).trim()
  return {
    text: read('--org-chart-text'),
    muted: read('--org-chart-muted'),
    line: read('--org-chart-line'),
    surface: read('--org-chart-surface'),
    series: Array.from({ length: seriesCount }, (_, index) => read(`--org-chart-${index + 1}`)),
    font: style.fontFamily,
    map: {
      sea: read('--org-chart-sea'),
      land: read('--org-chart-land'),
      coast: read('--org-chart-coast'),
    },
  }
}
