import type { AuditLog, LlmSettings } from '@org/api-client/contract'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Versions of the master settings. The newest is active; before the first, the defaults are. */
export const llmSettingsVersions = pgTable(
  'llm_settings_versions',
  {
    /** From 1 without gaps: of two saves on top of the same version the second finds its number taken. */
    version: integer().primaryKey(),
    savedAt: moment('saved_at').notNull(),
    /** Null once the account is deleted. */
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    /** The version that was brought back. */
    restoredFrom: integer('restored_from'),
    /** The settings as the contract writes them. */
    state: jsonb().$type<LlmSettings>().notNull(),
  },
  (table) => [index('llm_settings_versions_saved_by_idx').on(table.savedBy)],
)

/** Limits of one person, by address: an account may be created later. An empty list sets no limit. */
export const entitlements = pgTable(
  'entitlements',
  {
    email: text().primaryKey(),
    allowedTools: text('allowed_tools').array().notNull(),
    allowedAuthors: text('allowed_authors').array().notNull(),
    allowedModels: text('allowed_models').array().notNull(),
    /** Ids of prompts: `master`, `widget:<configurator id>` or `prompt:<id of a saved prompt>`. */
    systemPrompts: text('system_prompts').array().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [check('entitlements_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`)],
)

/** Prompts that entitlements refer to and that belong neither to the master settings nor to a widget. */
export const systemPrompts = pgTable(
  'system_prompts',
  {
    id: uuid().primaryKey(),
    text: text().notNull(),
    /** SHA-256 of the text in hex: an index on the text itself would exceed PostgreSQL's limit for index rows. */
    digest: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('system_prompts_digest_idx').on(table.digest)],
)

/** Changes by administrators, and security events of accounts (kind `account`). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: moment('at').notNull(),
    /** Null once the account is deleted. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    action: text().$type<AuditLog['items'][number]['action']>().notNull(),
    kind: text().$type<AuditLog['items'][number]['kind']>().notNull(),
    /** Name among its kind, for people. */
    subject: text().notNull(),
    changes: jsonb().$type<AuditLog['items'][number]['changes']>().notNull(),
    /** The account that a security event is about; null once it is deleted. */
    accountId: uuid('account_id').references(() => users.id, { onDelete: 'set null' }),
    /** Result of a security event. */
    outcome: text({ enum: ['success', 'failure'] }),
    /** Number of equal security events in one hour. */
    count: integer().notNull().default(1),
    /** Digest of hour, event and account: equal events share a row. */
    bucket: text().unique(),
  },
  (table) => [
    index('audit_entries_account_idx').on(table.accountId),
    index('audit_entries_kind_idx').on(table.kind, table.id),
    index('audit_entries_actor_idx').on(table.actorId),
    index('audit_entries_subject_idx').on(table.kind, table.subject),
  ],
)
