import { z } from 'zod'
import { currencySchema } from '../operators/operations.ts'
import { idSchema, timestampSchema } from '../primitives.ts'

/** Limits of reported orders. */
export const orderLimits = {
  /** Clicks that one order may name. */
  clicks: 20,
  /** Orders that the dashboards list. */
  listed: 50,
  items: 200,
  /** In units of the currency. */
  total: 1_000_000_000,
} as const

/** A product of an answer that a visitor opened. The id is made by the widget; an order of the same visitor names it. */
export const productClickSchema = z.object({ id: z.uuid(), product: z.string().min(1).max(500) })

/** A clicked product. */
export type ProductClick = z.infer<typeof productClickSchema>

/**
 * POST /embed/orders: an order of a shop's visitor, sent by the shop's page. The body is JSON, also as `text/plain`, which
 * a page may send to another site without a preflight request.
 */
export const orderReportSchema = z.object({
  /** The widget's id. */
  cfg: idSchema,
  /** Ids of the clicks of this visitor. */
  clicks: z.array(z.uuid()).min(1).max(orderLimits.clicks),
  order: z.object({
    /** The order's number in the shop: each counts once for a client. */
    id: z.string().trim().min(1).max(200),
    /** In units of the currency, such as 49.9. */
    total: z.number().min(0).max(orderLimits.total),
    currency: currencySchema,
    items: z
      .array(z.object({ name: z.string().min(1).max(500) }))
      .max(orderLimits.items)
      .default([]),
  }),
})

/** The body of POST /embed/orders. */
export type OrderReport = z.infer<typeof orderReportSchema>

/** The answer of POST /embed/orders. */
export const orderReceiptSchema = z.object({
  /** False for an order that follows no click within the period, or one that others have followed. */
  counted: z.boolean(),
})

const amount = z.number().int().nonnegative()

/** An amount of money in the smallest unit of its currency, such as cents. */
export const moneySchema = z.object({
  /** ISO 4217 code. */
  currency: z.string(),
  /** Digits after the decimal separator: 2 for cents. */
  decimals: amount,
  total: amount,
})

/** GET /api/client/orders */
export const orderStatsSchema = z.object({
  /** Days after a click in which an order counts. */
  window_days: amount,
  /** Clicked products of the range. */
  clicks: amount,
  orders: amount,
  /** Value of the orders. */
  totals: z.array(moneySchema),
  /** At most 20 clicked products, those with the most orders first. An order after clicks on several counts for each. */
  products: z.array(
    z.object({
      name: z.string(),
      /** Orders after a click on the product. */
      orders: amount,
      /** Those of `orders` that contain the product. */
      bought: amount,
      totals: z.array(moneySchema),
    }),
  ),
  /** At most {@link orderLimits}.listed orders of the range, the latest first. */
  latest: z.array(
    z.object({
      id: idSchema,
      at: timestampSchema,
      value: moneySchema,
      /** Products that were clicked before the order. */
      products: z.array(z.string()),
    }),
  ),
})

/** The answer of GET /api/client/orders. */
export type OrderStats = z.infer<typeof orderStatsSchema>
