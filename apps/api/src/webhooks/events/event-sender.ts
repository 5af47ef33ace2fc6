import type { WebhookEventType } from '@org/api-client/contract'
import { and, arrayContains, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { webhookDeliveries, webhookEndpoints } from '../../db/schema/webhooks.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import { countWithinHour } from '../../limits/attempts.store.ts'
import { newId } from '../../platform/process/ids.ts'

/** An event for the servers of a client and of the administrators. */
export interface WebhookEvent {
  type: WebhookEventType
  /** Owner of the widget or content; null for the administrators alone. */
  clientId: string | null
  /** The fields of the message's `data`, without names and words of people. */
  data: Record<string, unknown>
  at: Date
  /** The record whose redacted texts the message has, where the deployment stores them. */
  answerId?: string
  handoverId?: string
}

/** A widget as messages name it; null for the site's own chat. */
export function toEventWidget(
  widget: { id: string; name: string } | null | undefined,
): { id: string; name: string } | null {
  return widget ? { id: widget.id, name: widget.name } : null
}

/** Adds events to the deliveries of the endpoints that receive them. */
export interface EventSender {
  /** Call it before the transaction of {@link EventSender.record} begins. */
  prepare: () => Promise<void>
  /** Adds the deliveries of an event, and their jobs, in the transaction of what has happened. */
  record: (tx: Transaction, event: WebhookEvent) => Promise<void>
  /** Starts the deliveries at once, after the transaction has ended. */
  wake: () => void
}

/** A sender without endpoints. */
export const noEvents: EventSender = {
  prepare: () => Promise.resolve(),
  record: () => Promise.resolve(),
  wake: () => undefined,
}

/**
 * Events of one kind that an endpoint gets in an hour: a flood of ratings, which any visitor can cause, must neither reach
 * the server of a client nor keep dangers and hand-overs from it.
 */
export const eventsPerHour = 1000

/** Creates the sender of a job queue. */
export function createEventSender(queue: Pick<JobQueue, 'prepare' | 'send' | 'wake'>): EventSender {
  return {
    prepare: () => queue.prepare(),
    async record(tx, event) {
      const { type, clientId, data, at, answerId, handoverId } = event
      const { id, clientId: owner, events, disabledBy } = webhookEndpoints
      const isReader =
        clientId === null
          ? isNull(webhookEndpoints.clientId)
          : or(eq(webhookEndpoints.clientId, clientId), isNull(webhookEndpoints.clientId))
      const readers = await tx
        .select({ id, clientId: owner })
        .from(webhookEndpoints)
        .where(and(isReader, isNull(disabledBy), arrayContains(events, [type])))
      for (const endpoint of readers) {
        const subject = `${endpoint.id} ${type}`
        const limit = { name: 'webhook-events', limit: eventsPerHour + 1, subject }
        const left = await countWithinHour(tx, limit, at)
        if (left === 0) continue
        const row = { endpointId: endpoint.id, event: type, data, createdAt: at }
        const about = { answerId: answerId ?? null, handoverId: handoverId ?? null }
        const delivery = { id: newId(), ...row, ...about }
        // The first event beyond the limit is listed as failed, so that the gap in the log has its reason.
        if (left === 1) {
          await tx.insert(webhookDeliveries).values({ ...delivery, status: 'failed', error: floodError })
          continue
        }
        await tx.insert(webhookDeliveries).values(delivery)
        await queue.send(tx, 'webhooks', { id: delivery.id }, ownerKey(endpoint))
      }
    },
    wake: () => queue.wake('webhooks'),
  }
}

const floodError = `More than ${eventsPerHour} events of this kind in an hour: further ones of this hour are not sent.`

/** Owner of deliveries in the job queue: the slow endpoints of one owner delay none of another. */
export function ownerKey({ clientId }: { clientId: string | null }): string {
  return clientId ?? 'administrators'
}

/** Days for which deliveries are listed. */
const logDays = 30
const dayMs = 86_400_000

/** Deletes deliveries after their retention period. */
export async function purgeDeliveries(db: Db, now: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, new Date(now.getTime() - logDays * dayMs)))
}
