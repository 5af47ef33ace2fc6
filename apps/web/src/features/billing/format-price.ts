import { localeOr } from '@org/languages'
import type { Price } from '@org/api-client'
import { billingTexts as texts } from './billing.texts.ts'

/**
 * A price as a person reads it: minor units divided by 100 (specification 1 section 5), in its currency. Beside Arabic,
 * `US$` would turn around: it is isolated there, and the marks go that would order it as Arabic.
 */
export function formatPrice({ unitAmount, currency }: Pick<Price, 'unitAmount' | 'currency'>): string {
  const amount = unitAmount / 100
  try {
    const price = new Intl.NumberFormat(localeOr('en-US'), { style: 'currency', currency }).format(amount)
    return price.includes('\u200f') ? `\u2066${price.replaceAll('\u200f', '')}\u2069` : price
  } catch {
    // Not a currency code at all: the amount is still worth reading.
    return `${amount.toFixed(2)} ${currency.toUpperCase()}`
  }
}

/** The period of a price as a person reads it beside the amount: "per month", "once". */
export function formatInterval({ interval }: Pick<Price, 'interval'>): string {
  return interval === null ? texts.once : texts.perInterval(interval)
}
