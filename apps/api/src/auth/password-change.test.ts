import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, cookieOf, linkIn, openTestApp, post, type TestUser } from '../../tests/test-app.ts'
import { loginFailures } from '../db/schema/auth.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { existingAccountMail } from './auth.mails.ts'
import { openLink } from './auth.service.ts'
import { issueOneTimeToken, linkSecret } from './one-time-token.store.ts'
import { openSession, type SessionRules } from './session.store.ts'

interface Driver {
  query: (query: string | { text: string }, ...rest: unknown[]) => unknown
}

const minute = 60_000
const next = 'another phrase of some length'
const sent = { message: 'If the email exists, a reset link was sent.' }

describe('a forgotten password', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ config: { hourly: { signups: 60, resets: 100, contactMessages: 10 } } })
  })
  afterAll(() => test.close())

  const reset = async (email: string, headers?: Record<string, string>) =>
    post(test.app, '/api/reset-password', { email }, headers)
  const me = async (cookie: string) => (await test.app.request('/api/me', { headers: { cookie } })).json()
  const mailsTo = async (email: string) => (await test.mails()).filter(({ recipient }) => recipient === email)
  /** The newest link: sign-ins cause e-mails as well. */
  const linkTo = async (email: string) => {
    const links = (await mailsTo(email)).map(({ body }) => linkIn(body))
    return links.find(({ type }) => type === 'recovery') ?? {}
  }
  /** Asks for a link and opens it: the cookie of the session that may choose a password. */
  const recover = async ({ email }: TestUser) => {
    await reset(email)
    const link = await linkTo(email)
    return { link, opened: await post(test.app, '/api/auth/callback', link) }
  }

  it('is answered the same whether or not the account exists, and only its owner gets an e-mail', async () => {
    const user = await test.addUser()
    for (const email of [` ${user.email.toUpperCase()} `, 'nobody@example.com']) {
      const response = await reset(email)
      expect([response.status, await response.json()]).toEqual([200, sent])
    }
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Choose a new password'])
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  it('starts its link with the configured address, whatever the request says it is for', async () => {
    const user = await test.addUser()
    await reset(user.email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const [mail] = await mailsTo(user.email)
    expect(mail?.body).toContain('http://localhost:8000/auth/callback#')
    expect(mail?.body).not.toContain('evil.example')
  })

  it('lets nobody in whose password was looked up before it changed, nor a second change beside it', async () => {
    const user = await test.addUser()
    const cookies = [await test.signIn(user), await test.signIn(user)]
    const driver: Driver = Reflect.get(test.database.db, '$client')
    const query = driver.query.bind(driver)
    const [lookedUp, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeld = false
    const held = vi.spyOn(driver, 'query').mockImplementation(async (given, ...rest) => {
      const rows = await query(given, ...rest)
      if (!isHeld && (typeof given === 'string' ? given : given.text).includes('from "users"')) {
        isHeld = true
        lookedUp.resolve()
        await changed.promise
      }
      return rows
    })
    const late = post(test.app, '/api/login', { email: user.email, password: user.password })
    await lookedUp.promise
    const changes = await Promise.all(
      cookies.map(async (cookie) =>
        post(
          test.app,
          '/api/update-password',
          { new_password: next, current_password: user.password },
          { cookie },
        ),
      ),
    )
    changed.resolve()
    expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await late).status).toBe(401)
    held.mockRestore()
    expect((await post(test.app, '/api/login', { email: user.email, password: next })).status).toBe(200)
  })

  it('lets nobody in whose link was opened before the password changed', async () => {
    const { db } = test.database
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    const now = new Date()
    const link = { kind: 'magiclink', userId: user.id, now, lifeMs: minute } as const
    const { accessToken, refreshToken } = await issueOneTimeToken(db, link)
    const services = { db, now: () => now, recordEvent: () => undefined }
    const opened = await openLink(services, 'magiclink', linkSecret(accessToken, refreshToken))
    const body = { new_password: next, current_password: user.password }
    expect((await post(test.app, '/api/update-password', body, { cookie })).status).toBe(200)
    const rules: SessionRules = {
      life: { idleMs: 3_600_000, maxMs: 3_600_000 },
      staffLife: { idleMs: 3_600_000, maxMs: 3_600_000 },
      staffFactor: 'optional',
      accountFactor: 'optional',
    }
    const { passwordHash } = opened
    await expect(openSession(db, user.id, { rules, now, passwordHash })).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('is answered, and written about, in the language of whoever asks', async () => {
    const user = await test.addUser()
    const answer = await reset(user.email, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })
    expect(await answer.json()).toEqual({
      message: 'Si existe ese correo, hemos enviado un enlace para restablecer la contraseña.',
    })
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toBe('Elige una contraseña nueva')
    expect(mail?.body).toMatch(
      /^Abre este enlace en el plazo de una hora[^\n]*\n\nhttp:\/\/localhost:8000\/auth\/callback#/u,
    )
  })

  it('is changed by a link, which signs nobody in and works once', async () => {
    const user = await test.addUser()
    const elsewhere = await test.signIn(user)
    const { link, opened } = await recover(user)
    expect(link).toMatchObject({ type: 'recovery', expires_in: '3600' })
    expect(await opened.json()).toEqual({ ok: true })
    const cookie = cookieOf(opened)
    expect(await me(cookie)).toMatchObject({ authenticated: false })
    expect((await test.app.request('/api/conversations', { headers: { cookie } })).status).toBe(401)
    expect((await post(test.app, '/api/auth/callback', link)).status).toBe(401)

    const changed = await post(test.app, '/api/update-password', { new_password: next }, { cookie })
    expect([changed.status, await changed.json()]).toEqual([200, { ok: true }])
    expect(await me(elsewhere)).toMatchObject({ authenticated: false })
    expect((await post(test.app, '/api/login', user)).status).toBe(401)
    expect((await post(test.app, '/api/login', { ...user, password: next })).status).toBe(200)
    const again = await post(test.app, '/api/update-password', { new_password: `${next}!` }, { cookie })
    expect(again.status).toBe(401)
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  it('leaves whoever opens the link of somebody else signed in until a password is chosen', async () => {
    const [stranger, person] = [await test.addUser(), await test.addUser()]
    const session = await test.signIn(person)
    await reset(stranger.email)
    const link = await linkTo(stranger.email)
    const opened = await post(test.app, '/api/auth/callback', link, { cookie: session })
    expect(opened.headers.getSetCookie().join()).not.toMatch(/(?:^|,)\s*session=/u)
    const both = `${session}; ${cookieOf(opened)}`
    expect(await me(both)).toMatchObject({ authenticated: true, email: person.email })
    expect((await test.app.request('/api/conversations', { headers: { cookie: both } })).status).toBe(200)

    const own = { new_password: `${next} of mine`, current_password: person.password }
    const ofPerson = await post(test.app, '/api/update-password', own, { cookie: both })
    expect(ofPerson.status).toBe(200)
    expect((await post(test.app, '/api/login', { ...person, password: own.new_password })).status).toBe(200)
    expect((await post(test.app, '/api/login', stranger)).status).toBe(200)
  })

  it('replaces the session of whoever has chosen a password by the link of another account', async () => {
    const [owner, person] = [await test.addUser(), await test.addUser()]
    const session = await test.signIn(person)
    const both = `${session}; ${cookieOf((await recover(owner)).opened)}`
    const changed = await post(test.app, '/api/update-password', { new_password: next }, { cookie: both })
    expect(changed.status).toBe(200)
    expect((await post(test.app, '/api/login', { ...owner, password: next })).status).toBe(200)
    expect((await post(test.app, '/api/login', person)).status).toBe(200)
    expect(await me(session)).toMatchObject({ authenticated: false })
    expect(changed.headers.getSetCookie().join()).toMatch(/recovery=;.*session=;/u)
  })

  it('takes a recovery session neither for that of a sign-in nor the other way round', async () => {
    const user = await test.addUser()
    const recovery = cookieOf((await recover(user)).opened)
    const asSession = recovery.replace('recovery=', 'session=')
    const asRecovery = (await test.signIn(user)).replace(/^.*session=([^;]+).*$/u, 'recovery=$1')
    for (const cookie of [asSession, asRecovery]) {
      expect(await me(cookie)).toMatchObject({ authenticated: false })
      const changed = await post(test.app, '/api/update-password', { new_password: next }, { cookie })
      expect(changed.status).toBe(401)
    }
  })

  it('cannot be changed by a link after a sign-out, a sign-in or from another site', async () => {
    const user = await test.addUser()
    const change = async (cookie: string, headers = {}) =>
      (await post(test.app, '/api/update-password', { new_password: next }, { cookie, ...headers })).status
    const first = cookieOf((await recover(user)).opened)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect(await change(first, foreign)).toBe(403)
    const bare = { method: 'POST', body: JSON.stringify({ new_password: next }) }
    const program = { ...bare, headers: { cookie: first, 'content-type': 'application/json' } }
    expect((await test.app.request('/api/update-password', program)).status).toBe(403)
    await post(test.app, '/api/logout', {}, { cookie: first })
    expect(await change(first)).toBe(401)
    test.advance(2 * minute)
    const second = cookieOf((await recover(user)).opened)
    await post(test.app, '/api/login', user, { cookie: second })
    expect(await change(second)).toBe(401)
  })

  it('cannot be changed by a link of an hour ago, or by a link opened a quarter of an hour ago', async () => {
    const user = await test.addUser()
    await reset(user.email)
    const link = await linkTo(user.email)
    test.advance(61 * minute)
    expect((await post(test.app, '/api/auth/callback', link)).status).toBe(401)
    const cookie = cookieOf((await recover(user)).opened)
    test.advance(16 * minute)
    const late = await post(test.app, '/api/update-password', { new_password: next }, { cookie })
    expect(late.status).toBe(401)
  })

  it('lets only the newest link count, and none of another kind', async () => {
    const user = await test.addUser()
    await reset(user.email)
    const first = await linkTo(user.email)
    test.advance(2 * minute)
    const second = (await recover(user)).link
    expect((await post(test.app, '/api/auth/callback', first)).status).toBe(401)
    expect((await post(test.app, '/api/auth/callback', { ...second, type: 'magiclink' })).status).toBe(401)
  })

  it('may be common for nobody: the link still works after a refusal', async () => {
    const cookie = cookieOf((await recover(await test.addUser())).opened)
    const change = (new_password: string) =>
      post(test.app, '/api/update-password', { new_password }, { cookie })
    const refused = await change('passwordpassword')
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ detail: [{ path: 'new_password' }] })
    expect((await change(next)).status).toBe(200)
  })

  it('opens an account that somebody locked by guessing', async () => {
    const guessed = await openTestApp({ database: test.database, config: { trustedProxyHops: 1 } })
    const user = await test.addUser()
    const login = async (address: string, password: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await post(guessed.app, '/api/login', { ...user, password }, headers)).status
    }
    for (let attempt = 0; attempt < 50; attempt += 1) {
      guessed.advance(61 * minute)
      await login('203.0.113.1', 'wrong')
    }
    expect(await login('198.51.100.1', user.password)).toBe(429)
    const cookie = cookieOf((await recover(user)).opened)
    await post(test.app, '/api/update-password', { new_password: next }, { cookie })
    // On another browser than that of the change, at the same moment: no lock has run out meanwhile.
    expect(await login('198.51.100.1', next)).toBe(200)
  })

  it('is never refused to the owner: requests of strangers are coalesced, and the last link stays valid', async () => {
    const user = await test.addUser()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 14; attempt += 1) {
      statuses.push((await reset(user.email)).status, (await reset(user.email)).status)
      await test.mails()
      test.advance(2 * minute)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const mails = await mailsTo(user.email)
    // At most five in each of the two hours that this may touch.
    expect(mails.length).toBeLessThanOrEqual(10)
    expect((await post(test.app, '/api/auth/callback', linkIn(mails[0]?.body))).status).toBe(200)
  })

  it('is not limited by address in a browser of the owner', async () => {
    const limited = await openTestApp({
      database: test.database,
      config: { hourly: { signups: 60, resets: 1, contactMessages: 10 } },
    })
    // Requests of earlier tests came from this address, too.
    await test.database.db.delete(loginFailures)
    const user = await limited.addUser()
    const cookie = await limited.signIn(user)
    const statuses: number[] = []
    for (const headers of [{}, {}, { cookie }]) {
      statuses.push((await post(limited.app, '/api/reset-password', { email: user.email }, headers)).status)
    }
    expect(statuses).toEqual([200, 429, 200])
  })
})

describe('a signed-in person', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  const change = (cookie: string, current_password?: string) =>
    post(test.app, '/api/update-password', { new_password: next, current_password }, { cookie })

  it('changes the password with the current one, stays, and is signed out elsewhere', async () => {
    const user = await test.addUser()
    const elsewhere = await test.signIn(user)
    const here = await test.signIn(user)
    test.advance(30 * minute)
    const response = await change(here, user.password)
    expect(response.status).toBe(200)
    const me = async (cookie: string) => (await test.app.request('/api/me', { headers: { cookie } })).json()
    expect(await me(cookieOf(response))).toMatchObject({ authenticated: true })
    expect(await me(elsewhere)).toMatchObject({ authenticated: false })
    expect(await me(here)).toMatchObject({ authenticated: false })
  })

  it('changes nothing without the current password; a visitor must sign in', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    expect((await change(cookie)).status).toBe(403)
    expect((await change(cookie, next)).status).toBe(403)
    expect((await change('session=none', user.password)).status).toBe(401)
    expect((await post(test.app, '/api/login', user)).status).toBe(200)
  })

  it('cannot guess the current password without end', async () => {
    const cookie = await test.signIn(await test.addUser())
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await change(cookie, next)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  it('signs in by the link of an e-mail about their account', async () => {
    const user = await test.addUser()
    const { db } = test.database
    const tokens = await issueOneTimeToken(db, {
      kind: 'magiclink',
      userId: user.id,
      now: new Date(),
      lifeMs: 60 * minute,
    })
    const siteUrl = new URL('https://assistant.example')
    await queueMail(
      db,
      existingAccountMail({ ...user, language: 'en' }, { siteUrl, type: 'magiclink', tokens }),
    )
    const link = linkIn((await test.mails())[0]?.body)
    const cookie = cookieOf(await post(test.app, '/api/auth/callback', link))
    const seen = await test.app.request('/api/me', { headers: { cookie } })
    expect(await seen.json()).toMatchObject({ authenticated: true, email: user.email })
  })
})
