import { z } from 'zod'
import { idSchema, omissibleIdSchema, timestampSchema } from './primitives.ts'

/** A price: `unit_amount` in minor units of an ISO 4217 `currency`; `interval` null is paid once. */
export const priceSchema = z.object({
  id: idSchema,
  unit_amount: z.number().int().nonnegative(),
  currency: z.string().length(3),
  interval: z.string().nullable(),
})

/** A price of a plan. */
export type Price = z.infer<typeof priceSchema>

/** A plan. */
export const billingProductSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  /** Short lines of what the plan includes, in the order of the payment service. */
  features: z.array(z.string()).default([]),
  prices: z.array(priceSchema),
})

/** A plan. */
export type BillingProduct = z.infer<typeof billingProductSchema>

/** GET /api/billing/catalog */
export const billingCatalogSchema = z.object({ products: z.array(billingProductSchema) })

/** The answer of GET /api/billing/catalog. */
export type BillingCatalog = z.infer<typeof billingCatalogSchema>

/** GET /api/billing/status */
export const billingStatusSchema = z.object({
  active: z.boolean(),
  plan: z.string().optional(),
  current_period_end: timestampSchema.optional(),
  /** It ends with the period, and is not renewed. */
  cancel_at_period_end: z.boolean().optional(),
})

/** The answer of GET /api/billing/status. */
export type BillingStatus = z.infer<typeof billingStatusSchema>

/** POST /api/billing/checkout: the price is named in the query, in the body, or in both. */
export const checkoutRequestSchema = z.object({ price_id: omissibleIdSchema.optional() })

/** The body of POST /api/billing/checkout. */
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>

/** The address that opens in a new tab (checkout and portal). */
export const billingUrlSchema = z.object({ url: z.url({ protocol: /^https?$/u }) })

/** The answer of POST /api/billing/checkout and /api/billing/portal. */
export type BillingUrl = z.infer<typeof billingUrlSchema>
