/** A median with the smallest and the largest value it was taken from. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** @throws {RangeError} when there are no values. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: median(sorted), low: quantile(sorted, 0), high: quantile(sorted, 1) }
}

/** @throws {RangeError} when there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  if (upper === undefined || lower === undefined) throw new RangeError('No values, no median.')
  return (upper + lower) / 2
}

/**
 * The value below which a part of the values lies, 0 to 1.
 *
 * @throws {RangeError} when there are no values.
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (value === undefined) throw new RangeError('No values, no quantile.')
  return value
}

/**
 * One series against another, round by round: rounds are interleaved, so what disturbed the machine in a
 * round disturbed both.
 */
export function ratios(ours: readonly number[], theirs: readonly number[]): Spread {
  return spread(
    ours.flatMap((value, round) => {
      const other = theirs[round]
      return other === undefined ? [] : [value / other]
    }),
  )
}
