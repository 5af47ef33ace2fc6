import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
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

/** A text that answers may cite, with the body that published it and its public address. */
export const articles = pgTable(
  'articles',
  {
    id: uuid().primaryKey(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    author: text().notNull(),
    url: text().notNull(),
    topic: text().notNull(),
    /** BCP 47 language of the text. */
    language: text().notNull().default('en'),
    /** The client whose answers alone may use the article; null for shared content. */
    clientId: uuid('client_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what was imported: an unchanged text is not written again. */
    contentHash: text('content_hash').notNull(),
    /** True for the articles of `loadDemonstration`. */
    isDemonstration: boolean('is_demonstration').notNull().default(false),
  },
  (table) => [
    index('articles_author_idx').on(table.author),
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
  },
  (table) => [unique('passages_position_key').on(table.articleId, table.position)],
)

/** Products that an answer may recommend. `unitAmount` is in minor units of `currency`. */
export const products = pgTable(
  'products',
  {
    pk: text().primaryKey(),
    name: text().notNull().unique(),
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
    clientId: uuid('client_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
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
    /** Folded words without stop words, in order; fields separated by `|`: title, heading, body. */
    words: text().notNull(),
    /** `indexVersion` of the code that wrote the row. */
    version: integer().notNull(),
  },
  (table) => [index('search_documents_version_idx').on(table.version)],
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
