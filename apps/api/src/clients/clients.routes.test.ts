import { clientInvitationsSchema, clientRoomSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { readConfig } from '../config/config.ts'
import { clientInvitations, oneTimeTokens, users } from '../db/schema/auth.ts'
import { widgetSightings } from '../db/schema/embed.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { setRole } from '../ops/accounts.ts'
import { newId } from '../platform/process/ids.ts'
import { purgeUnconfirmedAccounts } from '../privacy/unconfirmed-accounts.ts'
import { saveConfigurator } from '../widgets/configurators.store.ts'

let test: TestApp
let admin: TestUser
let adminCookie: string
beforeAll(async () => {
  test = await openTestApp()
  admin = await test.addUser({ role: 'admin' })
  adminCookie = await test.signIn(admin)
})
afterAll(() => test.close())

const get = async (path: string, cookie: string) => {
  const response = await test.app.request(path, { headers: { cookie } })
  expect(response.status).toBe(200)
  return response.json()
}

function send(method: string, path: string, body: unknown, cookie: string) {
  return test.app.request(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
  })
}

describe('an invitation', () => {
  // An invitation needs a proof of the last ten minutes: the clock moves on between the tests.
  const invite = async (email: string) =>
    post(test.app, '/api/admin/invitations', { email }, { cookie: await test.signIn(admin) })
  const list = async () =>
    clientInvitationsSchema.parse(await get('/api/admin/invitations', await test.signIn(admin))).items
  const find = async (email: string) => (await list()).find((item) => item.email === email)
  const mailTo = async (email: string) => (await test.mails()).find(({ recipient }) => recipient === email)
  const openLink = async (email: string, link?: Record<string, string>) => {
    link ??= linkIn((await mailTo(email))?.body)
    return post(test.app, '/api/auth/callback', {
      access_token: link['access_token'],
      refresh_token: link['refresh_token'],
      type: link['type'],
    })
  }
  const roleOf = async (email: string) => {
    const [row] = await test.database.db.select().from(users).where(eq(users.email, email))
    return row?.role
  }
  const password = 'four quiet herons wade at noon'

  it('names who invites and the product, and takes replies to that person', async () => {
    const email = 'named@example.com'
    await invite(email)
    const mail = await mailTo(email)
    expect(mail).toMatchObject({ subject: `${admin.email} invites you to Verdant`, replyTo: admin.email })
    expect(mail?.body).toContain(`${admin.email} invites you to manage your chat widgets on Verdant (`)
  })

  it('lets a person choose a password by the existing rules, and makes them a client then', async () => {
    const email = 'brand@example.com'
    expect((await invite(' Brand@Example.com ')).status).toBe(200)
    expect(await roleOf(email)).toBeNull()
    const opened = await openLink(email)
    expect(opened.status).toBe(200)
    const cookie = cookieOf(opened)
    const choose = (text: string) =>
      post(test.app, '/api/update-password', { new_password: text }, { cookie })
    expect((await choose('password1234')).status).toBe(422)
    expect(await roleOf(email)).toBeNull()
    expect((await choose(password)).status).toBe(200)
    expect([await roleOf(email), (await find(email))?.status]).toEqual(['client', 'accepted'])
    const session = await test.signIn({ id: '', email, password })
    expect((await test.app.request('/api/client/room', { headers: { cookie: session } })).status).toBe(200)
    expect((await invite(email)).status).toBe(409)
    const id = (await find(email))?.id
    expect((await send('DELETE', `/api/admin/invitations/${id}`, {}, adminCookie)).status).toBe(404)
    expect(await roleOf(email)).toBe('client')
  })

  it('gives no role to whoever signs up with its address', async () => {
    const email = 'squatted@example.com'
    await invite(email)
    await post(test.app, '/api/signup', { email, password })
    expect(await roleOf(email)).toBeNull()
  })

  it('keeps its link when a stranger requests a new password for its address', async () => {
    const email = 'reset@example.com'
    await invite(email)
    const link = linkIn((await mailTo(email))?.body)
    // A link of the last minute would cause no e-mail.
    const hourAgo = new Date(Date.now() - 3_600_000)
    await test.database.db.update(oneTimeTokens).set({ createdAt: hourAgo })
    expect((await post(test.app, '/api/reset-password', { email })).status).toBe(200)
    const [reset] = await test.mails()
    expect(linkIn(reset?.body)['access_token']).not.toBe(link['access_token'])
    const opened = await openLink(email, link)
    expect(opened.status).toBe(200)
    const chosen = { new_password: password }
    expect((await post(test.app, '/api/update-password', chosen, { cookie: cookieOf(opened) })).status).toBe(
      200,
    )
    expect(await roleOf(email)).toBe('client')
    // The password is chosen: no other link of the account works any more.
    expect((await openLink(email, linkIn(reset?.body))).status).toBe(401)
  })

  it('gives an organisation of their own to a person who became a member of another one meanwhile', async () => {
    const email = 'both@example.com'
    await invite(email)
    const link = linkIn((await mailTo(email))?.body)
    const other = await test.addUser({ role: 'client' })
    const [account] = await test.database.db.select().from(users).where(eq(users.email, email))
    const accountId = account?.id ?? ''
    await test.database.db
      .insert(organisationMembers)
      .values({ organisationId: other.id, accountId, role: 'viewer', createdAt: new Date() })
    await test.database.db.update(users).set({ role: 'client' }).where(eq(users.id, accountId))
    const chosen = { new_password: password }
    const cookie = cookieOf(await openLink(email, link))
    expect((await post(test.app, '/api/update-password', chosen, { cookie })).status).toBe(200)
    const memberships = await test.database.db
      .select({ role: organisationMembers.role })
      .from(organisationMembers)
      .where(eq(organisationMembers.accountId, accountId))
    expect(memberships.map(({ role }) => role).toSorted()).toEqual(['owner', 'viewer'])
  })

  it('ends with a later decision about the role of its account', async () => {
    const email = 'decided@example.com'
    await invite(email)
    const link = linkIn((await mailTo(email))?.body)
    await setRole(test.database.db, email, 'admin')
    await setRole(test.database.db, email, 'user')
    const opened = await openLink(email, link)
    const chosen = { new_password: password }
    await post(test.app, '/api/update-password', chosen, { cookie: cookieOf(opened) })
    expect(await roleOf(email)).toBeNull()
  })

  it('can be sent again, which ends the earlier link, so often and not more', async () => {
    const email = 'again@example.com'
    await invite(email)
    const first = linkIn((await mailTo(email))?.body)
    const invitation = await find(email)
    const path = `/api/admin/invitations/${invitation?.id}/resend`
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1) {
      test.advance(3_600_000)
      const cookie = await test.signIn(admin)
      statuses.push((await post(test.app, path, {}, { cookie })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const stale = await post(test.app, '/api/auth/callback', {
      access_token: first['access_token'],
      refresh_token: first['refresh_token'],
      type: 'recovery',
    })
    expect(stale.status).toBe(401)
  })

  it('outlives the retention of unconfirmed accounts while its last link works', async () => {
    const email = 'slow@example.com'
    const { retention } = readConfig({ DEMO: 'off' })
    await invite(email)
    const { db } = test.database
    const [invited] = await db.select().from(users).where(eq(users.email, email))
    const created = invited?.createdAt.getTime() ?? 0
    const purgeAt = (days: number) =>
      purgeUnconfirmedAccounts(db, new Date(created + days * 86_400_000), retention)
    await db
      .update(clientInvitations)
      .set({ expiresAt: new Date(created + 100 * 86_400_000) })
      .where(eq(clientInvitations.userId, invited?.id ?? ''))
    await purgeAt(99)
    expect(await find(email)).toBeDefined()
    await purgeAt(101)
    expect(await find(email)).toBeUndefined()
  })

  it('ends when it is revoked, with the account that it made, and when it runs out', async () => {
    const email = 'revoked@example.com'
    await invite(email)
    const id = (await find(email))?.id
    const link = linkIn((await mailTo(email))?.body)
    const cookie = await test.signIn(admin)
    expect((await send('DELETE', `/api/admin/invitations/${id}`, {}, cookie)).status).toBe(204)
    expect((await openLink(email, link)).status).toBe(401)
    expect(await roleOf(email)).toBeUndefined()
    await invite('late@example.com')
    test.advance(8 * 86_400_000)
    expect((await openLink('late@example.com')).status).toBe(401)
    expect((await find('late@example.com'))?.status).toBe('expired')
  })
})

describe('the room of a client', () => {
  let client: TestUser
  let cookie: string
  let widget: string
  beforeAll(async () => {
    client = await test.addUser({ role: 'client' })
    cookie = await test.signIn(client)
    const save = { name: 'Shop', client_owner: client.id, client_edits: ['welcome' as const] }
    widget = await saveConfigurator(test.database.db, save, { actorId: admin.id, at: new Date() })
  })
  const room = async (by = cookie) => clientRoomSchema.parse(await get('/api/client/room', by))
  const saveLook = (given: object, by = cookie, id = widget) =>
    send('PUT', `/api/client/widgets/${id}/appearance`, given, by)

  it('has the client’s own widgets alone, and ticks what facts show', async () => {
    const before = await room()
    expect(before.widgets).toMatchObject([{ id: widget, name: 'Shop', client_edits: ['welcome'] }])
    expect(before.checklist).toEqual({ look: false, content: false, install: false, question: false })
    const { db } = test.database
    await db
      .insert(widgetSightings)
      .values({ clientId: client.id, embedId: widget, origin: 'https://shop.example', seenAt: new Date() })
    await db.insert(answerOutcomes).values({
      id: newId(),
      clientId: client.id,
      widgetId: widget,
      at: new Date(),
      ending: 'complete',
      outcome: 'uncovered',
      language: 'en',
      model: 'local',
      tokens: 0,
      totalMs: 1,
      question: 'Do you ship to Malta?',
      answer: `<details>${'Thinking. '.repeat(300)}</details>\n\n### Shipping\n\nWe ship **everywhere** [1].`,
      rating: 'down',
      searches: [],
      citations: [],
      products: ['Tea'],
      productsClicked: ['Tea'],
    })
    const after = await room()
    expect(after.checklist).toMatchObject({ install: true, question: true })
    expect(after.widgets[0]?.sightings).toMatchObject([{ origin: 'https://shop.example' }])
    expect(await get('/api/client/activity', cookie)).toMatchObject({
      uncovered: [
        { question: 'Do you ship to Malta?', answer: 'Shipping We ship everywhere.', widget: 'Shop' },
      ],
      ratings: { up: 0, down: 1, newest: [{ outcome: 'uncovered' }] },
      products: [{ name: 'Tea', clicks: 1 }],
    })
    await db.delete(answerOutcomes).where(eq(answerOutcomes.clientId, client.id))
    expect((await room()).checklist).toMatchObject({ install: true, question: true })
    const other = await test.signIn(await test.addUser({ role: 'client' }))
    const others = await room(other)
    expect(others.widgets).toEqual([])
    expect(others.checklist).toEqual({ look: false, content: false, install: false, question: false })
    expect(await get('/api/client/activity', other)).toMatchObject({
      uncovered: [],
      conversations: [],
      products: [],
    })
  })

  it('changes what the administrator allows, of the client’s own widget, and nothing else', async () => {
    expect((await saveLook({ version: 1, accent: '#b1004f' })).status).toBe(403)
    expect((await saveLook({ version: 2, welcome: 'Hello' })).status).toBe(409)
    const other = await test.signIn(await test.addUser({ role: 'client' }))
    expect((await saveLook({ version: 1, welcome: 'Hello' }, other)).status).toBe(404)
    expect((await saveLook({ version: 1, welcome: 'Hello' })).status).toBe(200)
    const { widgets, checklist } = await room()
    expect(widgets[0]).toMatchObject({ version: 2, appearance: { welcome: 'Hello', accent: null } })
    expect(checklist.look).toBe(true)
  })

  it('has its appearance saved 60 times in an hour, by all of its members together', async () => {
    const other = await test.addUser({ role: 'client' })
    const editors = [await test.addMember(other.id, 'editor'), await test.addMember(other.id, 'editor')]
    const sessions = await Promise.all(editors.map((editor) => test.signIn(editor)))
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) {
      statuses.push((await saveLook({ version: 1, welcome: 'Hi' }, sessions[n % 2])).status)
    }
    // The widget is another client's.
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429, 429])
  })
})
