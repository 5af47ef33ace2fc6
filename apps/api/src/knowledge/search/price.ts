// A format costs about 50 µs to create, and a list has many prices of one currency.
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

/**
 * Digits of the minor unit of a currency: 2 for the dollar, 0 for the yen.
 *
 * @throws {RangeError} for a text that has not the form of an ISO 4217 code
 */
export function minorDigits(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** An amount in minor units as people read it: 1890 of USD is "$18.90". */
export function formatPrice(unitAmount: number, currency: string): string {
  return formatOf(currency).format(unitAmount / 10 ** minorDigits(currency))
}
