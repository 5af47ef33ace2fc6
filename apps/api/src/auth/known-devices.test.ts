import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { knownDevices, sessions } from '../db/schema/auth.ts'
import { isDeviceOf, rememberDevice } from './known-devices.store.ts'
import { openSession, type SessionRules } from './session.store.ts'

const minute = 60_000

describe('a known device', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ config: { trustedProxyHops: 1 } })
  })
  afterAll(() => test.close())

  const login = (user: TestUser, headers: Record<string, string>, password = user.password) =>
    post(test.app, '/api/login', { email: user.email, password }, headers)
  const deviceOf = (cookies: string) => /(?:^|; )(device=[\w-]{43})/u.exec(cookies)?.[1] ?? ''
  const guess = async (user: TestUser, times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1) {
      await login(user, { 'x-forwarded-for': `203.0.113.${attempt % 10}` }, 'not this one at all')
    }
  }

  it('signs its owner in while strangers have locked the account from 10 addresses', async () => {
    const user = await test.addUser()
    const cookie = deviceOf(await test.signIn(user))
    for (let round = 0; round < 6; round += 1) {
      await guess(user, 10)
      test.advance(61 * minute)
    }
    await guess(user, 10)
    const address = { 'x-forwarded-for': '198.51.100.1' }
    expect((await login(user, address)).status).toBe(429)
    expect((await login(user, { ...address, cookie })).status).toBe(200)
  })

  it('is not made by a recovery link alone, which nobody would hear of', async () => {
    const user = await test.addUser()
    await test.signIn(user)
    await post(test.app, '/api/reset-password', { email: user.email })
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    const link = mails.map(({ body }) => linkIn(body)).find(({ type }) => type === 'recovery')
    const opened = await post(test.app, '/api/auth/callback', link ?? {})
    expect(opened.status).toBe(200)
    const cookie = deviceOf(cookieOf(opened))
    expect((await login(user, { 'x-forwarded-for': '198.51.100.9', cookie })).status).toBe(200)
    const subjects = (await test.mails())
      .filter(({ recipient }) => recipient === user.email)
      .map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'New sign-in to your account')).toHaveLength(2)
  })

  it('is made by a password that is chosen after a recovery link', async () => {
    const user = await test.addUser()
    await post(test.app, '/api/reset-password', { email: user.email })
    const mail = (await test.mails()).find(({ recipient }) => recipient === user.email)
    const opened = await post(test.app, '/api/auth/callback', linkIn(mail?.body))
    const body = { new_password: 'moss beneath seven kettles' }
    const changed = await post(test.app, '/api/update-password', body, { cookie: cookieOf(opened) })
    const cookie = deviceOf(cookieOf(changed))
    expect(cookie).not.toBe('')
    await guess(user, 50)
    const signedIn = await login(user, { 'x-forwarded-for': '198.51.100.10', cookie }, body.new_password)
    expect(signedIn.status).toBe(200)
  })

  it('has a budget of guesses of its own, and none for other accounts', async () => {
    const [owner, other] = [await test.addUser(), await test.addUser()]
    const cookie = deviceOf(await test.signIn(owner))
    const tries = async (user: TestUser, address: string) => {
      const statuses: number[] = []
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const headers = { cookie, 'x-forwarded-for': address }
        statuses.push((await login(user, headers, 'not this one at all')).status)
      }
      return statuses.indexOf(429)
    }
    expect(await tries(owner, '198.51.100.2')).toBe(5)
    expect(await tries(other, '198.51.100.3')).toBe(5)
    expect((await login(owner, { 'x-forwarded-for': '198.51.100.4' })).status).toBe(200)
  })

  it('is not what a browser claims: an unknown token is replaced', async () => {
    const user = await test.addUser()
    const planted = `device=${'a'.repeat(43)}`
    const response = await login(user, { cookie: planted })
    expect(deviceOf(cookieOf(response))).toMatch(/^device=/u)
    expect(deviceOf(cookieOf(response))).not.toBe(planted)
  })

  it('is made by a link from an e-mail, too, and kept over sign-ins', async () => {
    const user = await test.addUser()
    const first = deviceOf(await test.signIn(user))
    const again = await login(user, { cookie: first })
    expect(cookieOf(again)).not.toContain('device=')
  })

  it('causes one e-mail when it is new, also in a widget, and none after a sign-up', async () => {
    const user = await test.addUser()
    const subjects = async (email: string) =>
      (await test.mails()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
    const cookie = deviceOf(await test.signIn(user))
    await login(user, { cookie })
    expect(await subjects(user.email)).toEqual(['New sign-in to your account'])
    await test.app.request('/embed/login', {
      method: 'POST',
      body: new URLSearchParams({ email: user.email, password: user.password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    expect(await subjects(user.email)).toHaveLength(2)
    await post(test.app, '/api/signup', {
      email: 'fresh@example.com',
      password: 'moss beneath seven kettles',
    })
    expect(await subjects('fresh@example.com')).toEqual([])
  })
})

it('an account that signs in again and again keeps its newest 500 sessions and devices', async () => {
  const test = await openTestApp()
  const { db } = test.database
  const [user, other] = [await test.addUser(), await test.addUser()]
  await test.signIn(other)
  const start = Date.now()
  const rules: SessionRules = {
    life: { idleMs: 3_600_000, maxMs: 3_600_000 },
    staffLife: { idleMs: 3_600_000, maxMs: 3_600_000 },
    staffFactor: 'optional',
    accountFactor: 'optional',
  }
  for (let count = 0; count < 505; count += 1) {
    const now = new Date(start + count)
    await openSession(db, user.id, { rules, now })
    await rememberDevice(db, { userId: user.id, token: `token ${count}`, now })
  }
  const counts = (userId: string) =>
    Promise.all([
      db.$count(sessions, eq(sessions.userId, userId)),
      db.$count(knownDevices, eq(knownDevices.userId, userId)),
    ])
  expect(await counts(user.id)).toEqual([500, 500])
  expect(await counts(other.id)).toEqual([1, 1])
  expect(await isDeviceOf(db, user.id, 'token 504')).toBe(true)
  expect(await isDeviceOf(db, user.id, 'token 4')).toBe(false)
  await test.close()
})

describe('e-mails to one recipient', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({
      config: { signupConfirmation: true, hourly: { signups: 100, resets: 100, contactMessages: 10 } },
    })
  })
  afterAll(() => test.close())

  it('are capped for each kind, whoever causes them', async () => {
    const owner = await test.addUser()
    const count = async (email: string) =>
      (await test.mails()).filter(({ recipient }) => recipient === email).length
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const account = { email: 'bombed@example.com', password: `moss beneath seven kettles ${attempt}` }
      expect((await post(test.app, '/api/signup', account)).status).toBe(200)
      expect((await post(test.app, '/api/signup', { ...account, email: owner.email })).status).toBe(200)
    }
    expect([await count('bombed@example.com'), await count(owner.email)]).toEqual([5, 3])
    test.advance(61 * minute)
    await post(test.app, '/api/signup', { email: owner.email, password: 'moss beneath seven kettles' })
    expect(await count(owner.email)).toBe(4)
  })
})
