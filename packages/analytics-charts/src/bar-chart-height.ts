const BAR = 26
const LEAST = 220
const MOST = 560

/**
 * Height of a horizontal bar chart in pixels: 26 a bar, from 220 to 560.
 *
 * @param count how many bars it shows
 */
export function barChartHeight(count: number): number {
  return Math.min(MOST, Math.max(LEAST, Number.isNaN(count) ? 0 : count * BAR))
}
