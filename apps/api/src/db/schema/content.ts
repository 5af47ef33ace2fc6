import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { articles, products } from './knowledge.ts'

/** Every earlier version of an article or product; the current one is the row of the article or product itself. */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: uuid().primaryKey(),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    productPk: text('product_pk').references(() => products.pk, { onDelete: 'cascade' }),
    version: integer().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
    /** Null once the account is deleted. */
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    restoredFrom: integer('restored_from'),
    /** The fields as the contract writes them. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    unique('content_versions_article_key').on(table.articleId, table.version),
    unique('content_versions_product_key').on(table.productPk, table.version),
    index('content_versions_saved_by_idx').on(table.savedBy),
    check('content_versions_owner', sql`(${table.articleId} is null) <> (${table.productPk} is null)`),
  ],
)
