import { index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Ending of the e-mail addresses of identified visitors. Nobody receives e-mails of this domain (RFC 2606), so that no link
 * can open their accounts, and nobody can sign up with such an address.
 */
export const visitorDomain = '@visitor.invalid'

/** Secrets by which servers of clients sign the ids of their visitors. The newest one is current. */
export const identitySecrets = pgTable(
  'identity_secrets',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Key of the HMAC, as the client's server has it. */
    secret: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null for the current one. */
    retiresAt: moment('retires_at'),
  },
  (table) => [index('identity_secrets_client_idx').on(table.clientId, table.createdAt)],
)

/** Visitors whom a client's site has identified, each with an account that nobody can sign in to. */
export const visitors = pgTable(
  'visitors',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** The id that the client's server has signed. */
    externalId: text('external_id').notNull(),
    createdAt: moment('created_at').notNull(),
    /** To within an hour. */
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [
    unique('visitors_external_id_key').on(table.clientId, table.externalId),
    // Ids are UUIDv7: their order is that of creation.
    index('visitors_client_idx').on(table.clientId, table.userId),
    index('visitors_last_seen_at_idx').on(table.lastSeenAt),
  ],
)
