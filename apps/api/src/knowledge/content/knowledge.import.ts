import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/database.ts'
import { type Change, recordChanges } from '../../audit/audit.store.ts'
import { contentVersions } from '../../db/schema/content.ts'
import { articles, passages, products } from '../../db/schema/knowledge.ts'
import { newId } from '../../platform/process/ids.ts'
import { type ArticleFile, type ArticleSection, joinSections } from './article-file.ts'
import type { ProductRecord } from './product-file.ts'
import { writeIndex } from '../index/index-writes.ts'
import { indexEntries, productEntry, removeProducts, tidyIndex } from '../index/search-index.ts'

/** Number of entries that an import wrote, and that it found unchanged. */
export interface ImportCount {
  written: number
  unchanged: number
}

/** Options of {@link importArticles} and {@link importProducts}. */
export interface ImportOptions {
  /** Marks new rows as demonstration content. An import without it clears the mark of the rows it names. @default false */
  isDemonstration?: boolean
  /** Owner of the content; null for shared content. @default null */
  clientId?: string | null
  /** Called after every 100 articles with the number of changed articles written so far, and of all changed ones. */
  onProgress?: (done: number, total: number) => void
}

// An import of more articles than this changes the planner's statistics enough to refresh them.
const tidyAfter = 20

/**
 * Writes articles with their passages and search index. An article is identified by its owner and slug and written again
 * only when its text has changed: as a new version, in the status that it has. Articles that are not in the list stay. Each batch of a few articles is a transaction of
 * its own, so that answers are not held up: an import that was interrupted goes on where it stopped when it is
 * repeated.
 */
export async function importArticles(
  db: Db,
  files: readonly ArticleFile[],
  { isDemonstration = false, clientId = null, onProgress }: ImportOptions = {},
): Promise<ImportCount> {
  const owned = clientId === null ? isNull(articles.clientId) : eq(articles.clientId, clientId)
  const { slug, contentHash, isDemonstration: isMarked } = articles
  const stored = await db.select({ slug, contentHash, isMarked }).from(articles).where(owned)
  const rows = new Map(stored.map((row) => [row.slug, row]))
  const changed = files.filter((file) => {
    const row = rows.get(file.slug)
    // The demonstration is loaded at every start: what somebody has edited since stays.
    return row === undefined || (row.contentHash !== file.contentHash && (!isDemonstration || row.isMarked))
  })
  for (let from = 0; from < changed.length; from += batchSize) {
    const batch = changed.slice(from, from + batchSize)
    await writeIndex(db, (tx) => writeArticles(tx, batch, { isDemonstration, clientId }))
    const done = from + batch.length
    if (done % reportEvery === 0 || done === changed.length) onProgress?.(done, changed.length)
    await yieldToEventLoop()
  }
  if (!isDemonstration && files.length > 0) {
    const slugs = files.map(({ slug }) => slug)
    await db
      .update(articles)
      .set({ isDemonstration: false })
      .where(and(owned, eq(articles.isDemonstration, true), inArray(articles.slug, slugs)))
  }
  if (changed.length > tidyAfter) await tidyIndex(db)
  return { written: changed.length, unchanged: files.length - changed.length }
}

const batchSize = 4
const reportEvery = 100

// Passages in one statement: their words are read in one step of the event loop.
const entriesAtOnce = 16

async function writeArticles(
  tx: Transaction,
  files: readonly ArticleFile[],
  { isDemonstration, clientId }: { isDemonstration: boolean; clientId: string | null },
): Promise<void> {
  const owned = clientId === null ? isNull(articles.clientId) : eq(articles.clientId, clientId)
  const slugs = files.map(({ slug }) => slug)
  const earlier = await tx
    .select()
    .from(articles)
    .where(and(owned, inArray(articles.slug, slugs)))
  await archiveArticles(tx, earlier)
  if (!isDemonstration) {
    const known = new Set(earlier.map(({ slug }) => slug))
    await recordImport(
      tx,
      files.map(({ slug, title }) => ({ kind: 'article', subject: title, isNew: !known.has(slug) })),
    )
  }
  const rows = await tx
    .insert(articles)
    .values(
      files.map(({ slug, title, author, url, topic, language, contentHash, sections }) => ({
        id: newId(),
        slug,
        title,
        author,
        url,
        topic,
        language,
        contentHash,
        isDemonstration,
        clientId,
        body: joinSections(sections),
      })),
    )
    .onConflictDoUpdate({
      target: [articles.clientId, articles.slug],
      set: {
        ...excluded(['title', 'author', 'url', 'topic', 'language', 'contentHash', 'body']),
        version: sql`${articles.version} + 1`,
        restoredFrom: null,
        updatedAt: sql`now()`,
        updatedBy: null,
      },
    })
    .returning({ id: articles.id, slug: articles.slug, status: articles.status })
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  await tx.delete(passages).where(
    inArray(
      passages.articleId,
      rows.map(({ id }) => id),
    ),
  )
  await writePassages(
    tx,
    files.flatMap(({ slug, ...file }) => {
      const row = bySlug.get(slug)
      return row?.status === 'published' ? [{ id: row.id, clientId, ...file }] : []
    }),
  )
}

interface ImportedEntry {
  kind: 'article' | 'product'
  subject: string
  isNew: boolean
}

/** Notes in the audit log what a command writes. */
async function recordImport(tx: Transaction, entries: readonly ImportedEntry[]): Promise<void> {
  const noted = entries.map(({ isNew, kind, subject }): Change => {
    const changes = [{ field: 'command', before: null, after: 'import-content' }]
    // The command writes shared content alone.
    return { action: isNew ? 'create' : 'update', kind, subject, organisationId: null, changes }
  })
  await recordChanges(tx, noted, { actorId: null, at: new Date() })
}

/** Stores the current version of articles as earlier versions, before a new one takes its place. */
export async function archiveArticles(
  tx: Transaction,
  rows: readonly (typeof articles.$inferSelect)[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(contentVersions).values(
    rows.map(({ id, version, updatedAt, updatedBy, restoredFrom, ...fields }) => ({
      id: newId(),
      articleId: id,
      version,
      savedAt: updatedAt,
      savedBy: updatedBy,
      restoredFrom,
      fields: {
        title: fields.title,
        author: fields.author,
        url: fields.url,
        topic: fields.topic,
        language: fields.language,
        status: fields.status,
        review_by: fields.reviewBy,
        body: fields.body,
      },
    })),
  )
}

/** An article whose passages are written. */
type ArticlePassages = Pick<
  typeof articles.$inferSelect,
  'id' | 'title' | 'author' | 'language' | 'clientId'
> & {
  sections: readonly ArticleSection[]
}

/** Writes the passages of articles that have none, with their search index. The caller runs in {@link writeIndex}. */
export async function writePassages(tx: Transaction, written: readonly ArticlePassages[]): Promise<void> {
  const values = written.flatMap(({ id: articleId, sections, ...article }) =>
    sections.map((section, position) => ({ ...article, ...section, id: newId(), articleId, position })),
  )
  for (let from = 0; from < values.length; from += entriesAtOnce) {
    const part = values.slice(from, from + entriesAtOnce)
    await tx.insert(passages).values(part)
    await indexEntries(
      tx,
      part.map(({ id: passageId, language, clientId, author, title, heading, body, questions = [] }) => ({
        passageId,
        language,
        clientId,
        author,
        title,
        heading,
        body,
        questions,
      })),
    )
  }
}

/** For `on conflict do update`: each of the columns takes what the insert brought. */
function excluded(names: readonly (keyof typeof articles.$inferInsert)[]) {
  const columns = getTableColumns(articles)
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${columns[name].name}"`)]))
}

/** Fields of a product as the contract writes them. */
export function productFields(row: typeof products.$inferSelect) {
  return {
    name: row.name,
    description: row.description,
    unit_amount: row.unitAmount,
    currency: row.currency,
    url: row.url,
    image: row.image,
    topics: row.topics,
    keywords: row.keywords,
    language: row.language,
    available: row.available,
    status: row.status,
  }
}

/** Stores the current version of products as earlier versions, before a new one takes its place. */
export async function archiveProducts(
  tx: Transaction,
  rows: readonly (typeof products.$inferSelect)[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(contentVersions).values(
    rows.map((row) => ({
      id: newId(),
      productPk: row.pk,
      version: row.version,
      savedAt: row.updatedAt,
      savedBy: row.updatedBy,
      restoredFrom: row.restoredFrom,
      fields: productFields(row),
    })),
  )
}

/**
 * Writes products into the catalogue and the search index, known by their `pk`: changed ones as a new version, in the
 * status that they have. Unchanged ones are skipped, and so are those of a client.
 */
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
  const stored = await db.select().from(products).where(named)
  const rows = new Map(stored.map((row) => [row.pk, row]))
  const changed = records.filter(({ pk, contentHash }) => {
    const row = rows.get(pk)
    return row === undefined || (row.contentHash !== contentHash && mayReplace(row, isDemonstration))
  })
  await writeIndex(db, async (tx) => {
    for (const { pk, ...fields } of changed) await writeProduct(tx, { pk, isDemonstration, ...fields })
    if (isDemonstration) return
    await tx
      .update(products)
      .set({ isDemonstration: false })
      .where(and(eq(products.isDemonstration, true), named))
  })
  return { written: changed.length, unchanged: records.length - changed.length }
}

/** The demonstration is loaded at every start: what somebody has edited since stays. */
function mayReplace(row: typeof products.$inferSelect, isDemonstration: boolean): boolean {
  return row.clientId === null && (!isDemonstration || row.isDemonstration)
}

async function writeProduct(
  tx: Transaction,
  record: ProductRecord & { isDemonstration: boolean },
): Promise<void> {
  const { pk, isDemonstration: _mark, ...fields } = record
  const [earlier] = await tx.select().from(products).where(eq(products.pk, pk)).for('update')
  if (earlier !== undefined) await archiveProducts(tx, [earlier])
  if (!record.isDemonstration) {
    await recordImport(tx, [{ kind: 'product', subject: record.name, isNew: earlier === undefined }])
  }
  const [row] = await tx
    .insert(products)
    .values(record)
    .onConflictDoUpdate({
      target: products.pk,
      set: {
        ...fields,
        version: sql`${products.version} + 1`,
        restoredFrom: null,
        updatedAt: sql`now()`,
        updatedBy: null,
      },
    })
    .returning()
  await removeProducts(tx, [pk])
  if (row?.status === 'published') await indexEntries(tx, [productEntry(row)])
}
