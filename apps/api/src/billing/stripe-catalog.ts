import type { BillingProduct, Price } from '@org/api-client/contract'
import type Stripe from 'stripe'

/** The plans at Stripe, asked for now and then. */
export interface StripeCatalog {
  products: () => Promise<BillingProduct[]>
  price: (id: string) => Promise<Price | undefined>
  /** Asks again at the next use. */
  forget: () => void
}

const freshMs = 5 * 60_000

/** Keeps the plans for five minutes, and while Stripe is away. */
export function createStripeCatalog(stripe: Stripe, now: () => Date): StripeCatalog {
  let kept: { products: BillingProduct[]; at: number } | undefined
  let asking: Promise<BillingProduct[]> | undefined

  async function ask(): Promise<BillingProduct[]> {
    try {
      const products = await readProducts(stripe)
      kept = { products, at: now().getTime() }
      return products
    } catch (error) {
      if (kept === undefined) throw error
      return kept.products
    } finally {
      asking = undefined
    }
  }

  async function products(): Promise<BillingProduct[]> {
    if (kept !== undefined && now().getTime() - kept.at < freshMs) return kept.products
    return (asking ??= ask())
  }

  return {
    products,
    price: async (id) => (await products()).flatMap(({ prices }) => prices).find((price) => price.id === id),
    forget() {
      kept = kept && { ...kept, at: 0 }
    },
  }
}

/** The active products with their active prices, each list in the order of its prices. */
async function readProducts(stripe: Stripe): Promise<BillingProduct[]> {
  const found = new Map<string, BillingProduct>()
  const pages = stripe.prices.list({ active: true, limit: 100, expand: ['data.product'] })
  for await (const { id, unit_amount: amount, currency, recurring, product } of pages) {
    if (typeof product === 'string' || product.deleted === true || !product.active || amount === null)
      continue
    const plan = found.get(product.id) ?? {
      id: product.id,
      name: product.name,
      description: product.description ?? '',
      features: (product.marketing_features ?? []).flatMap(({ name }) => name ?? []),
      prices: [],
    }
    plan.prices.push({ id, unit_amount: amount, currency, interval: recurring?.interval ?? null })
    found.set(product.id, plan)
  }
  const products = [...found.values()]
  for (const { prices } of products) prices.sort((a, b) => a.unit_amount - b.unit_amount)
  return products.toSorted((a, b) => (a.prices[0]?.unit_amount ?? 0) - (b.prices[0]?.unit_amount ?? 0))
}
