/** One bar. */
export interface NamedCount {
  name: string
  count: number
}

/** One line: a value for each day. */
export interface Series {
  name: string
  /** As many as there are days; a missing one counts as 0. */
  daily: readonly number[]
}

/** Data of a line chart. */
export interface LineData {
  /** UTC days, `YYYY-MM-DD`, in order. */
  days: readonly string[]
  series: readonly Series[]
}
