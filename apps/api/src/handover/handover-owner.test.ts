import { randomUUID } from 'node:crypto'
import { embedSessionSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { handovers } from '../db/schema/handover.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'
import { deliverHandover } from './delivery/deliver-handover.ts'

let test: TestApp
let adminId: string
let admin: string
let [former, next]: TestUser[] = []
beforeAll(async () => {
  test = await openTestApp({ config: { smtp: { url: 'smtp://127.0.0.1:1', from: 'us@example.com' } } })
  const adminUser = await test.addUser({ role: 'admin' })
  adminId = adminUser.id
  admin = await test.signIn(adminUser)
  ;[former, next] = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })]
})
afterAll(() => test.close())

const edit = () => ({ actorId: adminId, at: new Date() })
const give = (id: string | undefined, owner: TestUser | undefined) =>
  saveConfigurator(test.database.db, { id, name: 'Shop', client_owner: owner?.id }, edit())

const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const handoverPath = (widget: string) => `/api/admin/configurators/${widget}/handover`

async function saveReceiver(widget: string, email: string, version = 0): Promise<void> {
  const settings = { channel: 'email', email, url: '', name: 'optional', reply: 'optional', hours: null }
  const response = await test.app.request(handoverPath(widget), {
    method: 'PUT',
    body: JSON.stringify({ ...settings, outside: '', redact: false, version }),
    headers: { ...headers, cookie: admin },
  })
  expect(response.status).toBe(200)
}

async function askForPerson(widget: string): Promise<Response> {
  const session = await post(test.app, '/api/embed/session', { cfg: widget, origin: 'https://shop.example' })
  const { token } = embedSessionSchema.parse(await session.json())
  const body = { request_id: randomUUID(), embed_id: widget, consent: true, transcript: [] }
  return post(test.app, '/api/handover', body, { authorization: `Bearer ${token}` })
}

it('sends no conversation to the former owner of a widget', async () => {
  const widget = await give(undefined, former)
  await saveReceiver(widget, former?.email ?? '')
  await give(widget, next)
  const response = await test.app.request(handoverPath(widget), { headers: { cookie: admin } })
  expect(await response.json()).toMatchObject({ channel: 'off', email: '', secret_at: null })
  expect((await askForPerson(widget)).status).toBe(503)
})

it('keeps the receiver of a widget whose owner stays', async () => {
  const widget = await give(undefined, former)
  await saveReceiver(widget, former?.email ?? '')
  await give(widget, former)
  expect((await askForPerson(widget)).status).toBe(200)
})

it('delivers no request that waits from the time of the former owner to the next one', async () => {
  const widget = await give(undefined, former)
  await saveReceiver(widget, former?.email ?? '')
  expect((await askForPerson(widget)).status).toBe(200)
  await give(widget, next)
  await saveReceiver(widget, next?.email ?? '')
  const own = eq(handovers.widgetId, widget)
  const [waiting] = await test.database.db.select().from(handovers).where(own)
  const options = { db: test.database.db, now: () => new Date(), siteEmail: null }
  const signal = new AbortController().signal
  await expect(deliverHandover(waiting?.id ?? '', { ...options, signal })).rejects.toThrow('another owner')
  expect((await test.mails()).filter(({ recipient }) => recipient === next?.email)).toEqual([])
  expect((await test.database.db.select().from(handovers).where(own))[0]?.status).toBe('failed')
})

it('leaves no address of an erased client in the audit list', async () => {
  const gone = await test.addUser({ role: 'client', email: 'gone@brand.example' })
  const widget = await give(undefined, former)
  await saveReceiver(widget, 'Gone@Brand.example')
  await saveReceiver(widget, 'stays@brand.example', 1)
  const budget = { scope: 'client', subject_id: gone.id, amount_micros: 5_000_000, alert_percent: 80 }
  const saved = await test.app.request('/api/admin/budgets', {
    method: 'PUT',
    body: JSON.stringify({ ...budget, hard_stop: false }),
    headers: { ...headers, cookie: admin },
  })
  expect(saved.status).toBe(200)
  const cookie = await test.signIn(gone)
  const deleted = await post(test.app, '/api/account/delete', { password: gone.password }, { cookie })
  expect(deleted.status).toBe(200)
  const { items } = await listAudit(test.database.db, { limit: 100 })
  expect(JSON.stringify(items).toLowerCase()).not.toContain('gone@brand.example')
  // The other values of the same entries stay.
  const changes = items.flatMap((item) => item.changes)
  expect(changes).toContainEqual({ field: 'channel', before: 'off', after: 'email' })
  expect(changes).toContainEqual({ field: 'amountMicros', before: null, after: 5_000_000 })
})
