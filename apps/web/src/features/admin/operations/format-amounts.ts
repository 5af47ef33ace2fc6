import { localeOr } from '@org/languages'

const locale = localeOr(undefined)
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** A count as people read it. */
export const formatCount = (count: number): string => number.format(count)

/** A percentage from 0 to 100. */
export const formatPercent = (value: number): string => percent.format(value / 100)

/** Millionths of a currency as an amount, with more digits below one unit. */
export function formatMicros(micros: number, currency: string): string {
  const amount = micros / 1_000_000
  const digits = amount !== 0 && Math.abs(amount) < 1 ? { maximumSignificantDigits: 2 } : {}
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount)
}

/** Reads a number from a field; undefined for what is none. A comma counts as a decimal point. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  return /^\d+(?:\.\d+)?$/u.test(trimmed) ? Number(trimmed) : undefined
}
