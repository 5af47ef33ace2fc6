import { randomUUID } from 'node:crypto'
import { chatEventSchema, webhookEventSchema } from '@org/api-client/contract'
import { asc, eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { openReceiver, type WebhookReceiver } from '../../tests/webhook-receiver.ts'
import type { Database } from '../db/database.ts'
import { contentImportItems, contentImports, contentSources } from '../db/schema/imports.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts'
import { runImport } from '../content/imports/run-import.ts'
import { saveSettings } from '../handover/handover-settings.store.ts'
import { createJobSender } from '../jobs/job-queue.ts'
import { createOutcomeRecorder } from '../outcomes/outcome-recorder.ts'
import { newId } from '../platform/process/ids.ts'
import { createLog } from '../platform/process/log.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { createEndpointRests } from './endpoint-rests.ts'
import { addEndpoint } from './endpoints.store.ts'
import { createEventSender, type EventSender } from './events/event-sender.ts'

let database: Database
let chat: ChatApp
let textless: ChatApp
let receiver: WebhookReceiver
let events: EventSender
let clientId: string
let adminId: string
let widget: string
let secret: string
const now = () => new Date()

beforeAll(async () => {
  database = await openTestDatabase()
  receiver = await openReceiver()
  events = createEventSender(createJobSender(database, createLog('silent')))
  const recorder = (keepsText: boolean) =>
    createOutcomeRecorder(database.db, { keepsText, priceOf: () => Promise.resolve(null), events })
  chat = await openChatApp({ database, demo: true, runtime: { record: recorder(true) } })
  textless = await openChatApp({ database, runtime: { record: recorder(false) } })
  clientId = (await chat.addUser({ role: 'client' })).id
  adminId = (await chat.addUser({ role: 'admin' })).id
})
afterAll(async () => {
  receiver.close()
  await chat.close()
  await textless.close()
  await database.close()
})

beforeEach(async () => {
  await database.db.delete(webhookEndpoints)
  receiver.received.length = 0
  const edit = { actorId: adminId, at: now() }
  widget = await saveConfigurator(database.db, { name: 'Shop', client_owner: clientId }, edit)
  const save = { url: receiver.url, events: webhookEventSchema.options, active: true }
  secret = (await addEndpoint(database.db, { owner: clientId, save }, edit)).secret
})

/** Delivers what waits, and returns the verified messages. */
async function received(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const waiting = await database.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.status, 'waiting'))
    .orderBy(asc(webhookDeliveries.id))
  const signal = new AbortController().signal
  const options = {
    db: database.db,
    now,
    siteUrl: () => new URL('https://a.example'),
    networkAccess: 'clients' as const,
    rests: createEndpointRests(),
    signal,
  }
  for (const { id } of waiting) await deliverWebhook(id, options)
  return receiver.received
    .splice(0)
    .map(({ body, headers }) => Object(new Verifier(secret).verify(body, headers)))
}

const uncovered = 'How do I repair the gearbox of a tractor?'

/** Asks in the widget, waits for the end, and returns the id of the answer. */
async function ask(app: ChatApp, text: string): Promise<string> {
  const response = await app.ask({ text, embed_id: widget })
  const parts = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [chatEventSchema.parse(JSON.parse(line.slice(6)))] : []))
  const first = parts.find((part) => part.type === 'message')
  return first?.content.assistant_id ?? ''
}

describe('an answer in a widget', () => {
  it('that the content does not cover is an event, with the redacted question', async () => {
    const id = await ask(chat, `I am Maria Lopez. ${uncovered}`)
    expect(await received()).toMatchObject([
      {
        type: 'answer.uncovered',
        data: {
          answer_id: id,
          widget: { id: widget, name: 'Shop' },
          language: 'en',
          question: `I am [name]. ${uncovered}`,
        },
      },
    ])
    const [stored] = await database.db.select().from(webhookDeliveries)
    expect(JSON.stringify(stored)).not.toContain('gearbox')
  })

  it('has no words of a person where the deployment stores none', async () => {
    await ask(textless, uncovered)
    const [message] = await received()
    expect(message).toMatchObject({ type: 'answer.uncovered', data: { question: null } })
    expect(JSON.stringify(message)).not.toContain('gearbox')
  })

  it('to a danger is an event with its category', async () => {
    await ask(chat, 'I want to kill myself')
    const [message] = await received()
    expect(message).toMatchObject({
      type: 'safety.raised',
      data: { category: 'self_harm', severity: 'emergency', widget: { id: widget } },
    })
    expect(JSON.stringify(message)).not.toContain('kill')
  })

  it('that is covered is none, and its rating is one for each change', async () => {
    const id = await ask(chat, 'Does magnesium help with sleep?')
    expect(await received()).toEqual([])
    const rate = (rating: string | null, reason?: string) =>
      chat.send('PUT', `/api/messages/${id}/feedback`, { rating, reason })
    await rate('down', 'Wrong, write to me@example.com')
    expect(await received()).toMatchObject([
      {
        type: 'feedback.created',
        data: { answer_id: id, rating: 'down', reason: 'Wrong, write to [email]' },
      },
    ])
    await rate('down', 'Still wrong')
    await rate(null)
    expect(await received()).toEqual([])
    await rate('up')
    expect(await received()).toMatchObject([{ data: { rating: 'up', reason: null } }])
  })

  it('tells the former owner of its widget about a rating, and not the name that the next owner gives it', async () => {
    const id = await ask(chat, 'Does magnesium help with sleep?')
    const next = await chat.addUser({ role: 'client' })
    const save = { id: widget, name: 'Shop of the next owner', client_owner: next.id }
    await saveConfigurator(database.db, save, { actorId: adminId, at: now() })
    await chat.send('PUT', `/api/messages/${id}/feedback`, { rating: 'up' })
    expect(await received()).toMatchObject([
      { type: 'feedback.created', data: { answer_id: id, widget: { id: widget, name: '' } } },
    ])
  })

  it('takes its deliveries with it when its record is deleted', async () => {
    const id = await ask(chat, uncovered)
    expect(await database.db.$count(webhookDeliveries)).toBe(1)
    await database.db.delete(answerOutcomes).where(eq(answerOutcomes.id, id))
    expect(await database.db.$count(webhookDeliveries)).toBe(0)
  })
})

it('a widget on a new site is an event, once for each site', async () => {
  const visit = (origin: string) => chat.send('POST', '/api/embed/session', { cfg: widget, origin })
  expect((await visit('https://shop.example')).status).toBe(200)
  await visit('https://shop.example')
  await visit('https://blog.example')
  expect(await received()).toMatchObject([
    {
      type: 'widget.installed',
      data: { widget: { id: widget, name: 'Shop' }, origin: 'https://shop.example' },
    },
    { data: { origin: 'https://blog.example' } },
  ])
})

it('a request for a person is an event with its reference alone', async () => {
  const save = {
    channel: 'webhook',
    url: 'https://shop.example/hook',
    email: '',
    name: 'optional',
    reply: 'optional',
    hours: null,
    outside: '',
    redact: false,
    version: 0,
  } as const
  const means = { canMail: false, allowsPrivate: true }
  await saveSettings(database.db, { configuratorId: widget, save, means }, { actorId: adminId, at: now() })
  const body = {
    request_id: randomUUID(),
    embed_id: widget,
    consent: true,
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Please call.',
    transcript: [],
  }
  const response = await chat.app.request('/api/handover', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(await chat.embedHeaders(widget)) },
  })
  const { reference } = Object(await response.json())
  const messages = (await received()).filter(({ type }) => type === 'handover.requested')
  expect(messages).toMatchObject([{ data: { reference, widget: { id: widget, name: 'Shop' } } }])
  expect(JSON.stringify(messages)).not.toMatch(/ada|call/iu)
})

it('a synced source is an event of its owner, with the numbers of pages', async () => {
  const { db } = database
  const source = { id: newId(), kind: 'sitemap', address: 'https://shop.example/sitemap.xml' } as const
  const fields = { author: 'Shop', topic: '', language: null, status: 'published' } as const
  const shared = { clientId, createdBy: clientId, fields, createdAt: now() }
  await db.insert(contentSources).values({ ...source, ...shared, schedule: 'manual' })
  const importId = newId()
  await db
    .insert(contentImports)
    .values({ id: importId, kind: 'sync', sourceId: source.id, ...shared, listedAt: now() })
  const pages = [
    { state: 'done', effect: 'added' },
    { state: 'done', effect: 'added' },
    { state: 'done', effect: 'unchanged' },
    { state: 'failed', effect: null },
  ] as const
  await db.insert(contentImportItems).values(
    pages.map(({ state, effect }, position) => ({
      id: newId(),
      importId,
      position,
      address: `${position}`,
      state,
      effect,
    })),
  )
  const signal = new AbortController().signal
  await runImport(importId, { db, now, storageBytes: 1e9, networkAccess: 'public', events, signal })
  expect(await received()).toMatchObject([
    {
      type: 'content.synced',
      data: { source, added: 2, changed: 0, unchanged: 1, failed: 1, removed: 0, reason: null },
    },
  ])
})
