import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Db } from '../db/database.ts'
import { billingCustomers } from '../db/schema/billing.ts'
import type { SessionUser } from '../platform/http/principal.ts'

/** Customers of accounts at Stripe. */
export interface StripeCustomers {
  /** The id of an account's customer, which is created when there is none. */
  of: (user: SessionUser) => Promise<string>
  find: (userId: string) => Promise<string | undefined>
}

export function createStripeCustomers(db: Db, stripe: Stripe): StripeCustomers {
  async function of(user: SessionUser): Promise<string> {
    const known = await find(user.id)
    if (known !== undefined) return known
    const created = await stripe.customers.create(
      { email: user.email, metadata: { user_id: user.id } },
      // Two checkouts at once make one customer.
      { idempotencyKey: `customer-${user.id}` },
    )
    await db
      .insert(billingCustomers)
      .values({ userId: user.id, customerId: created.id })
      .onConflictDoNothing()
    return created.id
  }

  async function find(userId: string): Promise<string | undefined> {
    const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId))
    return row?.customerId
  }

  return { of, find }
}
