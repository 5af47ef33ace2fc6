import type { ApiKeyScope } from '@org/api-client/contract'
import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Keys by which other systems call the public API for an account. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** A UUIDv7: its order is the order of time. */
    id: uuid().primaryKey(),
    /** The organisation that the key acts for; null: the deployment, for a key of an administrator. */
    organisationId: uuid('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** The account that made the key: the key may never do more than this account may now. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text().array().$type<ApiKeyScope[]>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null for a key that does not expire. */
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('api_keys_user_idx').on(table.userId, table.id),
    index('api_keys_organisation_idx').on(table.organisationId, table.id),
  ],
)

/** Digests of the keys themselves. The newest one is current; the one before is valid until it retires. */
export const apiKeySecrets = pgTable(
  'api_key_secrets',
  {
    /** SHA-256 of the key, which has 256 random bits. */
    hash: text().primaryKey(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** First characters of the key, by which a person recognises it. */
    start: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null for the current one. */
    retiresAt: moment('retires_at'),
    /** Hour of the last call. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('api_key_secrets_key_idx').on(table.keyId)],
)

/** Writes of the public API with an `Idempotency-Key`, so that a repeated request changes nothing again. */
export const apiKeyWrites = pgTable(
  'api_key_writes',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of the `Idempotency-Key`. */
    idempotencyHash: text('idempotency_hash').notNull(),
    /** SHA-256 of method, path and body: the same key with another request is refused. */
    requestHash: text('request_hash').notNull(),
    /** The row that was written; null for a deletion. */
    writtenId: text('written_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.idempotencyHash] }),
    index('api_key_writes_created_idx').on(table.createdAt),
  ],
)
