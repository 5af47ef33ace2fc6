import type { Interval } from '@org/api-client/contract'

/** Standard score of a two-sided interval of 95 %. */
export const z95 = 1.959_963_984_540_054

/**
 * A share with its 95 % Wilson score interval (Wilson, 1927), which also holds for few cases and for shares near 0 and 1.
 *
 * @example wilson(9, 10) // { n: 10, count: 9, low: 0.596, high: 0.982 }
 */
export function wilson(count: number, n: number): Interval {
  if (n === 0) return { n, count, low: 0, high: 1 }
  const share = count / n
  const z2 = z95 * z95
  const centre = share + z2 / (2 * n)
  const spread = z95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  const scale = 1 + z2 / n
  return {
    n,
    count,
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  }
}
