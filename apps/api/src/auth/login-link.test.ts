import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { oneTimeTokens, users } from '../db/schema/auth.ts'

const minute = 60_000

describe('signing in by an e-mailed link', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  const ask = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
    post(test.app, '/api/login-link', { email, ...more }, headers)
  const linksTo = async (email: string) =>
    (await test.mails()).filter(({ recipient }) => recipient === email).map(({ body }) => linkIn(body))
  const redeem = (link: object | undefined, cookie?: string) =>
    post(test.app, '/api/auth/callback', link ?? {}, cookie === undefined ? {} : { cookie })
  const me = async (response: Response) =>
    (await test.app.request('/api/me', { headers: { cookie: cookieOf(response) } })).json()

  async function asked(user: TestUser, more: object = {}) {
    const response = await ask(user.email, more)
    const [link] = await linksTo(user.email)
    return { link, cookie: cookieOf(response) }
  }

  it('signs in once, in the browser that asked', async () => {
    const user = await test.addUser({ role: 'client' })
    const { link, cookie } = await asked(user)
    expect(link).toMatchObject({ type: 'login', expires_in: '600' })
    const opened = await redeem(link, cookie)
    expect(opened.status).toBe(200)
    expect(await me(opened)).toEqual({
      authenticated: true,
      role: 'client',
      email: user.email,
      organisation: { id: user.id, role: 'owner' },
    })
    expect((await redeem(link, cookie)).status).toBe(401)
  })

  it('asks for a confirmation in another browser, without using the link up', async () => {
    const user = await test.addUser()
    const { link } = await asked(user)
    for (const cookie of [undefined, `login-link=${'x'.repeat(43)}`]) {
      const refused = await redeem(link, cookie)
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ code: 'conflict', detail: { email: user.email } })
      expect(refused.headers.getSetCookie()).toEqual([])
    }
    const opened = await redeem({ ...link, confirmed: true })
    expect(await me(opened)).toMatchObject({ authenticated: true, email: user.email })
  })

  it('of a sign-up, or for an address that exists, signs in unseen in the browser that asked alone', async () => {
    const careful = await openTestApp({ config: { signupConfirmation: true } })
    const user = await careful.addUser()
    const given = { signup: `new-${user.email}`, magiclink: user.email }
    for (const [type, email] of Object.entries(given)) {
      const signedUp = await post(careful.app, '/api/signup', {
        email,
        password: 'moss beneath seven kettles',
      })
      const mail = (await careful.mails()).find(({ recipient }) => recipient === email)
      const link = { ...linkIn(mail?.body), confirmed: false }
      expect(link).toMatchObject({ type })
      for (const cookie of ['', `login-link=${'x'.repeat(43)}`]) {
        const refused = await post(careful.app, '/api/auth/callback', link, { cookie })
        expect(refused.status).toBe(409)
        expect(await refused.json()).toMatchObject({ detail: { email } })
        expect(refused.headers.getSetCookie()).toEqual([])
      }
      const own = { cookie: cookieOf(signedUp) }
      expect((await post(careful.app, '/api/auth/callback', link, own)).status).toBe(200)
    }
    await post(careful.app, '/api/signup', {
      email: 'elsewhere@example.com',
      password: 'moss beneath seven kettles',
    })
    const mail = (await careful.mails()).find(({ recipient }) => recipient === 'elsewhere@example.com')
    const link = { ...linkIn(mail?.body), confirmed: true }
    expect((await post(careful.app, '/api/auth/callback', link)).status).toBe(200)
    await careful.close()
  })

  it('answers the same, with a cookie, whether or not the account exists', async () => {
    const user = await test.addUser()
    const answers = [await ask(user.email), await ask('nobody-at-all@example.com')]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(texts[0]).toBe(texts[1])
    for (const answer of answers) {
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^login-link=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/u),
      ])
    }
    expect(await linksTo('nobody-at-all@example.com')).toEqual([])
  })

  it('expires after 10 minutes', async () => {
    const user = await test.addUser()
    const { link, cookie } = await asked(user)
    test.advance(10 * minute)
    expect((await redeem(link, cookie)).status).toBe(401)
  })

  it('leads back to a path of our own site alone', async () => {
    const user = await test.addUser()
    const { link } = await asked(user, { return_to: '/admin?x=1' })
    expect(link).toMatchObject({ return_to: '/admin?x=1' })
    const elsewhere = ['//evil.example', '/\\evil.example', '/.//evil.example', '/x/..//evil.example']
    for (const path of [...elsewhere, '/\t/evil.example', 'https://evil.example', 'chat']) {
      expect((await ask(user.email, { return_to: path })).status).toBe(422)
    }
  })

  it('keeps the link of the owner when a stranger asks for another one', async () => {
    const user = await test.addUser()
    const { link, cookie } = await asked(user)
    await ask(user.email)
    await test.mails()
    expect((await redeem(link, cookie)).status).toBe(200)
  })

  it('sends at most five e-mails an hour to one address', async () => {
    const user = await test.addUser()
    const counted = await openTestApp({ database: test.database })
    for (let count = 0; count < 7; count += 1) {
      await post(counted.app, '/api/login-link', { email: user.email })
      await counted.mails()
    }
    expect(await linksTo(user.email)).toHaveLength(5)
  })

  it('is sent to a browser of the owner after strangers have used up the e-mails of the address', async () => {
    // Its own database: the requests of one network are counted together.
    const counted = await openTestApp({
      config: { hourly: { signups: 100, resets: 100, contactMessages: 100 } },
    })
    const user = await counted.addUser()
    const cookie = await counted.signIn(user)
    const send = async (headers = {}) => {
      await post(counted.app, '/api/login-link', { email: user.email }, headers)
      return (await counted.mails()).filter(({ body }) => linkIn(body).type === 'login')
    }
    for (let count = 0; count < 6; count += 1) await send()
    expect(await send()).toHaveLength(5)
    expect(await send({ cookie })).toHaveLength(6)
    await counted.close()
  })

  it('lets an unconfirmed address choose a password, and signs in no stranger', async () => {
    const user = await test.addUser({ verifiedAt: null })
    await ask(user.email)
    expect((await linksTo(user.email)).map((link) => link.type)).toEqual(['recovery'])
  })

  it('sends nothing to a disabled account, and opens no link of one', async () => {
    const user = await test.addUser()
    const { link, cookie } = await asked(user)
    await test.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    expect((await redeem(link, cookie)).status).toBe(403)
    expect((await redeem(link)).status).toBe(403)
    await ask(user.email)
    expect(await linksTo(user.email)).toHaveLength(1)
  })

  it('reports the new device, and is audited', async () => {
    const user = await test.addUser()
    const { link, cookie } = await asked(user)
    await redeem(link, cookie)
    const subjects = (await test.mails())
      .filter(({ recipient }) => recipient === user.email)
      .map(({ subject }) => subject)
    expect(subjects).toContain('New sign-in to your account')
    await vi.waitFor(async () => {
      const rows = await test.database.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.accountId, user.id))
      expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['login_link', 'sign_in']))
    })
  })

  it('stores digests of the link and of the browser alone', async () => {
    const user = await test.addUser()
    const { link, cookie } = await asked(user)
    const rows = await test.database.db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id))
    expect(rows).toHaveLength(1)
    const stored = JSON.stringify(rows)
    for (const secret of [
      link?.access_token,
      link?.refresh_token,
      /login-link=([\w-]+)/u.exec(cookie)?.[1],
    ]) {
      expect(secret).toMatch(/^[\w-]{43}$/u)
      expect(stored).not.toContain(secret)
    }
  })

  it('is limited by network, together with reset links', async () => {
    const limited = await openTestApp({
      database: test.database,
      config: { hourly: { signups: 100, resets: 2, contactMessages: 100 } },
    })
    const statuses = []
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      statuses.push((await post(limited.app, '/api/login-link', { email })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
