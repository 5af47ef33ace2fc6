import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { billingCustomers, subscriptions } from '../db/schema/billing.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { orMissing, type Surplus } from './stripe-surplus.ts'
import { replaceSubscription, type Subscription, subscriptionSavedAt } from './subscriptions.store.ts'

/** Reads of one subscription until one is the newest. More events at once than this are sent again by Stripe. */
const refreshAttempts = 5

/** Dependencies of {@link createRefresh}. */
export interface RefreshOptions {
  db: Db
  now: () => Date
  stripe: Stripe
  surplus: Surplus
}

/**
 * Stores the current state of a subscription at Stripe.
 *
 * @param isLatePayment true when its first payment has succeeded only now, as in {@link Surplus.giveBack}
 * @default isLatePayment false
 */
export type Refresh = (id: string, isLatePayment?: boolean) => Promise<void>

/** Creates the function that stores subscriptions. */
export function createRefresh({ db, now, stripe, surplus }: RefreshOptions): Refresh {
  return refresh

  /** Reads the subscription from Stripe: events may come late, twice, in any order and at once. */
  async function refresh(id: string, isLatePayment = false): Promise<void> {
    for (let attempt = 0; attempt < refreshAttempts; attempt += 1) {
      if (await tryRefresh(id, isLatePayment)) return
    }
    throw new HttpError('unavailable', 'The payment service cannot be reached. Please try again shortly.', {
      retryAfterSeconds: 10,
    })
  }

  /** False when another call has saved the subscription meanwhile: the answer of Stripe may be the older one. */
  async function tryRefresh(id: string, isLatePayment: boolean): Promise<boolean> {
    const savedAt = await subscriptionSavedAt(db, id)
    const found = await orMissing(stripe.subscriptions.retrieve(id, { expand: ['items.data.price.product'] }))
    if (found === undefined) {
      await db
        .update(subscriptions)
        .set({ status: 'canceled', updatedAt: now() })
        .where(eq(subscriptions.id, id))
      return true
    }
    const userId = await userOf(db, found)
    const subscription = userId === undefined ? undefined : toSubscription(found, userId)
    if (subscription !== undefined) {
      if (!(await replaceSubscription(db, subscription, { savedAt, now: now() }))) return false
    }
    await surplus.giveBack(found, { userId, isLatePayment })
    return true
  }
}

function toSubscription(found: Stripe.Subscription, userId: string): Subscription | undefined {
  const [item] = found.items.data
  if (item === undefined) return undefined
  const { product } = item.price
  return {
    id: found.id,
    userId,
    status: found.status,
    priceId: item.price.id,
    plan: typeof product === 'string' || product.deleted === true ? item.price.id : product.name,
    currentPeriodEnd: new Date(item.current_period_end * 1000),
    cancelAtPeriodEnd: found.cancel_at_period_end,
  }
}

/** The account that a subscription is for; undefined when it was deleted, or belongs to another site. */
async function userOf(db: Db, { metadata, customer }: Stripe.Subscription): Promise<string | undefined> {
  const customerId = typeof customer === 'string' ? customer : customer.id
  const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.customerId, customerId))
  const userId = row?.userId ?? metadata['user_id'] ?? ''
  if (!isUuid(userId)) return undefined
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return user?.id
}
