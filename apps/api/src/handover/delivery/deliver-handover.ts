import { postPublic } from '../../content/fetching/post-public.ts'
import { ImportFailure } from '../../content/reading/import-failure.ts'
import type { Db } from '../../db/database.ts'
import { JobFailure } from '../../jobs/job-queue.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { newId } from '../../platform/process/ids.ts'
import type { EndpointRests } from '../../webhooks/endpoint-rests.ts'
import { signWebhook } from '../../webhooks/events/sign-webhook.ts'
import { type HandoverRules, readRules, siteRules } from '../handover-settings.store.ts'
import {
  countDelivery,
  type DeliverableHandover,
  findHandover,
  markDelivered,
  markFailed,
} from '../handovers.store.ts'
import { listSecrets } from '../widget-secrets.store.ts'
import { handoverMail } from './handover-mail.ts'

/** Options of deliveries. */
export interface DeliveryOptions {
  db: Db
  now: () => Date
  /** Recipient for the site's own chat; null for none. */
  siteEmail: string | null
  /** Returns whether a webhook may have an IP address. @default addresses of the public internet */
  isAllowed?: (address: string) => boolean
  /** Rests of widgets whose webhook has failed slowly. @default none rests */
  rests?: EndpointRests
  /** Aborts when the server stops. */
  signal: AbortSignal
}

/** Attempts after which a request counts as failed; the queue tries for longer. */
const failedAfter = 5

/**
 * Delivers a request to the receiver that its widget names now, so that a corrected address gets the waiting ones.
 *
 * @throws {JobFailure} when it was not accepted: the queue tries again
 */
export async function deliverHandover(id: string, options: DeliveryOptions): Promise<void> {
  const { db, now, siteEmail } = options
  const handover = await findHandover(db, id)
  if (handover === undefined || handover.status === 'delivered') return
  if (!handover.hasSameOwner) {
    await markFailed(db, id)
    throw new JobFailure('The widget has another owner since the request.')
  }
  const rules = handover.widgetId === null ? siteRules(siteEmail) : await readRules(db, handover.widgetId)
  const isResting = options.rests?.isResting(handover.widgetId ?? '', now()) === true
  if (rules.channel === 'webhook' && isResting)
    throw new JobFailure('The webhook did not answer a moment ago.')
  await countDelivery(db, id)
  try {
    if (rules.channel === 'email') {
      await sendMail(db, handover, { rules, now })
      return
    }
    if (rules.channel === 'off') throw new JobFailure('The hand-over is switched off.')
    const status = await sendWebhook(payloadOf(handover), {
      ...options,
      rules,
      id,
      widgetId: handover.widgetId,
    })
    if (!isAccepted(status)) throw new JobFailure(refused(status))
    await markDelivered(db, id, now())
  } catch (error) {
    if (handover.attempts + 1 >= failedAfter) await markFailed(db, id)
    throw error
  }
}

/** Queues the e-mail; the sender of e-mails reports its delivery. */
async function sendMail(
  db: Db,
  handover: DeliverableHandover,
  { rules, now }: { rules: HandoverRules; now: () => Date },
): Promise<void> {
  const isQueued = await queueMail(db, handoverMail(handover, rules.email), now())
  if (!isQueued) throw new JobFailure('The recipient has had too many e-mails in this hour.')
}

interface WebhookOptions extends DeliveryOptions {
  rules: HandoverRules
  /** Id of the message. */
  id: string
  widgetId: string | null
}

async function sendWebhook(
  payload: object,
  { db, now, rules, id, widgetId, isAllowed, rests, signal }: WebhookOptions,
): Promise<number> {
  const at = now()
  const secrets =
    widgetId === null ? [] : await listSecrets(db, { configuratorId: widgetId, kind: 'webhook' }, at)
  const body = JSON.stringify(payload)
  const signed = signWebhook(
    { id, body, at },
    secrets.map(({ secret }) => secret),
  )
  const started = performance.now()
  const rest = (error: string | null) => {
    const durationMs = performance.now() - started
    if (widgetId !== null) rests?.note(widgetId, { at, durationMs, error })
  }
  try {
    const headers = { ...signed, 'content-type': 'application/json' }
    const sent = await postPublic(rules.url, { body, headers, signal, ...(isAllowed && { isAllowed }) })
    rest(isAccepted(sent.status) ? null : refused(sent.status))
    return sent.status
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const failure = failures[error.reason] ?? unreachable
    rest(failure)
    throw new JobFailure(failure)
  }
}

const isAccepted = (status: number) => status >= 200 && status < 300
const refused = (status: number) => `The webhook answered ${status}.`
const unreachable = 'The webhook is unreachable.'
const failures: Record<string, string> = {
  closed_address: 'The address of the webhook is not public.',
  too_slow: 'The webhook did not answer in time.',
}

function payloadOf(handover: DeliverableHandover): object {
  const { reference, widgetId, widgetName, name, email, message, language, transcript, createdAt } = handover
  return {
    type: 'handover.requested',
    timestamp: createdAt.toISOString(),
    data: {
      reference,
      widget: widgetId === null ? null : { id: widgetId, name: widgetName },
      visitor: { name, email },
      message,
      language,
      transcript,
    },
  }
}

/** Sends a test to the webhook of a widget; the status of the response, null without one. */
export async function testWebhook(widgetId: string, options: DeliveryOptions): Promise<number | null> {
  const rules = await readRules(options.db, widgetId)
  if (rules.channel !== 'webhook') return null
  const payload = { type: 'handover.test', timestamp: options.now().toISOString(), data: {} }
  try {
    return await sendWebhook(payload, { ...options, rules, id: newId(), widgetId })
  } catch (error) {
    if (error instanceof JobFailure) return null
    throw error
  }
}
