import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesSchema, type FactorApp, openFactorApp, setupSchema } from '../../tests/factor-app.ts'
import { cookieOf, linkIn, type TestUser } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { recoveryCodes, sessions, totpFactors } from '../db/schema/auth.ts'
import { resetFactors } from '../ops/accounts.ts'
import { createDeploymentBox } from './factors/deployment-box.ts'
import { resealTotpSecrets } from './factors/totp.ts'

let test: FactorApp
beforeAll(async () => {
  test = await openFactorApp()
})
afterAll(() => test.close())

const step = '/api/login/second-factor'
const me = async (cookie: string): Promise<unknown> => (await test.get('/api/me', cookie)).json()
const signedIn = (user: TestUser) => ({ authenticated: true, email: user.email })
const signedOut = { authenticated: false, email: null }

describe('the sign-in of an account with an authenticator app', () => {
  it('answers a right password with the second step, and its cookie opens nothing else', async () => {
    const user = await test.addUser()
    await test.setUp(user)
    const response = await test.login(user)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      code: 'second_factor_required',
      detail: { methods: ['totp', 'recovery_code'], setup: false, reason: null },
    })
    const cookie = cookieOf(response)
    expect(await me(cookie)).toMatchObject(signedOut)
    for (const path of ['/api/account/sessions', '/api/account/second-factor', '/api/account/export'])
      expect((await test.get(path, cookie)).status).toBe(401)
    const newPassword = { new_password: 'another phrase of mine', current_password: user.password }
    expect((await test.send('/api/update-password', newPassword, cookie)).status).toBe(401)
    expect((await test.send('/api/account/second-factor/totp', {}, cookie)).status).toBe(401)
    expect((await test.send('/api/account/proof', { password: user.password }, cookie)).status).toBe(401)
  })

  it('signs in by a code, answers as a sign-in does, and ends the session of the step', async () => {
    const user = await test.addUser({ role: 'client' })
    const { secret } = await test.setUp(user)
    const pending = cookieOf(await test.login(user))
    const response = await test.send(step, { code: test.nextCode(secret) }, pending)
    expect(await response.json()).toEqual({
      ok: true,
      ...signedIn(user),
      role: 'client',
      organisation: { id: user.id, role: 'owner' },
    })
    expect(await me(cookieOf(response))).toMatchObject(signedIn(user))
    expect((await test.send(step, { code: test.nextCode(secret) }, pending)).status).toBe(401)
  })

  it('takes a code once, also from another browser, and no earlier one after it', async () => {
    const user = await test.addUser()
    const { secret } = await test.setUp(user)
    const earlier = test.nextCode(secret)
    const code = test.nextCode(secret)
    const first = cookieOf(await test.login(user))
    const second = cookieOf(await test.login(user))
    expect((await test.send(step, { code }, first)).status).toBe(200)
    expect((await test.send(step, { code }, second)).status).toBe(401)
    expect((await test.send(step, { code: earlier }, second)).status).toBe(401)
    expect((await test.send(step, { code: test.nextCode(secret) }, second)).status).toBe(200)
  })

  it('takes one of two equal codes that are sent at once', async () => {
    const user = await test.addUser()
    const { secret } = await test.setUp(user)
    const code = test.nextCode(secret)
    const cookies = [cookieOf(await test.login(user)), cookieOf(await test.login(user))]
    const answers = await Promise.all(cookies.map((cookie) => test.send(step, { code }, cookie)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
  })

  it('locks after five wrong codes, for a right one too, and across browsers', async () => {
    const user = await test.addUser()
    const { secret } = await test.setUp(user)
    const cookie = cookieOf(await test.login(user))
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await test.send(step, { code: '000000' }, cookie)).status).toBe(401)
    const other = cookieOf(await test.login(user))
    const refused = await test.send(step, { code: test.nextCode(secret) }, other)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    test.advance(60_000)
    expect((await test.send(step, { code: test.nextCode(secret) }, other)).status).toBe(200)
  })

  it('is not locked for a browser of the owner by somebody who has the password', async () => {
    const user = await test.addUser()
    const { secret } = await test.setUp(user)
    const signIn = (cookie?: string) => test.send('/api/login', user, cookie)
    const devices = /device=[\w-]{43}/u
    const pending = cookieOf(await signIn())
    const entered = cookieOf(await test.send(step, { code: test.nextCode(secret) }, pending))
    const device = devices.exec(entered)?.[0] ?? ''
    const thief = cookieOf(await signIn())
    for (let attempt = 0; attempt < 5; attempt += 1) await test.send(step, { code: '000000' }, thief)
    const { status } = await test.send(step, { code: test.nextCode(secret) }, thief)
    expect(status).toBe(429)
    const own = `${device}; ${cookieOf(await signIn(device))}`
    expect((await test.send(step, { code: test.nextCode(secret) }, own)).status).toBe(200)
  })

  it('gives a browser that has passed the second step five codes of its own', async () => {
    const user = await test.addUser()
    const { secret } = await test.setUp(user)
    const pending = cookieOf(await test.login(user))
    const entered = cookieOf(await test.send(step, { code: test.nextCode(secret) }, pending))
    const device = /device=[\w-]{43}/u.exec(entered)?.[0] ?? ''
    const own = `${device}; ${cookieOf(await test.send('/api/login', user, device))}`
    const guess = async () => (await test.send(step, { code: '000000' }, own)).status
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    const elsewhere = cookieOf(await test.login(user))
    expect((await test.send(step, { code: test.nextCode(secret) }, elsewhere)).status).toBe(200)
  })

  it('gives no budget of its own to a browser that has shown the password alone', async () => {
    const user = await test.addUser()
    const planted = /device=[\w-]{43}/u.exec(cookieOf(await test.login(user)))?.[0] ?? ''
    expect(planted).not.toBe('')
    const { secret } = await test.setUp(user)
    const thief = cookieOf(await test.login(user))
    for (let attempt = 0; attempt < 5; attempt += 1) await test.send(step, { code: '000000' }, thief)
    const known = `${planted}; ${cookieOf(await test.send('/api/login', user, planted))}`
    expect((await test.send(step, { code: test.nextCode(secret) }, known)).status).toBe(429)
  })

  it('takes a recovery code while guesses of others have locked the account', async () => {
    const user = await test.addUser()
    const { codes } = await test.setUp(user)
    const thief = cookieOf(await test.login(user))
    for (let attempt = 0; attempt < 6; attempt += 1) await test.send(step, { code: '000000' }, thief)
    const elsewhere = cookieOf(await test.login(user))
    expect((await test.send(step, { code: codes[0] }, elsewhere)).status).toBe(200)
  })

  it('counts wrong codes that are sent at once', async () => {
    const user = await test.addUser()
    await test.setUp(user)
    const cookie = cookieOf(await test.login(user))
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => test.send(step, { code: '111111' }, cookie)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('takes a recovery code once, however it is typed, and tells the owner', async () => {
    const user = await test.addUser()
    const { codes } = await test.setUp(user)
    expect(codes).toHaveLength(10)
    const [code = ''] = codes
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`
    const response = await test.send(step, { code: typed }, cookieOf(await test.login(user)))
    expect(response.status).toBe(200)
    expect((await test.send(step, { code }, cookieOf(await test.login(user)))).status).toBe(401)
    const mails = (await test.mails()).filter(({ recipient }) => recipient === user.email)
    expect(mails.map(({ body }) => body).join('\n')).toContain('A recovery code was used')
  })

  it('stores neither the secret nor a recovery code', async () => {
    const user = await test.addUser()
    const { secret, codes } = await test.setUp(user)
    const { db } = test.database
    const stored = JSON.stringify([
      await db.select().from(totpFactors).where(eq(totpFactors.userId, user.id)),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    ])
    expect(stored).not.toContain(secret)
    for (const code of codes) expect(stored).not.toContain(code)
  })

  it('needs the second step after a link, and leaves a reset without a session', async () => {
    const user = await test.addUser()
    const { secret } = await test.setUp(user)
    const asked = await test.send('/api/login-link', { email: user.email })
    const [loginMail] = await test.mails()
    const link = { ...linkIn(loginMail?.body), confirmed: true }
    const opened = await test.send('/api/auth/callback', link, cookieOf(asked))
    expect(opened.status).toBe(401)
    expect(await opened.json()).toMatchObject({ code: 'second_factor_required' })
    expect(await me(cookieOf(opened))).toMatchObject(signedOut)
    const done = await test.send(step, { code: test.nextCode(secret) }, cookieOf(opened))
    expect(await me(cookieOf(done))).toMatchObject(signedIn(user))

    await test.send('/api/reset-password', { email: user.email })
    const [resetMail] = await test.mails()
    const recovery = cookieOf(await test.send('/api/auth/callback', linkIn(resetMail?.body)))
    const password = 'a phrase that I chose anew'
    expect((await test.send('/api/update-password', { new_password: password }, recovery)).status).toBe(200)
    expect((await test.login({ ...user, password })).status).toBe(401)
  })

  it('is refused inside the frame of a widget, and ends the frames signed in before', async () => {
    const user = await test.addUser()
    const enter = () =>
      test.app.request('/embed/login', {
        method: 'POST',
        body: new URLSearchParams({ email: user.email, password: user.password }),
        headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
      })
    const frame = cookieOf(await enter())
    expect(await me(frame)).toMatchObject(signedIn(user))
    await test.setUp(user)
    expect(await me(frame)).toMatchObject(signedOut)
    const response = await enter()
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie().join()).not.toContain('embed-session')
  })

  it.each([
    ['needs the second step of a person whom an administrator invites as a client', true],
    ['is removed with an invitation where nobody has proved to own the address before', false],
  ])('%s', async (_name, signupConfirmation) => {
    const own = await openFactorApp({ config: { signupConfirmation } })
    const user = await own.addUser()
    const { secret } = await own.setUp(user)
    const { cookie: admin } = await own.setUp(await own.addUser({ role: 'admin' }))
    const invited = await own.send('/api/admin/invitations', { email: user.email }, admin)
    expect(invited.status).toBe(200)
    const mail = (await own.mails()).find(({ recipient }) => recipient === user.email)
    const opened = cookieOf(await own.send('/api/auth/callback', linkIn(mail?.body)))
    const whoIs = async (cookie: string): Promise<unknown> => (await own.get('/api/me', cookie)).json()
    expect(await whoIs(opened)).toMatchObject(signedOut)
    const password = 'a phrase that I chose anew'
    const changed = await own.send('/api/update-password', { new_password: password }, opened)
    expect(changed.status).toBe(200)
    expect(await whoIs(cookieOf(changed))).toMatchObject(signedOut)
    const first = cookieOf(await own.login({ ...user, password }))
    const isComplete = !signupConfirmation
    expect((await own.get('/api/client/room', first)).status).toBe(isComplete ? 200 : 401)
    const cookie = isComplete ? first : cookieOf(await own.send(step, { code: own.nextCode(secret) }, first))
    expect(await whoIs(cookie)).toMatchObject({ ...signedIn(user), role: 'client' })
    await own.close()
  })

  it('keeps the step for a session after a change of the password', async () => {
    const user = await test.addUser()
    const { cookie } = await test.setUp(user)
    const change = { new_password: 'another phrase of mine', current_password: user.password }
    const changed = await test.send('/api/update-password', change, cookie)
    expect(changed.status).toBe(200)
    expect(await me(cookieOf(changed))).toMatchObject(signedIn(user))
  })

  it('is not weakened by a session that a new way to sign in opens without the step', async () => {
    const user = await test.addUser()
    const { cookie } = await test.setUp(user)
    const { db } = test.database
    await db.update(sessions).set({ factorAt: null }).where(eq(sessions.userId, user.id))
    expect(await me(cookie)).toMatchObject(signedOut)
  })
})

describe('the set-up of a second factor', () => {
  it('ends the other sessions, renews its own, and tells the owner', async () => {
    const user = await test.addUser()
    const other = await test.signIn(user)
    const { cookie } = await test.setUp(user)
    expect(await me(other)).toMatchObject(signedOut)
    expect(await me(cookie)).toMatchObject(signedIn(user))
    const mail = (await test.mails()).find(({ recipient }) => recipient === user.email)
    expect(mail?.body).toContain('An authenticator app was added')
  })

  it('changes nothing before a right code', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    const started = await test.send('/api/account/second-factor/totp', {}, cookie)
    expect(setupSchema.parse(await started.json()).uri).toMatch(/^otpauth:\/\/totp\/localhost:/u)
    const confirmed = await test.send('/api/account/second-factor/totp/confirm', { code: '000000' }, cookie)
    expect(confirmed.status).toBe(422)
    expect((await test.login(user)).status).toBe(200)
  })

  it('needs a proof of the last ten minutes: a borrowed browser adds none', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    test.advance(10 * 60_000 + 1000)
    const refused = await test.send('/api/account/second-factor/totp', {}, cookie)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'proof_required' })
    expect((await test.send('/api/account/proof', { password: 'not this one' }, cookie)).status).toBe(403)
    const proven = await test.prove({ password: user.password }, cookie)
    expect((await test.send('/api/account/second-factor/totp', {}, proven)).status).toBe(200)
  })

  it('is not open to the accounts of a demonstration, whose password is public', async () => {
    const cookie = await test.signIn(await test.addUser({ isDemonstration: true }))
    expect((await test.send('/api/account/second-factor/totp', {}, cookie)).status).toBe(403)
    expect(await (await test.get('/api/account/second-factor', cookie)).json()).toMatchObject({
      available: false,
    })
  })

  it('renews the recovery codes, tells the owner, and the old ones no longer work', async () => {
    const user = await test.addUser()
    const { cookie, codes } = await test.setUp(user)
    const renewed = await test.send('/api/account/second-factor/recovery-codes', {}, cookie)
    const { recovery_codes: fresh } = codesSchema.parse(await renewed.json())
    const mail = (await test.mails()).find(({ recipient }) => recipient === user.email)
    expect(mail?.body).toContain('New recovery codes were created')
    const pending = cookieOf(await test.login(user))
    expect((await test.send(step, { code: codes[0] }, pending)).status).toBe(401)
    expect((await test.send(step, { code: fresh[0] }, pending)).status).toBe(200)
  })

  it('gives recovery codes of 140 random bits', async () => {
    const { codes } = await test.setUp(await test.addUser())
    expect(codes).toHaveLength(10)
    // 28 characters of 32 letters and digits.
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/u)
    expect(new Set(codes).size).toBe(10)
  })

  it('leaves ten recovery codes after two renewals at once', async () => {
    const user = await test.addUser()
    const { cookie } = await test.setUp(user)
    const renew = () => test.send('/api/account/second-factor/recovery-codes', {}, cookie)
    await Promise.all([renew(), renew()])
    expect(await test.database.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10)
  })

  it('ends the other sessions when a factor is removed, and keeps its own', async () => {
    const user = await test.addUser()
    const { cookie, secret } = await test.setUp(user)
    const lost = await test.send(step, { code: test.nextCode(secret) }, cookieOf(await test.login(user)))
    const other = cookieOf(lost)
    expect(await me(other)).toMatchObject(signedIn(user))
    expect((await test.remove('/api/account/second-factor/totp', cookie)).status).toBe(204)
    expect(await me(other)).toMatchObject(signedOut)
    expect(await me(cookie)).toMatchObject(signedIn(user))
  })

  it('is undone by a removal, after a proof', async () => {
    const user = await test.addUser()
    const { cookie, secret } = await test.setUp(user)
    test.advance(10 * 60_000 + 1000)
    expect((await test.remove('/api/account/second-factor/totp', cookie)).status).toBe(403)
    expect((await test.send('/api/account/proof', { code: '000000' }, cookie)).status).toBe(403)
    const proven = await test.prove({ code: test.nextCode(secret) }, cookie)
    expect((await test.remove('/api/account/second-factor/totp', proven)).status).toBe(204)
    expect((await test.login(user)).status).toBe(200)
    expect(await test.database.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0)
  })
})

describe('a stolen session with a stolen password', () => {
  const open = async () => {
    const user = await test.addUser()
    const factors = await test.setUp(user)
    test.advance(10 * 60_000 + 1000)
    return { user, ...factors }
  }
  const deletion = (password: string, cookie: string) =>
    test.send('/api/account/delete', { password }, cookie)

  it('proves nothing for an account with a second factor', async () => {
    const { user, cookie, secret } = await open()
    const byPassword = await test.send('/api/account/proof', { password: user.password }, cookie)
    expect(byPassword.status).toBe(403)
    expect((await test.remove('/api/account/second-factor/totp', cookie)).status).toBe(403)
    const proven = await test.prove({ code: test.nextCode(secret) }, cookie)
    expect((await test.remove('/api/account/second-factor/totp', proven)).status).toBe(204)
  })

  it('neither changes the password nor deletes the account nor reads all of its data', async () => {
    const { user, cookie, secret } = await open()
    const change = { new_password: 'another phrase of mine', current_password: user.password }
    const refused = [
      await test.send('/api/update-password', change, cookie),
      await deletion(user.password, cookie),
      await test.get('/api/account/export', cookie),
    ]
    for (const response of refused) {
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'proof_required' })
    }
    const proven = await test.prove({ code: test.nextCode(secret) }, cookie)
    expect((await test.get('/api/account/export', proven)).status).toBe(200)
    expect((await deletion(user.password, proven)).status).toBe(200)
  })

  it('of an account without a second factor is as strong as the password', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user)
    test.advance(10 * 60_000 + 1000)
    const shown = await (await test.get('/api/account/second-factor', cookie)).json()
    expect(shown).toMatchObject({ proven: false })
    expect((await test.get('/api/account/export', cookie)).status).toBe(403)
    const proven = await test.prove({ password: user.password }, cookie)
    expect((await test.get('/api/account/export', proven)).status).toBe(200)
  })
})

describe('an administrator without a second factor', () => {
  it('is led to set one up, opens nothing before, and is signed in after', async () => {
    const admin = await test.addUser({ role: 'admin' })
    const response = await test.login(admin)
    expect(await response.json()).toMatchObject({
      code: 'second_factor_required',
      detail: { methods: [], setup: true, reason: 'staff' },
    })
    const cookie = cookieOf(response)
    expect(await me(cookie)).toMatchObject(signedOut)
    expect((await test.get('/api/admin/clients', cookie)).status).toBe(401)
    expect(await (await test.get('/api/account/second-factor', cookie)).json()).toMatchObject({
      required: true,
    })
    const { cookie: complete } = await test.setUp(admin)
    expect((await test.get('/api/admin/clients', complete)).status).toBe(200)
  })

  it('is shown the set-up again after removing the only factor', async () => {
    const admin = await test.addUser({ role: 'admin' })
    const { cookie } = await test.setUp(admin)
    expect((await test.remove('/api/account/second-factor/totp', cookie)).status).toBe(204)
    expect((await test.get('/api/admin/clients', cookie)).status).toBe(401)
    expect((await test.get('/api/account/second-factor', cookie)).status).toBe(200)
  })

  it('of a session from before the rule opens the set-up alone', async () => {
    const lenient = await openFactorApp({ database: test.database, config: { staffFactor: 'optional' } })
    const cookie = await lenient.signIn(await lenient.addUser({ role: 'admin' }))
    expect((await lenient.get('/api/admin/clients', cookie)).status).toBe(200)
    expect((await test.get('/api/admin/clients', cookie)).status).toBe(401)
  })

  it('of a demonstration signs in by the password alone', async () => {
    expect((await test.login(await test.addUser({ role: 'admin', isDemonstration: true }))).status).toBe(200)
  })

  it('must prove the password before the set-up when a link opened the session', async () => {
    const admin = await test.addUser({ role: 'admin' })
    const asked = await test.send('/api/login-link', { email: admin.email })
    const [mail] = await test.mails()
    const link = { ...linkIn(mail?.body), confirmed: true }
    const cookie = cookieOf(await test.send('/api/auth/callback', link, cookieOf(asked)))
    expect((await test.send('/api/account/second-factor/totp', {}, cookie)).status).toBe(403)
    const proven = await test.prove({ password: admin.password }, cookie)
    expect((await test.send('/api/account/second-factor/totp', {}, proven)).status).toBe(200)
  })
})

it('is encrypted with a new key by an operator, which reads it alone from then on', async () => {
  const own = await openFactorApp()
  const { db } = own.database
  const user = await own.addUser()
  const { secret } = await own.setUp(user)
  const box = createDeploymentBox(db, ['the key that takes the place of the other'])
  expect(await resealTotpSecrets(db, box)).toBe(1)
  expect(await resealTotpSecrets(db, box)).toBe(0)
  const { items } = await listAudit(db, { limit: 50, kind: 'account' })
  expect(items.map(({ action }) => action)).toContain('secret_reencryption')
  const [row] = await db.select().from(totpFactors)
  const opened = await box.open(row?.secret ?? '', `totp ${user.id}`)
  expect(opened).toEqual({ text: secret, isCurrent: true })
  await expect(resealTotpSecrets(db, createDeploymentBox(db, []))).rejects.toThrow('is not configured')
  await own.close()
})

it('is removed by the reset of an operator, which ends the sessions', async () => {
  const user = await test.addUser()
  const { cookie, codes } = await test.setUp(user)
  await resetFactors(test.database.db, user.email)
  expect(await me(cookie)).toMatchObject(signedOut)
  const signed = await test.login(user)
  expect(signed.status).toBe(200)
  expect((await test.send(step, { code: codes[0] }, cookieOf(signed))).status).toBe(401)
})

it('stands in no line of the log: neither passwords, codes, secrets nor tokens', async () => {
  const user = await test.addUser({ role: 'admin' })
  const { secret, codes, cookie } = await test.setUp(user)
  const pending = cookieOf(await test.login(user))
  const code = test.nextCode(secret)
  await test.send(step, { code: codes[0] }, pending)
  const second = cookieOf(await test.login(user))
  const done = cookieOf(await test.send(step, { code }, second))
  await test.send('/api/account/proof', { password: user.password }, cookie)
  const asked = await test.send('/api/login-link', { email: user.email })
  const [mail] = await test.mails()
  const link = linkIn(mail?.body)
  await test.send('/api/auth/callback', { ...link, confirmed: true }, cookieOf(asked))
  const written = JSON.stringify(test.logged)
  expect(written).toContain('security event')
  const tokens = [cookie, pending, second, done].flatMap((line) =>
    line.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)),
  )
  const secrets = [user.password, secret, ...codes, link['access_token'], link['refresh_token'], ...tokens]
  for (const each of secrets) expect(written).not.toContain(each ?? 'missing')
})

it('records set-ups, failures, recovery codes and removals, and signs in once', async () => {
  const user = await test.addUser()
  const { cookie, codes } = await test.setUp(user)
  const pending = cookieOf(await test.login(user))
  await test.send(step, { code: '000000' }, pending)
  await test.send(step, { code: codes[0] }, pending)
  await test.remove('/api/account/second-factor/totp', cookie)
  await test.mails()
  const rows = await test.database.db.select().from(auditEntries).where(eq(auditEntries.accountId, user.id))
  expect(rows.map(({ action, outcome, count }) => `${action} ${outcome} ${count}`).toSorted()).toEqual([
    'factor_add success 1',
    'factor_check failure 1',
    'factor_remove success 1',
    'recovery_code_use success 1',
    'sign_in success 2',
  ])
})
