import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { codesSchema, type FactorApp, openFactorApp } from '../../tests/factor-app.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../../tests/software-passkey.ts'
import { cookieOf, type TestUser } from '../../tests/test-app.ts'
import { users } from '../db/schema/auth.ts'
import { siteUrlOf } from '../platform/http/site-url.ts'

let test: FactorApp
beforeAll(async () => {
  test = await openFactorApp()
})
afterAll(() => test.close())

const site = siteUrlOf(null, 8000)
const optionsSchema = z.object({ options: z.looseObject({ challenge: z.string() }) })
const optionsOf = async (path: string, cookie?: string) =>
  optionsSchema.parse(await (await test.send(path, {}, cookie)).json()).options
const creation = '/api/account/passkeys/options'
const request = '/api/login/passkey/options'

async function addPasskey(
  user: TestUser,
): Promise<{ passkey: SoftwarePasskey; cookie: string; codes: string[] }> {
  const passkey = createSoftwarePasskey(site)
  const first = cookieOf(await test.login(user))
  const created = passkey.create(await optionsOf(creation, first))
  const stored = await test.send('/api/account/passkeys', { passkey: created, name: 'Laptop' }, first)
  expect(stored.status).toBe(200)
  const { recovery_codes: codes } = codesSchema.parse(await stored.json())
  return { passkey, cookie: cookieOf(stored), codes }
}

describe('a passkey', () => {
  it('is set up with recovery codes, is listed by its name, and is removed', async () => {
    const user = await test.addUser({ role: 'admin' })
    const { cookie, codes } = await addPasskey(user)
    expect(codes).toHaveLength(10)
    const shown = await (await test.get('/api/account/second-factor', cookie)).json()
    expect(shown).toMatchObject({ totp: false, passkeys: [{ name: 'Laptop', last_used_at: null }] })
    const { passkeys } = z.object({ passkeys: z.array(z.object({ id: z.string() })) }).parse(shown)
    expect((await test.remove(`/api/account/passkeys/${passkeys[0]?.id ?? ''}`, cookie)).status).toBe(204)
  })

  it('is the second step after the password', async () => {
    const user = await test.addUser()
    const { passkey } = await addPasskey(user)
    const response = await test.login(user)
    expect(await response.json()).toMatchObject({ detail: { methods: ['passkey', 'recovery_code'] } })
    const pending = cookieOf(response)
    const used = passkey.use(await optionsOf(request, pending))
    const done = await test.send('/api/login/second-factor', { passkey: used }, pending)
    expect(await done.json()).toEqual({ ok: true, authenticated: true, role: null, email: user.email })
  })

  it('signs in alone, without an address and a password', async () => {
    const user = await test.addUser({ role: 'admin' })
    const { passkey } = await addPasskey(user)
    const options = await optionsOf(request)
    expect(options['allowCredentials']).toEqual([])
    const response = await test.send('/api/login/passkey', { passkey: passkey.use(options) })
    expect(await response.json()).toEqual({ ok: true, authenticated: true, role: 'admin', email: user.email })
    expect((await test.get('/api/admin/clients', cookieOf(response))).status).toBe(200)
  })

  it('signs in alone while another account is signed in, or waits for its second step', async () => {
    const user = await test.addUser()
    const { passkey } = await addPasskey(user)
    const other = await test.addUser()
    const { cookie: signedIn } = await addPasskey(other)
    for (const cookie of [signedIn, cookieOf(await test.login(other))]) {
      const asked = await test.send(request, { any_account: true }, cookie)
      const { options } = optionsSchema.parse(await asked.json())
      expect(options['allowCredentials']).toEqual([])
      const entered = await test.send('/api/login/passkey', { passkey: passkey.use(options) }, cookie)
      expect(await entered.json()).toMatchObject({ email: user.email })
      expect(await (await test.get('/api/me', cookie)).json()).toMatchObject({ authenticated: false })
    }
  })

  it.each([
    ['of another site', { origin: 'https://look-alike.example' }],
    ['of another host', { rpId: 'look-alike.example' }],
    ['without a verified person', { isVerified: false }],
    ['of a copied authenticator, whose counter is behind', { counter: 0 }],
  ])('is refused %s', async (_, changes) => {
    const user = await test.addUser()
    const { passkey } = await addPasskey(user)
    expect(
      (await test.send('/api/login/passkey', { passkey: passkey.use(await optionsOf(request)) })).status,
    ).toBe(200)
    const used = passkey.use(await optionsOf(request), changes)
    expect((await test.send('/api/login/passkey', { passkey: used })).status).toBe(401)
  })

  it('answers a challenge once, in time, and for the account that asked', async () => {
    const user = await test.addUser()
    const { passkey } = await addPasskey(user)
    const used = passkey.use(await optionsOf(request))
    expect((await test.send('/api/login/passkey', { passkey: used })).status).toBe(200)
    expect((await test.send('/api/login/passkey', { passkey: used })).status).toBe(401)

    const late = passkey.use(await optionsOf(request))
    test.advance(5 * 60_000 + 1000)
    expect((await test.send('/api/login/passkey', { passkey: late })).status).toBe(401)

    const other = await test.addUser()
    await addPasskey(other)
    const pending = cookieOf(await test.login(other))
    const foreign = passkey.use(await optionsOf(request, pending))
    expect((await test.send('/api/login/second-factor', { passkey: foreign }, pending)).status).toBe(401)
  })

  it('is refused with the user handle of another account, and taken with its own', async () => {
    const user = await test.addUser()
    const other = await test.addUser()
    const { passkey } = await addPasskey(user)
    const handleOf = ({ id }: TestUser) => Buffer.from(id).toString('base64url')
    const enter = async (userHandle: string) => {
      const used = passkey.use(await optionsOf(request), { userHandle })
      return (await test.send('/api/login/passkey', { passkey: used })).status
    }
    expect(await enter(handleOf(other))).toBe(401)
    expect(await enter(handleOf(user))).toBe(200)
  })

  it('is refused to two copies of an authenticator that use the same counter at once', async () => {
    const user = await test.addUser()
    const { passkey } = await addPasskey(user)
    const copies = await Promise.all([optionsOf(request), optionsOf(request)])
    const answers = await Promise.all(
      copies.map((options) =>
        test.send('/api/login/passkey', { passkey: passkey.use(options, { counter: 7 }) }),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
  })

  it('of another account is stored for nobody else, by its own challenge alone', async () => {
    const user = await test.addUser()
    const { passkey } = await addPasskey(user)
    const other = await test.addUser()
    const cookie = cookieOf(await test.login(other))
    const add = (created: unknown) =>
      test.send('/api/account/passkeys', { passkey: created, name: 'Mine' }, cookie)
    expect((await add(passkey.create(await optionsOf(creation, cookie)))).status).toBe(409)
    const fresh = createSoftwarePasskey(site)
    const ofUse = fresh.create(await optionsOf(request, cookie))
    expect((await add(ofUse)).status).toBe(400)
    const third = await test.addUser()
    const ofThird = fresh.create(await optionsOf(creation, cookieOf(await test.login(third))))
    expect((await add(ofThird)).status).toBe(400)
    for (const changes of [
      { origin: 'https://look-alike.example' },
      { rpId: 'a.example' },
      { isVerified: false },
    ]) {
      const created = fresh.create(await optionsOf(creation, cookie), changes)
      expect((await add(created)).status).toBe(400)
    }
    const own = fresh.create(await optionsOf(creation, cookie))
    expect((await add(own)).status).toBe(200)
    expect((await add(own)).status).toBe(401)
  })

  it('of a disabled account signs nobody in', async () => {
    const user = await test.addUser({ disabledAt: null })
    const { passkey } = await addPasskey(user)
    await test.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    const used = passkey.use(await optionsOf(request))
    expect((await test.send('/api/login/passkey', { passkey: used })).status).toBe(403)
  })

  it('is refused when it is malformed', async () => {
    for (const passkey of [{ id: 'x', rawId: 'x', type: 'public-key', response: {} }, { id: 1 }, 'x', null]) {
      const { status } = await test.send('/api/login/passkey', { passkey })
      expect([401, 422]).toContain(status)
    }
  })
})
