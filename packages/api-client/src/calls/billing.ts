import type { CallOptions, Http } from '../http.ts'
import { amount, flag, id, list, or, shape, text } from '../decode.ts'
import type { Decoder } from '../decode.ts'

/** A price: `unitAmount` in minor units of an ISO 4217 `currency`; `interval` null is paid once. */
export interface Price {
  id: string
  unitAmount: number
  currency: string
  interval: string | null
}

/** A plan. */
export interface BillingProduct {
  id: string
  name: string
  description: string
  /** Short lines of what the plan includes. */
  features: string[]
  prices: Price[]
}

/** Subscription state of the signed-in user. */
export interface BillingStatus {
  active: boolean
  plan: string | null
  currentPeriodEnd: string | null
  /** It ends with the period, and is not renewed. */
  cancelAtPeriodEnd: boolean | null
}

/** Reads a plan; a currency that is missing is USD. */
const decodeBillingProduct: Decoder<BillingProduct> = shape<BillingProduct>({
  id,
  name: or(text, ''),
  description: or(text, ''),
  features: or(list(text), []),
  prices: or(
    list(shape<Price>({ id, unitAmount: amount, currency: or(text, 'USD'), interval: or(text, null) })),
    [],
  ),
})

/** Reads the state of the subscription. */
const decodeBillingStatus: Decoder<BillingStatus> = shape<BillingStatus>({
  active: or(flag, false),
  plan: or(text, null),
  currentPeriodEnd: or(text, null),
  cancelAtPeriodEnd: or(flag, null),
})

/** The calls about plans and the subscription. */
export interface BillingCalls {
  billingStatus: (options?: CallOptions) => Promise<BillingStatus>
  billingCatalog: (options?: CallOptions) => Promise<BillingProduct[]>
  /** The address to open. */
  checkout: (priceId: string, options?: CallOptions) => Promise<string>
  /** The address to open. */
  billingPortal: (options?: CallOptions) => Promise<string>
}

const decodeCatalog = shape<{ products: BillingProduct[] }>({ products: list(decodeBillingProduct) })
const decodeAddress = shape<{ url: string }>({ url: text })

/** The calls of {@link BillingCalls}. */
export function createBillingCalls({ call }: Http): BillingCalls {
  return {
    billingStatus: ({ signal } = {}) => call(decodeBillingStatus, { path: '/api/billing/status', signal }),
    billingCatalog: async ({ signal } = {}) =>
      (await call(decodeCatalog, { path: '/api/billing/catalog', signal })).products,
    // The specification names the price in the query and in the body.
    checkout: async (priceId, { signal } = {}) => {
      const price = { priceId }
      const path = '/api/billing/checkout'
      return (await call(decodeAddress, { method: 'POST', path, query: price, body: price, signal })).url
    },
    billingPortal: async ({ signal } = {}) =>
      (await call(decodeAddress, { method: 'POST', path: '/api/billing/portal', body: {}, signal })).url,
  }
}
