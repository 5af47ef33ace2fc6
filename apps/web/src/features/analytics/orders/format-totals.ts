import type { Money } from '@org/api-client'
import { localeOr } from '@org/languages'

/** Formats amounts of several currencies, each by itself: they are never added up. */
export function formatTotals(totals: readonly Money[]): string {
  const locale = localeOr(undefined)
  return new Intl.ListFormat(locale, { type: 'unit' }).format(
    totals.map((money) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency }).format(unitsOf(money)),
    ),
  )
}

/** Returns an amount in units of its currency. */
export function unitsOf({ total, decimals }: Money): number {
  return total / 10 ** decimals
}
