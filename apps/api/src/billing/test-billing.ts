import type { BillingProduct, Price } from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { subscriptions } from '../db/schema/billing.ts'
import { notFound } from '../platform/http/http-error.ts'
import { newId } from '../platform/process/ids.ts'
import type { Billing } from './billing.ts'
import { findSubscription, saveSubscription, type Subscription, toStatus } from './subscriptions.store.ts'
import { createLink, redeemLink, type TestLink } from './test-links.store.ts'

/** A plan at one of its prices. */
export interface PricedPlan {
  plan: BillingProduct
  price: Price
}

/** Payments in which no money moves: the plans of a file, and pages of our own in place of a payment service's. */
export interface TestBilling extends Billing {
  /** Returns the plan of a checkout link. */
  planOf: (link: TestLink) => PricedPlan | undefined
  /** The price that a subscription is paid by. */
  subscription: (userId: string) => Promise<Subscription | undefined>
  /** Starts what a checkout is about; false when it was paid before. */
  pay: (link: TestLink) => Promise<boolean>
  /** Lets the subscription end with its period, or go on after all. */
  setEnding: (userId: string, ends: boolean) => Promise<void>
}

/** Dependencies of the test payments. */
export interface TestBillingOptions {
  db: Db
  now: () => Date
  /** Base URL of links. */
  siteUrl: () => URL
  plans: BillingProduct[]
}

/** Payments of a demonstration. A subscription renews itself until it is cancelled. */
export function createTestBilling({ db, now, siteUrl, plans }: TestBillingOptions): TestBilling {
  const priced = plans.flatMap((plan) => plan.prices.map((price) => ({ plan, price })))
  const find = (priceId: string | null) => priced.find(({ price }) => price.id === priceId)
  const address = (kind: TestLink['kind'], secret: string) =>
    new URL(`/billing/test/${kind}?session=${secret}`, siteUrl()).href

  async function subscription(userId: string): Promise<Subscription | undefined> {
    const found = await findSubscription(db, userId)
    if (found === undefined || found.currentPeriodEnd > now()) return found
    const renewed = renew(found, find(found.priceId)?.price.interval ?? null, now())
    await saveSubscription(db, renewed, now())
    return renewed.status === 'active' ? renewed : undefined
  }

  return {
    catalog: () => Promise.resolve(plans),
    status: async (userId) => toStatus(await subscription(userId)),
    async checkout(user, priceId) {
      if (find(priceId) === undefined) throw notFound('This plan is no longer available.')
      return address('checkout', await createLink(db, { userId: user.id, kind: 'checkout', priceId }, now()))
    },
    async portal(user) {
      if ((await subscription(user.id)) === undefined) throw notFound('You have no subscription.')
      return address(
        'portal',
        await createLink(db, { userId: user.id, kind: 'portal', priceId: null }, now()),
      )
    },
    async closeAccount(userId) {
      await db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.userId, userId))
    },
    planOf: ({ priceId }) => find(priceId),
    subscription,
    async pay(link) {
      const chosen = find(link.priceId)
      if (chosen === undefined || !(await redeemLink(db, link, now()))) return false
      const { plan, price } = chosen
      await saveSubscription(
        db,
        {
          id: `test_${newId()}`,
          userId: link.userId,
          status: 'active',
          priceId: price.id,
          plan: plan.name,
          currentPeriodEnd: periodAfter(now(), price.interval),
          cancelAtPeriodEnd: false,
        },
        now(),
      )
      return true
    },
    async setEnding(userId, ends) {
      await db
        .update(subscriptions)
        .set({ cancelAtPeriodEnd: ends, updatedAt: now() })
        .where(and(eq(subscriptions.userId, userId), eq(subscriptions.status, 'active')))
    },
  }
}

function renew(subscription: Subscription, interval: string | null, now: Date): Subscription {
  if (subscription.cancelAtPeriodEnd || interval === null) return { ...subscription, status: 'canceled' }
  let end = subscription.currentPeriodEnd
  while (end <= now) end = periodAfter(end, interval)
  return { ...subscription, currentPeriodEnd: end }
}

/** A month or a year later; the 31st becomes the last day of a shorter month. */
function periodAfter(start: Date, interval: string | null): Date {
  const end = new Date(start)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1))
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end
}
