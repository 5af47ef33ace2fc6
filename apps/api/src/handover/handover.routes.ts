import { type HandoverRequest, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { serve } from '../platform/request/contract-route.ts'
import { isTokenOf, type WidgetClaims } from '../widgets/allowed-origins.ts'
import { type ConfiguratorRow, findActiveWidget } from '../widgets/configurators.store.ts'
import {
  type DeliveryMeans,
  formOf,
  type HandoverRules,
  isSetUp,
  newWebhookSecret,
  readRules,
  readSettings,
  saveSettings,
  siteRules,
} from './handover-settings.store.ts'
import { type EventSender, toEventWidget, type WebhookEvent } from '../webhooks/events/event-sender.ts'
import { addHandover, findRequest, type HandoverRow } from './handovers.store.ts'
import { isOpen } from './opening-hours.ts'
import { redactTranscript } from './redact-transcript.ts'

/** Dependencies of the calls about hand-overs. */
export interface HandoverServices {
  db: Db
  now: () => Date
  queue: Pick<JobQueue, 'prepare' | 'send' | 'wake'>
  /** Receives requests for a person. */
  events: EventSender
  means: DeliveryMeans
  /** Recipient for the site's own chat; null for none. */
  siteEmail: string | null
  /** The claims of the valid embed token that came with the request. */
  visitorOfToken: (c: AppContext) => Promise<WidgetClaims | undefined>
  /** Sends a test to the webhook of a widget; the status of the response, null without one. */
  testWebhook: (widgetId: string, signal: AbortSignal) => Promise<number | null>
}

/**
 * Requests in an hour: of one visitor's address, of one widget, and to one recipient. A recipient may be named by many
 * widgets.
 */
const perHour = { visitor: 5, widget: 60, recipient: 120, preview: 60, test: 20 } as const

/** Bytes of a body with the longest transcript in the widest characters. */
const requestBytes = 4 * 1024 * 1024

/** A chat: a widget, or the site's own. */
interface Chat {
  widget: ConfiguratorRow | null
  rules: HandoverRules
}

/** Serves the form of visitors who ask for a person, their requests, and the settings. */
export function mountHandover(app: Hono<AppEnv>, services: HandoverServices): void {
  const { db, now, queue, events, means, siteEmail } = services

  serve(app, routes.handoverForm, async (_c, { query }) => {
    const { rules } = await findChat(query.embed_id)
    return formOf(rules, means, now())
  })

  serve(
    app,
    routes.previewHandover,
    async (c, { body }) => {
      const { widget, rules } = await findChat(body.embed_id)
      await requireToken(c, widget)
      await count(c, 'preview')
      return { transcript: rules.redact ? await redactTranscript(body.transcript) : body.transcript }
    },
    { maxBytes: requestBytes },
  )

  serve(
    app,
    routes.requestHandover,
    async (c, { body, user }) => {
      const { widget, rules } = await findChat(body.embed_id)
      await requireToken(c, widget)
      const open = isOpen(rules.hours, now())
      const known = await findRequest(db, body.request_id)
      if (known !== undefined) return { reference: referenceOf(known, widget), open }
      if (!isSetUp(rules, means)) {
        throw new HttpError('unavailable', 'Nobody can take over this chat at the moment.')
      }
      requireFields(body, rules)
      await count(c, 'visitor')
      await countFor('widget', widget?.id ?? 'site')
      await countFor('recipient', rules.channel === 'email' ? rules.email.toLowerCase() : rules.url)
      const transcript = rules.redact ? await redactTranscript(body.transcript) : body.transcript
      await queue.prepare()
      const reference = await db.transaction(async (tx) => {
        const handover = {
          request: body,
          transcript,
          widget,
          userId: user?.id ?? null,
          language: readerLanguage(c),
          at: now(),
        }
        const added = await addHandover(tx, handover)
        if (added === undefined) return undefined
        await queue.send(tx, 'handovers', { id: added.id }, widget?.id ?? 'site')
        await events.record(tx, eventOf(added, handover))
        return added.reference
      })
      queue.wake('handovers')
      events.wake()
      if (reference !== undefined) return { reference, open }
      // The same request arrived twice at once.
      const other = await findRequest(db, body.request_id)
      if (other === undefined) throw new HttpError('conflict', 'This request was deleted.')
      return { reference: referenceOf(other, widget), open }
    },
    { maxBytes: requestBytes },
  )

  mountSettings(app, services)

  /** @throws {HttpError} 404 for a widget that visitors cannot use */
  async function findChat(embedId: string | undefined): Promise<Chat> {
    if (embedId === undefined) return { widget: null, rules: siteRules(siteEmail) }
    const widget = await findActiveWidget(db, embedId)
    if (widget === undefined) throw notFound('Widget not found.')
    return { widget, rules: await readRules(db, widget.id) }
  }

  async function requireToken(c: AppContext, widget: ConfiguratorRow | null): Promise<void> {
    if (widget !== null && !isTokenOf(await services.visitorOfToken(c), widget)) {
      throw new HttpError('forbidden', 'This chat session has expired. Please reload the page.')
    }
  }

  async function count(c: AppContext, name: 'visitor' | 'preview'): Promise<void> {
    await countFor(name, countedAddress(c.get('clientAddress')))
  }

  async function countFor(name: keyof typeof perHour, subject: string): Promise<void> {
    await countHourly(db, { name: `handover-${name}`, limit: perHour[name], subject }, now())
  }
}

/** The event of a request: neither the visitor's name nor words leave by it, as the receiver of the hand-over has them. */
function eventOf(
  { id, reference }: Pick<HandoverRow, 'id' | 'reference'>,
  { widget, language, at }: { widget: ConfiguratorRow | null; language: string; at: Date },
): WebhookEvent {
  return {
    type: 'handover.requested',
    clientId: widget?.clientOwner ?? null,
    data: { reference, widget: toEventWidget(widget), language },
    at,
    handoverId: id,
  }
}

/** Serves the settings of a widget to administrators. */
function mountSettings(app: Hono<AppEnv>, { db, now, means, testWebhook }: HandoverServices): void {
  const idOf = (c: AppContext) => c.req.param('id') ?? ''

  serve(app, routes.handoverSettings, (c) =>
    readSettings(db, idOf(c), { now: now(), canMail: means.canMail }),
  )

  serve(app, routes.saveHandover, async (c, { body, user }) => {
    const edit = { actorId: user.id, at: now() }
    const secret = await saveSettings(db, { configuratorId: idOf(c), save: body, means }, edit)
    const saved = await readSettings(db, idOf(c), { now: now(), canMail: means.canMail })
    return { ...saved, secret: secret && toShownSecret(secret) }
  })

  serve(app, routes.newHandoverSecret, async (c, { user }) => {
    const at = now()
    const secret = await newWebhookSecret(db, idOf(c), { actorId: user.id, at })
    return { secret: toShownSecret(secret), secret_at: at.toISOString() }
  })

  serve(app, routes.testHandover, async (c, { user }) => {
    await readSettings(db, idOf(c), { now: now(), canMail: means.canMail })
    await countHourly(db, { name: 'handover-test', limit: perHour.test, subject: user.id }, now())
    const status = await testWebhook(idOf(c), c.req.raw.signal)
    return { delivered: status !== null && status >= 200 && status < 300, status }
  })
}

/** The form in which libraries for Standard Webhooks take a secret. */
function toShownSecret(secret: string): string {
  return `whsec_${secret}`
}

/** @throws {HttpError} 422 naming the fields that the form requires */
function requireFields({ name, email }: HandoverRequest, rules: HandoverRules): void {
  const missing = [
    ...(rules.name === 'required' && name === '' ? [{ path: 'name', message: 'Enter your name.' }] : []),
    ...(rules.reply === 'required' && email === ''
      ? [{ path: 'email', message: 'Enter your e-mail address.' }]
      : []),
  ]
  if (missing.length > 0) throw invalid(missing)
}

/** @throws {HttpError} 409 for the id of another chat's request */
function referenceOf(
  { reference, widgetId }: { reference: string; widgetId: string | null },
  widget: ConfiguratorRow | null,
): string {
  if (widgetId === (widget?.id ?? null)) return reference
  throw new HttpError('conflict', 'This request was sent in another chat.')
}
