import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'
import type { Billing } from './billing.ts'

/** Serves the plans, the person's own state, and the addresses of checkout and portal. */
export function mountBilling(app: Hono<AppEnv>, billing: Billing): void {
  serve(app, routes.billingCatalog, async () => ({ products: await billing.catalog() }))

  serve(app, routes.billingStatus, (_c, { user }) => billing.status(user.id))

  serve(app, routes.checkout, async (_c, { query, body, user }) => {
    const priceId = body.price_id ?? query.price_id
    if (priceId === undefined) throw invalid([{ path: 'price_id', message: 'Choose a plan.' }])
    if (query.price_id !== undefined && query.price_id !== priceId) {
      throw invalid([{ path: 'price_id', message: 'The query and the body name different plans.' }])
    }
    const { active } = await billing.status(user.id)
    if (active) {
      throw new HttpError('conflict', 'You already have a subscription. Manage it to change your plan.')
    }
    return { url: await billing.checkout(user, priceId) }
  })

  serve(app, routes.billingPortal, async (_c, { user }) => ({ url: await billing.portal(user) }))
}
