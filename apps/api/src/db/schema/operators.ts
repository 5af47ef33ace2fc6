import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const kind = () => text({ enum: ['safety_phrase', 'safety_line', 'brand_synonym'] })

/** Entries of operators: phrases and help lines of the safety stage, synonyms of the search. */
export const operatorEntries = pgTable(
  'operator_entries',
  {
    id: uuid().primaryKey(),
    kind: kind().notNull(),
    /** Identifies the content of an entry, so that none is added twice; the form depends on the kind. */
    key: text().notNull(),
    /** The client whose answers alone use the entry; null for everybody. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    /** A retired entry has no effect; it keeps its history. */
    retired: boolean().notNull(),
    /** The fields as the contract writes them. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Null once the account is deleted. */
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('operator_entries_key').on(table.kind, table.key),
    index('operator_entries_client_idx').on(table.clientId),
    index('operator_entries_updated_by_idx').on(table.updatedBy),
  ],
)

/** Every version of an entry, the current one included. */
export const operatorEntryVersions = pgTable(
  'operator_entry_versions',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => operatorEntries.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    savedAt: moment('saved_at').notNull(),
    /** Null once the account is deleted. */
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    restoredFrom: integer('restored_from'),
    retired: boolean().notNull(),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.version] }),
    index('operator_entry_versions_saved_by_idx').on(table.savedBy),
  ],
)

/** Number of saves of each kind. Instances compare it with that of their copy. The row is locked during a save. */
export const operatorRevisions = pgTable('operator_revisions', {
  kind: kind().primaryKey(),
  revision: integer().notNull(),
})

/** Dangers that the safety stage found, by hour. Holds nothing about a person. */
export const safetyCounts = pgTable(
  'safety_counts',
  {
    category: text().notNull(),
    /** Begin of the hour. */
    hour: moment('hour').notNull(),
    severity: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.category, table.hour, table.severity] }),
    index('safety_counts_hour_idx').on(table.hour),
  ],
)

/** Hours with far more dangers of a category than usual. */
export const safetySpikes = pgTable(
  'safety_spikes',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    category: text().notNull(),
    hour: moment('hour').notNull(),
    /** Dangers of the hour when the spike was found. */
    count: integer().notNull(),
    /** Mean of the earlier hours, at most a week. */
    usual: doublePrecision().notNull(),
    seenAt: moment('seen_at'),
    /** Null until it is seen, and once the account is deleted. */
    seenBy: uuid('seen_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('safety_spikes_hour_key').on(table.category, table.hour),
    index('safety_spikes_hour_idx').on(table.hour),
    index('safety_spikes_seen_by_idx').on(table.seenBy),
  ],
)
