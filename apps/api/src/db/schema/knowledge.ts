import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
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

/** The words of all passages, unstemmed: what a misspelt word of a question may have meant. */
export const vocabulary = pgTable(
  'vocabulary',
  {
    word: text().primaryKey(),
    /** In how many passages the word stands. */
    passages: integer().notNull(),
  },
  (table) => [index('vocabulary_word_trgm_idx').using('gin', table.word.op('gin_trgm_ops'))],
)

/**
 * One entry of the search index: a passage or a product. Deleting a row deletes its postings and corrects the counts
 * (trigger `search_documents_deleted`).
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
    space: text().notNull(),
    author: text().notNull().default(''),
    /** Number of stems of heading and body. */
    length: integer().notNull(),
    /** Ids of the stems in order, fields separated by `|`: title, heading, body. */
    tokens: text().notNull(),
    terms: integer().array().notNull(),
    impacts: smallint().array().notNull(),
    /** `indexVersion` of the code that wrote the row. */
    version: integer().notNull(),
  },
  (table) => [
    index('search_documents_author_idx').on(table.author),
    index('search_documents_version_idx').on(table.version),
  ],
)

/** Stems of each space with the number of documents that contain them. */
export const searchTerms = pgTable(
  'search_terms',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    term: text().notNull(),
    space: text().notNull(),
    documents: integer().notNull(),
  },
  (table) => [unique('search_terms_term_key').on(table.term, table.space)],
)

/**
 * Impact-ordered postings: BM25 of a term in a document, times 100, without the inverse document frequency, so that
 * new content rewrites no row.
 */
export const searchPostings = pgTable(
  'search_postings',
  {
    term: integer().notNull(),
    impact: smallint().notNull(),
    doc: integer().notNull(),
  },
  (table) => [
    index('search_postings_impact_idx').on(table.term, table.impact.desc().nullsFirst(), table.doc),
  ],
)

/** A part of the index with document frequencies of its own: one kind, one language, one client or shared. */
export const searchSpaces = pgTable('search_spaces', {
  space: text().primaryKey(),
  documents: integer().notNull(),
  /** Mean length in stems, fixed until the next rebuild so that impacts stay comparable. */
  averageLength: doublePrecision('average_length').notNull(),
})
