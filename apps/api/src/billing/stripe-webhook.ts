import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/app-env.ts'
import { readBytes } from '../platform/request/read-json.ts'
import type { StripeBilling } from './stripe-billing.ts'

/** Serves POST /api/billing/webhook, which Stripe alone calls. */
export function mountStripeWebhook(app: Hono<AppEnv>, billing: StripeBilling): void {
  app.post('/api/billing/webhook', async (c) => {
    // The signature is over these very bytes.
    const payload = new TextDecoder().decode(await readBytes(c))
    await billing.receive(payload, c.req.header('stripe-signature') ?? '')
    return c.json({ received: true })
  })
}
