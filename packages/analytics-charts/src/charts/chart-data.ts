/** One bar. */
export interface NamedCount {
  name: string
  /** `null` for an unknown count: its bar has no length and a label of its own. `NaN` and infinite values are read as `null`. */
  count: number | null
}

/** One line: a value for each day. */
export interface Series {
  name: string
  /**
   * One value a day. `null` is a gap: the line breaks there. `NaN` and infinite values are read as `null`; days beyond
   * the end of the list count as 0.
   */
  daily: readonly (number | null)[]
}

/** Data of a line chart. */
export interface LineData {
  /** UTC days, `YYYY-MM-DD`, in order. */
  days: readonly string[]
  series: readonly Series[]
}

/** Returns a value that can be drawn: finite, or null for a gap. */
export function toValue(value: number | null | undefined): number | null {
  return Number.isFinite(value) ? (value ?? null) : null
}

/** Returns the value of a series on a day: null for a gap. */
export function valueOn({ daily }: Series, day: number): number | null {
  return day < daily.length ? toValue(daily[day]) : 0
}
