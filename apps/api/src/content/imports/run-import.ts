import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { contentImportItems, contentImports, contentSources } from '../../db/schema/imports.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { newId } from '../../platform/process/ids.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { type EventSender, noEvents } from '../../webhooks/events/event-sender.ts'
import { fetchItem } from '../fetching/fetch-item.ts'
import { listAddresses } from '../fetching/list-addresses.ts'
import { addressesFor, type NetworkAccess } from '../fetching/public-addresses.ts'
import { createRobotsRules, type RobotsRules } from '../fetching/robots.ts'
import type { FileReading, FileToRead } from '../reading/file-reading.ts'
import { createFileReader, type FileReader } from '../reading/file-reader.ts'
import { ImportFailure } from '../reading/import-failure.ts'
import { type ImportItem, type ImportRow, markFailed, writeItem } from './import-items.ts'
import { readUpload } from './read-upload.ts'
import { retireMissing } from './retire-missing.ts'
import type { ImportContext } from './write-article.ts'
import { productsOf } from './write-products.ts'
import { findPrincipal } from '../../organisations/organisations.store.ts'

type Source = typeof contentSources.$inferSelect

/** Options of {@link runImport}. */
export interface ImportRun {
  db: Db
  now: () => Date
  /** Bytes of content that a client may have. */
  storageBytes: number
  /** Accounts whose sources may be on the operator's own network. */
  networkAccess: NetworkAccess
  /** Receives the ends of syncs. @default none are sent */
  events?: EventSender
  /** Milliseconds after which it leaves its worker to other imports. @default 600_000 */
  turnMs?: number
  /** Aborts between two steps; the items that are left stay waiting. */
  signal: AbortSignal
}

/** An import at work, with what its items share. */
interface Session extends ImportRun {
  row: ImportRow
  /** Undefined for an upload. */
  source: Source | undefined
  robots: RobotsRules
  reader: FileReader
  /** Names of the products of a feed that were read in this run. */
  productNames: Set<string>
}

/** Attempts at one file: a file that ends the process is not read for ever. */
const mostAttempts = 3

/**
 * Longest turn in ms. A slow site of 2000 pages would otherwise hold one of the few workers for hours; a new turn reads
 * robots.txt again, and begins behind the imports of others.
 */
const longestTurnMs = 10 * 60_000

/** Addresses in one statement. */
const addressesAtOnce = 100

/**
 * Imports the waiting files or pages of an import, one after the other. Each is written in the transaction that marks it
 * as done, so that a repetition after a crash goes on with the first one that is not.
 *
 * @returns `unfinished` when its turn is over: the import goes on with the next call
 */
export async function runImport(importId: string, run: ImportRun): Promise<'done' | 'unfinished'> {
  const session = await openSession(importId, run)
  if (session === undefined) return 'done'
  try {
    return await runSession(session)
  } finally {
    await session.reader.close()
  }
}

async function runSession(session: Session): Promise<'done' | 'unfinished'> {
  const { db, now, signal, row, source, turnMs = longestTurnMs } = session
  const startedAt = now().getTime()
  const reason = await listItems(session)
  for (let count = 0; ; count += 1) {
    signal.throwIfAborted()
    // At least one item a turn, however long the addresses took.
    if (count > 0 && now().getTime() - startedAt >= turnMs) return 'unfinished'
    const item = await nextItem(db, row.id)
    if (item === undefined) break
    await importItem(item, session)
    await yieldToEventLoop()
  }
  const removed =
    source === undefined || reason !== null || !(await isNewest(db, row))
      ? 0
      : await retireMissing(db, {
          row,
          source,
          productNames: session.productNames,
          context: () => contextOf(session),
        })
  await finish(session, { reason, removed })
  return 'done'
}

/** Marks an import as finished. The end of a sync is an event. */
async function finish(
  { db, now, row, source, events = noEvents }: Session,
  ending: { reason: string | null; removed: number },
): Promise<void> {
  const at = now()
  await events.prepare()
  await db.transaction(async (tx) => {
    await tx
      .update(contentImports)
      .set({ finishedAt: at, ...ending })
      .where(eq(contentImports.id, row.id))
    if (source === undefined || row.kind !== 'sync') return
    const { id, kind, address } = source
    const data = { source: { id, kind, address }, ...(await countEffects(tx, row.id)), ...ending }
    await events.record(tx, { type: 'content.synced', clientId: row.clientId, data, at })
  })
  events.wake()
}

/** Number of pages or files of an import by what became of them. */
async function countEffects(
  tx: Transaction,
  importId: string,
): Promise<{ added: number; changed: number; unchanged: number; failed: number }> {
  const { effect, state } = contentImportItems
  const rows = await tx
    .select({ effect, state, count: sql<number>`count(*)::int` })
    .from(contentImportItems)
    .where(eq(contentImportItems.importId, importId))
    .groupBy(effect, state)
  const counts = { added: 0, changed: 0, unchanged: 0, failed: 0 }
  for (const row of rows) {
    if (row.state === 'failed') counts.failed += row.count
    else if (row.effect !== null) counts[row.effect] += row.count
  }
  return counts
}

async function openSession(importId: string, run: ImportRun): Promise<Session | undefined> {
  const [found] = await run.db
    .select({ row: contentImports, source: contentSources })
    .from(contentImports)
    .leftJoin(contentSources, eq(contentSources.id, contentImports.sourceId))
    .where(eq(contentImports.id, importId))
  if (found === undefined) return undefined
  const { signal, networkAccess } = run
  return {
    ...run,
    row: found.row,
    source: found.source ?? undefined,
    robots: createRobotsRules({ signal, ...addressesFor(networkAccess, found.row.clientId) }),
    reader: createFileReader(),
    productNames: new Set(),
  }
}

/**
 * Returns whether no later import of the source has listed its pages: the pages of an older import that is tried again
 * do not include those that were added since.
 */
async function isNewest(db: Db, { id, sourceId, createdAt }: ImportRow): Promise<boolean> {
  if (sourceId === null) return true
  const { sourceId: source, kind, createdAt: created, listedAt, id: other } = contentImports
  const later = and(
    eq(source, sourceId),
    eq(kind, 'sync'),
    isNotNull(listedAt),
    gt(created, createdAt),
    ne(other, id),
  )
  return (await db.$count(contentImports, later)) === 0
}

/** Adds an item for each address of a source, once; returns the reason when they cannot be listed. */
async function listItems({ db, now, row, source, robots }: Session): Promise<string | null> {
  if (source === undefined || row.listedAt !== null) return row.reason
  try {
    const addresses = await listAddresses(source, robots)
    await db.transaction(async (tx) => {
      for (let from = 0; from < addresses.length; from += addressesAtOnce) {
        const values = addresses
          .slice(from, from + addressesAtOnce)
          .map((address, index) => ({ id: newId(), importId: row.id, position: from + index, address }))
        await tx.insert(contentImportItems).values(values)
      }
      await tx.update(contentImports).set({ listedAt: now() }).where(eq(contentImports.id, row.id))
    })
    return null
  } catch (error) {
    if (error instanceof ImportFailure) return error.reason
    throw error
  }
}

/** Counts an attempt at the first waiting item. */
async function nextItem(db: Db, importId: string): Promise<ImportItem | undefined> {
  const waiting = sql`(select id from content_import_items
    where import_id = ${importId} and state = 'waiting' order by position limit 1)`
  const [item] = await db
    .update(contentImportItems)
    .set({ attempts: sql`${contentImportItems.attempts} + 1` })
    .where(sql`${contentImportItems.id} = ${waiting}`)
    .returning()
  return item
}

async function importItem(item: ImportItem, session: Session): Promise<void> {
  const { db, row, signal } = session
  try {
    if (item.attempts > mostAttempts) throw new ImportFailure('stopped_server')
    const context = await contextOf(session)
    const read = await readItem(item, session)
    if (read.kind === 'failure') throw new ImportFailure(read.reason, read.detail)
    const found = read.kind === 'products' ? await productsOf(read, row.fields) : read
    if (Array.isArray(found)) for (const { name } of found) session.productNames.add(name)
    await writeItem(db, { item, isPreview: row.kind === 'preview', found, context, signal })
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    await markFailed(db, item, failure)
  }
}

async function readItem(item: ImportItem, session: Session): Promise<FileReading> {
  const { db, signal, source, reader } = session
  const file =
    source === undefined
      ? await readUpload(db, item)
      : await fetchItem(item.address, { ...session, isFeed: source.kind === 'feed' })
  const read = await reader.read(file, signal)
  return read.kind === 'article' ? { ...read, ...addressOf(file, read.url) } : read
}

/** The public address of a page is that where it was read, unless it names another one. */
function addressOf({ address }: FileToRead, named: string | undefined): { url?: string } {
  return named !== undefined || address === undefined ? {} : { url: address }
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

/** The person who uploaded must still be allowed to: an account that is disabled or may not edit content any more writes nothing. */
async function contextOf({ db, row, now, storageBytes }: Session): Promise<ImportContext> {
  const { clientId, createdBy, sourceId, fields } = row
  const user =
    createdBy === null
      ? undefined
      : await findPrincipal(db, createdBy, { organisationId: clientId, action: 'edit' })
  if (user === undefined) throw new ImportFailure('owner_gone')
  return { user, clientId, sourceId, fields, edit: { actorId: user.id, at: now(), storageBytes } }
}
