import { localeOr } from '@org/languages'

const days = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeZone: 'UTC' })

/** A day (YYYY-MM-DD) as people read it. */
export function formatDay(day: string): string {
  return Number.isNaN(Date.parse(day)) ? day : days.format(new Date(day))
}

/** Digits after the point of a currency: 2 of USD, 0 of JPY. */
export function fractionDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** An amount in minor units as people read it. */
export function formatPrice(unitAmount: number, currency: string): string {
  const amount = unitAmount / 10 ** fractionDigits(currency)
  try {
    return new Intl.NumberFormat(localeOr(undefined), { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}

/** Minor units as a person types a price: `19.90`. */
export function toPriceText(unitAmount: number, currency: string): string {
  const digits = fractionDigits(currency)
  return (unitAmount / 10 ** digits).toFixed(digits)
}

/** Minor units of a typed price, with a point or a comma; undefined when it is none. */
export function parsePrice(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency)
  const match = /^(\d{1,9})(?:[.,](\d{1,3}))?$/u.exec(text.trim())
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > digits) return undefined
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}
