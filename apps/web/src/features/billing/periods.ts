import type { BillingProduct, Price } from '@org/api-client'

const months: Readonly<Record<string, number>> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 }

/** Periods for which the plans can be paid, the shortest first; payments made once are none. */
export function periodsOf(plans: readonly BillingProduct[]): string[] {
  const periods = new Set(plans.flatMap(({ prices }) => prices.flatMap(({ interval }) => interval ?? [])))
  return [...periods].toSorted((left, right) => (months[left] ?? Infinity) - (months[right] ?? Infinity))
}

/** Prices of a plan in a period; all of them when the plan has none in that period. */
export function pricesIn({ prices }: BillingProduct, period: string | undefined): Price[] {
  const own = prices.filter(({ interval }) => interval === period)
  return own.length > 0 ? own : prices
}

/** Share that a yearly price saves against twelve monthly payments in its currency; undefined when it saves nothing. */
export function savingOf(
  { prices }: BillingProduct,
  { interval, currency, unitAmount }: Price,
): number | undefined {
  const monthly = prices.find((price) => price.interval === 'month' && price.currency === currency)
  if (interval !== 'year' || monthly === undefined) return undefined
  const saving = 1 - unitAmount / (12 * monthly.unitAmount)
  return saving > 0 ? saving : undefined
}
