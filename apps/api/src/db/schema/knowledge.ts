import { type SQL, sql } from 'drizzle-orm'
import { boolean, char, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { tsvector } from './tsvector.ts'

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

/** The unit of retrieval. `title` repeats the article's, because a generated column sees its own row alone. */
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
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`setweight(to_tsvector('english', ${passages.heading}), 'A') ||
          setweight(to_tsvector('english', ${passages.title}), 'B') ||
          setweight(to_tsvector('english', ${passages.body}), 'C')`,
      ),
  },
  (table) => [
    unique('passages_position_key').on(table.articleId, table.position),
    index('passages_search_idx').using('gin', table.search),
  ],
)

/** What an answer may recommend. `unitAmount` counts minor units of `currency`. */
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
    /** The keywords as one text: joining an array is not immutable, so the writer does it. */
    terms: text().notNull().default(''),
    contentHash: text('content_hash').notNull(),
    /** True for the products of `loadDemonstration`. */
    isDemonstration: boolean('is_demonstration').notNull().default(false),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`setweight(to_tsvector('english', ${products.name}), 'A') ||
          setweight(to_tsvector('english', ${products.terms}), 'B') ||
          setweight(to_tsvector('english', ${products.description}), 'C')`,
      ),
  },
  (table) => [
    index('products_search_idx').using('gin', table.search),
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
