import type { AccountExport, HandoverRequest, Transcript } from '@org/api-client/contract'
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { configurators } from '../db/schema/embed.ts'
import { handovers } from '../db/schema/handover.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { organisations } from '../db/schema/organisations.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import { newReference } from './reference.ts'

/** A stored request for a person. */
export type HandoverRow = typeof handovers.$inferSelect

/** A request to store. */
export interface NewHandover {
  request: HandoverRequest
  /** The transcript as it is sent. */
  transcript: Transcript
  /** Null: the site's own chat. */
  widget: { id: string; clientOwner: string | null } | null
  userId: string | null
  language: string
  at: Date
}

/** The stored request of a `request_id`. */
export async function findRequest(
  db: Db,
  requestId: string,
): Promise<Pick<HandoverRow, 'reference' | 'widgetId'> | undefined> {
  const { reference, widgetId } = handovers
  const [row] = await db
    .select({ reference, widgetId })
    .from(handovers)
    .where(eq(handovers.requestId, requestId))
  return row
}

/**
 * Stores a request.
 *
 * @returns undefined when the same request is stored already
 */
export async function addHandover(
  tx: Transaction,
  { request, transcript, widget, userId, language, at }: NewHandover,
): Promise<Pick<HandoverRow, 'id' | 'reference'> | undefined> {
  const { request_id: requestId, name, email, message, answer_id: answerId } = request
  const [row] = await tx
    .insert(handovers)
    .values({
      id: newId(),
      requestId,
      reference: newReference(),
      widgetId: widget?.id ?? null,
      clientId: widget?.clientOwner ?? null,
      userId,
      name,
      email,
      message,
      transcript,
      language,
      answerId: await ownAnswer(tx, { answerId, userId, widgetId: widget?.id ?? null }),
      createdAt: at,
    })
    .onConflictDoNothing({ target: handovers.requestId })
    .returning({ id: handovers.id, reference: handovers.reference })
  return row
}

/** The id of an answer, where its record belongs to the same person and widget; null otherwise. */
async function ownAnswer(
  tx: Transaction,
  given: { answerId: string | undefined; userId: string | null; widgetId: string | null },
): Promise<string | null> {
  const { answerId, userId, widgetId } = given
  if (answerId === undefined || !isUuid(answerId)) return null
  const record = answerOutcomes
  const [row] = await tx
    .select({ id: record.id })
    .from(record)
    .where(
      and(
        eq(record.id, answerId),
        userId === null ? isNull(record.userId) : eq(record.userId, userId),
        widgetId === null ? isNull(record.widgetId) : eq(record.widgetId, widgetId),
      ),
    )
  return row?.id ?? null
}

/** A request, with its widget as it is now. */
export interface DeliverableHandover extends HandoverRow {
  widgetName: string | null
  /** False when the widget has another owner than at the time of the request. */
  hasSameOwner: boolean
}

/** A request for its delivery. */
export async function findHandover(db: Db, id: string): Promise<DeliverableHandover | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({
      handover: handovers,
      widgetName: configurators.name,
      hasSameOwner: sql<boolean>`${configurators.clientOwner} is not distinct from ${handovers.clientId}`,
    })
    .from(handovers)
    .leftJoin(configurators, eq(configurators.id, handovers.widgetId))
    .where(eq(handovers.id, id))
  return row && { ...row.handover, widgetName: row.widgetName, hasSameOwner: row.hasSameOwner }
}

/** Counts an attempt to deliver a request. */
export async function countDelivery(db: Db, id: string): Promise<void> {
  await db
    .update(handovers)
    .set({ attempts: sql`${handovers.attempts} + 1` })
    .where(eq(handovers.id, id))
}

/** Marks a request as delivered. */
export async function markDelivered(db: Db, id: string, at: Date): Promise<void> {
  await db.update(handovers).set({ status: 'delivered', deliveredAt: at }).where(eq(handovers.id, id))
}

/** Marks a request that could not be delivered; a later attempt may still deliver it. */
export async function markFailed(db: Db, id: string): Promise<void> {
  await db.update(handovers).set({ status: 'failed' }).where(eq(handovers.id, id))
}

/** Subjects of the jobs of hand-overs, by their ids: the references, and the names of the widgets' owners. */
export async function describeHandovers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { subject: string; client: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: handovers.id, subject: handovers.reference, client: organisations.name })
    .from(handovers)
    .leftJoin(organisations, eq(organisations.id, handovers.clientId))
    .where(inArray(handovers.id, [...ids]))
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

/** The requests that a person made while signed in, one after the other: each may have a transcript of a megabyte. */
export async function* exportHandovers(
  db: Db,
  userId: string,
): AsyncGenerator<AccountExport['handovers'][number]> {
  const own = eq(handovers.userId, userId)
  const made = await db
    .select({ id: handovers.id })
    .from(handovers)
    .where(own)
    .orderBy(asc(handovers.createdAt), asc(handovers.id))
  for (const { id } of made) {
    const [row] = await db
      .select()
      .from(handovers)
      .where(and(own, eq(handovers.id, id)))
    if (row === undefined) continue
    const { reference, name, email, message, transcript, createdAt } = row
    yield { reference, name, email, message, transcript, created_at: createdAt.toISOString() }
  }
}

const dayMs = 86_400_000

/** Deletes requests after the retention period of contact messages. */
export async function purgeHandovers(
  db: Db,
  now: Date,
  { contactDays }: { contactDays: number },
): Promise<void> {
  await db.delete(handovers).where(lt(handovers.createdAt, new Date(now.getTime() - contactDays * dayMs)))
}
