import { isCurrency } from '../costs/currency.ts'
import { invalid } from '../platform/http/http-error.ts'

/** Returns the digits of a currency after the decimal separator: 2 for the cents of a euro, 0 for yen. */
export function decimalsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/**
 * Returns an amount in the smallest unit of its currency.
 *
 * @throws {HttpError} 422 for a code that ISO 4217 does not have
 */
export function toMinorUnits(total: number, currency: string): number {
  if (!isCurrency(currency))
    throw invalid([{ path: 'order.currency', message: 'There is no such currency.' }])
  // By the decimal text, because 1.005 * 100 is less than 100.5.
  return Math.round(Number(`${total.toFixed(6)}e${decimalsOf(currency)}`))
}
