import { eq, sql } from 'drizzle-orm'
import { auditLogSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { readConfig } from '../config/config.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { setRole } from '../ops/accounts.ts'
import { purgeSecurityEvents } from './security-events.ts'

const wrong = 'not this one at all'

describe('security events', () => {
  let test: TestApp
  let admin: string
  beforeAll(async () => {
    test = await openTestApp({ config: { trustedProxyHops: 1 } })
    admin = await test.signIn(await test.addUser({ role: 'admin' }))
  })
  afterAll(() => test.close())

  const rowsOf = async (accountId: string | null) => {
    await test.mails()
    const rows = await test.database.db.select().from(auditEntries).orderBy(auditEntries.id)
    return rows.filter((row) => row.kind === 'account' && row.accountId === accountId)
  }
  const eventsOf = async (accountId: string | null) =>
    (await rowsOf(accountId)).map(({ action, outcome, count }) => `${action} ${outcome} ${count}`)
  const login = (user: TestUser, password = user.password, address = '203.0.113.1') =>
    post(test.app, '/api/login', { email: user.email, password }, { 'x-forwarded-for': address })

  it('name the account and the outcome of sign-ins, failures, locks and ended sessions', async () => {
    const user = await test.addUser()
    for (let attempt = 0; attempt < 5; attempt += 1) await login(user, wrong)
    const cookie = cookieOf(await login(user, user.password, '203.0.113.2'))
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    await test.app.request('/api/account/export', { headers })
    await test.app.request('/api/account/sessions', { method: 'DELETE', headers })
    await post(test.app, '/api/logout', {}, { cookie })
    expect((await eventsOf(user.id)).toSorted()).toEqual([
      'data_export success 1',
      'lock success 1',
      'session_end success 1',
      'sign_in failure 5',
      'sign_in success 1',
      'sign_out success 1',
    ])
  })

  it('cover the sign-out of a widget, whose session is not one of the site', async () => {
    const user = await test.addUser()
    const form = new URLSearchParams({ email: user.email, password: user.password })
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
    const entered = await test.app.request('/embed/login', { method: 'POST', body: form, headers })
    expect(entered.status).toBe(200)
    await post(test.app, '/api/logout', {}, { cookie: cookieOf(entered) })
    expect((await eventsOf(user.id)).toSorted()).toEqual(['sign_in success 1', 'sign_out success 1'])
  })

  it('cover resets, links, password changes, roles and deletions', async () => {
    const user = await test.addUser()
    await post(test.app, '/api/reset-password', { email: user.email })
    const mail = (await test.mails()).find(({ recipient }) => recipient === user.email)
    const link = linkIn(mail?.body)
    const opened = await post(test.app, '/api/auth/callback', link)
    const next = { ...user, password: 'moss beneath seven kettles' }
    const body = { new_password: next.password }
    const changed = await post(test.app, '/api/update-password', body, { cookie: cookieOf(opened) })
    expect([opened.status, changed.status]).toEqual([200, 200])
    await setRole(test.database.db, user.email, 'client')
    const cookie = cookieOf(await login(next))
    expect((await post(test.app, '/api/account/delete', { password: wrong }, { cookie })).status).toBe(403)
    const counts = await eventsOf(user.id)
    for (const event of [
      'reset_request success 1',
      'reset_link success 1',
      'password_change success 1',
      'session_end success 2',
      'role_change success 1',
      'sign_in success 1',
      'password_check failure 1',
    ]) {
      expect(counts).toContain(event)
    }
    const deleted = await post(test.app, '/api/account/delete', { password: next.password }, { cookie })
    expect(deleted.status).toBe(200)
    expect(await eventsOf(user.id)).toEqual([])
    expect(await eventsOf(null)).toContain('account_deletion success 1')
    const deletion = test.logged.find(({ event }) => event === 'account_deletion')
    expect(deletion).toMatchObject({ account: user.id, outcome: 'success' })
  })

  it('cover sign-ups, and hold neither an e-mail address nor a network', async () => {
    const email = 'newcomer@example.com'
    await post(
      test.app,
      '/api/signup',
      { email, password: 'moss beneath seven kettles' },
      { 'x-forwarded-for': '198.51.100.77' },
    )
    const { rows } = await test.database.db.execute<{ id: string }>(
      sql`select id from users where email = ${email}`,
    )
    const id = rows[0]?.id ?? ''
    expect(await eventsOf(id)).toEqual(['sign_up success 1', 'sign_in success 1'])
    const lines = test.logged.filter(({ msg }) => msg === 'security event')
    for (const text of [JSON.stringify(await rowsOf(id)), JSON.stringify(lines)]) {
      expect(text).not.toContain('newcomer')
      expect(text).not.toContain('198.51.100')
    }
    expect(lines).toContainEqual(expect.objectContaining({ event: 'sign_up', account: id }))
  })

  it('of a flood are counted in one row an hour, for unknown accounts as well', async () => {
    const before = (await rowsOf(null)).length
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const user = { id: '', email: `nobody-${attempt}@example.com`, password: wrong }
      await login(user, wrong, `192.0.2.${attempt}`)
    }
    const rows = (await rowsOf(null)).filter(({ action }) => action === 'sign_in')
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(60)
    expect((await rowsOf(null)).length - before).toBeLessThanOrEqual(3)
  })

  it('are listed for administrators by kind, with the account and without its changes', async () => {
    const user = await test.addUser()
    await login(user)
    await test.mails()
    const list = async (kind: string) => {
      const path = `/api/admin/audit?limit=100&kind=${kind}`
      return auditLogSchema.parse(await (await test.app.request(path, { headers: { cookie: admin } })).json())
    }
    const { items } = await list('account')
    expect(items.find(({ account }) => account === user.email)).toMatchObject({
      kind: 'account',
      action: 'sign_in',
      outcome: 'success',
      count: 1,
      actor: null,
      changes: [],
    })
    expect((await list('configurator')).items).toEqual([])
    expect((await list('')).items.length).toBe(items.length)
    const other = await test.app.request('/api/admin/audit?kind=other', { headers: { cookie: admin } })
    expect(other.status).toBe(422)
  })

  it('are deleted after their retention period; changes stay', async () => {
    const { db } = test.database
    const { retention } = readConfig({ DEMO: 'off', SECURITY_EVENT_DAYS: '30' })
    await db
      .insert(auditEntries)
      .values({ action: 'update', kind: 'llm_settings', subject: '', changes: [], at: new Date(0) })
    await test.mails()
    await purgeSecurityEvents(db, new Date(Date.now() + 29 * 86_400_000), retention)
    expect(await db.$count(auditEntries, eq(auditEntries.kind, 'account'))).toBeGreaterThan(0)
    await purgeSecurityEvents(db, new Date(Date.now() + 31 * 86_400_000), retention)
    expect(await db.$count(auditEntries, eq(auditEntries.kind, 'account'))).toBe(0)
    expect(await db.$count(auditEntries)).toBe(1)
  })
})
