import { randomUUID } from 'node:crypto'
import {
  type ManagedAccountDetail,
  managedAccountDetailSchema,
  managedAccountsSchema,
} from '@org/api-client/contract'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChatApp, parseStream } from '../../../tests/chat-app.ts'
import { createScriptedModel } from '../../../tests/scripted-model.ts'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../../tests/test-app.ts'
import { auditEntries } from '../../db/schema/admin.ts'
import { oneTimeTokens, recoveryCodes, sessions, totpFactors, users } from '../../db/schema/auth.ts'
import { organisationMembers } from '../../db/schema/members.ts'
import { openVisitorAccount } from '../../visitors/visitors.store.ts'

const disabledSentence = 'This account is disabled. Contact us if you think that this is a mistake.'

interface Person extends TestUser {
  cookie: string
}

let test: TestApp
let admin: Person
beforeAll(async () => {
  test = await openTestApp()
  admin = await arrive({ role: 'admin' })
  // A second administrator, so that no test meets the only one.
  await test.addUser({ role: 'admin' })
})
afterAll(() => test.close())

async function arrive(user: Parameters<TestApp['addUser']>[0] = {}): Promise<Person> {
  const added = await test.addUser(user)
  return { ...added, cookie: await test.signIn(added) }
}

async function send(method: string, path: string, { cookie }: { cookie: string }, body?: unknown) {
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  return test.app.request(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
const change = (user: TestUser, what: string, body: unknown, actor = admin) =>
  send('PUT', `/api/admin/accounts/${user.id}/${what}`, actor, body)
const remove = (user: TestUser, what: string, actor = admin) =>
  send('DELETE', `/api/admin/accounts/${user.id}/${what}`, actor)
const list = async (query: string) => {
  const response = await send('GET', `/api/admin/accounts?${query}`, admin)
  expect(response.status).toBe(200)
  return managedAccountsSchema.parse(await response.json())
}
const read = async (user: TestUser): Promise<ManagedAccountDetail> => {
  const response = await send('GET', `/api/admin/accounts/${user.id}`, admin)
  expect(response.status).toBe(200)
  return managedAccountDetailSchema.parse(await response.json())
}
const isSignedIn = async ({ cookie }: Person, app = test.app) =>
  Object(await (await app.request('/api/me', { headers: { cookie } })).json()).authenticated

async function changesOf(user: TestUser) {
  const rows = await test.database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.accountId, user.id), isNotNull(auditEntries.actorId)))
  return rows.map(({ actorId, action, kind, subject, changes }) => ({
    actorId,
    action,
    kind,
    subject,
    changes,
  }))
}
const entry = (...changes: object[]) => ({
  actorId: admin.id,
  action: 'update',
  kind: 'account_access',
  subject: '',
  changes,
})

describe('the list of accounts', () => {
  it('finds accounts by a part of the address, by role and by state', async () => {
    const tag = randomUUID()
    const client = await test.addUser({ email: `client-${tag}@example.com`, role: 'client' })
    const plain = await test.addUser({ email: `plain-${tag}@example.com` })
    const late = await test.addUser({ email: `late-${tag}@example.com`, verifiedAt: null })
    const gone = await test.addUser({ email: `gone-${tag}@example.com`, disabledAt: new Date() })
    const ids = async (query: string) => (await list(`q=${tag}&${query}`)).items.map(({ id }) => id)
    expect(await ids('')).toEqual([gone.id, late.id, plain.id, client.id])
    expect(await ids('role=client')).toEqual([client.id])
    expect(await ids('role=user&state=active')).toEqual([plain.id])
    expect(await ids('state=unconfirmed')).toEqual([late.id])
    expect(await ids('state=disabled')).toEqual([gone.id])
    const typed = new URLSearchParams({ q: ` PLAIN-${tag.toUpperCase()}@ ` }).toString()
    expect((await list(typed)).items.map(({ id }) => id)).toEqual([plain.id])
    expect(await ids('role=admin')).toEqual([])
  })

  it('takes each character of the search as it is', async () => {
    const { email } = await test.addUser({ email: `under_score-${randomUUID()}@example.com` })
    expect((await list('q=under_score')).items.map((account) => account.email)).toEqual([email])
    expect((await list('q=under%25score')).items).toEqual([])
  })

  it('comes in pages, the newest first', async () => {
    const tag = randomUUID()
    for (let count = 0; count < 5; count += 1) {
      await test.addUser({ email: `${count}-${tag}@example.com` })
    }
    const first = await list(`q=${tag}&limit=3`)
    const second = await list(`q=${tag}&limit=3&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items].map(({ email }) => email.charAt(0))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
    ])
    expect(second.next_cursor).toBeNull()
    expect((await send('GET', '/api/admin/accounts?cursor=7', admin)).status).toBe(400)
  })

  it('leaves the accounts of identified visitors out, and nobody signs up as one', async () => {
    const client = await test.addUser({ role: 'client' })
    const key = { clientId: client.id, externalId: 'u1' }
    const id = await openVisitorAccount(test.database.db, key, test.now())
    expect((await list('q=visitor.invalid')).items).toEqual([])
    const visitor = { id, email: '', password: '' }
    expect((await send('GET', `/api/admin/accounts/${id}`, admin)).status).toBe(404)
    expect((await change(visitor, 'role', { role: 'admin' })).status).toBe(404)
    const email = 'hidden@visitor.invalid'
    const { status } = await post(test.app, '/api/signup', { email, password: 'moss beneath seven kettles' })
    expect(status).toBe(422)
  })
})

describe('an account', () => {
  it('shows its sessions, second factors and widgets', async () => {
    const user = await arrive({ role: 'client' })
    const headers = { 'user-agent': 'Firefox/140 (Linux)' }
    await post(test.app, '/api/login', { email: user.email, password: user.password }, headers)
    const account = await read(user)
    expect(account).toMatchObject({
      role: 'client',
      state: 'active',
      own: false,
      only_administrator: false,
      second_factor: false,
      totp: false,
      passkeys: 0,
      recovery_codes: 0,
      widgets: 0,
      session_count: 2,
    })
    expect(account.sessions.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: 'Firefox/140 (Linux)', current: false },
      { device: null, current: false },
    ])
    expect(account.last_used_at).toBe(account.sessions[0]?.last_used_at)
    expect(await read(admin)).toMatchObject({ own: true, sessions: [{ current: true }] })
  })

  it('is not found under an unknown id', async () => {
    const nobody = { id: randomUUID(), email: '', password: '' }
    for (const user of [nobody, { ...nobody, id: 'x' }]) {
      expect((await send('GET', `/api/admin/accounts/${user.id}`, admin)).status).toBe(404)
      expect((await change(user, 'disabled', { disabled: true })).status).toBe(404)
      expect((await remove(user, 'sessions')).status).toBe(404)
    }
  })
})

describe('ending sessions of others', () => {
  it('ends one or all, with an entry in the audit log', async () => {
    const user = await arrive()
    const other = { ...user, cookie: await test.signIn(user) }
    const [newest] = (await read(user)).sessions
    expect((await remove(user, `sessions/${newest?.id}`)).status).toBe(204)
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, false])
    expect((await remove(user, `sessions/${newest?.id}`)).status).toBe(404)
    expect((await remove(user, 'sessions')).status).toBe(204)
    expect(await isSignedIn(user)).toBe(false)
    expect((await remove(user, 'sessions')).status).toBe(204)
    expect(await changesOf(user)).toEqual([
      entry({ field: 'sessions', before: 2, after: 1 }),
      entry({ field: 'sessions', before: 1, after: 0 }),
    ])
  })

  it('ends no session of another account than the named one', async () => {
    const [one, other] = [await arrive(), await arrive()]
    const [session] = (await read(other)).sessions
    expect((await remove(one, `sessions/${session?.id}`)).status).toBe(404)
    expect(await isSignedIn(other)).toBe(true)
  })

  it('keeps the session of the request when an administrator ends their own', async () => {
    const boss = await arrive({ role: 'admin' })
    const other = { ...boss, cookie: await test.signIn(boss) }
    expect((await remove(boss, 'sessions', boss)).status).toBe(204)
    expect([await isSignedIn(boss), await isSignedIn(other)]).toEqual([true, false])
  })
})

describe('a disabled account', () => {
  it('is signed out everywhere, on every instance, and learns why it cannot sign in', async () => {
    const user = await arrive({ role: 'client' })
    const form = new URLSearchParams({ email: user.email, password: user.password })
    const framed = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
    const entered = await test.app.request('/embed/login', { method: 'POST', body: form, headers: framed })
    const frame = { ...user, cookie: cookieOf(entered) }
    const second = await openTestApp({ database: test.database })
    expect([await isSignedIn(user, second.app), await isSignedIn(frame)]).toEqual([true, true])

    const answer = await change(user, 'disabled', { disabled: true })
    expect(await answer.json()).toMatchObject({ state: 'disabled', session_count: 0, sessions: [] })
    for (const { app } of [test, second]) {
      expect([await isSignedIn(user, app), await isSignedIn(frame, app)]).toEqual([false, false])
      const login = await post(app, '/api/login', user)
      expect([login.status, await login.json()]).toMatchObject([403, { error: disabledSentence }])
      const wrong = await post(app, '/api/login', { ...user, password: 'not this one at all' })
      expect(wrong.status).toBe(401)
    }
    const inFrame = await test.app.request('/embed/login', { method: 'POST', body: form, headers: framed })
    expect([inFrame.status, await inFrame.json()]).toMatchObject([403, { error: disabledSentence }])
    const mail = (await test.mails()).find(({ recipient }) => recipient === user.email)
    expect(mail).toMatchObject({ subject: 'Your account was disabled' })
    expect(await changesOf(user)).toEqual([entry({ field: 'disabled', before: false, after: true })])
  })

  it('opens by no link of before, also once it is enabled again', async () => {
    const user = await test.addUser()
    await post(test.app, '/api/reset-password', { email: user.email })
    const asked = await post(test.app, '/api/login-link', { email: user.email })
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    const links = mails.map(({ body }) => linkIn(body))
    expect(new Set(links.map(({ type }) => type))).toEqual(new Set(['login', 'recovery']))
    const open = (link: object) => post(test.app, '/api/auth/callback', link, { cookie: cookieOf(asked) })
    await change(user, 'disabled', { disabled: true })
    for (const link of links) {
      const opened = await open(link)
      expect([opened.status, await opened.json()]).toMatchObject([403, { error: disabledSentence }])
    }
    const enabled = await change(user, 'disabled', { disabled: false })
    expect(await enabled.json()).toMatchObject({ state: 'active' })
    for (const link of links) expect((await open(link)).status).toBe(401)
    expect((await post(test.app, '/api/login', user)).status).toBe(200)
  })

  it('cannot be invited, and opens by no invitation', async () => {
    const email = `invited-${randomUUID()}@example.com`
    expect((await send('POST', '/api/admin/invitations', admin, { email })).status).toBe(200)
    const invitation = (await test.mails()).find(({ recipient }) => recipient === email)
    const [account] = (await list(`q=${email}`)).items
    const user = { id: account?.id ?? '', email, password: '' }
    expect(account?.state).toBe('unconfirmed')
    await change(user, 'disabled', { disabled: true })
    const opened = await post(test.app, '/api/auth/callback', linkIn(invitation?.body))
    expect([opened.status, await opened.json()]).toMatchObject([403, { error: disabledSentence }])
    expect((await send('POST', '/api/admin/invitations', admin, { email })).status).toBe(409)
    const { items } = Object(await (await send('GET', '/api/admin/invitations', admin)).json())
    const { id } = items.find((item: { email: string }) => item.email === email)
    expect((await send('POST', `/api/admin/invitations/${id}/resend`, admin)).status).toBe(409)
  })

  it('stops answering its questions', async () => {
    const model = createScriptedModel()
    const chat = await openChatApp({ model })
    const boss = await chat.addUser({ role: 'admin' })
    const { user, cookie } = await chat.signedIn()
    const asked = model.asked()
    const response = await chat.ask({ text: 'Anything?' }, cookie)
    await asked
    model.say('The first words')
    const signedIn = await chat.signIn(boss)
    const path = `/api/admin/accounts/${user.id}/disabled`
    expect((await chat.send('PUT', path, { disabled: true }, signedIn)).status).toBe(200)
    // The model says nothing more: the answer ends because it was stopped.
    expect(parseStream(await response.text()).done).toBe(true)
    await chat.close()
  })
})

/** Adds another owner to the organisation that a person belongs to. */
async function addOwner({ id }: { id: string }): Promise<TestUser> {
  const { db } = test.database
  const [own] = await db.select().from(organisationMembers).where(eq(organisationMembers.accountId, id))
  const other = await test.addUser()
  await db.update(users).set({ role: 'client' }).where(eq(users.id, other.id))
  await db.insert(organisationMembers).values({
    organisationId: own?.organisationId ?? '',
    accountId: other.id,
    role: 'owner',
    createdAt: new Date(),
  })
  return other
}

describe('another role', () => {
  it('counts at once, ends the sessions and is audited', async () => {
    const user = await arrive()
    const promoted = await change(user, 'role', { role: 'client' })
    expect(await promoted.json()).toMatchObject({ role: 'client', session_count: 0 })
    expect(await isSignedIn(user)).toBe(false)
    expect((await change(user, 'role', { role: 'client' })).status).toBe(200)
    await addOwner(user)
    expect((await change(user, 'role', { role: null })).status).toBe(200)
    expect(await changesOf(user)).toEqual([
      entry({ field: 'role', before: 'user', after: 'client' }),
      entry({ field: 'role', before: 'client', after: 'user' }),
    ])
    const log = Object(await (await send('GET', '/api/admin/audit?kind=account_access', admin)).json())
    expect(log.items[0]).toMatchObject({ actor: admin.email, account: user.email, action: 'update' })
  })

  it('is not taken from the last owner of an organisation', async () => {
    const user = await arrive({ role: 'client' })
    for (const role of [null, 'admin']) expect((await change(user, 'role', { role })).status).toBe(409)
    expect(await changesOf(user)).toEqual([])
    // A disabled owner does not count: nobody could act for the organisation.
    const other = await addOwner(user)
    const disable = (disabledAt: Date | null) =>
      test.database.db.update(users).set({ disabledAt }).where(eq(users.id, other.id))
    await disable(new Date())
    expect((await change(user, 'role', { role: null })).status).toBe(409)
    await disable(null)
    expect((await change(user, 'role', { role: null })).status).toBe(200)
  })

  it('is given to nobody who has not confirmed the address', async () => {
    const user = await test.addUser({ verifiedAt: null })
    expect((await change(user, 'role', { role: 'admin' })).status).toBe(409)
    expect((await change(user, 'role', { role: 'boss' })).status).toBe(422)
  })

  it('is not taken from oneself', async () => {
    expect((await change(admin, 'role', { role: null })).status).toBe(409)
    expect((await change(admin, 'disabled', { disabled: true })).status).toBe(409)
    expect((await remove(admin, 'second-factor')).status).toBe(409)
    expect(await isSignedIn(admin)).toBe(true)
  })
})

describe('a second factor that was lost', () => {
  it('is reset with all codes; its owner is signed out and gets an e-mail', async () => {
    const { db } = test.database
    const user = await arrive({ role: 'client' })
    const at = test.now()
    await db.update(users).set({ secondFactorAt: at }).where(eq(users.id, user.id))
    await db.insert(totpFactors).values({ userId: user.id, secret: 'x', confirmedAt: at, createdAt: at })
    await db.insert(recoveryCodes).values({ userId: user.id, codeHash: randomUUID(), createdAt: at })
    expect(await read(user)).toMatchObject({ second_factor: true, totp: true, recovery_codes: 1 })
    expect((await remove(user, 'second-factor')).status).toBe(204)
    expect(await read(user)).toMatchObject({
      second_factor: false,
      totp: false,
      recovery_codes: 0,
      session_count: 0,
    })
    const mail = (await test.mails()).find(({ recipient }) => recipient === user.email)
    expect(mail?.body).toContain('An administrator removed all second factors from your account')
    expect(await changesOf(user)).toEqual([entry({ field: 'second_factor', before: true, after: false })])
    expect((await post(test.app, '/api/login', user)).status).toBe(200)
    expect((await remove(user, 'second-factor')).status).toBe(409)
  })
})

describe('the only administrator', () => {
  it.each([
    ['role', { role: null }],
    ['disabled', { disabled: true }],
  ])('stays when two administrators change each other’s %s at once', async (what, body) => {
    const alone = await openTestApp()
    const both = [await alone.addUser({ role: 'admin' }), await alone.addUser({ role: 'admin' })] as const
    const cookies = [await alone.signIn(both[0]), await alone.signIn(both[1])] as const
    const act = (cookie: string, target: TestUser) =>
      alone.app.request(`/api/admin/accounts/${target.id}/${what}`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(body),
      })
    const answers = await Promise.all([act(cookies[0], both[1]), act(cookies[1], both[0])])
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(200)
    // The other one was signed out before, or while, its request waited.
    expect(statuses[1]).toBeGreaterThanOrEqual(401)
    const rows = await alone.database.db.select().from(users).where(eq(users.role, 'admin'))
    expect(rows.filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1)
    await alone.close()
  })

  it('keeps the role and the account, and is marked', async () => {
    const alone = await openTestApp()
    const boss = await alone.addUser({ role: 'admin' })
    // Neither can sign in, so that neither replaces the other one.
    await alone.addUser({ role: 'admin', disabledAt: new Date() })
    await alone.addUser({ role: 'admin', verifiedAt: null })
    const headers = {
      cookie: await alone.signIn(boss),
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    }
    const path = `/api/admin/accounts/${boss.id}`
    const put = (what: string, body: object) =>
      alone.app.request(`${path}/${what}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    for (const refused of [
      await put('role', { role: 'client' }),
      await put('disabled', { disabled: true }),
    ]) {
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { error: 'This is the only administrator. Make somebody else one first.' },
      ])
    }
    const detail = await alone.app.request(path, { headers })
    expect(await detail.json()).toMatchObject({ only_administrator: true, role: 'admin', state: 'active' })
    await alone.close()
  })
})

it('is closed to clients, also about their own account and visitors', async () => {
  const client = await arrive({ role: 'client' })
  const victim = await arrive()
  const answers = [
    await send('GET', '/api/admin/accounts', client),
    await send('GET', `/api/admin/accounts/${client.id}`, client),
    await change(client, 'role', { role: 'admin' }, client),
    await change(victim, 'disabled', { disabled: true }, client),
    await remove(victim, 'sessions', client),
    await remove(victim, 'second-factor', client),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(await isSignedIn(victim)).toBe(true)
  expect(await changesOf(victim)).toEqual([])
})

it('needs a proof of the last ten minutes', async () => {
  const boss = await arrive({ role: 'admin' })
  const user = await arrive()
  await test.database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, boss.id))
  const refused = await change(user, 'disabled', { disabled: true }, boss)
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'proof_required' }])
  expect(await isSignedIn(user)).toBe(true)
})

it('leaves no address of a changed account in the audit log, and nothing of a deleted one', async () => {
  const user = await arrive()
  await change(user, 'role', { role: 'client' })
  const cookie = await test.signIn(user)
  const rows = await test.database.db.select().from(auditEntries)
  expect(JSON.stringify(rows)).not.toContain(user.email)
  const body = { password: user.password }
  expect((await post(test.app, '/api/account/delete', body, { cookie })).status).toBe(200)
  expect(await changesOf(user)).toEqual([])
  const links = await test.database.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id))
  expect(links).toEqual([])
})
