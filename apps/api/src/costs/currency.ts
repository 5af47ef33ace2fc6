const known = new Set(Intl.supportedValuesOf('currency'))

/** Returns true for an ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

/** Writes millionths of a currency as an amount, with more digits for amounts below a unit. */
export function formatMicros(micros: number, currency: string, locale: string): string {
  const amount = micros / 1_000_000
  const digits = amount !== 0 && Math.abs(amount) < 1 ? { maximumSignificantDigits: 2 } : {}
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount)
}
