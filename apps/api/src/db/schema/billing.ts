import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Customer id of an account at the payment service. */
export const billingCustomers = pgTable('billing_customers', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The service's own id. */
  customerId: text('customer_id').notNull().unique(),
})

/** The subscriptions of accounts, as the payment service last told. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** The service's own id; of a test subscription, ours. */
    id: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The service's word: `active`, `trialing`, `past_due`, `canceled`, … */
    status: text().notNull(),
    priceId: text('price_id').notNull(),
    /** The plan's name, as people read it. */
    plan: text().notNull(),
    currentPeriodEnd: moment('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('subscriptions_user_id_idx').on(table.userId)],
)

/** The events that the payment service has sent, so that one sent twice counts once. */
export const billingEvents = pgTable(
  'billing_events',
  { id: text().primaryKey(), receivedAt: moment('received_at').notNull() },
  (table) => [index('billing_events_received_at_idx').on(table.receivedAt)],
)

/** Addresses of the test checkout and its portal, by the digest of the secret in them. */
export const testBillingLinks = pgTable(
  'test_billing_links',
  {
    secretHash: text('secret_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['checkout', 'portal'] }).notNull(),
    /** Price of a checkout. */
    priceId: text('price_id'),
    expiresAt: moment('expires_at').notNull(),
    /** When a checkout was paid; it takes no second payment. */
    usedAt: moment('used_at'),
  },
  (table) => [
    index('test_billing_links_expires_at_idx').on(table.expiresAt),
    index('test_billing_links_user_id_idx').on(table.userId),
    check('test_billing_links_kind_known', sql`${table.kind} in ('checkout', 'portal')`),
  ],
)
