import { and, eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { contentImportChunks, contentImportItems, type contentImports } from '../../db/schema/imports.ts'
import { writeIndex } from '../../knowledge/index/index-writes.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { ReadArticle } from '../reading/file-reading.ts'
import type { ImportFailure } from '../reading/import-failure.ts'
import { retryableReasons } from './imports.store.ts'
import { type ImportContext, type ImportEffect, writeArticle } from './write-article.ts'
import { type ImportedProduct, writeProduct } from './write-products.ts'

/** A stored import. */
export type ImportRow = typeof contentImports.$inferSelect
/** One file or page of an import. */
export type ImportItem = typeof contentImportItems.$inferSelect

/** A read file and how it is written. */
interface ItemWrite {
  item: ImportItem
  isPreview: boolean
  found: ReadArticle | ImportedProduct[]
  context: ImportContext
  signal: AbortSignal
}

/** Products in one transaction: bounds the time for which it holds the embedded database. */
const productsAtOnce = 8

/** Ends the transaction of a preview. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** Writes the content of an item and marks it as done. A preview writes the mark alone, with the effect. */
export async function writeItem(db: Db, write: ItemWrite): Promise<void> {
  const { item, found, context } = write
  if (Array.isArray(found)) return writeProducts(db, write, found)
  await inTransaction(db, write, {
    content: (tx) => writeArticle(tx, { name: item.address, read: found }, context),
    mark: (tx, effect) => markDone(tx, item, effect),
  })
}

/**
 * Writes products in several transactions, after all rows were checked. A repetition goes on after the rows that are
 * written.
 */
async function writeProducts(db: Db, write: ItemWrite, found: ImportedProduct[]): Promise<void> {
  const { item, context, signal } = write
  let total: ImportEffect = item.effect ?? 'unchanged'
  for (let from = item.written; from < found.length; from += productsAtOnce) {
    signal.throwIfAborted()
    const part = found.slice(from, from + productsAtOnce)
    const written = from + part.length
    const isOurs = await inTransaction(db, write, {
      content: async (tx) => {
        for (const product of part) {
          const effect = await writeProduct(tx, product, context)
          if (total === 'unchanged') total = effect
        }
        return total
      },
      mark: async (tx, effect) => {
        await tx.update(contentImportItems).set({ written, effect }).where(eq(contentImportItems.id, item.id))
        if (written === found.length) await markDone(tx, item, effect)
      },
    })
    if (!isOurs) return
    await yieldToEventLoop()
  }
}

/** Writes content and mark in one transaction, or rolls the content of a preview back; false when another run was first. */
async function inTransaction(
  db: Db,
  { item, isPreview }: ItemWrite,
  {
    content,
    mark,
  }: {
    content: (tx: Transaction) => Promise<ImportEffect>
    mark: (tx: Transaction, effect: ImportEffect) => Promise<void>
  },
): Promise<boolean> {
  return writeIndex(db, async (tx) => {
    if (!(await isWaiting(tx, item))) return false
    let effect: ImportEffect = 'unchanged'
    try {
      // The content of a preview is undone by its savepoint.
      await tx.transaction(async (inner) => {
        effect = await content(inner)
        if (isPreview) throw new RolledBack()
      })
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    }
    await mark(tx, effect)
    return true
  })
}

/** Locks the item against another run of its import. */
async function isWaiting(tx: Transaction, { id }: ImportItem): Promise<boolean> {
  const [found] = await tx
    .select({ state: contentImportItems.state })
    .from(contentImportItems)
    .where(eq(contentImportItems.id, id))
    .for('update')
  return found?.state === 'waiting'
}

async function markDone(tx: Transaction, { id }: ImportItem, effect: ImportEffect): Promise<void> {
  await tx.update(contentImportItems).set({ state: 'done', effect }).where(eq(contentImportItems.id, id))
  await tx.delete(contentImportChunks).where(eq(contentImportChunks.itemId, id))
}

/** Marks an item as failed; the bytes of a file are deleted unless another attempt may mend it. */
export async function markFailed(
  db: Db,
  { id }: ImportItem,
  { reason, detail }: ImportFailure,
): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx
      .update(contentImportItems)
      .set({ state: 'failed', reason, detail })
      .where(and(eq(contentImportItems.id, id), eq(contentImportItems.state, 'waiting')))
      .returning({ id: contentImportItems.id })
    const isFinal = !retryableReasons.some((known) => known === reason)
    if (failed.length > 0 && isFinal) {
      await tx.delete(contentImportChunks).where(eq(contentImportChunks.itemId, id))
    }
  })
}
