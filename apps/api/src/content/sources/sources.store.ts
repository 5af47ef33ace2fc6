import type { ContentSource, sourceCreateSchema, sourceUpdateSchema } from '@org/api-client/contract'
import { and, asc, count, desc, eq, isNull, lte, max, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Transaction } from '../../db/database.ts'
import { contentImports, contentSources } from '../../db/schema/imports.ts'
import { articles, products } from '../../db/schema/knowledge.ts'
import { uniqueViolation } from '../../db/unique-violation.ts'
import {
  findPrincipal,
  listMembersWho,
  lockOrganisationFor,
} from '../../organisations/organisations.store.ts'
import { HttpError, invalid, notFound } from '../../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../../platform/http/principal.ts'
import { isUuid, newId } from '../../platform/process/ids.ts'
import { ownerOfNew, owners } from '../content-owner.ts'
import type { ImportQueue } from '../imports/imports.store.ts'

type Row = typeof contentSources.$inferSelect
type Schedule = Row['schedule']

/** Sources in the list, and the most of one owner. */
const mostSources = 100

const dayMs = 86_400_000
const pauses: Record<Schedule, number | null> = { manual: null, daily: dayMs, weekly: 7 * dayMs }

/** Limits a query to the sources that a person may see: everything for administrators, their own for clients. */
function seenBy(user: SessionUser): SQL | undefined {
  const clientId = clientOf(user)
  return clientId === null ? undefined : eq(contentSources.clientId, clientId)
}

/** Lists sources, newest first. */
export async function listSources(db: Db, user: SessionUser, id?: string): Promise<ContentSource[]> {
  const itemsOf = (table: typeof articles | typeof products) =>
    db.select({ n: count() }).from(table).where(eq(table.sourceId, contentSources.id))
  const lastSync = db
    .select({ at: max(contentImports.finishedAt) })
    .from(contentImports)
    .where(and(eq(contentImports.sourceId, contentSources.id), eq(contentImports.kind, 'sync')))
  const rows = await db
    .select({
      row: contentSources,
      client: owners.name,
      items: sql<number>`(${itemsOf(articles)}) + (${itemsOf(products)})`.mapWith(Number),
      lastSync: sql<Date | null>`(${lastSync})`.mapWith(contentImports.finishedAt),
    })
    .from(contentSources)
    .leftJoin(owners, eq(owners.id, contentSources.clientId))
    .where(and(seenBy(user), id === undefined ? undefined : eq(contentSources.id, id)))
    .orderBy(desc(contentSources.createdAt), desc(contentSources.id))
    .limit(mostSources)
  return rows.map(toSource)
}

function toSource({
  row,
  client,
  items,
  lastSync,
}: {
  row: Row
  client: string | null
  items: number
  lastSync: Date | null
}): ContentSource {
  const { id, kind, address, schedule, clientId, nextSyncAt, fields } = row
  return {
    id,
    kind,
    address,
    schedule,
    ...fields,
    client_id: clientId,
    client,
    items,
    last_sync: lastSync?.toISOString() ?? null,
    next_sync: nextSyncAt?.toISOString() ?? null,
  }
}

/** @throws {HttpError} 404 for an unknown source, and for one of another owner */
async function readSource(db: Db, user: SessionUser, id: string): Promise<ContentSource> {
  const [source] = isUuid(id) ? await listSources(db, user, id) : []
  if (source === undefined) throw notFound('There is no such source.')
  return source
}

/** @throws {HttpError} 422 for an unknown client, an address that the owner has already, and too many sources */
export async function createSource(
  db: Db,
  user: SessionUser,
  { kind, address, schedule, client_id: named, ...fields }: z.output<typeof sourceCreateSchema>,
  now: Date,
): Promise<ContentSource> {
  const clientId = await ownerOfNew(db, user, named)
  const owned = clientId === null ? isNull(contentSources.clientId) : eq(contentSources.clientId, clientId)
  const row = {
    id: newId(),
    kind,
    address,
    clientId,
    createdBy: user.id,
    fields,
    schedule,
    // The first sync follows at once; a source that is read by hand can be previewed before.
    nextSyncAt: pauses[schedule] === null ? null : now,
    createdAt: now,
  }
  try {
    await db.transaction(async (tx) => {
      // Sources that are added at once are counted one after the other.
      if (clientId !== null) {
        await lockOrganisationFor(tx, { organisationId: clientId, actorId: user.id, action: 'edit' })
      }
      if ((await tx.$count(contentSources, owned)) >= mostSources) {
        throw invalid([{ path: 'address', message: 'There are too many sources. Delete one first.' }])
      }
      await tx.insert(contentSources).values(row)
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'content_sources_address_key') throw error
    throw invalid([{ path: 'address', message: 'There is a source of this address already.' }])
  }
  return readSource(db, user, row.id)
}

/** @throws {HttpError} 404 for an unknown source */
export async function updateSource(
  db: Db,
  user: SessionUser,
  id: string,
  { body: { schedule, ...fields }, now }: { body: z.output<typeof sourceUpdateSchema>; now: Date },
): Promise<ContentSource> {
  const source = await readSource(db, user, id)
  const pause = pauses[schedule]
  const isSame = source.schedule === schedule
  await db
    .update(contentSources)
    .set({
      schedule,
      fields,
      ...(isSame ? {} : { nextSyncAt: pause === null ? null : new Date(now.getTime() + pause) }),
    })
    .where(and(eq(contentSources.id, source.id), seenBy(user)))
  return readSource(db, user, id)
}

/** Deletes a source and its imports. Its content stays. @throws {HttpError} 404 for an unknown source */
export async function deleteSource(db: Db, user: SessionUser, id: string): Promise<void> {
  const source = await readSource(db, user, id)
  await db.delete(contentSources).where(and(eq(contentSources.id, source.id), seenBy(user)))
}

/**
 * Has a job read a source now.
 *
 * @throws {HttpError} 404 for an unknown source, 409 while one is under way
 */
export async function syncSource(
  db: Db,
  queue: ImportQueue,
  { user, id, isPreview, now }: { user: SessionUser; id: string; isPreview: boolean; now: Date },
): Promise<string> {
  const source = await readSource(db, user, id)
  await queue.prepare()
  const importId = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(contentSources).where(eq(contentSources.id, source.id)).for('update')
    if (row === undefined) throw notFound('There is no such source.')
    if (await isRunning(tx, row.id)) throw new HttpError('conflict', 'This source is being read already.')
    return addImport(tx, queue, { row, isPreview, createdBy: user.id, now })
  })
  queue.wake('sources')
  return importId
}

async function isRunning(tx: Transaction, sourceId: string): Promise<boolean> {
  const unfinished = and(eq(contentImports.sourceId, sourceId), isNull(contentImports.finishedAt))
  return (await tx.$count(contentImports, unfinished)) > 0
}

async function addImport(
  tx: Transaction,
  queue: ImportQueue,
  { row, isPreview, createdBy, now }: { row: Row; isPreview: boolean; createdBy: string | null; now: Date },
): Promise<string> {
  const id = newId()
  await tx.insert(contentImports).values({
    id,
    kind: isPreview ? 'preview' : 'sync',
    sourceId: row.id,
    clientId: row.clientId,
    createdBy,
    fields: row.fields,
    createdAt: now,
    queuedAt: now,
  })
  await queue.send(tx, 'sources', { id }, row.clientId ?? 'shared')
  return id
}

/** Has jobs read the sources that are due, each once for all instances; a source that is being read is left out. */
export async function syncDueSources(db: Db, queue: ImportQueue, now: Date): Promise<void> {
  const isDue = lte(contentSources.nextSyncAt, now)
  if ((await db.$count(contentSources, isDue)) === 0) return
  await queue.prepare()
  await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(contentSources)
      .where(isDue)
      .orderBy(asc(contentSources.nextSyncAt))
      .limit(mostSources)
      .for('update', { skipLocked: true })
    for (const row of rows) {
      const pause = pauses[row.schedule]
      const nextSyncAt = pause === null ? null : new Date(now.getTime() + pause)
      await tx.update(contentSources).set({ nextSyncAt }).where(eq(contentSources.id, row.id))
      if (await isRunning(tx, row.id)) continue
      await addImport(tx, queue, { row, isPreview: false, createdBy: await actorOf(tx, row), now })
    }
  })
  queue.wake('sources')
}

/**
 * The account that a scheduled sync acts for: the one that added the source. A source belongs to the organisation and outlives
 * the membership, so that once that account may not edit any more, it is another one that may.
 */
async function actorOf(tx: Transaction, { clientId, createdBy }: Row): Promise<string | null> {
  if (clientId === null) return createdBy
  const use = { organisationId: clientId, action: 'edit' } as const
  if (createdBy !== null && (await findPrincipal(tx, createdBy, use)) !== undefined) return createdBy
  const [other] = await listMembersWho(tx, clientId, 'edit')
  return other?.id ?? createdBy
}
