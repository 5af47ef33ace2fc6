import colorClasses from './chart-colors.module.css'
import { toValue } from './charts/chart-data.ts'
import frame from './figure.module.css'

/** Properties of {@link Sparkline}. */
export interface SparklineProps {
  /** In order of time. `null`, `NaN` and infinite values are gaps. */
  values: readonly (number | null)[]
}

/** Width and height of the drawing's coordinates; the stylesheet sets its size on screen. */
const WIDTH = 100
const HEIGHT = 24
/** Distance in coordinates from the edges, so that the line is not cut at its highest and lowest point. */
const EDGE = 2

/**
 * The course of a figure as a line without axes, from 0 to the highest value, to stand beside the figure. Hidden from
 * screen readers: the chart and table of the same data are read there. Nothing with fewer than two values.
 *
 * @example
 * import { Sparkline } from '@org/analytics-charts'
 *
 * export const week = <Sparkline values={[4, 9, null, 7]} />
 */
export function Sparkline({ values }: SparklineProps) {
  const known = values.map(toValue)
  if (known.filter((value) => value !== null).length < 2) return null
  return (
    <svg
      className={`${colorClasses['colors']} ${frame['sparkline']}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={toPath(known)} />
    </svg>
  )
}

/** Returns the line through the values; after a gap a new one begins. */
function toPath(values: readonly (number | null)[]): string {
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 1)
  return values
    .map((value, index) => {
      if (value === null) return ''
      const x = EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE)
      const y = HEIGHT - EDGE - (Math.max(0, value) / highest) * (HEIGHT - 2 * EDGE)
      return `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${+x.toFixed(1)} ${+y.toFixed(1)}`
    })
    .join('')
}
