import { routes, webhookEventsOf, type WebhookEventType } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { reachesOwnNetwork } from '../content/fetching/public-addresses.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { type SessionUser, memberClientOf } from '../platform/http/principal.ts'
import { isUuid } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import { type AttemptOptions, sendTest } from './deliver-webhook.ts'
import { listDeliveries, toDelivery, waitAgain } from './deliveries.store.ts'
import {
  addEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  rotateSecret,
  saveEndpoint,
  type WebhookOwner,
} from './endpoints.store.ts'
import { ownerKey } from './events/event-sender.ts'

/** Dependencies of the calls about webhooks. */
export interface WebhookServices extends Omit<AttemptOptions, 'signal'> {
  queue: Pick<JobQueue, 'prepare' | 'send' | 'wake'>
}

/** Calls of one account in an hour. */
const perHour = { change: 60, test: 20, replay: 120 } as const

/** Serves the endpoints of clients and of the administrators, and their deliveries. */
export function mountWebhooks(app: Hono<AppEnv>, services: WebhookServices): void {
  const { db, now, queue, networkAccess } = services
  const idOf = (c: AppContext) => (c.req.param('id') ?? '').toLowerCase()
  const editOf = ({ id }: SessionUser) => ({ actorId: id, at: now() })

  serve(app, routes.webhooks, async (_c, { query, user }) => ({
    items: await listEndpoints(db, ownerOf(user, query), now()),
  }))

  serve(app, routes.createWebhook, async (_c, { query, body, user }) => {
    const owner = ownerOf(user, query)
    requireTls(body.url, owner)
    requireOwnEvents(body.events, owner)
    await count('change', user)
    return addEndpoint(db, { owner, save: body }, editOf(user))
  })

  serve(app, routes.saveWebhook, async (c, { query, body, user }) => {
    const owner = ownerOf(user, query)
    requireTls(body.url, owner)
    requireOwnEvents(body.events, owner)
    await count('change', user)
    return saveEndpoint(db, { owner, id: idOf(c), save: body }, editOf(user))
  })

  serve(app, routes.deleteWebhook, async (c, { query, user }) => {
    await deleteEndpoint(db, { owner: ownerOf(user, query), id: idOf(c) }, editOf(user))
    return null
  })

  serve(app, routes.newWebhookSecret, async (c, { query, user }) => {
    await count('change', user)
    return rotateSecret(db, { owner: ownerOf(user, query), id: idOf(c) }, editOf(user))
  })

  serve(app, routes.testWebhook, async (c, { query, user }) => {
    const endpoint = await findEndpoint(db, ownerOf(user, query), idOf(c))
    await count('test', user)
    const sent = await sendTest(endpoint, { ...services, signal: c.req.raw.signal })
    if (sent === undefined) throw notFound('Webhook not found.')
    return toDelivery(sent)
  })

  serve(app, routes.webhookDeliveries, async (c, { query, user }) =>
    listDeliveries(db, await findEndpoint(db, ownerOf(user, query), idOf(c)), query),
  )

  serve(app, routes.replayWebhook, async (c, { query, user }) => {
    const endpoint = await findEndpoint(db, ownerOf(user, query), idOf(c))
    if (endpoint.disabledBy !== null) {
      throw new HttpError('conflict', 'Activate the webhook before you send an event again.')
    }
    await count('replay', user)
    await queue.prepare()
    const id = (c.req.param('delivery') ?? '').toLowerCase()
    const waiting = await db.transaction(async (tx) => {
      const row = await waitAgain(tx, endpoint, id)
      await queue.send(tx, 'webhooks', { id: row.id }, ownerKey(endpoint))
      return row
    })
    queue.wake('webhooks')
    return toDelivery(waiting)
  })

  /** Endpoints on the operator's own network may be without TLS. */
  function requireTls(url: string, owner: WebhookOwner): void {
    if (!url.startsWith('https:') && !reachesOwnNetwork(networkAccess, owner)) {
      throw invalid([{ path: 'url', message: 'Enter an https address.' }])
    }
  }

  async function count(name: keyof typeof perHour, { id }: SessionUser): Promise<void> {
    await countHourly(db, { name: `webhook-${name}`, limit: perHour[name], subject: id }, now())
  }
}

/** @throws {HttpError} 422 for an event of the administrators at a webhook of a client */
function requireOwnEvents(events: readonly WebhookEventType[], owner: WebhookOwner): void {
  const possible = webhookEventsOf({ isStaff: owner === null })
  if (events.every((event) => possible.includes(event))) return
  throw invalid([{ path: 'events', message: 'This event is for webhooks of administrators alone.' }])
}

/** A client has its own endpoints alone; an administrator those of the deployment, or of a client that the query names. */
function ownerOf(user: SessionUser, { client_id }: { client_id?: string | undefined }): WebhookOwner {
  if (user.role !== 'admin') return memberClientOf(user)
  if (client_id === undefined) return null
  if (!isUuid(client_id)) throw notFound('Client not found.')
  return client_id
}
