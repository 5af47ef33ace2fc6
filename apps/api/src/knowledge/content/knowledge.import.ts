import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/database.ts'
import { articles, passages, products } from '../../db/schema/knowledge.ts'
import { newId } from '../../platform/process/ids.ts'
import type { ArticleFile } from './article-file.ts'
import type { ProductRecord } from './product-file.ts'
import { indexEntries, lockIndex, productEntry, removeProducts, tidyIndex } from '../index/search-index.ts'

/** Number of entries that an import wrote, and that it found unchanged. */
export interface ImportCount {
  written: number
  unchanged: number
}

/** Options of {@link importArticles} and {@link importProducts}. */
export interface ImportOptions {
  /** Marks new rows as demonstration content. An import without it clears the mark of the rows it names. @default false */
  isDemonstration?: boolean
  /** Called after every 100 articles with the number of changed articles written so far, and of all changed ones. */
  onProgress?: (done: number, total: number) => void
}

// An import of more articles than this changes the planner's statistics enough to refresh them.
const tidyAfter = 20

/**
 * Writes articles with their passages and search index. An article is identified by its slug and written again only
 * when its text has changed; articles that are not in the list stay. Each batch of a few articles is a transaction of
 * its own, so that answers are not held up: an import that was interrupted goes on where it stopped when it is
 * repeated.
 */
export async function importArticles(
  db: Db,
  files: readonly ArticleFile[],
  { isDemonstration = false, onProgress }: ImportOptions = {},
): Promise<ImportCount> {
  const stored = await db.select({ slug: articles.slug, hash: articles.contentHash }).from(articles)
  const hashes = new Map(stored.map((row) => [row.slug, row.hash]))
  const changed = files.filter((file) => hashes.get(file.slug) !== file.contentHash)
  for (let from = 0; from < changed.length; from += batchSize) {
    const batch = changed.slice(from, from + batchSize)
    await db.transaction(async (tx) => {
      await lockIndex(tx)
      await writeArticles(tx, batch, isDemonstration)
    })
    const done = from + batch.length
    if (done % reportEvery === 0 || done === changed.length) onProgress?.(done, changed.length)
    await yieldToEventLoop()
  }
  if (!isDemonstration && files.length > 0) {
    const slugs = files.map(({ slug }) => slug)
    await db
      .update(articles)
      .set({ isDemonstration: false })
      .where(and(eq(articles.isDemonstration, true), inArray(articles.slug, slugs)))
  }
  if (changed.length > tidyAfter) await tidyIndex(db)
  return { written: changed.length, unchanged: files.length - changed.length }
}

const batchSize = 4
const reportEvery = 100

// Passages in one statement: bounds the time that the embedded database blocks the event loop.
const entriesAtOnce = 4

async function writeArticles(
  tx: Transaction,
  files: readonly ArticleFile[],
  isDemonstration: boolean,
): Promise<void> {
  const rows = await tx
    .insert(articles)
    .values(
      files.map(({ slug, title, author, url, topic, language, contentHash }) => ({
        id: newId(),
        slug,
        title,
        author,
        url,
        topic,
        language,
        contentHash,
        isDemonstration,
      })),
    )
    .onConflictDoUpdate({
      target: articles.slug,
      set: excluded(['title', 'author', 'url', 'topic', 'language', 'contentHash']),
    })
    .returning({ id: articles.id, slug: articles.slug, clientId: articles.clientId })
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  await tx.delete(passages).where(
    inArray(
      passages.articleId,
      rows.map(({ id }) => id),
    ),
  )
  const values = files.flatMap(({ slug, title, author, language, sections }) =>
    sections.map(({ heading, body }, position) => {
      const { id: articleId = '', clientId = null } = bySlug.get(slug) ?? {}
      return { id: newId(), articleId, position, title, heading, body, author, language, clientId }
    }),
  )
  for (let from = 0; from < values.length; from += entriesAtOnce) {
    const part = values.slice(from, from + entriesAtOnce)
    await tx.insert(passages).values(part)
    await indexEntries(
      tx,
      part.map(({ id: passageId, language, clientId, author, title, heading, body }) => ({
        passageId,
        language,
        clientId,
        author,
        title,
        heading,
        body,
      })),
    )
  }
}

/** For `on conflict do update`: each of the columns takes what the insert brought. */
function excluded(names: readonly (keyof typeof articles.$inferInsert)[]) {
  const columns = getTableColumns(articles)
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${columns[name].name}"`)]))
}

/** Writes products into the catalogue and the search index, known by their `pk`; unchanged ones are skipped. */
export async function importProducts(
  db: Db,
  records: readonly ProductRecord[],
  { isDemonstration = false }: Pick<ImportOptions, 'isDemonstration'> = {},
): Promise<ImportCount> {
  if (records.length === 0) return { written: 0, unchanged: 0 }
  const named = inArray(
    products.pk,
    records.map((record) => record.pk),
  )
  const stored = await db.select({ pk: products.pk, hash: products.contentHash }).from(products).where(named)
  const hashes = new Map(stored.map((row) => [row.pk, row.hash]))
  const changed = records.filter((record) => hashes.get(record.pk) !== record.contentHash)
  await db.transaction(async (tx) => {
    await lockIndex(tx)
    for (const { pk, ...fields } of changed) {
      await tx
        .insert(products)
        .values({ pk, isDemonstration, ...fields })
        .onConflictDoUpdate({ target: products.pk, set: fields })
      await removeProducts(tx, [pk])
      const rows = await tx.select().from(products).where(eq(products.pk, pk))
      await indexEntries(tx, rows.map(productEntry))
    }
    if (isDemonstration) return
    await tx
      .update(products)
      .set({ isDemonstration: false })
      .where(and(eq(products.isDemonstration, true), named))
  })
  return { written: changed.length, unchanged: records.length - changed.length }
}
