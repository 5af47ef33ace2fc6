// A format costs about 50 µs to create, and a search compares hundreds of prices.
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

/**
 * An amount in the major unit of its currency: 1890 minor units of USD are 18.9.
 *
 * @throws {RangeError} for a text that has not the form of an ISO 4217 code
 */
export function toMajorUnits(unitAmount: number, currency: string): number {
  return unitAmount / 10 ** (formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2)
}

/** An amount in minor units as people read it: 1890 of USD is "$18.90". */
export function formatPrice(unitAmount: number, currency: string): string {
  return formatOf(currency).format(toMajorUnits(unitAmount, currency))
}
