import type { ContentImport, ContentImportList, PageQuery } from '@org/api-client/contract'
import { importReasonSchema } from '@org/api-client/contract'
import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import {
  contentImportChunks,
  contentImportItems,
  contentImports,
  contentSources,
  type ImportFields,
} from '../../db/schema/imports.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../../platform/http/principal.ts'
import { isUuid, newId } from '../../platform/process/ids.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { requireRoom } from '../content-limits.ts'
import { after, owners, pageOf } from '../content-owner.ts'

type ImportRow = typeof contentImports.$inferSelect
type Item = Pick<
  typeof contentImportItems.$inferSelect,
  'address' | 'state' | 'effect' | 'attempts' | 'reason' | 'detail'
>

/** Failures that another attempt may mend; the bytes of other files are deleted at once. */
export const retryableReasons = ['storage_full', 'too_slow', 'stopped_server', 'unreachable'] as const

const isRetryable = (reason: string | null) => retryableReasons.some((known) => known === reason)

/** Calls of the job queue that add an import's job. */
export type ImportQueue = Pick<JobQueue, 'prepare' | 'send' | 'wake'>

/** Key of the owner in the queue: jobs of one owner run one after the other. */
const ownerKey = (clientId: string | null) => clientId ?? 'shared'

/** Adds an import that nothing works on before {@link queueImport}. */
export async function createImport(
  db: Db,
  given: { clientId: string | null; createdBy: string; fields: ImportFields; at: Date },
): Promise<string> {
  const { at: createdAt, ...row } = given
  const id = newId()
  await db.insert(contentImports).values({ ...row, id, kind: 'upload', createdAt })
  return id
}

/** Adds a file without its bytes. */
export async function addItem(db: Db, importId: string, position: number, address: string): Promise<string> {
  const id = newId()
  await db.insert(contentImportItems).values({ id, importId, position, address })
  return id
}

/** Stores the next part of a file. */
export async function addChunk(
  db: Db,
  chunk: { itemId: string; position: number; bytes: Uint8Array },
): Promise<void> {
  await db.insert(contentImportChunks).values(chunk)
  const size = sql`${contentImportItems.size} + ${chunk.bytes.byteLength}`
  await db.update(contentImportItems).set({ size }).where(eq(contentImportItems.id, chunk.itemId))
}

/** Removes an import whose request has failed. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(contentImports).where(eq(contentImports.id, id))
}

/**
 * Requires room for the files of a client that are not imported yet, besides its content.
 *
 * @throws {HttpError} 413 when the client has no room for them
 */
export async function requireUploadRoom(
  db: Db,
  clientId: string | null,
  storageBytes: number,
): Promise<void> {
  if (clientId === null) return
  await db.transaction(async (tx) => {
    const [pending] = await tx
      .select({
        bytes: sql<number>`coalesce(sum(octet_length(${contentImportChunks.bytes})), 0)`.mapWith(Number),
      })
      .from(contentImports)
      .innerJoin(contentImportItems, eq(contentImportItems.importId, contentImports.id))
      .innerJoin(contentImportChunks, eq(contentImportChunks.itemId, contentImportItems.id))
      .where(eq(contentImports.clientId, clientId))
    await requireRoom(tx, clientId, { bytes: pending?.bytes ?? 0, storageBytes })
  })
}

/** Has a job work on an import whose files are there. */
export async function queueImport(
  db: Db,
  queue: ImportQueue,
  { id, clientId, at }: { id: string; clientId: string | null; at: Date },
): Promise<void> {
  await queue.prepare()
  await db.transaction(async (tx) => {
    await tx.update(contentImports).set({ queuedAt: at }).where(eq(contentImports.id, id))
    await queue.send(tx, 'uploads', { id }, ownerKey(clientId))
  })
  queue.wake('uploads')
}

/** Adds a job for the rest of an import, behind the imports of others. */
export async function continueImport(db: Db, queue: ImportQueue, importId: string): Promise<void> {
  await queue.prepare()
  const lane = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(contentImports).where(eq(contentImports.id, importId))
    if (row === undefined) return undefined
    await queue.send(tx, laneOf(row), { id: importId }, ownerKey(row.clientId))
    return laneOf(row)
  })
  if (lane !== undefined) queue.wake(lane)
}

/** Limits a query to the imports that a person may see: everything for administrators, their own for clients. */
function seenBy(user: SessionUser): SQL | undefined {
  const clientId = clientOf(user)
  return clientId === null ? undefined : eq(contentImports.clientId, clientId)
}

/** Lists imports, newest first. */
export async function listImports(
  db: Db,
  user: SessionUser,
  { limit, cursor }: PageQuery,
): Promise<ContentImportList> {
  const rows = await db
    .select({ row: contentImports, client: owners.name })
    .from(contentImports)
    .leftJoin(owners, eq(owners.id, contentImports.clientId))
    .where(
      and(
        seenBy(user),
        isNotNull(contentImports.queuedAt),
        after(cursor, contentImports.createdAt, contentImports.id),
      ),
    )
    .orderBy(desc(contentImports.createdAt), desc(contentImports.id))
    .limit(limit + 1)
  const found: { updatedAt: Date; item: ContentImport }[] = []
  // One after the other: each may have thousands of files.
  for (const { row, client } of rows) {
    await yieldToEventLoop()
    const item = toImport(row, client, await itemsOf(db, row.id))
    found.push({ updatedAt: row.createdAt, item: { ...item, failures: firstFailures(item.failures) } })
  }
  return pageOf(found, limit, { idOf: ({ item }) => item.id, toItem: ({ item }) => item })
}

/** Failures of one import that a list shows. */
const failuresListed = 100

/** The first failures of an import; those that another attempt may mend come first where there are too many. */
function firstFailures(failures: ContentImport['failures']): ContentImport['failures'] {
  if (failures.length <= failuresListed) return failures
  return failures
    .toSorted((left, right) => Number(right.can_retry) - Number(left.can_retry))
    .slice(0, failuresListed)
}

/** @throws {HttpError} 404 for an unknown import, and for one of another owner */
export async function readImport(db: Db, user: SessionUser, id: string): Promise<ContentImport> {
  const { row, client } = await findImport(db, user, id)
  return toImport(row, client, await itemsOf(db, row.id))
}

async function findImport(db: Db | Transaction, user: SessionUser, id: string) {
  const [found] = isUuid(id)
    ? await db
        .select({ row: contentImports, client: owners.name })
        .from(contentImports)
        .leftJoin(owners, eq(owners.id, contentImports.clientId))
        .where(and(eq(contentImports.id, id), seenBy(user), isNotNull(contentImports.queuedAt)))
    : []
  if (found === undefined) throw notFound('There is no such import.')
  return found
}

async function itemsOf(db: Db, importId: string): Promise<Item[]> {
  const { address, state, effect, attempts, reason, detail } = contentImportItems
  return db
    .select({ address, state, effect, attempts, reason, detail })
    .from(contentImportItems)
    .where(eq(contentImportItems.importId, importId))
    .orderBy(asc(contentImportItems.position))
}

/**
 * Tries the failed files again whose bytes are stored.
 *
 * @throws {HttpError} 404 for an unknown import, 409 when it has no such file
 */
export async function retryImport(
  db: Db,
  queue: ImportQueue,
  { user, id }: { user: SessionUser; id: string },
): Promise<void> {
  await queue.prepare()
  await db.transaction(async (tx) => {
    const { row } = await findImport(tx, user, id)
    const again = await tx
      .update(contentImportItems)
      .set({ state: 'waiting', attempts: 0, reason: null, detail: null })
      .where(
        and(
          eq(contentImportItems.importId, row.id),
          eq(contentImportItems.state, 'failed'),
          inArray(contentImportItems.reason, [...retryableReasons]),
        ),
      )
      .returning({ id: contentImportItems.id })
    if (again.length === 0) throw new HttpError('conflict', 'No file of this import can be tried again.')
    await tx.update(contentImports).set({ finishedAt: null }).where(eq(contentImports.id, row.id))
    await queue.send(tx, laneOf(row), { id: row.id }, ownerKey(row.clientId))
  })
  queue.wake('uploads')
  queue.wake('sources')
}

const laneOf = ({ kind }: ImportRow) => (kind === 'upload' ? 'uploads' : 'sources')

/** Subjects and owners of imports, for the list of jobs. */
export async function describeImports(
  db: Db,
  ids: string[],
): Promise<Map<string, { subject: string; client: string | null }>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Map()
  const rows = await db
    .select({
      id: contentImports.id,
      client: owners.name,
      files: count(contentImportItems.id),
      source: contentSources.address,
      first: sql<
        string | null
      >`min(${contentImportItems.address}) filter (where ${contentImportItems.position} = 0)`,
    })
    .from(contentImports)
    .leftJoin(owners, eq(owners.id, contentImports.clientId))
    .leftJoin(contentImportItems, eq(contentImportItems.importId, contentImports.id))
    .leftJoin(contentSources, eq(contentSources.id, contentImports.sourceId))
    .where(inArray(contentImports.id, known))
    .groupBy(contentImports.id, owners.name, contentSources.address)
  return new Map(
    rows.map(({ id, client, files, first, source }) => [
      id,
      { client, subject: source ?? (files > 1 ? `${first ?? ''} + ${files - 1}` : (first ?? '')) },
    ]),
  )
}

const readReason = (reason: string | null) => importReasonSchema.catch('unreadable').parse(reason)

const namesShown = 3

function toImport(row: ImportRow, client: string | null, items: readonly Item[]): ContentImport {
  const { id, kind, clientId, sourceId, removed, createdAt, finishedAt } = row
  const having = (effect: Item['effect']) => items.filter((item) => item.effect === effect).length
  const done = items.filter(({ state }) => state !== 'waiting').length
  const begun = items.some(({ state, attempts }) => state !== 'waiting' || attempts > 0)
  return {
    id,
    kind,
    status: finishedAt !== null ? 'done' : begun ? 'running' : 'queued',
    source_id: sourceId,
    reason: row.reason === null ? null : readReason(row.reason),
    removed,
    client_id: clientId,
    client,
    done,
    total: items.length,
    names: items.slice(0, namesShown).map(({ address }) => address),
    added: having('added'),
    changed: having('changed'),
    unchanged: having('unchanged'),
    failures: items
      .filter(({ state }) => state === 'failed')
      .map(({ address, reason, detail }) => ({
        address,
        reason: readReason(reason),
        detail: detail ?? '',
        can_retry: isRetryable(reason),
      })),
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}
