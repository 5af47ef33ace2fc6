import { createHmac } from 'node:crypto'
import {
  accountExportSchema,
  conversationListSchema,
  conversationSchema,
  embedSessionSchema,
  identitySecretSchema,
  identitySettingsSchema,
  messageListSchema,
  visitorListSchema,
} from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openChatApp, parseStream } from '../../tests/chat-app.ts'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { readConfig } from '../config/config.ts'
import { users } from '../db/schema/auth.ts'
import { purgeVisitors } from '../privacy/unseen-visitors.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'

const dayMs = 86_400_000
const site = 'https://shop.example'

let test: TestApp
let admin: TestUser
let owner: TestUser
let cookie: string
let widget: string
/** Milliseconds by which the clock of the app is ahead. */
let ahead = 0
beforeAll(async () => {
  test = await openTestApp({ config: { trustedProxyHops: 1 } })
  admin = await test.addUser({ role: 'admin' })
})
beforeEach(async () => {
  owner = await test.addUser({ role: 'client' })
  cookie = await test.signIn(owner)
  widget = await widgetOf(owner.id)
})
afterAll(() => test.close())

const widgetOf = (client_owner: string | null) =>
  saveConfigurator(test.database.db, { client_owner }, { actorId: admin.id, at: new Date() })

function advance(ms: number): void {
  test.advance(ms)
  ahead += ms
}

async function newSecret(session = cookie, body: object = {}): Promise<string> {
  const response = await post(test.app, '/api/client/identity/secret', body, { cookie: session })
  expect(response.status).toBe(200)
  return identitySecretSchema.parse(await response.json()).secret
}

/** A signed id, as the documentation has servers of clients make it. */
function sign(secret: string, user_id: string, { inSeconds = 3600 } = {}) {
  const user_expires = Math.floor((Date.now() + ahead) / 1000) + inSeconds
  const user_hash = createHmac('sha256', secret).update(`${user_expires}:${user_id}`).digest('hex')
  return { user_id, user_hash, user_expires }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface SessionOptions {
  cfg?: string
  headers?: Record<string, string>
}

const openSession = (user?: object, { cfg = widget, headers = {} }: SessionOptions = {}) =>
  post(test.app, '/api/embed/session', { cfg, origin: site, ...(user && { user }) }, headers)

async function tokenOf(user?: object, options?: SessionOptions): Promise<string> {
  const response = await openSession(user, options)
  expect(response.status).toBe(200)
  return embedSessionSchema.parse(await response.json()).token
}

async function reasonOf(response: Response): Promise<unknown> {
  const { code, detail } = Object(await response.json())
  return [response.status, code, detail?.reason]
}

const get = (path: string, headers: Record<string, string>) => test.app.request(path, { headers })
const remove = (path: string, session = cookie) =>
  test.app.request(path, { method: 'DELETE', headers: { cookie: session, 'sec-fetch-site': 'same-origin' } })

async function write(token: string, title: string): Promise<string> {
  const response = await post(test.app, '/api/conversations', { title }, bearer(token))
  expect(response.status).toBe(200)
  return conversationSchema.parse(await response.json()).id
}

async function titlesOf(token: string): Promise<string[]> {
  const response = await get('/api/conversations', bearer(token))
  return conversationListSchema.parse(await response.json()).items.map(({ title }) => title)
}

async function visitorsOf(session = cookie, query = '') {
  const response = await get(`/api/client/visitors${query}`, { cookie: session })
  expect(response.status).toBe(200)
  return visitorListSchema.parse(await response.json()).items
}

it('continues the conversations of a visitor on another device', async () => {
  const secret = await newSecret()
  const phone = await tokenOf(sign(secret, 'customer-17'))
  const id = await write(phone, 'Sleep')
  const laptop = await tokenOf(sign(secret, 'customer-17'))
  expect(laptop).not.toBe(phone)
  expect(await titlesOf(laptop)).toEqual(['Sleep'])
  expect((await get(`/api/conversations/${id}`, bearer(laptop))).status).toBe(200)
  const me = await get('/api/me', bearer(laptop))
  expect(await me.json()).toEqual({ authenticated: true, role: null, email: null })
  const other = await tokenOf(sign(secret, 'customer-18'))
  expect(await titlesOf(other)).toEqual([])
  expect((await get(`/api/conversations/${id}`, bearer(other))).status).toBe(404)
  expect((await get('/api/conversations', bearer(await tokenOf()))).status).toBe(401)
})

it('answers an identified visitor, whose conversation is then on the other device', async () => {
  const app = await openChatApp({ database: test.database })
  const secret = await newSecret()
  const tokenIn = async () => {
    const response = await post(app.app, '/api/embed/session', {
      cfg: widget,
      origin: site,
      user: sign(secret, 'asker'),
    })
    return embedSessionSchema.parse(await response.json()).token
  }
  const body = { text: 'Hello!', embed_id: widget, client_message_id: crypto.randomUUID() }
  const answer = await post(app.app, '/api/chat', body, bearer(await tokenIn()))
  expect(answer.status).toBe(200)
  expect(parseStream(await answer.text()).done).toBe(true)
  const headers = bearer(await tokenIn())
  const list = await app.app.request('/api/conversations', { headers })
  const [conversation] = conversationListSchema.parse(await list.json()).items
  const path = `/api/conversations/${conversation?.id}/messages`
  const { items } = messageListSchema.parse(await (await app.app.request(path, { headers })).json())
  expect(items.map(({ content }) => content)).toContain('Hello!')
  await app.close()
})

it('answers an identified visitor in widgets alone, not beyond their limits, budgets and stops', async () => {
  const app = await openChatApp({ database: test.database })
  const identified = { cfg: widget, origin: site, user: sign(await newSecret(), 'asker') }
  const session = await post(app.app, '/api/embed/session', identified)
  const headers = bearer(embedSessionSchema.parse(await session.json()).token)
  const ask = async (body: object) =>
    (await post(app.app, '/api/chat', { text: 'Hello!', ...body }, headers)).status
  expect(await ask({})).toBe(403)
  expect(await ask({ embed_id: null })).toBe(403)
  expect(await ask({ embed_id: await widgetOf(owner.id) })).toBe(403)
  const list = await app.app.request('/api/conversations', { headers })
  expect(conversationListSchema.parse(await list.json()).items).toEqual([])
  expect(await ask({ embed_id: widget })).toBe(200)
  await app.close()
})

it('ends the visitors of a client in a widget that goes to another client', async () => {
  const identified = { cfg: widget, origin: site, user: sign(await newSecret(), 'mover') }
  const session = await post(test.app, '/api/embed/session', identified)
  const headers = bearer(embedSessionSchema.parse(await session.json()).token)
  const list = async (given = headers) =>
    (await test.app.request('/api/conversations', { headers: given })).status
  expect(await list()).toBe(200)
  const next = await test.addUser({ role: 'client' })
  const handOver = { id: widget, version: 1, client_owner: next.id }
  await saveConfigurator(test.database.db, handOver, { actorId: admin.id, at: new Date() })
  expect(await list()).toBe(401)
  const renewed = await post(test.app, '/api/embed/session', { cfg: widget, origin: site }, headers)
  expect(await list(bearer(embedSessionSchema.parse(await renewed.json()).token))).toBe(401)
})

it.each([
  ['an unsigned id', () => ({ ...sign('x', 'a'), user_hash: '0'.repeat(64) }), 'invalid'],
  ['another secret', () => sign('vis_guessed', 'a'), 'invalid'],
  ['another id', (secret: string) => ({ ...sign(secret, 'a'), user_id: 'b' }), 'invalid'],
  ['another time', (secret: string) => ({ ...sign(secret, 'a'), user_expires: 1_999_999_999 }), 'invalid'],
  ['a time that has passed', (secret: string) => sign(secret, 'a', { inSeconds: -1 }), 'expired'],
  ['a time more than a day ahead', (secret: string) => sign(secret, 'a', { inSeconds: 90_000 }), 'invalid'],
])('refuses %s', async (_, identity, reason) => {
  const secret = await newSecret()
  expect(await reasonOf(await openSession(identity(secret)))).toEqual([403, 'identity_refused', reason])
  expect(await visitorsOf()).toEqual([])
})

it('refuses an identity without its three fields, and one that is too long', async () => {
  const secret = await newSecret()
  const { user_expires: _, ...eternal } = sign(secret, 'a')
  for (const user of [eternal, { user_id: 'a' }, sign(secret, ''), sign(secret, 'a'.repeat(201))]) {
    expect((await openSession(user)).status).toBe(422)
  }
  expect((await openSession(sign(secret, 'a\0'))).status).toBe(422)
})

it('refuses what a client without a secret, or nobody, may have signed', async () => {
  const disabled = [403, 'identity_refused', 'disabled']
  expect(await reasonOf(await openSession(sign('x', 'a')))).toEqual(disabled)
  const shared = await widgetOf(null)
  expect(await reasonOf(await openSession(sign(await newSecret(), 'a'), { cfg: shared }))).toEqual(disabled)
})

it('refuses in the language of the reader', async () => {
  const response = await openSession(sign('x', 'a'), { headers: { 'accept-language': 'es' } })
  expect(await response.json()).toMatchObject({
    error: 'Este sitio no ha configurado la identificación de visitantes.',
  })
})

it('keeps the visitors of two clients apart, also under the same id', async () => {
  const foreign = await test.addUser({ role: 'client' })
  const foreignCookie = await test.signIn(foreign)
  const [secret, foreignSecret] = [await newSecret(), await newSecret(foreignCookie)]
  const foreignWidget = await widgetOf(foreign.id)
  const token = await tokenOf(sign(secret, 'customer-1'))
  const id = await write(token, 'Sleep')
  expect(await reasonOf(await openSession(sign(foreignSecret, 'customer-1')))).toEqual([
    403,
    'identity_refused',
    'invalid',
  ])
  const there = await tokenOf(sign(foreignSecret, 'customer-1'), { cfg: foreignWidget })
  expect(await titlesOf(there)).toEqual([])
  expect((await get(`/api/conversations/${id}`, bearer(there))).status).toBe(404)
  // A token of one client's widget renews nothing at the other's.
  const renewed = await tokenOf(undefined, { cfg: foreignWidget, headers: bearer(token) })
  expect((await get('/api/conversations', bearer(renewed))).status).toBe(401)
  const [visitor] = await visitorsOf()
  expect(await visitorsOf(foreignCookie)).toMatchObject([{ user_id: 'customer-1', conversations: 0 }])
  expect((await visitorsOf(foreignCookie))[0]?.id).not.toBe(visitor?.id)
  const path = `/api/client/visitors/${visitor?.id}`
  expect((await remove(path, foreignCookie)).status).toBe(404)
  expect((await get(`${path}/export`, { cookie: foreignCookie })).status).toBe(404)
  expect((await get(`${path}/export?client_id=${owner.id}`, { cookie: foreignCookie })).status).toBe(404)
  expect(await visitorsOf()).toHaveLength(1)
  const adminCookie = await test.signIn(admin)
  expect(await visitorsOf(adminCookie)).toEqual([])
  expect(await visitorsOf(adminCookie, `?client_id=${owner.id}`)).toMatchObject([{ id: visitor?.id }])
})

it('shows a secret once, and lets the one before work for another day', async () => {
  const settings = async () => {
    const response = await get('/api/client/identity', { cookie })
    return identitySettingsSchema.strict().parse(await response.json())
  }
  expect(await settings()).toEqual({ secret_at: null, previous_until: null })
  const first = await newSecret()
  expect(first).toMatch(/^vis_[\w-]{43}$/u)
  expect(await settings()).toMatchObject({ previous_until: null })
  const second = await newSecret()
  expect((await settings()).previous_until).not.toBeNull()
  await tokenOf(sign(first, 'a'))
  await tokenOf(sign(second, 'a'))
  advance(dayMs + 1000)
  expect(await reasonOf(await openSession(sign(first, 'a')))).toEqual([403, 'identity_refused', 'invalid'])
  await tokenOf(sign(second, 'a'))
  const { items } = await listAudit(test.database.db, { limit: 2, kind: 'identity_secret' })
  expect(items).toMatchObject([
    { action: 'create', subject: owner.email, actor: owner.email },
    { action: 'create', subject: owner.email },
  ])
  expect(JSON.stringify(items)).not.toContain(second)
})

it('ends a leaked secret with the sessions that it opened, and leaves those of other clients', async () => {
  const foreign = await test.addUser({ role: 'client' })
  const foreignToken = await tokenOf(sign(await newSecret(await test.signIn(foreign)), 'b'), {
    cfg: await widgetOf(foreign.id),
  })
  const leaked = await newSecret()
  const token = await tokenOf(sign(leaked, 'a'))
  await newSecret(cookie, { end_previous: true })
  expect((await get('/api/conversations', bearer(token))).status).toBe(401)
  expect((await get('/api/conversations', bearer(foreignToken))).status).toBe(200)
  expect(await reasonOf(await openSession(sign(leaked, 'a')))).toEqual([403, 'identity_refused', 'invalid'])
})

it('renews the token of an open page with the signature that it was loaded with', async () => {
  const secret = await newSecret()
  const identity = sign(secret, 'a', { inSeconds: 60 })
  const token = await tokenOf(identity)
  await write(token, 'Sleep')
  advance(50 * 60_000)
  const renewed = await tokenOf(identity, { headers: bearer(token) })
  expect(await titlesOf(renewed)).toEqual(['Sleep'])
  const expired = [403, 'identity_refused', 'expired']
  expect(await reasonOf(await openSession(identity))).toEqual(expired)
  expect(await reasonOf(await openSession(identity, { headers: bearer(await tokenOf()) }))).toEqual(expired)
  advance(61 * 60_000)
  expect((await get('/api/conversations', bearer(renewed))).status).toBe(401)
})

it('opens nothing of the visitor before, for a guest or another visitor in the same page', async () => {
  const secret = await newSecret()
  const token = await tokenOf(sign(secret, 'a'))
  await write(token, 'Sleep')
  const guest = await tokenOf(undefined, { headers: bearer(token) })
  expect((await get('/api/conversations', bearer(guest))).status).toBe(401)
  const next = await tokenOf(sign(secret, 'b'), { headers: bearer(token) })
  expect(await titlesOf(next)).toEqual([])
})

it('leaves a visitor without a session a guest, whoever has signed in in the frame before', async () => {
  const secret = await newSecret()
  const person = await test.addUser()
  const { email, password } = person
  const form = new URLSearchParams({ email, password })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const path = `/embed/login?cfg=${widget}`
  const entered = await test.app.request(path, { method: 'POST', body: form.toString(), headers })
  const frame = {
    cookie: entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
  const me = async (token: string) => (await get('/api/me', { ...frame, ...bearer(token) })).json()
  expect(await me(await tokenOf())).toMatchObject({ email })
  const token = await tokenOf(sign(secret, 'a'))
  expect(await me(token)).toEqual({ authenticated: true, role: null, email: null })
  // On a page of our own site's domain, the browser sends the cookie of our site, too.
  frame.cookie += `; ${await test.signIn(person)}`
  expect(await me(token)).toEqual({ authenticated: true, role: null, email: null })
  await newSecret(cookie, { end_previous: true })
  expect(await me(token)).toMatchObject({ authenticated: false })
  expect((await get('/api/conversations', { ...frame, ...bearer(token) })).status).toBe(401)
  // Their page renews the token as a guest's once its signature is refused.
  expect(await me(await tokenOf(undefined, { headers: bearer(token) }))).toMatchObject({
    authenticated: false,
  })
})

it('makes a guest of a visitor whose identity is refused at the first load, whoever the cookies name', async () => {
  const person = await test.addUser()
  const own = await test.signIn(person)
  const { email, password } = person
  const path = `/embed/login?cfg=${widget}`
  const form = new URLSearchParams({ email, password }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const entered = await test.app.request(path, { method: 'POST', body: form, headers })
  const cookies = entered.headers.getSetCookie().map((line) => line.split(';')[0])
  const browser = { cookie: [own, ...cookies].join('; ') }
  expect((await openSession({ ...sign('vis_guessed', 'a') }, { headers: browser })).status).toBe(403)
  const session = await post(
    test.app,
    '/api/embed/session',
    { cfg: widget, origin: site, guest: true },
    browser,
  )
  const { token } = embedSessionSchema.parse(await session.json())
  const withToken = (given: string) => ({ ...browser, ...bearer(given) })
  expect(await (await get('/api/me', withToken(token))).json()).toMatchObject({ authenticated: false })
  expect((await get('/api/conversations', withToken(token))).status).toBe(401)
  // They may still sign in by the form of the widget, and stay signed in when the token is renewed.
  await test.app.request(path, { method: 'POST', body: form, headers: { ...headers, ...bearer(token) } })
  expect(await (await get('/api/me', withToken(token))).json()).toMatchObject({ email })
  const body = { cfg: widget, origin: site, guest: true }
  const renewal = await post(test.app, '/api/embed/session', body, withToken(token))
  const renewed = embedSessionSchema.parse(await renewal.json()).token
  expect(await (await get('/api/me', withToken(renewed))).json()).toMatchObject({ email })
})

it('signs a visitor out alone, not the person whom the cookies of the browser name', async () => {
  const person = await test.addUser()
  const browser = { cookie: await test.signIn(person) }
  const token = await tokenOf(sign(await newSecret(), 'a'), { headers: browser })
  const headers = { ...browser, ...bearer(token) }
  const left = await post(test.app, '/api/logout', {}, headers)
  expect([left.status, left.headers.getSetCookie()]).toEqual([200, []])
  expect((await get('/api/conversations', headers)).status).toBe(401)
  expect(await (await get('/api/me', browser)).json()).toMatchObject({ email: person.email })
})

it('gives a visitor conversations, and nothing else of an account', async () => {
  const token = await tokenOf(sign(await newSecret(), 'a'))
  const headers = bearer(token)
  const share = `/api/conversations/${await write(token, 'Mine')}/share`
  expect([(await get(share, headers)).status, (await post(test.app, share, {}, headers)).status]).toEqual([
    401, 401,
  ])
  for (const path of ['/api/account/export', '/api/account/sessions', '/api/billing/status', '/api/shares']) {
    expect([path, (await get(path, headers)).status]).toEqual([path, 401])
  }
  expect((await post(test.app, '/api/billing/portal', {}, headers)).status).toBe(401)
  expect((await get('/api/client/visitors', headers)).status).toBe(401)
  const [visitor] = await visitorsOf()
  const [account] = await test.database.db
    .select()
    .from(users)
    .where(eq(users.id, visitor?.id ?? ''))
  const email = account?.email ?? ''
  expect((await post(test.app, '/api/login', { email, password: 'a long enough phrase' })).status).toBe(401)
  expect((await post(test.app, '/api/logout', {}, headers)).status).toBe(200)
  expect((await get('/api/conversations', headers)).status).toBe(401)
})

it('exports and deletes a visitor for the client, and notes both', async () => {
  const secret = await newSecret()
  const token = await tokenOf(sign(secret, 'customer-17'))
  await write(token, 'A title of the visitor')
  await tokenOf(sign(secret, 'customer-18'))
  const [visitor] = await visitorsOf(cookie, '?user_id=customer-17')
  expect(visitor).toMatchObject({ user_id: 'customer-17', conversations: 1 })
  const path = `/api/client/visitors/${visitor?.id}`
  const exported = await get(`${path}/export`, { cookie })
  expect(exported.headers.get('content-disposition')).toContain(`visitor-${visitor?.id}.json`)
  const data = accountExportSchema.parse(await exported.json())
  expect(data.visitor).toMatchObject({ user_id: 'customer-17' })
  expect(data.conversations).toMatchObject([{ title: 'A title of the visitor' }])
  expect((await remove(path)).status).toBe(204)
  expect((await get('/api/conversations', bearer(token))).status).toBe(401)
  expect(await visitorsOf()).toMatchObject([{ user_id: 'customer-18' }])
  expect((await remove(path)).status).toBe(404)
  const { items } = await listAudit(test.database.db, { limit: 2, kind: 'visitor' })
  expect(items).toMatchObject([
    { action: 'delete', subject: visitor?.id, actor: owner.email },
    { action: 'data_export', subject: visitor?.id, actor: owner.email },
  ])
  // The visitor may come back, as somebody new.
  expect(await titlesOf(await tokenOf(sign(secret, 'customer-17')))).toEqual([])
})

it('pages through visitors, the newest first', async () => {
  const secret = await newSecret()
  for (const id of ['a', 'b', 'c']) await tokenOf(sign(secret, id))
  const page = async (query: string) =>
    visitorListSchema.parse(await (await get(`/api/client/visitors?limit=2${query}`, { cookie })).json())
  const first = await page('')
  expect(first.items.map(({ user_id }) => user_id)).toEqual(['c', 'b'])
  const second = await page(`&cursor=${first.next_cursor}`)
  expect([second.items.map(({ user_id }) => user_id), second.next_cursor]).toEqual([['a'], null])
  expect((await get('/api/client/visitors?cursor=x', { cookie })).status).toBe(400)
})

it('deletes the visitors of a client with its account', async () => {
  const token = await tokenOf(sign(await newSecret(), 'customer-17'))
  await write(token, 'Sleep')
  const [visitor] = await visitorsOf()
  const deleted = await post(test.app, '/api/account/delete', { password: owner.password }, { cookie })
  expect(deleted.status).toBe(200)
  const rows = await test.database.db
    .select()
    .from(users)
    .where(eq(users.id, visitor?.id ?? ''))
  expect(rows).toEqual([])
})

it('deletes visitors who stay away, and keeps the others', async () => {
  const secret = await newSecret()
  await tokenOf(sign(secret, 'gone'))
  advance(200 * dayMs)
  cookie = await test.signIn(owner)
  await tokenOf(sign(secret, 'here'))
  const { retention } = readConfig({ DEMO: 'off' })
  expect(retention.visitorDays).toBe(365)
  await purgeVisitors(test.database.db, new Date(Date.now() + ahead + 170 * dayMs), retention)
  expect(await visitorsOf()).toMatchObject([{ user_id: 'here' }])
})

it('answers 429 to an address with too many refused identities, and serves the others', async () => {
  const secret = await newSecret()
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  let last = 0
  for (let count = 0; count <= 30; count += 1) last = (await openSession(sign('x', 'a'), { headers })).status
  expect(last).toBe(429)
  await tokenOf(sign(secret, 'a'), { headers })
  expect((await openSession(sign('x', 'a'))).status).toBe(403)
})

it('keeps conversations where every account must have a second factor: nobody signs in to a visitor’s', async () => {
  const strict = await openTestApp({ database: test.database, config: { accountFactor: 'required' } })
  strict.advance(ahead)
  const identified = { cfg: widget, origin: site, user: sign(await newSecret(), 'keeper') }
  const session = await post(strict.app, '/api/embed/session', identified)
  const { token } = embedSessionSchema.parse(await session.json())
  const listed = await strict.app.request('/api/conversations', { headers: bearer(token) })
  expect(listed.status).toBe(200)
})
