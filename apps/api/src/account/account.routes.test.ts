import { accountExportSchema, accountSessionsSchema, meResponseSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, cookieOf, openTestApp, post } from '../../tests/test-app.ts'
import { noBilling } from '../billing/no-billing.ts'
import { systemClock } from '../platform/process/clock.ts'
import { createMemoryStreamLog } from '../chat/streams/memory-stream-log.ts'
import { entitlements } from '../db/schema/admin.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { conversations, messages } from '../db/schema/chat.ts'
import { contactMessages } from '../db/schema/contact.ts'
import { widgetSignups } from '../db/schema/embed.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { newId } from '../platform/process/ids.ts'
import { deleteAccount } from './delete-account.ts'

describe('the own account', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  const call = async (method: string, path: string, cookie: string) =>
    test.app.request(path, { method, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  const sessionsOf = async (cookie: string) =>
    accountSessionsSchema.parse(await (await call('GET', '/api/account/sessions', cookie)).json()).items
  const isSignedIn = async (cookie: string) =>
    meResponseSchema.parse(await (await call('GET', '/api/me', cookie)).json()).authenticated

  it('is nothing for visitors, nor for a password link', async () => {
    for (const [method, path] of [
      ['GET', '/api/account/sessions'],
      ['DELETE', '/api/account/sessions'],
      ['DELETE', '/api/account/sessions/x'],
      ['GET', '/api/account/export'],
    ] as const) {
      expect((await call(method, path, '')).status).toBe(401)
    }
    expect((await post(test.app, '/api/account/delete', { password: 'x' })).status).toBe(401)
  })

  it('lists where its owner is signed in, and which of it is here', async () => {
    const user = await test.addUser()
    const first = await post(test.app, '/api/login', user, { 'user-agent': 'A Phone/1.0' })
    const here = await test.signIn(user)
    await test.signIn(await test.addUser())
    expect(await sessionsOf(here)).toMatchObject([
      { kind: 'site', current: true },
      { kind: 'site', current: false, device: 'A Phone/1.0' },
    ])
    expect(await sessionsOf(cookieOf(first))).toHaveLength(2)
  })

  it('signs out one place, and no other', async () => {
    const user = await test.addUser()
    const [phone, here] = [await test.signIn(user), await test.signIn(user)]
    const other = (await sessionsOf(here)).find(({ current }) => !current)
    expect((await call('DELETE', `/api/account/sessions/${other?.id}`, here)).status).toBe(204)
    expect([await isSignedIn(phone), await isSignedIn(here)]).toEqual([false, true])
    expect((await call('DELETE', `/api/account/sessions/${other?.id}`, here)).status).toBe(404)
  })

  it('signs out here, too, and takes the cookie', async () => {
    const here = await test.signIn(await test.addUser())
    const [own] = await sessionsOf(here)
    const response = await call('DELETE', `/api/account/sessions/${own?.id}`, here)
    expect(cookieOf(response)).toBe('session=')
    expect(await isSignedIn(here)).toBe(false)
  })

  it('ends other sessions after a proof of the last ten minutes alone, and its own without one', async () => {
    const user = await test.addUser()
    const [theirs, here] = [await test.signIn(user), await test.signIn(user)]
    const [own, other] = await sessionsOf(here)
    test.advance(10 * 60_000 + 1000)
    for (const path of ['/api/account/sessions', `/api/account/sessions/${other?.id}`]) {
      const refused = await call('DELETE', path, here)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ code: 'proof_required' })
    }
    expect(await isSignedIn(theirs)).toBe(true)
    const { password } = user
    const proven = cookieOf(await post(test.app, '/api/account/proof', { password }, { cookie: here }))
    expect((await call('DELETE', `/api/account/sessions/${other?.id}`, proven)).status).toBe(204)
    expect(await isSignedIn(theirs)).toBe(false)
    test.advance(10 * 60_000 + 1000)
    expect((await call('DELETE', `/api/account/sessions/${own?.id}`, proven)).status).toBe(204)
    expect(await isSignedIn(proven)).toBe(false)
  })

  it("knows another person's session as little as an unknown one", async () => {
    const theirs = await test.signIn(await test.addUser())
    const [session] = await sessionsOf(theirs)
    const mine = await test.signIn(await test.addUser())
    for (const id of [session?.id, crypto.randomUUID(), 'none']) {
      expect((await call('DELETE', `/api/account/sessions/${id}`, mine)).status).toBe(404)
    }
    expect(await isSignedIn(theirs)).toBe(true)
  })

  it('signs out every other place at once', async () => {
    const user = await test.addUser()
    const [one, two, here] = [await test.signIn(user), await test.signIn(user), await test.signIn(user)]
    expect((await call('DELETE', '/api/account/sessions', here)).status).toBe(204)
    expect(await Promise.all([one, two, here].map(isSignedIn))).toEqual([false, false, true])
  })

  it('is exported whole, as a download that nobody caches', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    await post(
      test.app,
      '/api/conversations/import',
      {
        conversations: [1, 2].map((number) => ({
          title: `Talk ${number}`,
          messages: [
            { role: 'user', content: 'Hello?', created_at: '2026-01-01T00:00:00.000Z' },
            { role: 'assistant', content: 'Hi.', created_at: '2026-01-01T00:00:01.000Z' },
          ],
        })),
      },
      { cookie },
    )
    await post(test.app, '/api/contact', { name: 'Me', email: user.email, message: 'Hello' }, { cookie })
    const { db } = test.database
    const createdAt = new Date('2026-01-01T00:00:00.000Z')
    await db.insert(widgetSignups).values({ id: newId(), email: user.email, embedId: null, createdAt })
    await db.insert(entitlements).values({
      email: user.email,
      allowedTools: ['search_knowledge'],
      allowedAuthors: ['NIH'],
      allowedModels: ['tiny'],
      systemPrompts: ['The prompt that nobody is told.'],
      updatedAt: createdAt,
    })
    const response = await call('GET', '/api/account/export', cookie)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/u,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    const data = accountExportSchema.parse(JSON.parse(text))
    expect(data.account).toMatchObject({ id: user.id, email: user.email, role: null })
    expect(data.conversations.map(({ title }) => title).toSorted()).toEqual(['Talk 1', 'Talk 2'])
    expect(data.conversations[0]?.messages.map(({ content }) => content)).toEqual(['Hello?', 'Hi.'])
    expect(data.contact_messages).toMatchObject([{ name: 'Me', message: 'Hello' }])
    expect(data.entitlements).toEqual({
      allowed_tools: ['search_knowledge'],
      allowed_authors: ['NIH'],
      allowed_models: ['tiny'],
    })
    expect(data.widget_signups).toEqual([{ created_at: '2026-01-01T00:00:00.000Z', embed_id: null }])
    expect(text).not.toContain('The prompt that nobody is told.')
    const [row] = await test.database.db.select().from(users).where(eq(users.id, user.id))
    expect(text).not.toContain(row?.passwordHash)
  })

  it('is an empty list of conversations where there are none', async () => {
    const cookie = await test.signIn(await test.addUser())
    const data = accountExportSchema.parse(await (await call('GET', '/api/account/export', cookie)).json())
    expect(data.conversations).toEqual([])
    expect(data.entitlements).toEqual({ allowed_tools: [], allowed_authors: [], allowed_models: [] })
  })

  it('is deleted with everything of it by its password, and its owner is told', async () => {
    const { db } = test.database
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    await post(test.app, '/api/contact', { name: 'Me', email: user.email, message: 'Hello' }, { cookie })
    await post(
      test.app,
      '/api/conversations/import',
      {
        conversations: [
          {
            title: 'x',
            messages: [{ role: 'user', content: 'x', created_at: '2026-01-01T00:00:00.000Z' }],
          },
        ],
      },
      { cookie },
    )
    const wrong = await post(test.app, '/api/account/delete', { password: 'wrong' }, { cookie })
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: 'This is not your password.' }])
    const deleted = await post(test.app, '/api/account/delete', { password: user.password }, { cookie })
    expect(await deleted.json()).toEqual({ ok: true })
    expect(cookieOf(deleted)).toBe('session=')
    const left = [
      await db.select().from(users).where(eq(users.id, user.id)),
      await db.select().from(sessions).where(eq(sessions.userId, user.id)),
      await db.select().from(messages).where(eq(messages.userId, user.id)),
      await db.select().from(contactMessages).where(eq(contactMessages.userId, user.id)),
    ]
    expect(left).toEqual([[], [], [], []])
    expect((await post(test.app, '/api/login', user)).status).toBe(401)
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account was deleted'])
  })

  it('cannot be guessed at by its deletion', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await post(test.app, '/api/account/delete', { password: 'wrong' }, { cookie })).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  it('of the only administrator stays', async () => {
    const admin = await test.addUser({ role: 'admin' })
    const remove = async (cookie: string) =>
      (await post(test.app, '/api/account/delete', { password: admin.password }, { cookie })).status
    const cookie = await test.signIn(admin)
    expect(await remove(cookie)).toBe(409)
    await test.addUser({ role: 'admin' })
    expect(await remove(cookie)).toBe(200)
  })

  it('of one of two administrators who go at once stays', async () => {
    const { db } = test.database
    await db.update(users).set({ role: null })
    const both = [await test.addUser({ role: 'admin' }), await test.addUser({ role: 'admin' })]
    const { promise: bothCame, resolve } = Promise.withResolvers<void>()
    let came = 0
    const billing = {
      ...noBilling,
      closeAccount: () => {
        if ((came += 1) === both.length) resolve()
        return bothCame
      },
    }
    const streams = createMemoryStreamLog({ clock: systemClock })
    const gone = await Promise.allSettled(
      both.map(async ({ id, email }) =>
        deleteAccount({ db, billing, streams, user: { id, email, role: 'admin' }, language: 'en' }),
      ),
    )
    expect(gone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(users, eq(users.role, 'admin'))).toBe(1)
  })

  it('of an owner stays, with its conversations, where a member joins before anything is deleted', async () => {
    const { db } = test.database
    const owner = await test.addUser({ role: 'client' })
    const other = await test.addUser({ role: 'client' })
    const conversation = { id: newId(), userId: owner.id, title: 'Kept' }
    await db.insert(conversations).values(conversation)
    const [own] = await db
      .select()
      .from(organisationMembers)
      .where(eq(organisationMembers.accountId, owner.id))
    if (own === undefined) throw new Error('A client has an organisation.')
    const joining = { ...own, accountId: other.id, role: 'editor' as const }
    const billing = {
      ...noBilling,
      closeAccount: async () => {
        await db.insert(organisationMembers).values(joining)
      },
    }
    const streams = createMemoryStreamLog({ clock: systemClock })
    const { id, email } = owner
    await expect(
      deleteAccount({ db, billing, streams, user: { id, email, role: 'client' }, language: 'en' }),
    ).rejects.toMatchObject({ status: 409 })
    expect(await db.$count(conversations, eq(conversations.id, conversation.id))).toBe(1)
  })
})
