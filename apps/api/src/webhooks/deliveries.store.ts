import {
  type WebhookDelivery,
  type WebhookDeliveryList,
  type webhookDeliveryQuerySchema,
  webhookLimits,
} from '@org/api-client/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Transaction } from '../db/database.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts'
import { organisations } from '../db/schema/organisations.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { pageById } from '../platform/request/cursor-pages.ts'
import type { EndpointRow } from './endpoints.store.ts'
import { shownAddress } from './events/shown-address.ts'
import { hasActiveOwner } from '../organisations/organisations.store.ts'

/** A stored delivery. */
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** The deliveries of an endpoint, the newest first. The caller has found the endpoint by its owner. */
export function listDeliveries(
  db: Db,
  endpoint: EndpointRow,
  { status, ...page }: z.output<typeof webhookDeliveryQuerySchema>,
): Promise<WebhookDeliveryList> {
  const ofEndpoint = eq(webhookDeliveries.endpointId, endpoint.id)
  const ofStatus = status === undefined ? undefined : eq(webhookDeliveries.status, status)
  return pageById(
    page,
    webhookDeliveries.id,
    ({ where, orderBy, limit }) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(and(ofEndpoint, ofStatus, where))
        .orderBy(orderBy)
        .limit(limit),
    { id: ({ id }) => id, item: toDelivery },
  )
}

/** A delivery with its endpoint. */
export interface PendingDelivery {
  delivery: DeliveryRow
  endpoint: EndpointRow
  /** False when the client has no owner who can sign in. */
  isOwnerActive: boolean
}

/** A delivery for its next attempt. */
export async function findDelivery(db: Db, id: string): Promise<PendingDelivery | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({
      delivery: webhookDeliveries,
      endpoint: webhookEndpoints,
      isOwnerActive: sql<boolean>`${webhookEndpoints.clientId} is null
        or ${hasActiveOwner(webhookEndpoints.clientId)}`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, id))
  return row
}

/**
 * Makes a finished delivery wait for another attempt.
 *
 * @throws {HttpError} 404 for an unknown delivery, or one of another endpoint; 409 for one that waits
 */
export async function waitAgain(tx: Transaction, endpoint: EndpointRow, id: string): Promise<DeliveryRow> {
  const isOwn = and(eq(webhookDeliveries.endpointId, endpoint.id), eq(webhookDeliveries.id, id))
  const [row] = isUuid(id) ? await tx.select().from(webhookDeliveries).where(isOwn).for('update') : []
  if (row === undefined) throw notFound('Delivery not found.')
  if (row.status === 'waiting') throw new HttpError('conflict', 'This delivery is being sent already.')
  const [waiting] = await tx.update(webhookDeliveries).set({ status: 'waiting' }).where(isOwn).returning()
  return waiting ?? row
}

/** Result of one attempt. */
export interface Attempt {
  at: Date
  durationMs: number | null
  responseStatus: number | null
  response: string
  /** Null after a success. */
  error: string | null
}

/** Stores the result of an attempt. */
export async function storeAttempt(
  tx: Db | Transaction,
  id: string,
  { at, error, response, ...facts }: Attempt,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      ...facts,
      attemptedAt: at,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      response: shownResponse(response),
      error,
      status: error === null ? 'delivered' : 'failed',
    })
    .where(eq(webhookDeliveries.id, id))
    .returning()
  return row
}

/** Marks a delivery that is not sent. */
export async function markUnsent(db: Db, id: string, error: string): Promise<void> {
  await db.update(webhookDeliveries).set({ status: 'failed', error }).where(eq(webhookDeliveries.id, id))
}

/** The redacted texts of an answer's record; null where they are not stored. A client reads its own records alone. */
export async function readTexts(
  db: Db,
  { clientId }: EndpointRow,
  answerId: string,
): Promise<{ question: string | null; reason: string | null }> {
  const { id, question, ratingReason: reason } = answerOutcomes
  const isOwn = clientId === null ? undefined : eq(answerOutcomes.clientId, clientId)
  const [row] = await db
    .select({ question, reason })
    .from(answerOutcomes)
    .where(and(isOwn, eq(id, answerId)))
  return row ?? { question: null, reason: null }
}

/** Subjects of the jobs of deliveries, by their ids: the events and addresses, and the names of the clients. */
export async function describeDeliveries(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { subject: string; client: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: webhookDeliveries.id,
      event: webhookDeliveries.event,
      url: webhookEndpoints.url,
      client: organisations.name,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .leftJoin(organisations, eq(organisations.id, webhookEndpoints.clientId))
    .where(inArray(webhookDeliveries.id, [...ids]))
  return new Map(
    rows.map(({ id, event, url, client }) => [id, { subject: `${event}, ${shownAddress(url)}`, client }]),
  )
}

/** Fits an endpoint while it has the address to which a message was sent: another one may have been saved meanwhile. */
const isStillAt = ({ id, url }: EndpointRow) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.url, url))

/** Notes the outcome of a delivery at its endpoint; returns the first failure since the last success. */
export async function noteOutcome(
  tx: Transaction,
  endpoint: EndpointRow,
  { at, error }: Pick<Attempt, 'at' | 'error'>,
): Promise<Date | null> {
  const failing = sql`coalesce(${webhookEndpoints.failingSince}, ${at.toISOString()}::timestamptz)`
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ failingSince: error === null ? null : failing })
    .where(isStillAt(endpoint))
    .returning({ failingSince: webhookEndpoints.failingSince })
  return row?.failingSince ?? null
}

/** Disables an endpoint that fails; false when it is disabled already, or has another address since. */
export async function disableEndpoint(tx: Transaction, endpoint: EndpointRow): Promise<boolean> {
  const { length } = await tx
    .update(webhookEndpoints)
    .set({ disabledBy: 'failures' })
    .where(and(isStillAt(endpoint), isNull(webhookEndpoints.disabledBy)))
    .returning({ id: webhookEndpoints.id })
  return length > 0
}

/** PostgreSQL stores no NUL, and people read no control characters. */
function shownResponse(text: string): string {
  const shown = text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return Array.from(shown).slice(0, webhookLimits.responseCharacters).join('')
}

/** A delivery as the contract writes it. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, event, status, attempts, response, error } = row
  return {
    id,
    event,
    status,
    attempts,
    response,
    failure: error,
    created_at: row.createdAt.toISOString(),
    attempted_at: row.attemptedAt?.toISOString() ?? null,
    duration_ms: row.durationMs,
    response_status: row.responseStatus,
  }
}
