import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { articles, passages, products, vocabulary } from '../db/schema/knowledge.ts'
import { newId } from '../platform/ids.ts'
import type { ArticleFile } from './article-file.ts'
import type { ProductRecord } from './product-file.ts'

/** How many entries an import wrote, and how many it found unchanged. */
export interface ImportCount {
  written: number
  unchanged: number
}

/** Options of {@link importArticles} and {@link importProducts}. */
export interface ImportOptions {
  /** Marks new rows as demonstration content. An import without it clears the mark of the rows it names. @default false */
  isDemonstration?: boolean
  /** Called with the number of changed articles written so far, and of all changed ones. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Brings articles into the knowledge base. An article is known by its slug, and written again only when its
 * text has changed; articles that are not in the list stay. All or none.
 */
export async function importArticles(
  db: Db,
  files: readonly ArticleFile[],
  { isDemonstration = false, onProgress }: ImportOptions = {},
): Promise<ImportCount> {
  const stored = await db.select({ slug: articles.slug, hash: articles.contentHash }).from(articles)
  const hashes = new Map(stored.map((row) => [row.slug, row.hash]))
  const changed = files.filter((file) => hashes.get(file.slug) !== file.contentHash)
  if (changed.length > 0) {
    await db.transaction(async (tx) => {
      for (let from = 0; from < changed.length; from += batchSize) {
        const batch = changed.slice(from, from + batchSize)
        await writeArticles(tx, batch, isDemonstration)
        onProgress?.(from + batch.length, changed.length)
      }
      await refreshVocabulary(tx)
    })
  }
  if (!isDemonstration && files.length > 0) {
    const slugs = files.map(({ slug }) => slug)
    await db
      .update(articles)
      .set({ isDemonstration: false })
      .where(and(eq(articles.isDemonstration, true), inArray(articles.slug, slugs)))
  }
  return { written: changed.length, unchanged: files.length - changed.length }
}

const batchSize = 100

async function writeArticles(
  tx: Transaction,
  files: readonly ArticleFile[],
  isDemonstration: boolean,
): Promise<void> {
  const rows = await tx
    .insert(articles)
    .values(
      files.map(({ slug, title, author, url, topic, contentHash }) => ({
        id: newId(),
        slug,
        title,
        author,
        url,
        topic,
        contentHash,
        isDemonstration,
      })),
    )
    .onConflictDoUpdate({
      target: articles.slug,
      set: excluded(['title', 'author', 'url', 'topic', 'contentHash']),
    })
    .returning({ id: articles.id, slug: articles.slug })
  const ids = new Map(rows.map((row) => [row.slug, row.id]))
  await tx.delete(passages).where(inArray(passages.articleId, [...ids.values()]))
  await tx.insert(passages).values(
    files.flatMap(({ slug, title, sections }) =>
      sections.map(({ heading, body }, position) => ({
        id: newId(),
        articleId: ids.get(slug) ?? '',
        position,
        title,
        heading,
        body,
      })),
    ),
  )
}

/** For `on conflict do update`: each of the columns takes what the insert brought. */
function excluded(names: readonly (keyof typeof articles.$inferInsert)[]) {
  const columns = getTableColumns(articles)
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${columns[name].name}"`)]))
}

/** Rebuilds the list of words that spelling correction uses, after articles were written or removed. */
export async function refreshVocabulary(tx: Transaction): Promise<void> {
  await tx.delete(vocabulary)
  await tx.execute(sql`
    insert into vocabulary (word, passages)
    select word, ndoc from ts_stat(
      'select to_tsvector(''simple'', title || '' '' || heading || '' '' || body) from passages'
    ) where length(word) between 4 and 40 and word ~ '^[[:alpha:]]+$'
  `)
}

/** Brings products into the catalogue, known by their `pk`; unchanged ones are not written again. */
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
    for (const { pk, ...fields } of changed) {
      await tx
        .insert(products)
        .values({ pk, isDemonstration, ...fields })
        .onConflictDoUpdate({ target: products.pk, set: fields })
    }
    if (isDemonstration) return
    await tx
      .update(products)
      .set({ isDemonstration: false })
      .where(and(eq(products.isDemonstration, true), named))
  })
  return { written: changed.length, unchanged: records.length - changed.length }
}
