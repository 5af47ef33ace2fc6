import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { users } from '../../db/schema/auth.ts'
import { contentImportChunks, contentImportItems, contentImports } from '../../db/schema/imports.ts'
import { lockIndex } from '../../knowledge/index/search-index.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { SessionUser } from '../../platform/http/principal.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { type FileReading, formatOf } from '../reading/file-reading.ts'
import { readInThread } from '../reading/file-reader.ts'
import { ImportFailure } from './import-failure.ts'
import { retryableReasons } from './imports.store.ts'
import { type ImportContext, type ImportEffect, writeArticle } from './write-article.ts'
import { productsOf, writeProduct } from './write-products.ts'

type Item = typeof contentImportItems.$inferSelect
type ImportRow = typeof contentImports.$inferSelect

/** Options of {@link runImport}. */
export interface ImportRun {
  db: Db
  now: () => Date
  /** Bytes of content that a client may have. */
  storageBytes: number
  /** Aborts between two steps; the items that are left stay waiting. */
  signal: AbortSignal
}

/** Attempts at one file: a file that ends the process is not read for ever. */
const mostAttempts = 3

/** Products in one transaction: bounds the time for which it holds the embedded database. */
const productsAtOnce = 8

/**
 * Imports the waiting files of an import, one after the other. Each is written in the transaction that marks it as done,
 * so that a repetition after a crash goes on with the first file that is not.
 */
export async function runImport(importId: string, run: ImportRun): Promise<void> {
  const { db, now, signal } = run
  for (;;) {
    signal.throwIfAborted()
    const found = await nextItem(db, importId)
    if (found === undefined) break
    await importItem(found.row, found.item, run)
    await yieldToEventLoop()
  }
  await db.update(contentImports).set({ finishedAt: now() }).where(eq(contentImports.id, importId))
}

/** Counts an attempt at the first waiting file. */
async function nextItem(db: Db, importId: string): Promise<{ row: ImportRow; item: Item } | undefined> {
  const waiting = sql`(select id from content_import_items
    where import_id = ${importId} and state = 'waiting' order by position limit 1)`
  const [item] = await db
    .update(contentImportItems)
    .set({ attempts: sql`${contentImportItems.attempts} + 1` })
    .where(sql`${contentImportItems.id} = ${waiting}`)
    .returning()
  const [row] = await db.select().from(contentImports).where(eq(contentImports.id, importId))
  return item === undefined || row === undefined ? undefined : { row, item }
}

async function importItem(row: ImportRow, item: Item, run: ImportRun): Promise<void> {
  const { db } = run
  try {
    if (item.attempts > mostAttempts) throw new ImportFailure('stopped_server')
    const context = await contextOf(row, run)
    const read = await readItem(item, run)
    if (read.kind === 'failure') throw new ImportFailure(read.reason, read.detail)
    if (read.kind === 'products') {
      await writeAllProducts(item, productsOf(read, row.fields), { ...run, context })
      return
    }
    await db.transaction(async (tx) => {
      if (!(await isWaiting(tx, item))) return
      const effect = await writeArticle(tx, { name: item.address, read }, context)
      await markDone(tx, item, effect)
    })
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    await markFailed(db, item, failure)
  }
}

/**
 * Writes products in several transactions, after all rows were checked. A repetition goes on after the rows that are
 * written.
 */
async function writeAllProducts(
  item: Item,
  found: ReturnType<typeof productsOf>,
  { db, signal, context }: ImportRun & { context: ImportContext },
): Promise<void> {
  let effect: ImportEffect = item.effect ?? 'unchanged'
  for (let from = item.written; from < found.length; from += productsAtOnce) {
    signal.throwIfAborted()
    const part = found.slice(from, from + productsAtOnce)
    const isOurs = await db.transaction(async (tx) => {
      if (!(await isWaiting(tx, item))) return false
      for (const product of part) {
        const written = await writeProduct(tx, product, context)
        if (effect === 'unchanged') effect = written
      }
      const written = from + part.length
      await tx.update(contentImportItems).set({ written, effect }).where(eq(contentImportItems.id, item.id))
      if (written === found.length) await markDone(tx, item, effect)
      return true
    })
    if (!isOurs) return
    await yieldToEventLoop()
  }
}

/** Locks the index before the item, as every writer of content does, and the item against another run of its import. */
async function isWaiting(tx: Transaction, { id }: Item): Promise<boolean> {
  await lockIndex(tx)
  const [found] = await tx
    .select({ state: contentImportItems.state })
    .from(contentImportItems)
    .where(eq(contentImportItems.id, id))
    .for('update')
  return found?.state === 'waiting'
}

async function markDone(tx: Transaction, { id }: Item, effect: ImportEffect): Promise<void> {
  await tx.update(contentImportItems).set({ state: 'done', effect }).where(eq(contentImportItems.id, id))
  await tx.delete(contentImportChunks).where(eq(contentImportChunks.itemId, id))
}

async function markFailed(db: Db, { id }: Item, { reason, detail }: ImportFailure): Promise<void> {
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

/** The failure of a file; undefined for an error of the server, which repeats the job. */
function failureOf(error: unknown): ImportFailure | undefined {
  if (error instanceof ImportFailure) return error
  if (!(error instanceof HttpError)) return undefined
  if (error.code === 'too_large') return new ImportFailure('storage_full')
  if (error.code === 'invalid') {
    const fields = new Set(error.fields?.map(({ path }) => path))
    return new ImportFailure(
      fields.has('client_id') ? 'owner_gone' : 'invalid_fields',
      [...fields].join(', '),
    )
  }
  return undefined
}

/** The person who uploaded must still be allowed to: an account that has lost its role writes nothing. */
async function contextOf(row: ImportRow, { db, now, storageBytes }: ImportRun): Promise<ImportContext> {
  const { clientId, createdBy, fields } = row
  const user = createdBy === null ? undefined : await findEditor(db, createdBy)
  if (user === undefined || (user.role !== 'admin' && user.id !== clientId))
    throw new ImportFailure('owner_gone')
  return { user, clientId, fields, edit: { actorId: user.id, at: now(), storageBytes } }
}

async function findEditor(db: Db, id: string): Promise<SessionUser | undefined> {
  const [found] = await db
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(and(eq(users.id, id), inArray(users.role, ['admin', 'client'])))
  return found
}

async function readItem(item: Item, { db, signal }: ImportRun): Promise<FileReading> {
  const format = formatOf(item.address)
  if (format === undefined) return { kind: 'failure', reason: 'unknown_type', detail: '' }
  const bytes = Buffer.alloc(item.size)
  let size = 0
  for (let position = 0; size < item.size; position += 1) {
    const [chunk] = await db
      .select({ bytes: contentImportChunks.bytes })
      .from(contentImportChunks)
      .where(and(eq(contentImportChunks.itemId, item.id), eq(contentImportChunks.position, position)))
      .orderBy(asc(contentImportChunks.position))
    if (chunk === undefined) return { kind: 'failure', reason: 'unreadable', detail: '' }
    bytes.set(chunk.bytes, size)
    size += chunk.bytes.byteLength
  }
  return readInThread({ name: item.address, format, bytes }, signal)
}
