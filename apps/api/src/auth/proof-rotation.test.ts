import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FactorApp, openFactorApp } from '../../tests/factor-app.ts'
import { cookieOf, type TestUser } from '../../tests/test-app.ts'
import { sessions } from '../db/schema/auth.ts'
import { proofMs } from './session.store.ts'

let test: FactorApp
beforeAll(async () => {
  test = await openFactorApp()
})
afterAll(() => test.close())

const minute = 60_000

const isSignedIn = async (cookie: string): Promise<boolean> => {
  const { authenticated } = Object(await (await test.get('/api/me', cookie)).json())
  return authenticated === true
}
const exportStatus = async (cookie: string) => (await test.get('/api/account/export', cookie)).status
const proof = ({ password }: TestUser, cookie: string) =>
  test.send('/api/account/proof', { password }, cookie)

/** A person whose proof has run out. */
async function open(): Promise<{ user: TestUser; before: string }> {
  const user = await test.addUser()
  const before = await test.signIn(user)
  test.advance(proofMs + 1000)
  return { user, before }
}

describe('a proof of identity', () => {
  it('gives the session a new token, and ends the one before', async () => {
    const { user, before } = await open()
    const after = await test.prove({ password: user.password }, before)
    expect(after).not.toBe(before)
    expect(await exportStatus(after)).toBe(200)
    test.advance(11_000)
    expect(await isSignedIn(before)).toBe(false)
    expect(await isSignedIn(after)).toBe(true)
    expect(await test.database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
  })

  it('by a second factor does so, too', async () => {
    const user = await test.addUser()
    const { cookie: before, secret } = await test.setUp(user)
    const after = await test.prove({ code: test.nextCode(secret) }, before)
    test.advance(11_000)
    expect([await isSignedIn(before), await isSignedIn(after)]).toEqual([false, true])
  })

  it('leaves requests under way signed in for a moment, without the proof', async () => {
    const { user, before } = await open()
    await test.prove({ password: user.password }, before)
    expect(await isSignedIn(before)).toBe(true)
    const refused = await test.get('/api/account/export', before)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'proof_required' })
  })

  it('is never passed on by a renewal of the token before', async () => {
    const { user, before } = await open()
    await test.prove({ password: user.password }, before)
    for (const ms of [5000, 6000, 61 * minute]) {
      test.advance(ms)
      const response = await test.get('/api/me', before)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(await isSignedIn(before)).toBe(false)
  })

  it.each([2, 5])('of %i tabs at once leaves the token of the first, and all succeed', async (tabs) => {
    const { user, before } = await open()
    const answers = await Promise.all(Array.from({ length: tabs }, () => proof(user, before)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: tabs }, () => 200))
    const given = answers.map((answer) => cookieOf(answer)).filter((cookie) => /\bsession=/u.test(cookie))
    expect(given).toHaveLength(1)
    expect(await exportStatus(given[0] ?? '')).toBe(200)
  })

  it('changes nothing where it is wrong', async () => {
    const { user, before } = await open()
    const wrong = await proof({ ...user, password: 'not this one at all' }, before)
    expect(wrong.status).toBe(403)
    expect(wrong.headers.getSetCookie()).toEqual([])
    test.advance(minute)
    expect(await isSignedIn(before)).toBe(true)
  })

  it('replaces a token whose renewal was lost on the way', async () => {
    const { user, before } = await open()
    test.advance(61 * minute)
    const lost = cookieOf(await test.get('/api/me', before))
    const after = await test.prove({ password: user.password }, before)
    expect(await exportStatus(after)).toBe(200)
    expect(await isSignedIn(lost)).toBe(false)
  })

  it('is renewed each hour as every other token, and outlives a lost renewal', async () => {
    const { user, before } = await open()
    const after = await test.prove({ password: user.password }, before)
    test.advance(61 * minute)
    const renewed = cookieOf(await test.get('/api/me', after))
    expect(renewed).toMatch(/^session=/u)
    test.advance(5 * minute)
    expect(await isSignedIn(after)).toBe(true)
    expect(await isSignedIn(before)).toBe(false)
  })

  it('begins the idle life of the session anew', async () => {
    const own = await openFactorApp({ config: { staffFactor: 'optional' } })
    const admin = await own.addUser({ role: 'admin' })
    let cookie = await own.signIn(admin)
    // Each proof is before the renewal of the token, which is at a quarter of the idle life.
    for (let step = 0; step < 6; step += 1) {
      own.advance(14 * minute)
      cookie = await own.prove({ password: admin.password }, cookie)
    }
    expect((await own.get('/api/admin/clients', cookie)).status).toBe(200)
    await own.close()
  })
})
