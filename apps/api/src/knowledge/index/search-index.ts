import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/database.ts'
import { articles, passages, products, searchDocuments, searchRemovals } from '../../db/schema/knowledge.ts'
import { hashText } from '../embeddings/vector-bytes.ts'
import { removalHours } from './current-index.ts'
import { writeIndex } from './index-writes.ts'
import { spaceOf } from './search-spaces.ts'
import { analyserOf, analysisVersion, contentWords, foldText } from '../text/text-analysis.ts'

// Raise it when the columns of a row or the layout of `words` change.
const layoutVersion = 3

/** Version of the rows that this code writes; rows of another version are written again in the background. */
export const indexVersion = analysisVersion * 1000 + layoutVersion

/** A text for the index, by field. */
export interface IndexEntry {
  passageId?: string
  productPk?: string
  language: string
  clientId: string | null
  author: string
  title: string
  heading: string
  body: string
  /** Questions that the passage answers. @default none */
  questions?: readonly string[]
}

/** Writes entries into the index. The caller runs in {@link writeIndex}. */
export async function indexEntries(tx: Transaction, entries: readonly IndexEntry[]): Promise<void> {
  if (entries.length > 0) await tx.insert(searchDocuments).values(entries.map(toRow))
}

function toRow({ passageId, productPk, language, clientId, author, questions = [], ...texts }: IndexEntry) {
  const analyser = analyserOf(language)
  const { title, heading, body } = texts
  const wordsOf = (text: string) => contentWords(foldText(text), analyser).join(' ')
  return {
    ...(passageId === undefined ? {} : { passageId }),
    ...(productPk === undefined ? {} : { productPk }),
    space: spaceOf(productPk === undefined ? 'passage' : 'product', analyser, clientId),
    author,
    words: [
      ...[title, heading, body].map(wordsOf),
      questions.map((text) => `/ ${wordsOf(text)}`.trim()).join(' '),
    ].join('|'),
    version: indexVersion,
    ...(passageId === undefined ? {} : { textHash: hashText({ title, heading, body }) }),
  }
}

/** Removes entries from the index; deleting the passage or the product itself does the same. */
export async function removeProducts(tx: Transaction, pks: readonly string[]): Promise<void> {
  if (pks.length > 0) await tx.delete(searchDocuments).where(inArray(searchDocuments.productPk, [...pks]))
}

// Small enough that one transaction holds the embedded database for a few milliseconds.
const rebuildBatch = 8

/**
 * Indexes content that is missing from the index or was indexed by another version, in small transactions. Searches
 * go on meanwhile and see each batch once it is committed. Several instances may run it at once.
 *
 * @param isStopped ends the work before the next batch when it returns true
 * @returns the number of entries written
 */
export async function refreshIndex(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  const outdated = or(isNull(searchDocuments.doc), ne(searchDocuments.version, indexVersion))
  const missing = await db
    .select({ id: passages.id })
    .from(passages)
    .leftJoin(searchDocuments, eq(searchDocuments.passageId, passages.id))
    .where(outdated)
    .orderBy(passages.id)
  const missingProducts = await db
    .select({ pk: products.pk })
    .from(products)
    .leftJoin(searchDocuments, eq(searchDocuments.productPk, products.pk))
    .where(and(eq(products.status, 'published'), outdated))
    .orderBy(products.pk)
  let written = 0
  const inBatches = async <Id>(
    ids: readonly Id[],
    write: (tx: Transaction, ids: Id[]) => Promise<number>,
  ) => {
    for (let from = 0; from < ids.length && !isStopped(); from += rebuildBatch) {
      written += await writeIndex(db, (tx) => write(tx, ids.slice(from, from + rebuildBatch)))
      await yieldToEventLoop()
    }
  }
  await inBatches(
    missing.map(({ id }) => id),
    refreshPassages,
  )
  await inBatches(
    missingProducts.map(({ pk }) => pk),
    refreshProducts,
  )
  if (written > 0) await tidyIndex(db)
  return written
}

async function refreshPassages(tx: Transaction, ids: readonly string[]): Promise<number> {
  const rows = await tx
    .select({
      passageId: passages.id,
      language: articles.language,
      clientId: articles.clientId,
      author: articles.author,
      title: passages.title,
      heading: passages.heading,
      body: passages.body,
      questions: passages.questions,
    })
    .from(passages)
    .innerJoin(articles, eq(articles.id, passages.articleId))
    .leftJoin(searchDocuments, eq(searchDocuments.passageId, passages.id))
    .where(
      and(
        inArray(passages.id, [...ids]),
        or(isNull(searchDocuments.doc), ne(searchDocuments.version, indexVersion)),
      ),
    )
  if (rows.length === 0) return 0
  const found = rows.map(({ passageId }) => passageId)
  await tx.delete(searchDocuments).where(inArray(searchDocuments.passageId, found))
  await indexEntries(tx, rows)
  return rows.length
}

async function refreshProducts(tx: Transaction, pks: readonly string[]): Promise<number> {
  const rows = await tx
    .select()
    .from(products)
    .where(and(eq(products.status, 'published'), inArray(products.pk, [...pks])))
  await removeProducts(tx, pks)
  await indexEntries(tx, rows.map(productEntry))
  return rows.length
}

// "Cast-iron" is no iron: the parts of a compound word are not indexed on their own.
const compound = /(?<=\p{L})-(?=\p{L})/gu

/** A product as the index reads it: its keywords stand in the place of a heading. */
export function productEntry(product: typeof products.$inferSelect): IndexEntry {
  const { pk, name, keywords, description, language, clientId } = product
  const texts = [name, keywords.join('. '), description].map((text) => text.replaceAll(compound, ''))
  const [title = '', heading = '', body = ''] = texts
  return { productPk: pk, language, clientId, author: '', title, heading, body }
}

/** Marks every row as outdated, so that {@link refreshIndex} writes the whole index again. */
export async function invalidateIndex(db: Db): Promise<void> {
  await writeIndex(db, (tx) => tx.update(searchDocuments).set({ version: 0 }))
}

/**
 * Deletes removals that every process has read long ago, and refreshes the planner's statistics after many changes: of the
 * columns that conditions name. Those of the texts take twice the time, which holds the embedded database.
 */
export async function tidyIndex(db: Db): Promise<void> {
  const oldest = sql`now() - make_interval(hours => ${removalHours})`
  await db.delete(searchRemovals).where(lt(searchRemovals.removedAt, oldest))
  await db.execute(sql`analyze search_documents (doc, passage_id, product_pk, version, text_hash)`)
}
