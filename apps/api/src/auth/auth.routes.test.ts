import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, cookieOf, linkIn, openTestApp, post } from '../../tests/test-app.ts'
import { loginFailures, oneTimeTokens, sessions, users } from '../db/schema/auth.ts'

const minute = 60_000
const password = 'a long enough phrase'

describe('signing in', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  const me = async (cookie?: string) => {
    const response = await test.app.request('/api/me', { headers: cookie === undefined ? {} : { cookie } })
    return response.json()
  }

  it('tells a visitor that nobody is signed in, with status 200', async () => {
    const response = await test.app.request('/api/me')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ authenticated: false, role: null, email: null })
  })

  it('opens a session, which /api/me sees', async () => {
    const user = await test.addUser({ role: 'client' })
    const response = await post(test.app, '/api/login', { email: `  ${user.email.toUpperCase()} `, password })
    expect(await response.json()).toEqual({
      ok: true,
      authenticated: true,
      role: 'client',
      email: user.email,
      organisation: { id: user.id, role: 'owner' },
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/u),
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/u),
    ])
    expect(await me(cookieOf(response))).toEqual({
      authenticated: true,
      role: 'client',
      email: user.email,
      organisation: { id: user.id, role: 'owner' },
    })
  })

  it('keeps only a digest of the token, and an Argon2id hash of the password', async () => {
    const user = await test.addUser()
    const token = /session=([^;]+)/u.exec(await test.signIn(user))?.[1]
    const [row] = await test.database.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(JSON.stringify(row)).not.toContain(token)
    const [stored] = await test.database.db.select().from(users).where(eq(users.id, user.id))
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
  })

  it('answers a wrong password and an unknown account with the same words', async () => {
    const user = await test.addUser()
    const wrong = await post(test.app, '/api/login', { email: user.email, password: 'not this one at all' })
    const unknown = await post(test.app, '/api/login', { email: 'nobody@example.com', password })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    for (const answer of [wrong, unknown]) {
      expect(await answer.json()).toEqual({
        error: 'Wrong email address or password.',
        code: 'invalid_credentials',
        request_id: answer.headers.get('x-request-id'),
      })
    }
  })

  it('does not sign in a disabled account, and ends its sessions', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    await test.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    expect(await me(cookie)).toMatchObject({ authenticated: false })
    const refused = await post(test.app, '/api/login', user)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: 'This account is disabled. Contact us if you think that this is a mistake.' },
    ])
  })

  it('does not show without the password that an account is disabled', async () => {
    const user = await test.addUser({ disabledAt: new Date() })
    const wrong = await post(test.app, '/api/login', { ...user, password: 'not this one at all' })
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'invalid_credentials' }])
  })

  it('shows a changed role at the next request', async () => {
    const user = await test.addUser({ role: 'admin' })
    const cookie = await test.signIn(user)
    await test.database.db.update(users).set({ role: null }).where(eq(users.id, user.id))
    expect(await me(cookie)).toMatchObject({ authenticated: true, role: null })
  })

  it('takes a new token at every sign-in, and the one before is dead', async () => {
    const user = await test.addUser()
    const first = await test.signIn(user)
    const response = await post(test.app, '/api/login', user, { cookie: first })
    const second = cookieOf(response)
    expect(second).not.toBe(first)
    expect(await me(first)).toMatchObject({ authenticated: false })
    expect(await me(second)).toMatchObject({ authenticated: true })
  })

  it('signs out, and answers the same when nobody was signed in', async () => {
    const cookie = await test.signIn(await test.addUser())
    const response = await post(test.app, '/api/logout', {}, { cookie })
    expect(await response.json()).toEqual({ ok: true })
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0; Path=\//u)])
    expect(await me(cookie)).toMatchObject({ authenticated: false })
    expect(await (await post(test.app, '/api/logout', {})).json()).toEqual({ ok: true })
  })

  it('sets a __Host- cookie when it is served over https', async () => {
    const https = await openTestApp({
      database: test.database,
      config: { publicUrl: new URL('https://assistant.example') },
    })
    const user = await test.addUser()
    const response = await post(https.app, '/api/login', user)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/u,
      ),
      expect.stringMatching(
        /^__Host-device=[\w-]{43}; Max-Age=34560000; .*; HttpOnly; Secure; SameSite=Lax$/u,
      ),
    ])
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=63072000/u)
    const seen = await https.app.request('/api/me', { headers: { cookie: cookieOf(response) } })
    expect(await seen.json()).toMatchObject({ authenticated: true })
  })

  describe('session life', () => {
    it('replaces a token in use for an hour, and lets the one before live until the new one is seen', async () => {
      const first = await test.signIn(await test.addUser())
      test.advance(61 * minute)
      const renewal = await test.app.request('/api/me', { headers: { cookie: first } })
      const second = cookieOf(renewal)
      expect(second).toMatch(/^session=/u)
      // The answer was lost: the browser comes back with the old one, and is given another.
      test.advance(5 * minute)
      const third = cookieOf(await test.app.request('/api/me', { headers: { cookie: first } }))
      expect(third).not.toBe(second)
      expect(await me(third)).toMatchObject({ authenticated: true })
      test.advance(2 * minute)
      await me(third)
      expect(await me(first)).toMatchObject({ authenticated: false })
      expect(await me(second)).toMatchObject({ authenticated: false })
    })

    it('gives one renewal to requests that come at once, and serves them all', async () => {
      const cookie = await test.signIn(await test.addUser())
      test.advance(61 * minute)
      const answers = await Promise.all(
        [1, 2, 3, 4].map(async () => test.app.request('/api/me', { headers: { cookie } })),
      )
      expect(answers.filter((answer) => answer.headers.getSetCookie().length > 0)).toHaveLength(1)
      for (const answer of answers) expect(await answer.json()).toMatchObject({ authenticated: true })
    })

    it('ends without use after the idle time', async () => {
      const cookie = await test.signIn(await test.addUser())
      test.advance(14 * 24 * 60 * minute + minute)
      expect(await me(cookie)).toMatchObject({ authenticated: false })
    })
  })

  describe('guessing', () => {
    it('locks the fifth wrong try from one address, for an account that exists as for one that does not', async () => {
      const user = await test.addUser()
      for (const email of [user.email, 'ghost@example.com']) {
        const statuses: number[] = []
        for (let attempt = 0; attempt < 6; attempt += 1) {
          const response = await post(test.app, '/api/login', { email, password: 'not this one at all' })
          statuses.push(response.status)
        }
        expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
      }
      const locked = await post(test.app, '/api/login', user)
      expect(locked.status).toBe(429)
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(50)
      test.advance(61_000)
      expect((await post(test.app, '/api/login', user)).status).toBe(200)
    })

    it('doubles the lock with each further wrong try', async () => {
      const user = await test.addUser()
      const wrong = { email: user.email, password: 'not this one at all' }
      for (let attempt = 0; attempt < 5; attempt += 1) await post(test.app, '/api/login', wrong)
      test.advance(61_000)
      expect((await post(test.app, '/api/login', wrong)).status).toBe(401)
      const locked = await post(test.app, '/api/login', user)
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(110)
    })

    it('cannot be outrun by requests sent at once', async () => {
      const user = await test.addUser()
      const wrong = { email: user.email, password: 'not this one at all' }
      const answers = await Promise.all(
        Array.from({ length: 30 }, async () => post(test.app, '/api/login', wrong)),
      )
      const refused = answers.filter((answer) => answer.status === 429).length
      expect(refused).toBeGreaterThan(20)
    })

    it('from one address does not lock a person out at another', async () => {
      const proxied = await openTestApp({ database: test.database, config: { trustedProxyHops: 1 } })
      const user = await test.addUser()
      const guesser = { 'x-forwarded-for': '203.0.113.7' }
      for (let attempt = 0; attempt < 7; attempt += 1) {
        await post(proxied.app, '/api/login', { email: user.email, password: 'not this one at all' }, guesser)
      }
      expect((await post(proxied.app, '/api/login', user, guesser)).status).toBe(429)
      expect(
        (await post(proxied.app, '/api/login', user, { 'x-forwarded-for': '198.51.100.4' })).status,
      ).toBe(200)
    })

    it('is not helped by a forged X-Forwarded-For', async () => {
      const user = await test.addUser()
      const statuses: number[] = []
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${attempt}` }
        const body = { email: user.email, password: 'not this one at all' }
        statuses.push((await post(test.app, '/api/login', body, headers)).status)
      }
      expect(statuses.at(-1)).toBe(429)
    })

    it('leaves no address or account readable in the counters', async () => {
      const rows = await test.database.db.select({ key: loginFailures.key }).from(loginFailures)
      expect(rows.length).toBeGreaterThan(0)
      for (const { key } of rows)
        expect(key).toMatch(/^(?:pair|account|address|signup|mail-[a-z-]+):[\w-]{43}$/u)
    })
  })
})

describe('signing up without confirmation', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ config: { hourly: { signups: 20, resets: 20, contactMessages: 10 } } })
  })
  afterAll(() => test.close())

  it('makes a plain account and signs it in', async () => {
    const response = await post(test.app, '/api/signup', {
      email: '  New@Example.com ',
      password,
      role: 'admin',
    })
    expect(await response.json()).toEqual({ redirect: '/chat' })
    const seen = await test.app.request('/api/me', { headers: { cookie: cookieOf(response) } })
    expect(await seen.json()).toEqual({ authenticated: true, role: null, email: 'new@example.com' })
  })

  it('answers an address that exists the same, changes nothing, and tells its owner', async () => {
    const user = await test.addUser()
    const response = await post(test.app, '/api/signup', {
      email: user.email,
      password: 'some other long phrase',
    })
    expect([response.status, await response.json()]).toEqual([200, { redirect: '/chat' }])
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await post(test.app, '/api/login', user)).status).toBe(200)
    expect(
      (await test.mails()).filter(({ recipient }) => recipient === user.email).map(({ subject }) => subject),
    ).toEqual(['New sign-in to your account', 'You already have an account'])
  })

  it('signs in whoever signs up again with the right password', async () => {
    const user = await test.addUser()
    const response = await post(test.app, '/api/signup', user)
    expect(await response.json()).toEqual({ redirect: '/chat' })
    expect(cookieOf(response)).toMatch(/^session=/u)
  })

  it('is no way around the lock', async () => {
    const user = await test.addUser()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await post(test.app, '/api/signup', { email: user.email, password: `wrong but long enough ${attempt}` })
    }
    expect(cookieOf(await post(test.app, '/api/signup', user))).toBe('')
  })

  it.each([
    ['fourteen chars', 'Use at least 15 characters.'],
    ['🌱🌿🍀🌳🌲🌴🌵🌾', 'Use at least 15 characters.'],
    ['passwordpassword', 'This password is too easy to guess. Use a longer phrase of your own.'],
    ['aaaaaaaaaaaaaaa', 'This password is too easy to guess. Use a longer phrase of your own.'],
    ['qwertyuiop12345', 'This password is too easy to guess. Use a longer phrase of your own.'],
    ['Password12345678!', 'This password is too easy to guess. Use a longer phrase of your own.'],
    ['someone@example.com', 'Use a password that is not your email address.'],
    ['               ', 'Use more than spaces.'],
    ['x'.repeat(129), 'Use at most 128 characters.'],
  ])('refuses the password %j and says why', async (given, error) => {
    const response = await post(test.app, '/api/signup', { email: 'someone@example.com', password: given })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      error,
      code: 'invalid',
      detail: [{ path: 'password', message: error }],
    })
  })

  it('accepts emoji and spaces, and tells apart what differs beyond the 72nd byte', async () => {
    const long = 'été à la forêt près de notre très vieille étable bleutée où rêvait Zoé'
    const pairs = [
      ['emoji@example.com', '🌱🌿🍀🌳🌲🌴🌵🌾🌷🌸🌹🌺🌻🌼💐'],
      ['spaces@example.com', '  seven words and fifteen letters  '],
      ['long@example.com', `${long}1`],
    ] as const
    for (const [email, chosen] of pairs) {
      await post(test.app, '/api/signup', { email, password: chosen })
      expect((await post(test.app, '/api/login', { email, password: chosen })).status).toBe(200)
    }
    const other = await post(test.app, '/api/login', { email: 'long@example.com', password: `${long}2` })
    expect(other.status).toBe(401)
  })

  it('refuses too many from one address', async () => {
    let last = 200
    for (let attempt = 0; attempt < 21 && last === 200; attempt += 1) {
      last = (await post(test.app, '/api/signup', { email: `many-${attempt}@example.com`, password })).status
    }
    expect(last).toBe(429)
  })
})

describe('signing up with confirmation', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({
      config: { signupConfirmation: true, publicUrl: new URL('http://localhost:8000') },
    })
  })
  afterAll(() => test.close())

  const linkTo = async (recipient: string) => {
    return linkIn((await test.mails()).find((mail) => mail.recipient === recipient)?.body)
  }

  it('signs in by the link, once', async () => {
    const account = { email: 'careful@example.com', password }
    const response = await post(test.app, '/api/signup', account)
    expect(await response.json()).toEqual({ message: 'Confirmation email sent.' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^login-link=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/u),
    ])
    expect((await post(test.app, '/api/login', account)).status).toBe(403)

    const link = await linkTo(account.email)
    expect(link).toMatchObject({ expires_in: '86400', type: 'signup' })
    const [row] = await test.database.db.select().from(oneTimeTokens)
    expect(JSON.stringify(row)).not.toContain(link['access_token'])
    const confirmed = await post(test.app, '/api/auth/callback', link)
    expect(await confirmed.json()).toEqual({ ok: true })
    expect(cookieOf(confirmed)).toMatch(/^session=/u)
    expect((await post(test.app, '/api/auth/callback', link)).status).toBe(401)
    expect((await post(test.app, '/api/login', account)).status).toBe(200)
  })

  it('refuses a link of which one half is wrong, and one that has run out', async () => {
    await post(test.app, '/api/signup', { email: 'late@example.com', password })
    const link = await linkTo('late@example.com')
    expect((await post(test.app, '/api/auth/callback', { ...link, refresh_token: 'x' })).status).toBe(401)
    test.advance(25 * 60 * minute)
    expect((await post(test.app, '/api/auth/callback', link)).status).toBe(401)
  })

  it('answers the same for an address that exists', async () => {
    const user = await test.addUser()
    const response = await post(test.app, '/api/signup', user)
    expect(await response.json()).toEqual({ message: 'Confirmation email sent.' })
    expect(
      (await test.mails()).filter(({ recipient }) => recipient === user.email).map(({ subject }) => subject),
    ).toEqual(['You already have an account'])
  })

  it('confirms an address with the password of the sign-up whose link is opened, and revokes the others', async () => {
    for (const opened of ['first', 'second'] as const) {
      const email = `${opened}@example.com`
      const passwords = { first: 'moss beneath seven kettles', second: 'kettles above nine lanterns' }
      await post(test.app, '/api/signup', { email, password: passwords.first })
      const first = await linkTo(email)
      await post(test.app, '/api/signup', { email, password: passwords.second })
      const links = { first, second: await linkTo(email) }
      const other = opened === 'first' ? 'second' : 'first'
      expect((await post(test.app, '/api/auth/callback', links[opened])).status).toBe(200)
      expect((await post(test.app, '/api/auth/callback', links[other])).status).toBe(401)
      expect((await post(test.app, '/api/login', { email, password: passwords[opened] })).status).toBe(200)
      expect((await post(test.app, '/api/login', { email, password: passwords[other] })).status).toBe(401)
    }
  })

  it('does not activate the password of an unconfirmed sign-up by a recovery link', async () => {
    const email = 'hijacked@example.com'
    await post(test.app, '/api/signup', { email, password: 'the password of a stranger' })
    await post(test.app, '/api/reset-password', { email })
    const mails = (await test.mails()).filter(({ recipient }) => recipient === email)
    const recovery = mails.map(({ body }) => linkIn(body)).find(({ type }) => type === 'recovery')
    const opened = await post(test.app, '/api/auth/callback', recovery ?? {})
    const stranger = { email, password: 'the password of a stranger' }
    expect((await post(test.app, '/api/login', stranger)).status).toBe(403)
    const chosen = { new_password: 'moss beneath seven kettles' }
    await post(test.app, '/api/update-password', chosen, { cookie: cookieOf(opened) })
    expect((await post(test.app, '/api/login', stranger)).status).toBe(401)
    expect((await post(test.app, '/api/login', { email, password: chosen.new_password })).status).toBe(200)
  })
})
