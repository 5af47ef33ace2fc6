import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Db } from '../db/database.ts'
import { billingCustomers } from '../db/schema/billing.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { orMissing } from './stripe-surplus.ts'

/** Customers of accounts at Stripe. */
export interface StripeCustomers {
  /**
   * The id of an account's customer, which is created when there is none, and anew when Stripe no longer has it: a
   * customer can be deleted in Stripe's dashboard, and those of test mode do not exist in live mode.
   */
  of: (user: SessionUser) => Promise<string>
  find: (userId: string) => Promise<string | undefined>
  /** Deletes a customer with its e-mail address and cards; Stripe keeps its payments. One that it no longer has is done. */
  remove: (customer: string) => Promise<void>
}

export function createStripeCustomers(db: Db, stripe: Stripe): StripeCustomers {
  async function of(user: SessionUser): Promise<string> {
    const known = await find(user.id)
    if (known !== undefined && (await exists(known))) return known
    const created = await stripe.customers.create(
      { email: user.email, metadata: { user_id: user.id } },
      // Two checkouts at once make one customer.
      { idempotencyKey: ['customer', user.id, ...(known === undefined ? [] : [known])].join('-') },
    )
    const values = { userId: user.id, customerId: created.id }
    await db
      .insert(billingCustomers)
      .values(values)
      .onConflictDoUpdate({ target: billingCustomers.userId, set: values })
    return created.id
  }

  async function exists(id: string): Promise<boolean> {
    const found = await orMissing(stripe.customers.retrieve(id))
    return found !== undefined && found.deleted !== true
  }

  async function find(userId: string): Promise<string | undefined> {
    const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId))
    return row?.customerId
  }

  async function remove(customer: string): Promise<void> {
    await orMissing(stripe.customers.del(customer))
  }

  return { of, find, remove }
}
