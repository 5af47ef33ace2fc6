import type { BillingStatus } from '@org/api-client/contract'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { billingEvents, subscriptions, testBillingLinks } from '../db/schema/billing.ts'

/** A subscription as the payment service last told it. */
export type Subscription = Omit<typeof subscriptions.$inferSelect, 'updatedAt'>

/** The service's words for a subscription that gives what it promises. */
const liveStatuses = ['active', 'trialing', 'past_due']

const dayMs = 86_400_000

/** A person's live subscription, the one that lasts longest where there are several. */
export async function findSubscription(db: Db, userId: string): Promise<Subscription | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, liveStatuses)))
    .orderBy(desc(subscriptions.currentPeriodEnd))
    .limit(1)
  return row
}

/** Stores the payment service's current state of a subscription. */
export async function saveSubscription(db: Db, { id, ...rest }: Subscription, now: Date): Promise<void> {
  const values = { ...rest, updatedAt: now }
  await db
    .insert(subscriptions)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: subscriptions.id, set: values })
}

/** When a subscription was saved last; undefined for an unknown one. */
export async function subscriptionSavedAt(db: Db, id: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ updatedAt: subscriptions.updatedAt })
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
  return row?.updatedAt
}

/**
 * Saves a subscription unless another call has saved it since.
 *
 * @param savedAt result of {@link subscriptionSavedAt} from before the payment service was read
 * @returns false when another call came first: what was read may be older than what is stored
 */
export async function replaceSubscription(
  db: Db,
  { id, ...rest }: Subscription,
  { savedAt, now }: { savedAt: Date | undefined; now: Date },
): Promise<boolean> {
  const values = { ...rest, updatedAt: now }
  const rows =
    savedAt === undefined
      ? await db
          .insert(subscriptions)
          .values({ id, ...values })
          .onConflictDoNothing()
          .returning({ id: subscriptions.id })
      : await db
          .update(subscriptions)
          .set(values)
          .where(and(eq(subscriptions.id, id), eq(subscriptions.updatedAt, savedAt)))
          .returning({ id: subscriptions.id })
  return rows.length > 0
}

/** Returns whether an event of the payment service was processed before. */
export async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  const rows = await db.select().from(billingEvents).where(eq(billingEvents.id, id))
  return rows.length > 0
}

/** An event of the payment service has been dealt with. */
export async function rememberEvent(db: Db, id: string, now: Date): Promise<void> {
  await db.insert(billingEvents).values({ id, receivedAt: now }).onConflictDoNothing()
}

/** Drops events that no service sends again, and addresses of the test checkout that have run out. */
export async function purgeBilling(db: Db, now: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, new Date(now.getTime() - 30 * dayMs)))
  await db.delete(testBillingLinks).where(lt(testBillingLinks.expiresAt, now))
}

/** Converts a live subscription, or none, to the response of GET /api/billing/status. */
export function toStatus(subscription: Subscription | undefined): BillingStatus {
  if (subscription === undefined) return { active: false }
  const { plan, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  return {
    active: true,
    plan,
    current_period_end: currentPeriodEnd.toISOString(),
    cancel_at_period_end: cancelAtPeriodEnd,
  }
}
