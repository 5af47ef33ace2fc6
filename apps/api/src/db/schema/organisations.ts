import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Clients: brands whose widgets and content this deployment serves. Every `client_id` refers to one. The id of a client
 * from before organisations is the id of its account.
 */
export const organisations = pgTable('organisations', {
  id: uuid().primaryKey(),
  /** For people; an e-mail address until somebody renames it. */
  name: text().notNull(),
  createdAt: moment('created_at').notNull(),
  /** True: members without a second factor set one up before their sessions open anything else. */
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
})
