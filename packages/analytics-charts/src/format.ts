/** A language tag or a list of them, the first supported one counts; the runtime's own where it is left out. */
export type Locale = string | readonly string[] | undefined

/** Stands for a count that is no finite number. */
const NO_COUNT = '–'

/** A count in full: `12,345` in English; `–` for what is no finite number. */
export function formatCount(count: number, locale?: Locale): string {
  if (!Number.isFinite(count)) return NO_COUNT
  return new Intl.NumberFormat(toLocales(locale)).format(count)
}

/** A count in little room, for an axis or a chip: `12K` in English; `–` for what is no finite number. */
export function formatShortCount(count: number, locale?: Locale): string {
  if (!Number.isFinite(count)) return NO_COUNT
  return new Intl.NumberFormat(toLocales(locale), { notation: 'compact', maximumFractionDigits: 1 }).format(
    count,
  )
}

/**
 * A UTC day (`YYYY-MM-DD`) for an axis: `Nov 3` in English. The day is the same in every time zone; a text that is no
 * day is given back as it is.
 */
export function formatDay(day: string, locale?: Locale): string {
  return formatUtc(day, locale, { month: 'short', day: 'numeric' })
}

/** A UTC day (`YYYY-MM-DD`) in full, for a tooltip or a table: `Tuesday, November 3, 2026` in English. */
export function formatFullDay(day: string, locale?: Locale): string {
  return formatUtc(day, locale, { dateStyle: 'full' })
}

/** UTC days from the first to the last, for a tooltip or a table: `Nov 2 – 8, 2026` in English. */
export function formatDays(from: string, to: string, locale?: Locale): string {
  const [start, end] = [toTime(from), toTime(to)]
  if (Number.isNaN(start + end)) return `${from} – ${to}`
  return new Intl.DateTimeFormat(toLocales(locale), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    start,
    end,
  )
}

/** The month of a UTC day: `November 2026` in English, `Nov 2026` for an axis. */
export function formatMonth(day: string, style: 'long' | 'short', locale?: Locale): string {
  return formatUtc(day, locale, { year: 'numeric', month: style })
}

/** Returns the first supported language tag of a locale, or the runtime's own. */
export function resolveLocale(locale: Locale): string {
  return new Intl.DateTimeFormat(toLocales(locale)).resolvedOptions().locale
}

function formatUtc(day: string, locale: Locale, style: Intl.DateTimeFormatOptions): string {
  const time = toTime(day)
  if (Number.isNaN(time)) return day
  return new Intl.DateTimeFormat(toLocales(locale), { ...style, timeZone: 'UTC' }).format(time)
}

/** Returns the start of a UTC day in ms; NaN for a text that is no day. */
function toTime(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/u.test(day) ? Date.parse(day) : Number.NaN
}

function toLocales(locale: Locale): string | string[] | undefined {
  return typeof locale === 'object' ? [...locale] : locale
}
