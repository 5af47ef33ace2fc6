import type { AuditLog, LlmSettings } from '@org/api-client/contract'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
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

/**
 * Changes by administrators and members, and security events of accounts (kind `account`). Triggers append each entry to
 * {@link auditChain}, and refuse every change of an entry but the removal of personal data.
 */
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
    /** Digest of hour, event and account: equal events share a row. Null once the hour has ended, when the number is final. */
    bucket: text().unique(),
    /**
     * The organisation whose data was changed; null for the deployment, and once the organisation is erased. No foreign key: its
     * lock would let changes of an organisation's data and its deletion wait for each other.
     */
    organisationId: uuid('organisation_id'),
    /** Random part of the digest in the chain; a new one with each removal, so that old digests lead to no content. */
    salt: text()
      .notNull()
      .default(sql`gen_random_uuid()::text`),
  },
  (table) => [
    index('audit_entries_account_idx').on(table.accountId),
    index('audit_entries_kind_idx').on(table.kind, table.id),
    index('audit_entries_actor_idx').on(table.actorId),
    index('audit_entries_subject_idx').on(table.kind, table.subject),
    index('audit_entries_organisation_idx').on(table.organisationId, table.id),
    index('audit_entries_at_idx').on(table.at),
    index('audit_entries_open_idx')
      .on(table.at)
      .where(sql`${table.bucket} is not null`),
  ],
)

/** The last position of each chain that was sent to webhooks; no row while no webhook receives entries. */
export const auditStreams = pgTable('audit_streams', {
  chain: text({ enum: ['changes', 'security'] }).primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
})

/**
 * Two hash chains over the audit log: each row has the hash of the row before. Triggers append to them. An entry is valid
 * when its content has the digest of its latest row.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    /** Security events have a chain of their own, because they are retained for another period than changes. */
    chain: text({ enum: ['changes', 'security'] }).notNull(),
    /** From 1 without gaps; the first rows end with their entries. */
    position: bigint({ mode: 'number' }).notNull(),
    /** Null for `retention`. */
    entryId: bigint('entry_id', { mode: 'number' }),
    /** `change`: personal data was removed, or the number of equal events became final. */
    event: text({ enum: ['add', 'change', 'retention'] }).notNull(),
    /** Time of the entry; for `retention` the time before which entries were deleted. */
    entryAt: moment('entry_at').notNull(),
    at: moment('at').notNull(),
    /** SHA-256 of the entry's salt and content in hex; for `retention` the first position that stays, and the hash before it. */
    digest: text().notNull(),
    /** SHA-256 of this row and the hash before in hex. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.position] }),
    index('audit_chain_entry_idx').on(table.entryId, table.position),
    index('audit_chain_retention_idx')
      .on(table.chain, table.entryAt)
      .where(sql`${table.event} = 'retention'`),
    check('audit_chain_chain_known', sql`${table.chain} in ('changes', 'security')`),
    check('audit_chain_event_known', sql`${table.event} in ('add', 'change', 'retention')`),
  ],
)
