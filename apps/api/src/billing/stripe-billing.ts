import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { subscriptions } from '../db/schema/billing.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import type { Billing } from './billing.ts'
import { createStripeCatalog } from './stripe-catalog.ts'
import { createStripeCustomers } from './stripe-customers.ts'
import { createRefresh } from './stripe-subscriptions.ts'
import { createSurplus, orMissing } from './stripe-surplus.ts'
import { findSubscription, isKnownEvent, rememberEvent, toStatus } from './subscriptions.store.ts'

/** Connection to Stripe. */
export interface StripeOptions {
  db: Db
  now: () => Date
  siteUrl: () => URL
  secretKey: string
  webhookSecret: string
  /** @default Stripe's own */
  apiUrl?: URL | null
}

/** Payments by Stripe, reported by its webhook. */
export interface StripeBilling extends Billing {
  /**
   * Processes a webhook event of Stripe once.
   *
   * @throws {HttpError} 400 when it was not signed by Stripe, 503 when Stripe cannot be asked now
   */
  receive: (payload: string, signature: string) => Promise<void>
}

/** A renewal that the webhook should have told of by now. */
const overdueMs = 3_600_000

/** Payments by Stripe: its checkout, its portal, its plans. */
export function createStripeBilling(options: StripeOptions): StripeBilling {
  const { db, now, siteUrl, webhookSecret } = options
  const stripe = connect(options)
  const catalog = createStripeCatalog(stripe, now)
  const surplus = createSurplus(stripe, () => siteUrl().origin)
  const plansUrl = () => new URL('/products', siteUrl()).href

  const customers = createStripeCustomers(db, stripe)
  const refresh = createRefresh({ db, now, stripe, surplus })

  /** Refunds a single payment of an account that was deleted while its checkout was open. */
  async function giveBackPayment(event: Stripe.Event): Promise<void> {
    const { type } = event
    if (type !== 'checkout.session.completed' && type !== 'checkout.session.async_payment_succeeded') return
    const { metadata, payment_intent: payment, payment_status: status } = event.data.object
    const userId = metadata?.['user_id'] ?? ''
    // A payment that is pending cannot be refunded yet; its success is an event of its own.
    if (status !== 'paid' || payment === null || metadata?.['site'] !== siteUrl().origin || !isUuid(userId))
      return
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
    if (user === undefined) await surplus.refund(typeof payment === 'string' ? payment : payment.id)
  }

  return {
    catalog: () => orUnavailable(() => catalog.products()),
    async status(userId) {
      const found = await findSubscription(db, userId)
      if (found === undefined || now().getTime() - found.currentPeriodEnd.getTime() < overdueMs) {
        return toStatus(found)
      }
      try {
        await refresh(found.id)
      } catch {
        // The last known state is kept until Stripe is reachable.
      }
      return toStatus(await findSubscription(db, userId))
    },
    checkout: (user, priceId) =>
      orUnavailable(async () => {
        const price = await catalog.price(priceId)
        if (price === undefined) throw notFound('This plan is no longer available.')
        const isSubscription = price.interval !== null
        const metadata = { user_id: user.id, site: siteUrl().origin }
        const customer = await customers.of(user)
        if (isSubscription) await surplus.refuseSecond(customer)
        const { url } = await stripe.checkout.sessions.create({
          mode: isSubscription ? 'subscription' : 'payment',
          customer,
          client_reference_id: user.id,
          line_items: [{ price: priceId, quantity: 1 }],
          metadata,
          ...(isSubscription ? { subscription_data: { metadata } } : {}),
          success_url: plansUrl(),
          cancel_url: plansUrl(),
        })
        return known(url)
      }),
    portal: (user) =>
      orUnavailable(async () => {
        const customer = await customers.find(user.id)
        if (customer === undefined) throw notFound('You have no subscription.')
        const page = { customer, return_url: plansUrl() }
        const session = await orMissing(stripe.billingPortal.sessions.create(page))
        if (session === undefined) throw notFound('You have no subscription.')
        return known(session.url)
      }),
    closeAccount: (userId) =>
      orUnavailable(async () => {
        const customer = await customers.find(userId)
        // Checkouts first: one that is paid meanwhile has its subscription in the list.
        if (customer !== undefined) await surplus.endCustomer(customer)
        const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
        for (const { id, status } of rows) {
          if (status !== 'canceled') await surplus.cancel(id)
        }
        // Last: of a customer that is deleted Stripe lists neither checkouts nor subscriptions.
        if (customer !== undefined) await customers.remove(customer)
      }),
    async receive(payload, signature) {
      const event = await verified(() =>
        stripe.webhooks.constructEventAsync(payload, signature, webhookSecret),
      )
      if (await isKnownEvent(db, event.id)) return
      const id = subscriptionOf(event)
      const isLatePayment = event.type === 'checkout.session.async_payment_succeeded'
      if (id !== undefined) await orUnavailable(() => refresh(id, isLatePayment))
      else await orUnavailable(() => giveBackPayment(event))
      if (/^(?:product|price)\./u.test(event.type)) catalog.forget()
      // Noted last: what failed half-way is sent again, and doing it twice changes nothing.
      await rememberEvent(db, event.id, now())
    },
  }
}

function connect({ secretKey, apiUrl = null }: StripeOptions): Stripe {
  const common = { maxNetworkRetries: 2, timeout: 20_000, telemetry: false }
  if (apiUrl === null) return new Stripe(secretKey, common)
  const protocol = apiUrl.protocol === 'http:' ? 'http' : 'https'
  const port = apiUrl.port === '' ? (protocol === 'http' ? 80 : 443) : Number(apiUrl.port)
  return new Stripe(secretKey, { ...common, host: apiUrl.hostname, port, protocol })
}

/** The subscription that an event is about. */
function subscriptionOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return event.data.object.id
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { subscription } = event.data.object
      return typeof subscription === 'string' ? subscription : subscription?.id
    }
    default:
      return undefined
  }
}

function known(url: string | null): string {
  if (url === null) throw new Error('Stripe gave no address.')
  return url
}

async function verified(read: () => Promise<Stripe.Event>): Promise<Stripe.Event> {
  try {
    return await read()
  } catch {
    throw new HttpError('malformed', 'The signature does not fit.')
  }
}

/** Error messages of Stripe can contain our key and account: people get a message of our own. */
async function orUnavailable<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new HttpError('unavailable', 'The payment service cannot be reached. Please try again shortly.', {
      retryAfterSeconds: 10,
      cause: error,
    })
  }
}
