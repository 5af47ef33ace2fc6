const dayMs = 86_400_000

/** UTC days, `YYYY-MM-DD`, both included. */
export interface DayRange {
  from: string
  to: string
}

/** Presets of `?days=`; the URL may name `?from=&to=` instead. */
export const presets = [7, 30, 90] as const

/** The days that are shown where the address names none (specification 2, section 9). */
export const usualDays = 30

/** The longest range that the server answers. */
const mostDays = 366

/**
 * The range that an address names, and what is wrong with it never matters: a range that is none, ends before it
 * begins or is too long is the last 30 days.
 */
export function readRange(search: URLSearchParams, now: number): DayRange {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const count = daysIn({ from, to })
  if (isDay(from) && isDay(to) && count >= 1 && count <= mostDays) return { from, to }
  const days = Number(search.get('days'))
  return lastDays(presets.some((preset) => preset === days) ? days : usualDays, now)
}

/** The last days with today. */
export function lastDays(count: number, now: number): DayRange {
  return { from: toDay(now - (count - 1) * dayMs), to: toDay(now) }
}

/** Returns the preset that a range equals, if any. */
export function presetOf({ from, to }: DayRange, now: number): number | undefined {
  return presets.find((count) => {
    const preset = lastDays(count, now)
    return preset.from === from && preset.to === to
  })
}

/** As many days, right before. */
export function before({ from, to }: DayRange): DayRange {
  const start = Date.parse(from)
  return { from: toDay(start - daysIn({ from, to }) * dayMs), to: toDay(start - dayMs) }
}

/** Returns the number of days of a range. */
export function daysIn({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text))
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
