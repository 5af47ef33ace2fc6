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
  const probe = element.ownerDocument.createElement('span')
  probe.style.setProperty('forced-color-adjust', 'none')
  element.append(probe)
  // MapLibre cannot parse system colours (forced colours): the browser's computed style resolves each to rgb().
  const read = (property: string) => {
    const written = style.getPropertyValue(property).trim()
    probe.style.color = written
    return getComputedStyle(probe).color || written
  }
  const colors = {
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
  probe.remove()
  return colors
}
