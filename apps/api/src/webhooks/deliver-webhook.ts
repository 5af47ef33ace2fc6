import { recordChanges } from '../audit/audit.store.ts'
import { postPublic } from '../content/fetching/post-public.ts'
import { addressesFor, type NetworkAccess } from '../content/fetching/public-addresses.ts'
import { ImportFailure } from '../content/reading/import-failure.ts'
import type { Db, Transaction } from '../db/database.ts'
import { webhookDeliveries } from '../db/schema/webhooks.ts'
import { JobFailure } from '../jobs/job-queue.ts'
import { newId } from '../platform/process/ids.ts'
import { type AuditRange, readStreamed } from './audit-stream.ts'
import {
  type Attempt,
  type DeliveryRow,
  disableEndpoint,
  findDelivery,
  markUnsent,
  noteOutcome,
  readTexts,
  storeAttempt,
} from './deliveries.store.ts'
import type { EndpointRests } from './endpoint-rests.ts'
import { type EndpointRow, listSecrets } from './endpoints.store.ts'
import { signWebhook } from './events/sign-webhook.ts'
import { shownAddress } from './events/shown-address.ts'
import { mailDisabled } from './webhook.mails.ts'

/** Options of one attempt. */
export interface AttemptOptions {
  db: Db
  now: () => Date
  /** Owners whose endpoints may be on the operator's own network. */
  networkAccess: NetworkAccess
  /** Aborts when the server stops, or the caller leaves. */
  signal: AbortSignal
}

/** Options of deliveries. */
export interface WebhookDeliveryOptions extends AttemptOptions {
  siteUrl: () => URL
  rests: EndpointRests
}

/** Days of failures without a success after which an endpoint is disabled. The attempts at one event take three days. */
export const failingDays = 5
const dayMs = 86_400_000

/** Bytes of a response that are read: four for each character that the log shows. */
const responseBytes = 2000

/** Status by which a receiver ends its subscription, as Standard Webhooks describes it. */
const gone = 410

/**
 * Sends an event to its endpoint once.
 *
 * @throws {JobFailure} when it was not accepted: the queue tries again
 */
export async function deliverWebhook(id: string, options: WebhookDeliveryOptions): Promise<void> {
  const { db, rests } = options
  const found = await findDelivery(db, id)
  if (found === undefined || found.delivery.status === 'delivered') return
  const { delivery, endpoint, isOwnerActive } = found
  if (!isOwnerActive || endpoint.disabledBy !== null) {
    await markUnsent(db, id, 'The webhook is paused or disabled.')
    return
  }
  if (rests.isResting(endpoint.id, options.now())) {
    await markUnsent(db, id, resting)
    throw new JobFailure(resting)
  }
  const attempt = await send(delivery, endpoint, options)
  rests.note(endpoint.id, attempt)
  const isDisabled = await db.transaction(async (tx) => {
    await storeAttempt(tx, id, attempt)
    const failingSince = await noteOutcome(tx, endpoint, attempt)
    const isOver =
      attempt.responseStatus === gone ||
      (failingSince !== null && attempt.at.getTime() - failingSince.getTime() >= failingDays * dayMs)
    return isOver && attempt.error !== null && (await endDeliveries(tx, endpoint, options))
  })
  if (attempt.error !== null && !isDisabled) throw new JobFailure(attempt.error)
}

/** Sends a test to an endpoint, and adds it to the log. Its result counts neither as a failure nor as a success. */
export async function sendTest(
  endpoint: EndpointRow,
  options: AttemptOptions,
): Promise<DeliveryRow | undefined> {
  const { db, now } = options
  const row = {
    id: newId(),
    endpointId: endpoint.id,
    event: 'webhook.test',
    data: {},
    createdAt: now(),
  } as const
  // Nothing repeats a test that the end of the server interrupts.
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({ ...row, status: 'failed' })
    .returning()
  if (delivery === undefined) return undefined
  return storeAttempt(db, delivery.id, await send(delivery, endpoint, options))
}

async function send(
  delivery: DeliveryRow,
  endpoint: EndpointRow,
  { db, now, networkAccess, signal }: AttemptOptions,
): Promise<Attempt> {
  const at = now()
  const body = JSON.stringify({
    type: delivery.event,
    timestamp: delivery.createdAt.toISOString(),
    data: await dataOf(db, delivery, endpoint),
  })
  const secrets = await listSecrets(db, [endpoint.id], at)
  const signed = signWebhook(
    { id: delivery.id, body, at },
    secrets.map(({ secret }) => secret),
  )
  const started = performance.now()
  const result = await postPublic(endpoint.url, {
    body,
    headers: { ...signed, 'content-type': 'application/json' },
    signal,
    readBytes: responseBytes,
    ...addressesFor(networkAccess, endpoint.clientId),
  }).catch((error: unknown) => {
    if (error instanceof ImportFailure) return failures[error.reason] ?? unreachable
    throw error
  })
  const durationMs = Math.round(performance.now() - started)
  if (typeof result === 'string') return { at, durationMs, responseStatus: null, response: '', error: result }
  const { status, text } = result
  const isAccepted = status >= 200 && status < 300
  return {
    at,
    durationMs,
    responseStatus: status,
    response: text,
    error: isAccepted ? null : `The webhook answered ${status}.`,
  }
}

const resting = 'The webhook did not answer a moment ago. This event is sent later.'
const unreachable = 'The webhook is unreachable.'
const failures: Record<string, string> = {
  closed_address: 'The address of the webhook is not public.',
  too_slow: 'The webhook did not answer in time.',
}

/** The fields of a message, with the redacted texts that the deployment stores at this moment. */
async function dataOf(
  db: Db,
  { event, data, answerId }: DeliveryRow,
  endpoint: EndpointRow,
): Promise<object> {
  if (event === 'audit.recorded') return { ...data, rows: await readStreamed(db, toRange(data)) }
  if (answerId === null || (event !== 'answer.uncovered' && event !== 'feedback.created')) return data
  const { question, reason } = await readTexts(db, endpoint, answerId)
  return event === 'answer.uncovered' ? { ...data, question } : { ...data, reason }
}

function toRange({ chain, from, to }: Record<string, unknown>): AuditRange {
  return { chain: chain === 'security' ? 'security' : 'changes', from: Number(from), to: Number(to) }
}

/** Disables a failing endpoint, with an audit entry and an e-mail; false when there is nothing to disable. */
async function endDeliveries(
  tx: Transaction,
  endpoint: EndpointRow,
  { now, siteUrl }: WebhookDeliveryOptions,
): Promise<boolean> {
  if (!(await disableEndpoint(tx, endpoint))) return false
  const subject = shownAddress(endpoint.url)
  const changes = [{ field: 'active', before: true, after: false }]
  const entry = { action: 'update', kind: 'webhook', subject, organisationId: endpoint.clientId } as const
  await recordChanges(tx, [{ ...entry, changes }], { actorId: null, at: now() })
  await mailDisabled(tx, endpoint, { siteUrl: siteUrl(), at: now() })
  return true
}
