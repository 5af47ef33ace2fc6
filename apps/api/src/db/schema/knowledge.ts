import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  timestamp,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { contentSources } from './imports.ts'
import { bytea } from './columns.ts'

const contentStatus = () =>
  text({ enum: ['draft', 'published', 'retired'] })
    .notNull()
    .default('published')

/** Columns of what operators edit: articles and products. */
const edited = () => ({
  /** Answers use published content alone. An article that is not published has no passages. */
  status: contentStatus(),
  /** Grows with each save. Earlier versions are in `content_versions`. */
  version: integer().notNull().default(1),
  /** The version that was brought back by the last save. */
  restoredFrom: integer('restored_from'),
  /** Milliseconds, because cursors of lists name it. */
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  /** Null for imported content, and once the account is deleted. */
  updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
})

/** A text that answers may cite, with the body that published it and its public address. */
export const articles = pgTable(
  'articles',
  {
    id: uuid().primaryKey(),
    /** Unique among the shared articles, and among those of a client. */
    slug: text().notNull(),
    title: text().notNull(),
    author: text().notNull(),
    url: text().notNull(),
    topic: text().notNull(),
    /** BCP 47 language of the text. */
    language: text().notNull().default('en'),
    /** The client whose answers alone may use the article; null for shared content. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** SHA-256 of what was imported: an unchanged text is not written again. */
    contentHash: text('content_hash').notNull(),
    /** True for the articles of `loadDemonstration`. */
    isDemonstration: boolean('is_demonstration').notNull().default(false),
    /** Markdown; passages are made from it. */
    body: text().notNull().default(''),
    /** File name or address that the article was read from, with the number of its part; null for one written here. */
    importedFrom: text('imported_from'),
    /** The source that it was read from; null for others. */
    sourceId: uuid('source_id').references(() => contentSources.id, { onDelete: 'set null' }),
    /** The day on which somebody should read the article again. */
    reviewBy: date('review_by', { mode: 'string' }),
    ...edited(),
  },
  (table) => [
    unique('articles_slug_key').on(table.clientId, table.slug).nullsNotDistinct(),
    index('articles_author_idx').on(table.author),
    index('articles_updated_idx').on(table.updatedAt, table.id),
    index('articles_client_idx').on(table.clientId, table.updatedAt),
    index('articles_updated_by_idx').on(table.updatedBy),
    index('articles_source_idx').on(table.sourceId),
    index('articles_imported_from_idx').on(table.clientId, table.importedFrom),
    index('articles_demonstration_idx')
      .on(table.id)
      .where(sql`${table.isDemonstration}`),
    index('articles_title_trgm_idx').using('gin', table.title.op('gin_trgm_ops')),
  ],
)

/** The unit of retrieval: a section of an article. `title` repeats the article's. */
export const passages = pgTable(
  'passages',
  {
    id: uuid().primaryKey(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    title: text().notNull(),
    heading: text().notNull().default(''),
    body: text().notNull(),
    /** Questions that the passage answers; see `splitSections`. */
    questions: text().array().notNull().default([]),
  },
  (table) => [unique('passages_position_key').on(table.articleId, table.position)],
)

/** Products that an answer may recommend. `unitAmount` is in minor units of `currency`. */
export const products = pgTable(
  'products',
  {
    pk: text().primaryKey(),
    /** Unique among the shared products, and among those of a client. */
    name: text().notNull(),
    description: text().notNull(),
    unitAmount: integer('unit_amount').notNull(),
    currency: char({ length: 3 }).notNull(),
    url: text().notNull(),
    image: text(),
    topics: text().array().notNull().default([]),
    keywords: text().array().notNull().default([]),
    contentHash: text('content_hash').notNull(),
    /** True for the products of `loadDemonstration`. */
    isDemonstration: boolean('is_demonstration').notNull().default(false),
    /** BCP 47 language of name and description. */
    language: text().notNull().default('en'),
    /** False for a product that is sold out. */
    available: boolean().notNull().default(true),
    /** The client whose answers alone may offer the product; null for shared products. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** The feed that it was read from; null for others. */
    sourceId: uuid('source_id').references(() => contentSources.id, { onDelete: 'set null' }),
    ...edited(),
  },
  (table) => [
    index('products_source_idx').on(table.sourceId),
    unique('products_name_key').on(table.clientId, table.name).nullsNotDistinct(),
    index('products_updated_idx').on(table.updatedAt, table.pk),
    index('products_client_idx').on(table.clientId, table.updatedAt),
    index('products_updated_by_idx').on(table.updatedBy),
    index('products_name_trgm_idx').using('gin', table.name.op('gin_trgm_ops')),
    index('products_demonstration_idx')
      .on(table.pk)
      .where(sql`${table.isDemonstration}`),
  ],
)

/**
 * One entry of the search index: a passage or a product. Rows are never updated but for `version`: new content has a new
 * `doc`. Every process reads new rows into memory; the triggers `search_documents_deleted` and
 * `search_documents_truncated` note what was removed.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    doc: integer().primaryKey().generatedAlwaysAsIdentity(),
    passageId: uuid('passage_id')
      .unique()
      .references(() => passages.id, { onDelete: 'cascade' }),
    productPk: text('product_pk')
      .unique()
      .references(() => products.pk, { onDelete: 'cascade' }),
    /** Kind, client and analyser language; see `spaceOf`. */
    space: text().notNull(),
    author: text().notNull().default(''),
    /** Folded words without stop words, in order; fields separated by `|`: title, heading, body, questions, each after a `/`. */
    words: text().notNull(),
    /** `indexVersion` of the code that wrote the row. */
    version: integer().notNull(),
    /** SHA-256 of the text of a passage, by which its embedding is known; null for products. */
    textHash: text('text_hash'),
  },
  (table) => [
    index('search_documents_version_idx').on(table.version),
    index('search_documents_text_hash_idx').on(table.textHash),
  ],
)

/** Numbers of `search_removals`. Owned by no table, so that `truncate … restart identity` does not restart it. */
export const searchChanges = pgSequence('search_changes')

/** Documents that left the index in the last day, in the order of commits. */
export const searchRemovals = pgTable('search_removals', {
  change: integer()
    .primaryKey()
    .default(sql`nextval('search_changes')`),
  /** Null when all documents were removed. */
  doc: integer(),
  removedAt: timestamp('removed_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Embeddings of passages by the hash of their text: a text that an edit leaves alone is not embedded again. The trigger
 * `search_documents_embeddings` deletes those that no passage has any more when a transaction commits.
 */
export const embeddings = pgTable(
  'embeddings',
  {
    /** Order of commits, because writers hold `lockIndex`. */
    change: integer()
      .primaryKey()
      .default(sql`nextval('search_changes')`),
    textHash: text('text_hash').notNull(),
    /** Provider, model and dimensions; see `Embedder`. */
    model: text().notNull(),
    /** See `toBytes`. */
    vector: bytea().notNull(),
  },
  (table) => [
    unique('embeddings_text_hash_key').on(table.textHash, table.model),
    index('embeddings_model_idx').on(table.model, table.change),
  ],
)

/** One row: the model that embeds, and the process that is doing so. */
export const embeddingRuns = pgTable('embedding_runs', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** The model of the process that started last. Others stop embedding. */
  model: text().notNull(),
  claimedBy: uuid('claimed_by'),
  /** When another process may go on. */
  claimedUntil: timestamp('claimed_until', { withTimezone: true }),
})
