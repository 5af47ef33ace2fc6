import {
  type Webhook,
  webhookCreatedSchema,
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookEventsOf,
  webhookListSchema,
} from '@org/api-client/contract'
import { eq, like } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { openReceiver, type WebhookReceiver } from '../../tests/webhook-receiver.ts'
import { listAudit } from '../audit/audit.store.ts'
import type { NetworkAccess } from '../content/fetching/public-addresses.ts'
import { loginFailures, sessions, users } from '../db/schema/auth.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema/webhooks.ts'
import { createJobSender } from '../jobs/job-queue.ts'
import { createLog } from '../platform/process/log.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { createEndpointRests } from './endpoint-rests.ts'
import {
  createEventSender,
  eventsPerHour,
  purgeDeliveries,
  type WebhookEvent,
} from './events/event-sender.ts'

let test: TestApp
let receiver: WebhookReceiver
let adminUser: TestUser
let oneUser: TestUser
let otherUser: TestUser
let admin: string
let one: string
let other: string
beforeAll(async () => {
  test = await openTestApp({ config: { networkAccess: 'clients' } })
  receiver = await openReceiver()
  adminUser = await test.addUser({ role: 'admin' })
  oneUser = await test.addUser({ role: 'client' })
  otherUser = await test.addUser({ role: 'client' })
})
afterAll(async () => {
  receiver.close()
  await test.close()
})

// Each test begins with a proof of its own hour.
beforeEach(async () => {
  test.advance(3_600_000)
  await test.database.db.delete(webhookEndpoints)
  receiver.received.length = 0
  receiver.answer(204)
  admin = await test.signIn(adminUser)
  one = await test.signIn(oneUser)
  other = await test.signIn(otherUser)
})

const root = '/api/client/webhooks'
const every = webhookEventsOf({ isStaff: false })

function call(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
  return Promise.resolve(
    test.app.request(`${root}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    }),
  )
}

async function create(cookie: string, given: object = {}): Promise<Webhook & { secret: string }> {
  const response = await call('POST', '', cookie, { url: receiver.url, events: every, ...given })
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
  return webhookCreatedSchema.parse(await response.json())
}

const list = async (cookie: string, query = '') =>
  webhookListSchema.parse(await (await call('GET', query, cookie)).json()).items

const logOf = async (id: string, cookie: string, query = '') =>
  webhookDeliveryListSchema.parse(await (await call('GET', `/${id}/deliveries${query}`, cookie)).json()).items

const signal = new AbortController().signal
const options = () => ({
  db: test.database.db,
  now: test.now,
  siteUrl: () => new URL('https://assistant.example'),
  networkAccess: 'clients' as NetworkAccess,
  rests: createEndpointRests(),
  signal,
})
const deliver = (id = '') => deliverWebhook(id, options())

/** Records an event as the server does, and returns the deliveries of it. */
async function raise(event: Partial<WebhookEvent> = {}): Promise<string[]> {
  const { db } = test.database
  const sender = createEventSender(createJobSender(test.database, createLog('silent')))
  const known = new Set(
    (await db.select({ id: webhookDeliveries.id }).from(webhookDeliveries)).map(({ id }) => id),
  )
  await sender.prepare()
  const whole: WebhookEvent = {
    type: 'widget.installed',
    clientId: oneUser.id,
    data: { origin: 'https://shop.example' },
    at: test.now(),
    ...event,
  }
  await db.transaction((tx) => sender.record(tx, whole))
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .orderBy(webhookDeliveries.id)
  return rows.map(({ id }) => id).filter((id) => !known.has(id))
}

/** Verifies the newest message with the library; throws for a wrong signature. */
function verify(secret: string): unknown {
  const message = receiver.received.at(-1)
  // The library compares the time of the message with the clock of the process.
  vi.useFakeTimers({ toFake: ['Date'], now: test.now() })
  try {
    return new Verifier(secret).verify(message?.body ?? '', message?.headers ?? {})
  } finally {
    vi.useRealTimers()
  }
}

describe('an endpoint', () => {
  it('gets its events, signed as the library verifies it, and lists them', async () => {
    const { id, secret } = await create(one)
    const [delivery = ''] = await raise()
    await deliver(delivery)
    expect(verify(secret)).toEqual({
      type: 'widget.installed',
      timestamp: expect.any(String),
      data: { origin: 'https://shop.example' },
    })
    expect(receiver.received[0]?.headers['webhook-id']).toBe(delivery)
    expect(await logOf(id, one)).toMatchObject([
      {
        id: delivery,
        event: 'widget.installed',
        status: 'delivered',
        attempts: 1,
        response_status: 204,
        failure: null,
      },
    ])
    // A job that is repeated after a crash sends nothing twice.
    await deliver(delivery)
    expect(receiver.received).toHaveLength(1)
  })

  it('gets only the events that it has chosen', async () => {
    await create(one, { events: ['content.synced'] })
    expect(await raise()).toEqual([])
    expect(await raise({ type: 'content.synced' })).toHaveLength(1)
  })

  it('of a client gets events of that client alone; of the administrators, all and those of common content', async () => {
    const mine = await create(one)
    const theirs = await create(other)
    const all = await create(admin)
    await raise()
    await raise({ clientId: null, type: 'content.synced' })
    expect((await logOf(mine.id, one)).map(({ event }) => event)).toEqual(['widget.installed'])
    expect(await logOf(theirs.id, other)).toEqual([])
    expect((await logOf(all.id, admin)).map(({ event }) => event)).toEqual([
      'content.synced',
      'widget.installed',
    ])
  })

  it('is seen and changed by its owner, and by an administrator who names the client', async () => {
    const { id } = await create(one)
    const [delivery = ''] = await raise()
    await deliver(delivery)
    const save = { url: receiver.url, events: ['safety.raised'] }
    const calls = [
      ['PUT', `/${id}`, save],
      ['POST', `/${id}/secret`, undefined],
      ['POST', `/${id}/test`, undefined],
      ['GET', `/${id}/deliveries`, undefined],
      ['POST', `/${id}/deliveries/${delivery}/replay`, undefined],
      ['DELETE', `/${id}`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await call(method, path, other, body)).status).toBe(404)
      expect((await call(method, path, admin, body)).status).toBe(404)
      // The name of another client opens nothing for a client.
      expect((await call(method, `${path}?client_id=${oneUser.id}`, other, body)).status).toBe(404)
    }
    expect([await list(other), await list(admin)]).toEqual([[], []])
    expect(await list(other, `?client_id=${oneUser.id}`)).toEqual([])
    expect((await list(admin, `?client_id=${oneUser.id}`)).map((item) => item.id)).toEqual([id])
    for (const [method, path, body] of calls) {
      const response = await call(method, `${path}?client_id=${oneUser.id}`, admin, body)
      expect([path, response.ok]).toEqual([path, true])
    }
    expect(await list(one)).toEqual([])
  })

  it('shows its secret once, and signs with two for a day after the next one', async () => {
    const { id, secret } = await create(one)
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/u)
    expect(JSON.stringify(await list(one))).not.toContain(secret.slice(6))
    const next = webhookCreatedSchema.parse(await (await call('POST', `/${id}/secret`, one)).json())
    expect(next.previous_until).toBe(new Date(Date.parse(next.secret_at) + 86_400_000).toISOString())
    const [first = ''] = await raise()
    await deliver(first)
    expect([verify(secret), verify(next.secret)]).toHaveLength(2)
    await test.database.db.update(webhookEndpoints).set({ failingSince: null })
    test.advance(86_400_000)
    const [second = ''] = await raise()
    await deliver(second)
    verify(next.secret)
    expect(() => verify(secret)).toThrow('No matching signature')
    const { items } = await listAudit(test.database.db, { limit: 10, kind: 'webhook' })
    expect(JSON.stringify(items)).not.toContain(secret.slice(6))
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'update', actor: oneUser.email, changes: [{ field: 'secret' }] },
      { action: 'create', actor: oneUser.email },
    ])
  })

  it('needs a proof of the last ten minutes where events could be read by somebody else', async () => {
    const { id } = await create(one)
    await test.database.db.update(sessions).set({ provenAt: null })
    const save = { url: receiver.url, events: every }
    for (const [method, path, body] of [
      ['POST', '', save],
      ['PUT', `/${id}`, save],
      ['POST', `/${id}/secret`, undefined],
    ] as const) {
      const response = await call(method, path, one, body)
      expect([response.status, Object(await response.json()).code]).toEqual([403, 'proof_required'])
    }
  })

  it.each([
    [{ url: 'ftp://shop.example/hook' }],
    [{ url: 'https://user:secret@shop.example/hook' }],
    [{ url: `https://shop.example/${'a'.repeat(500)}` }],
    [{ events: [] }],
    [{ events: ['everything'] }],
  ])('is refused with %j', async (given) => {
    const response = await call('POST', '', one, { url: receiver.url, events: every, ...given })
    expect(response.status).toBe(422)
  })

  it('needs TLS unless the operator allows private addresses', async () => {
    const closed = await openTestApp({ database: test.database })
    const cookie = await closed.signIn(oneUser)
    const save = (url: string) => post(closed.app, root, { url, events: every }, { cookie })
    expect((await save('http://shop.example/hook')).status).toBe(422)
    expect((await save('https://shop.example/hook')).status).toBe(200)
  })

  it('of a client is on the operator’s own network only where clients may have it there', async () => {
    const mine = await create(one)
    await create(admin)
    const [first = '', second = ''] = await raise()
    const { db } = test.database
    const administrators = { ...options(), networkAccess: 'administrators' as const }
    const results = await Promise.allSettled([first, second].map((id) => deliverWebhook(id, administrators)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await logOf(mine.id, one)).toMatchObject([
      { status: 'failed', failure: 'The address of the webhook is not public.' },
    ])
    expect(receiver.received).toHaveLength(1)
    // Nor does a test of it show an answer from there.
    const app = await openTestApp({ database: test.database, config: { networkAccess: 'administrators' } })
    const send = (path: string, cookie: string, body?: unknown) =>
      post(app.app, root + path, body, { cookie })
    const [asClient, asAdmin] = [await app.signIn(oneUser), await app.signIn(adminUser)]
    receiver.answer(200, 'secret of the network')
    const tested = webhookDeliverySchema.parse(await (await send(`/${mine.id}/test`, asClient, {})).json())
    expect(tested).toMatchObject({ status: 'failed', response_status: null, response: '' })
    const save = { url: receiver.url, events: every }
    expect((await send('', asClient, save)).status).toBe(422)
    // An administrator who acts for a client opens no more.
    expect((await send(`?client_id=${oneUser.id}`, asAdmin, save)).status).toBe(422)
    expect((await send('', asAdmin, save)).status).toBe(200)
    expect(await db.$count(webhookEndpoints)).toBe(3)
  })

  it('is one of ten at most', async () => {
    for (let n = 0; n < 10; n += 1) await create(one)
    expect((await call('POST', '', one, { url: receiver.url, events: every })).status).toBe(409)
    await create(other)
  })
})

describe('a delivery', () => {
  it('that is refused is tried again, with the same id, and shows the response without control characters', async () => {
    const { id, secret } = await create(one)
    receiver.answer(503, `Down\u0000\u001B[31m ${'x'.repeat(3000)}`)
    const [delivery = ''] = await raise()
    await expect(deliver(delivery)).rejects.toThrow('The webhook answered 503.')
    const [failed] = await logOf(id, one, '?status=failed')
    expect(failed).toMatchObject({
      status: 'failed',
      response_status: 503,
      failure: 'The webhook answered 503.',
    })
    expect(failed?.response).toMatch(/^Down \[31m x+$/u)
    expect(failed?.response).toHaveLength(500)
    expect((await list(one))[0]?.failing_since).not.toBeNull()
    receiver.answer(200)
    await deliver(delivery)
    verify(secret)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery, delivery])
    expect(await logOf(id, one)).toMatchObject([{ status: 'delivered', attempts: 2, response: '' }])
    expect((await list(one))[0]?.failing_since).toBeNull()
  })

  it('follows no redirect and reaches no address that is not public', async () => {
    const { id } = await create(one)
    receiver.answer(302)
    const [redirected = ''] = await raise()
    await expect(deliver(redirected)).rejects.toThrow('The webhook answered 302.')
    const [closed = ''] = await raise()
    await expect(deliverWebhook(closed, { ...options(), networkAccess: 'public' })).rejects.toThrow(
      'The address of the webhook is not public.',
    )
    expect(receiver.received).toHaveLength(1)
    expect((await logOf(id, one))[0]).toMatchObject({ response_status: null, status: 'failed' })
  })

  it('is replayed with its id, on demand', async () => {
    const { id, secret } = await create(one)
    const [delivery = ''] = await raise()
    await deliver(delivery)
    const replay = () => call('POST', `/${id}/deliveries/${delivery}/replay`, one)
    expect(webhookDeliverySchema.parse(await (await replay()).json()).status).toBe('waiting')
    expect((await replay()).status).toBe(409)
    await deliver(delivery)
    verify(secret)
    expect(receiver.received).toHaveLength(2)
    expect((await call('POST', `/${id}/deliveries/unknown/replay`, one)).status).toBe(404)
  })

  it('ends with the account of a client that is disabled or has lost its role', async () => {
    const { id } = await create(one)
    const [delivery = ''] = await raise()
    await test.database.db.update(users).set({ role: null }).where(eq(users.id, oneUser.id))
    await deliver(delivery)
    await test.database.db.update(users).set({ role: 'client' }).where(eq(users.id, oneUser.id))
    expect(receiver.received).toEqual([])
    expect((await logOf(id, one))[0]).toMatchObject({ status: 'failed', attempts: 0 })
  })

  it('is listed for 30 days', async () => {
    const { id } = await create(one)
    await raise()
    const { db } = test.database
    await purgeDeliveries(db, new Date(test.now().getTime() + 29 * 86_400_000))
    expect(await logOf(id, one)).toHaveLength(1)
    await purgeDeliveries(db, new Date(test.now().getTime() + 31 * 86_400_000))
    expect(await logOf(id, one)).toEqual([])
  })

  it('pages its list', async () => {
    const { id } = await create(one)
    for (let n = 0; n < 3; n += 1) await raise()
    const page = async (query: string) =>
      webhookDeliveryListSchema.parse(await (await call('GET', `/${id}/deliveries${query}`, one)).json())
    const first = await page('?limit=2')
    const second = await page(`?limit=2&cursor=${first.next_cursor}`)
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([2, 1, null])
    expect((await call('GET', `/${id}/deliveries?cursor=none`, one)).status).toBe(400)
  })
})

describe('a failing endpoint', () => {
  it('is disabled after five days without a success, with an e-mail and an audit entry', async () => {
    const { id } = await create(one, { url: `${receiver.url}?token=hidden` })
    receiver.answer(500)
    const [first = ''] = await raise()
    await expect(deliver(first)).rejects.toThrow('answered 500')
    test.advance(4.9 * 86_400_000)
    await expect(deliver(first)).rejects.toThrow('answered 500')
    test.advance(0.2 * 86_400_000)
    await deliver(first)
    one = await test.signIn(oneUser)
    expect((await list(one))[0]).toMatchObject({ disabled_by: 'failures' })
    const mails = (await test.mails()).filter(({ subject }) => subject === 'A webhook was disabled')
    expect(mails).toMatchObject([{ recipient: oneUser.email }])
    expect(mails[0]?.body).toContain(receiver.url)
    expect(mails[0]?.body).not.toContain('hidden')
    const { items } = await listAudit(test.database.db, { limit: 1, kind: 'webhook' })
    expect(items).toMatchObject([{ actor: null, changes: [{ field: 'active', after: false }] }])
    expect(JSON.stringify(items)).not.toContain('hidden')
    expect(await raise()).toEqual([])
    expect((await call('POST', `/${id}/deliveries/${first}/replay`, one)).status).toBe(409)
    // Activated again, it has five days again.
    await call('PUT', `/${id}`, one, { url: receiver.url, events: every })
    const [next = ''] = await raise()
    await expect(deliver(next)).rejects.toThrow('answered 500')
    expect((await list(one))[0]).toMatchObject({ disabled_by: null })
  })

  it('rests after it has failed slowly: further events cost no connection meanwhile', async () => {
    const { id } = await create(one)
    const [first = '', second = ''] = [...(await raise()), ...(await raise())]
    const shared = options()
    const attempt = { responseStatus: null, response: '', error: 'The webhook did not answer in time.' }
    shared.rests.note(id, { ...attempt, at: test.now(), durationMs: 10_000 })
    await expect(deliverWebhook(first, shared)).rejects.toThrow('did not answer a moment ago')
    expect(receiver.received).toEqual([])
    expect(await logOf(id, one, '?status=failed')).toMatchObject([{ id: first, attempts: 0 }])
    test.advance(211_000)
    await deliverWebhook(first, shared)
    await deliverWebhook(second, shared)
    expect(receiver.received).toHaveLength(2)
    // Failures that took no time delay nothing.
    shared.rests.note(id, { ...attempt, at: test.now(), durationMs: 20 })
    expect(shared.rests.isResting(id, test.now())).toBe(false)
  })

  it('is not ended by the answer of an address that it has no more', async () => {
    const { id } = await create(one)
    const save = { url: 'https://shop.example/new', events: every }
    receiver.answer(410)
    receiver.meanwhile(() => call('PUT', `/${id}`, one, save))
    const [delivery = ''] = await raise()
    await expect(deliver(delivery)).rejects.toThrow('The webhook answered 410.')
    expect(await list(one)).toMatchObject([{ url: save.url, disabled_by: null, failing_since: null }])
  })

  it('that answers 410 is disabled at once', async () => {
    await create(admin)
    receiver.answer(410)
    const [delivery = ''] = await raise()
    await deliver(delivery)
    expect((await list(admin))[0]).toMatchObject({ disabled_by: 'failures' })
    const mails = await test.mails()
    expect(mails.find(({ subject }) => subject === 'A webhook was disabled')).toMatchObject({
      recipient: adminUser.email,
    })
  })

  it('gets a bounded number of events in an hour; the log shows the gap', async () => {
    const { id } = await create(one)
    await raise()
    // As if all but one of the hour's events had been sent.
    const { db } = test.database
    await db
      .update(loginFailures)
      .set({ failures: eventsPerHour - 1 })
      .where(like(loginFailures.key, 'webhook-events:%'))
    for (let n = 0; n < 4; n += 1) await raise()
    expect(await logOf(id, one, '?status=waiting')).toHaveLength(2)
    // A flood of one kind keeps no event of another from its reader.
    await raise({ type: 'safety.raised' })
    expect((await logOf(id, one, '?status=waiting'))[0]).toMatchObject({ event: 'safety.raised' })
    const failed = await logOf(id, one, '?status=failed')
    expect(failed).toHaveLength(1)
    expect(failed[0]?.failure).toContain('More than 1000 events of this kind in an hour')
  })
})

describe('a test', () => {
  it('is sent at once, signed, listed, and counts neither as a failure nor as a success', async () => {
    const { id, secret } = await create(one, { active: false })
    const send = async () =>
      webhookDeliverySchema.parse(await (await call('POST', `/${id}/test`, one)).json())
    expect(await send()).toMatchObject({ event: 'webhook.test', status: 'delivered', response_status: 204 })
    expect(verify(secret)).toMatchObject({ type: 'webhook.test', data: {} })
    receiver.answer(404, 'No such path')
    expect(await send()).toMatchObject({ status: 'failed', response_status: 404, response: 'No such path' })
    expect((await list(one))[0]).toMatchObject({ disabled_by: 'person', failing_since: null })
    expect(await logOf(id, one)).toHaveLength(2)
  })

  it('is limited', async () => {
    const { id } = await create(one)
    for (let n = 0; n < 20; n += 1) expect((await call('POST', `/${id}/test`, one)).status).toBe(200)
    expect((await call('POST', `/${id}/test`, one)).status).toBe(429)
  })
})
