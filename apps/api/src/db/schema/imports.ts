import { sql } from 'drizzle-orm'
import {
  check,
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
import { bytea } from './columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Fields that an import gives to the articles that it adds. */
export interface ImportFields {
  author: string
  topic: string
  /** BCP 47; null: found from each text. */
  language: string | null
  /** Status of new articles and products; existing ones keep theirs. */
  status: 'draft' | 'published'
}

/** An address from which content is read again and again. */
export const contentSources = pgTable(
  'content_sources',
  {
    id: uuid().primaryKey(),
    /** A page, a sitemap of pages, or a file of products. */
    kind: text({ enum: ['url', 'sitemap', 'feed'] }).notNull(),
    address: text().notNull(),
    /** Owner of the content; null for shared content. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    fields: jsonb().$type<ImportFields>().notNull(),
    schedule: text({ enum: ['manual', 'daily', 'weekly'] }).notNull(),
    /** Null for a source that is read by hand alone. */
    nextSyncAt: moment('next_sync_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('content_sources_address_key').on(table.clientId, table.address).nullsNotDistinct(),
    index('content_sources_due_idx').on(table.nextSyncAt),
    index('content_sources_created_by_idx').on(table.createdBy),
  ],
)

/** Content that is brought in by one request. The job that works on it has its id as data. */
export const contentImports = pgTable(
  'content_imports',
  {
    id: uuid().primaryKey(),
    /** A preview writes nothing: its items have the effects that a sync would have. */
    kind: text({ enum: ['upload', 'sync', 'preview'] }).notNull(),
    /** Null for an upload. */
    sourceId: uuid('source_id').references(() => contentSources.id, { onDelete: 'cascade' }),
    /** Owner of the content; null for shared content. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    fields: jsonb().$type<ImportFields>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null while its files are received: nothing works on it yet. */
    queuedAt: moment('queued_at'),
    /** When the addresses of a source were listed; null before, and for an upload. */
    listedAt: moment('listed_at'),
    /** Code of the reason why the addresses of a source could not be listed. */
    reason: text(),
    /** Articles and products that the source has no more. */
    removed: integer().notNull().default(0),
    /** Null until every item is done or has failed. */
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('content_imports_client_idx').on(table.clientId, table.createdAt, table.id),
    index('content_imports_created_idx').on(table.createdAt, table.id),
    index('content_imports_created_by_idx').on(table.createdBy),
    index('content_imports_source_idx').on(table.sourceId, table.createdAt),
  ],
)

/** One file or address of an import. The transaction that writes its content marks it as done. */
export const contentImportItems = pgTable(
  'content_import_items',
  {
    id: uuid().primaryKey(),
    importId: uuid('import_id')
      .notNull()
      .references(() => contentImports.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Name of the file, or address of the page. */
    address: text().notNull(),
    /** Bytes of the file. */
    size: integer().notNull().default(0),
    state: text({ enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Attempts that were begun: one that ends the process is not repeated for ever. */
    attempts: integer().notNull().default(0),
    /** Rows of a file of products that are written. */
    written: integer().notNull().default(0),
    /** Effect of a done item. */
    effect: text({ enum: ['added', 'changed', 'unchanged'] }),
    /** Code of the reason of a failed item, as the contract lists them, and what it is about. */
    reason: text(),
    detail: text(),
  },
  (table) => [
    unique('content_import_items_position_key').on(table.importId, table.position),
    check('content_import_items_state', sql`${table.state} in ('waiting', 'done', 'failed')`),
  ],
)

/** Bytes of the files that are not imported yet, in parts: a large value would block the embedded database. */
export const contentImportChunks = pgTable(
  'content_import_chunks',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => contentImportItems.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.position] })],
)
