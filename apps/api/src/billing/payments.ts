import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import { packageRoot } from '../package-root.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import type { Billing } from './billing.ts'
import { noBilling } from './no-billing.ts'
import { readPlans } from './plans-file.ts'
import { createStripeBilling } from './stripe-billing.ts'
import { mountStripeWebhook } from './stripe-webhook.ts'
import { createTestBilling } from './test-billing.ts'
import { mountTestPages } from './test-pages.routes.ts'

/** Payment provider. The test checkout moves no money. */
export type PaymentChoice =
  | { kind: 'none' }
  | { kind: 'test' }
  | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: URL | null }

/** The payments of a server, and the routes that only they have. */
export interface Payments {
  billing: Billing
  mount: (app: Hono<AppEnv>) => void
}

/** Dependencies of payments. */
export interface PaymentOptions {
  db: Db
  now: () => Date
  siteUrl: () => URL
}

/** Nothing is sold. */
export const noPayments: Payments = { billing: noBilling, mount: () => undefined }

/**
 * Stripe, the test checkout with the demonstration's plans, or nothing.
 *
 * @throws {Error} when the plans cannot be read
 */
export async function createPayments(choice: PaymentChoice, options: PaymentOptions): Promise<Payments> {
  if (choice.kind === 'none') return noPayments
  if (choice.kind === 'stripe') {
    const billing = createStripeBilling({ ...options, ...choice })
    return { billing, mount: (app) => mountStripeWebhook(app, billing) }
  }
  const plans = await readPlans(join(packageRoot, 'demo/plans.json'))
  const billing = createTestBilling({ ...options, plans })
  return { billing, mount: (app) => mountTestPages(app, { ...options, billing }) }
}
