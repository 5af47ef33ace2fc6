import { createServer, type Server } from 'node:http'
import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { embedSessionSchema, handoverReceiptSchema, handoverSavedSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, post, type TestApp } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { handovers, widgetHandovers } from '../db/schema/handover.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'
import { createEndpointRests } from '../webhooks/endpoint-rests.ts'
import { deliverHandover, testWebhook } from './delivery/deliver-handover.ts'

let test: TestApp
let adminId: string
let clientId: string
let admin: string
let client: string
let signIn: () => Promise<void>
beforeAll(async () => {
  test = await openTestApp({ config: { smtp: { url: 'smtp://127.0.0.1:1', from: 'us@example.com' } } })
  const adminUser = await test.addUser({ role: 'admin' })
  const clientUser = await test.addUser({ role: 'client' })
  ;[adminId, clientId] = [adminUser.id, clientUser.id]
  signIn = async () => {
    admin = await test.signIn(adminUser)
    client = await test.signIn(clientUser)
  }
})
afterAll(() => test.close())

const settings = {
  channel: 'email',
  email: 'help@brand.example',
  url: '',
  name: 'optional',
  reply: 'optional',
  hours: null,
  outside: '',
  redact: false,
} as const

async function addWidget(): Promise<string> {
  return saveConfigurator(
    test.database.db,
    { name: 'Shop', client_owner: clientId },
    { actorId: adminId, at: new Date() },
  )
}

function put(path: string, body: unknown, cookie: string) {
  return test.app.request(path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
  })
}

const save = (widget: string, given: object = {}, version = 0, cookie = admin) =>
  put(`/api/admin/configurators/${widget}/handover`, { ...settings, ...given, version }, cookie)

async function tokenOf(widget: string): Promise<Record<string, string>> {
  const body = { cfg: widget, origin: 'https://shop.example' }
  const response = await post(test.app, '/api/embed/session', body)
  return { authorization: `Bearer ${embedSessionSchema.parse(await response.json()).token}` }
}

const transcript = [
  { role: 'user', text: 'Do you ship to Malta?' },
  { role: 'assistant', text: 'The content does not cover this.' },
]

async function request(widget: string | undefined, given: object = {}, headers?: Record<string, string>) {
  const body = { request_id: randomUUID(), embed_id: widget, consent: true, transcript, ...given }
  return post(test.app, '/api/handover', body, headers ?? (widget === undefined ? {} : await tokenOf(widget)))
}

const stored = (widget: string) =>
  test.database.db.select().from(handovers).where(eq(handovers.widgetId, widget))

const formOf = async (widget: string) => {
  const response = await test.app.request(`/api/handover?embed_id=${widget}`)
  return Object(await response.json())
}

// Each test is a visitor of another hour. Settings need a proof of the last ten minutes.
beforeEach(async () => {
  test.advance(3_600_000)
  await signIn()
})

describe('the settings of a hand-over', () => {
  it('are off until an administrator saves them, and then shown in the widget’s lists', async () => {
    const widget = await addWidget()
    const offered = async () =>
      Object(await (await test.app.request(`/api/embed/lists?embed_id=${widget}`)).json()).config.handover
    expect([await offered(), (await formOf(widget)).available]).toEqual([false, false])
    expect((await save(widget)).status).toBe(200)
    expect([await offered(), (await formOf(widget)).available]).toEqual([true, true])
  })

  it('never show their receiver to visitors', async () => {
    const widget = await addWidget()
    await save(widget)
    expect(JSON.stringify(await formOf(widget))).not.toContain('brand.example')
  })

  it('refuse a version that is no longer current, and are in the audit list', async () => {
    const widget = await addWidget()
    await save(widget)
    expect((await save(widget, { redact: true }, 0)).status).toBe(409)
    expect((await save(widget, { redact: true }, 1)).status).toBe(200)
    const { items } = await listAudit(test.database.db, { limit: 1, kind: 'configurator' })
    expect(items[0]).toMatchObject({ subject: 'Shop', changes: [{ field: 'redact', after: true }] })
  })

  it.each([
    [{ channel: 'email', email: '' }],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }],
    [{ channel: 'webhook', url: '' }],
    [{ channel: 'webhook', url: 'http://shop.example/hook' }],
    [{ channel: 'webhook', url: 'ftp://shop.example/hook' }],
    [{ hours: { zone: 'Mars/Olympus', days: Array.from({ length: 7 }, () => null) } }],
    [{ hours: { zone: 'UTC', days: [null] } }],
    [{ hours: { zone: 'UTC', days: Array.from({ length: 7 }, () => ({ from: '17:00', to: '09:00' })) } }],
  ])('refuse %j', async (given) => {
    expect((await save(await addWidget(), given)).status).toBe(422)
  })

  it('give the secret of webhooks once, and another one on demand', async () => {
    const widget = await addWidget()
    const hook = { channel: 'webhook', url: 'https://shop.example/services/known-to-nobody?key=hidden' }
    const first = handoverSavedSchema.parse(await (await save(widget, hook)).json())
    expect(first.secret).toMatch(/^whsec_[\w+/]{43}=$/u)
    const again = handoverSavedSchema.parse(await (await save(widget, hook, 1)).json())
    expect(again.secret).toBeNull()
    const path = `/api/admin/configurators/${widget}/handover/secret`
    const next = Object(await (await post(test.app, path, {}, { cookie: admin })).json())
    expect(next.secret).not.toBe(first.secret)
    const { items } = await listAudit(test.database.db, { limit: 5, kind: 'configurator' })
    expect(JSON.stringify(items)).not.toContain(next.secret.slice(6))
    const saved = items.flatMap(({ changes }) => changes).find(({ field }) => field === 'url')
    expect(saved).toMatchObject({ before: '', after: 'https://shop.example/…body' })
  })
})

describe('a request for a person', () => {
  it('is stored, confirmed by a reference, and mailed with its transcript', async () => {
    const widget = await addWidget()
    await save(widget)
    const response = await request(widget, { name: 'Ada', email: 'ada@example.com', message: 'Please call.' })
    const { reference } = handoverReceiptSchema.parse(await response.json())
    expect(reference).toMatch(/^H-[2-9A-Z]{4}-[2-9A-Z]{4}$/u)
    const [row] = await stored(widget)
    expect(row).toMatchObject({ reference, clientId, status: 'waiting', transcript })
    await deliver(row?.id)
    const [mail] = await test.mails()
    expect(mail).toMatchObject({
      id: row?.id,
      recipient: 'help@brand.example',
      replyTo: 'ada@example.com',
      subject: `A visitor asks for a person (${reference})`,
    })
    expect(mail?.body).toContain('Ada <ada@example.com> asks')
    expect(mail?.body).toContain('Visitor:\nDo you ship to Malta?')
    // A repetition after a crash queues no second e-mail.
    await deliver(row?.id)
    expect((await test.mails()).filter(({ id }) => id === row?.id)).toHaveLength(1)
  })

  it('puts no second line into the e-mail’s head, and refuses an address with one', async () => {
    const widget = await addWidget()
    await save(widget)
    expect((await request(widget, { email: 'a@b.example\r\nBcc: c@d.example' })).status).toBe(422)
    expect((await request(widget, { name: 'Ada\r\nBcc: everybody@example.com' })).status).toBe(200)
    const [row] = await stored(widget)
    await deliver(row?.id)
    const [mail] = await test.mails()
    expect(mail?.subject).toMatch(/^A visitor asks for a person \(H-[\w-]+\)$/u)
    expect(mail?.body.split('\n')[0]).toBe('Ada Bcc: everybody@example.com asks to be contacted by a person.')
  })

  it('that is sent again is stored once, and gets the same reference', async () => {
    const widget = await addWidget()
    await save(widget)
    const [headers, id] = [await tokenOf(widget), randomUUID()]
    const answers = await Promise.all(
      [0, 1].map(async () => (await request(widget, { request_id: id }, headers)).json()),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(await stored(widget)).toHaveLength(1)
    const other = await addWidget()
    await save(other)
    expect((await request(other, { request_id: id })).status).toBe(409)
  })

  it('needs consent, the token of its widget, and the required fields', async () => {
    const widget = await addWidget()
    await save(widget, { name: 'required', reply: 'required' })
    expect((await request(widget, { consent: false })).status).toBe(422)
    expect((await request(widget, {}, {})).status).toBe(403)
    expect((await request(widget, {}, await tokenOf(await addWidget()))).status).toBe(403)
    const missing = await request(widget)
    expect(missing.status).toBe(422)
    expect(Object(await missing.json()).detail).toMatchObject([{ path: 'name' }, { path: 'email' }])
    expect(await stored(widget)).toEqual([])
  })

  it('is refused in words where nothing is set up', async () => {
    const response = await request(await addWidget())
    expect(response.status).toBe(503)
    expect((await request(undefined)).status).toBe(503)
  })

  it('is accepted outside of the hours, and says so', async () => {
    const widget = await addWidget()
    const hours = { zone: 'UTC', days: Array.from({ length: 7 }, () => null) }
    await save(widget, { hours, outside: 'Back on Monday.' })
    expect(await formOf(widget)).toMatchObject({ available: true, open: false, outside: 'Back on Monday.' })
    expect(await (await request(widget)).json()).toMatchObject({ open: false })
  })

  it('is redacted only where the widget says so, and its preview is what is sent', async () => {
    const widget = await addWidget()
    const said = [{ role: 'user', text: 'My name is Ada Lovelace, ada@example.com' }]
    const preview = async () => {
      const body = { embed_id: widget, transcript: said }
      const response = await post(test.app, '/api/handover/preview', body, await tokenOf(widget))
      return Object(await response.json()).transcript
    }
    await save(widget)
    expect(await preview()).toEqual(said)
    await save(widget, { redact: true }, 1)
    const sent = [{ role: 'user', text: 'My name is [name], [email]' }]
    expect(await preview()).toEqual(sent)
    await request(widget, { transcript: said })
    expect((await stored(widget))[0]?.transcript).toEqual(sent)
  })

  it('is limited for each visitor', async () => {
    const widget = await addWidget()
    await save(widget)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await request(widget)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('shows in the review of its answer, to its client alone', async () => {
    const widget = await addWidget()
    await save(widget)
    const answer = {
      id: newId(),
      at: new Date(),
      ending: 'complete',
      language: 'en',
      model: 'local',
      tokens: 0,
      totalMs: 1,
      searches: [],
      citations: [],
      products: [],
      clientId,
      widgetId: widget,
    } as const
    await test.database.db
      .insert(answerOutcomes)
      .values({ ...answer, searches: [], citations: [], products: [] })
    const { reference } = Object(await (await request(widget, { answer_id: answer.id })).json())
    const items = async (cookie: string) => {
      const response = await test.app.request('/api/admin/review?handover=requested', { headers: { cookie } })
      return Object(await response.json()).items
    }
    expect(await items(client)).toMatchObject([{ id: answer.id, handover: { reference, status: 'waiting' } }])
    const other = await test.signIn(await test.addUser({ role: 'client' }))
    expect(await items(other)).toEqual([])
    // An answer of another widget is not marked.
    const second = await addWidget()
    await save(second)
    await request(second, { answer_id: answer.id })
    expect((await stored(second))[0]?.answerId).toBeNull()
  })
})

const signal = new AbortController().signal
const delivery = () => ({
  db: test.database.db,
  now: () => new Date(),
  siteEmail: null,
  isAllowed: (address: string) => address === '127.0.0.1',
  signal,
})

async function deliver(id = ''): Promise<void> {
  await deliverHandover(id, delivery())
}

describe('a webhook', () => {
  let server: Server
  let url: string
  let status = 200
  const received: { headers: Record<string, unknown>; body: string }[] = []
  beforeAll(async () => {
    server = createServer((message, response) => {
      const chunks: Buffer[] = []
      message.on('data', (chunk: Buffer) => chunks.push(chunk))
      message.on('end', () => {
        received.push({ headers: message.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(status, { location: 'http://169.254.169.254/' }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address: AddressInfo | string | null = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  async function hooked(): Promise<{ widget: string; id: string; secret: string }> {
    const widget = await addWidget()
    const response = await save(widget, { channel: 'webhook', url: 'https://shop.example/hook' })
    const { secret } = handoverSavedSchema.parse(await response.json())
    // The contract allows no address without TLS; the receiver of this test has none.
    await test.database.db
      .update(widgetHandovers)
      .set({ settings: { ...settings, channel: 'webhook', url } })
      .where(eq(widgetHandovers.configuratorId, widget))
    await request(widget, { name: 'Ada' })
    const [row] = await stored(widget)
    return { widget, id: row?.id ?? '', secret: secret ?? '' }
  }

  it('gets the request, signed by the secret of the widget', async () => {
    received.length = 0
    status = 204
    const { widget, id, secret } = await hooked()
    await deliver(id)
    expect((await stored(widget))[0]?.status).toBe('delivered')
    const [message] = received
    const {
      'webhook-id': messageId,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = message?.headers ?? {}
    expect(messageId).toBe(id)
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const expected = createHmac('sha256', key)
      .update(`${id}.${String(at)}.${message?.body}`)
      .digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'handover.requested',
      data: { widget: { id: widget, name: 'Shop' }, visitor: { name: 'Ada', email: '' }, transcript },
    })
    await deliver(id)
    expect(received).toHaveLength(1)
  })

  it('that refuses is tried again, counts as failed after five times, and may still take it', async () => {
    status = 500
    const { widget, id } = await hooked()
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await stored(widget))[0]?.status).toBe('waiting')
      await expect(deliver(id)).rejects.toThrow('The webhook answered 500.')
    }
    expect((await stored(widget))[0]).toMatchObject({ status: 'failed', attempts: 5 })
    status = 200
    await deliver(id)
    expect((await stored(widget))[0]?.status).toBe('delivered')
  })

  it('is not followed to another address, and not called at one that is not public', async () => {
    status = 302
    const { id, widget } = await hooked()
    const before = received.length
    await expect(deliver(id)).rejects.toThrow('The webhook answered 302.')
    expect(received.length).toBe(before + 1)
    const { isAllowed: _allowed, ...closed } = delivery()
    await expect(deliverHandover(id, closed)).rejects.toThrow('The address of the webhook is not public.')
    expect(await testWebhook(widget, closed)).toBeNull()
    expect(received.length).toBe(before + 1)
  })

  it('rests after it has failed slowly, and no attempt of that time counts', async () => {
    status = 200
    const { id, widget } = await hooked()
    const before = received.length
    const rests = createEndpointRests()
    rests.note(widget, { at: new Date(), durationMs: 10_000, error: 'The webhook did not answer in time.' })
    await expect(deliverHandover(id, { ...delivery(), rests })).rejects.toThrow('did not answer a moment ago')
    expect([received.length, (await stored(widget))[0]?.attempts]).toEqual([before, 0])
    const later = () => new Date(Date.now() + 211_000)
    await deliverHandover(id, { ...delivery(), rests, now: later })
    expect((await stored(widget))[0]?.status).toBe('delivered')
  })

  it('gets a test', async () => {
    status = 202
    const { widget } = await hooked()
    expect(await testWebhook(widget, delivery())).toBe(202)
    expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ type: 'handover.test' })
  })
})
