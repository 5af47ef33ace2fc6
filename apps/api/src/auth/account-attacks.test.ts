import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { checkPassword } from './password-policy.ts'

const minute = 60_000
const phrase = 'moss beneath seven kettles'

describe('an attacker', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({
      config: {
        trustedProxyHops: 1,
        signupConfirmation: true,
        hourly: { signups: 1000, resets: 1000, contactMessages: 10 },
      },
    })
  })
  afterAll(() => test.close())

  const mailsTo = async (recipient: string) =>
    (await test.mails()).filter((mail) => mail.recipient === recipient)
  const login = (user: TestUser, headers: Record<string, string> = {}, password = user.password) =>
    post(test.app, '/api/login', { email: user.email, password }, headers)
  const deviceOf = (cookies: string) => /(?:^|; )(device=[\w-]{43})/u.exec(cookies)?.[1] ?? ''
  const hasDeviceCookie = (response: Response) => cookieOf(response).includes('device=')
  const signUp = (email: string, password = phrase) => post(test.app, '/api/signup', { email, password })

  it('who opens two sign-up links at once confirms one password, and no request fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `race-${round}@example.com`
      await Promise.all([signUp(email, `${phrase} one`), signUp(email, `${phrase} two`)])
      const links = (await mailsTo(email)).map(({ body }) => linkIn(body))
      expect(links).toHaveLength(2)
      const opened = await Promise.all(links.map((link) => post(test.app, '/api/auth/callback', link)))
      expect(opened.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
      const user = { id: '', email, password: '' }
      const signedIn = [await login(user, {}, `${phrase} one`), await login(user, {}, `${phrase} two`)].map(
        ({ status }) => status,
      )
      expect(signedIn.toSorted((a, b) => a - b)).toEqual([200, 401])
    }
  })

  it('who asks for many resets at once causes one e-mail, whose link works', async () => {
    const user = await test.addUser()
    const ask = () => post(test.app, '/api/reset-password', { email: user.email })
    const statuses = (await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const mails = await mailsTo(user.email)
    expect(mails).toHaveLength(1)
    expect((await post(test.app, '/api/auth/callback', linkIn(mails[0]?.body))).status).toBe(200)
  })

  it('cannot fill a mailbox by variants of its address', async () => {
    const [name, mailbox] = ['bombed', 'bombed@gmail.com']
    const variants = Array.from({ length: 8 }, (_, index) => [
      `${name}+${index}@gmail.com`,
      `${name.slice(0, 1 + (index % 5))}.${name.slice(1 + (index % 5))}@googlemail.com`,
      ` ${mailbox.toUpperCase()} `,
    ]).flat()
    for (const email of variants) expect((await signUp(email)).status).toBe(200)
    for (const email of variants) await post(test.app, '/api/reset-password', { email })
    const sent = (await test.mails()).filter(({ recipient }) => recipient.startsWith('b'))
    expect(sent.filter(({ recipient }) => recipient.replaceAll('.', '').startsWith(name)).length).toBe(5)
  })

  it.each([
    ['of an address', 'owner@gmail.com', Array.from({ length: 9 }, () => 'owner@gmail.com')],
    [
      'of variants of it',
      'other@gmail.com',
      Array.from({ length: 9 }, (_, index) => `other+${index}@gmail.com`),
    ],
  ])(
    'who uses up the confirmations %s leaves its owner a link that works',
    async (_case, owner, addresses) => {
      for (const [index, email] of addresses.entries()) await signUp(email, `${phrase} ${index}`)
      const later = `${phrase} of the owner`
      expect((await signUp(owner, later)).status).toBe(200)
      const mails = (await test.mails()).filter(({ recipient }) => recipient.startsWith(owner.slice(0, 5)))
      expect(mails).toHaveLength(5)
      const last = linkIn((await mailsTo(owner))[0]?.body)
      expect(last.type).toBe('recovery')
      const opened = await post(test.app, '/api/auth/callback', last)
      expect(opened.status).toBe(200)
      const cookie = cookieOf(opened)
      const changed = await post(test.app, '/api/update-password', { new_password: later }, { cookie })
      expect(changed.status).toBe(200)
      // No password of a stranger's sign-up is worth anything afterwards.
      const strangers = (await mailsTo(owner)).filter(({ body }) => body.includes('type=signup'))
      for (const { body } of strangers) {
        expect((await post(test.app, '/api/auth/callback', linkIn(body))).status).toBe(401)
      }
      expect((await login({ id: '', email: owner, password: later })).status).toBe(200)
    },
  )

  it('cannot fill a mailbox by resets of accounts with variants of its address', async () => {
    const emails = Array.from({ length: 30 }, (_, index) => `resets+${index}@example.com`)
    for (const email of emails) await test.addUser({ email })
    for (const email of emails) {
      expect((await post(test.app, '/api/reset-password', { email })).status).toBe(200)
    }
    const sent = (await test.mails()).filter(({ recipient }) => recipient.startsWith('resets+'))
    expect(sent).toHaveLength(20)
  })

  it('whose browser was known is new again after a password change; that of the owner is not', async () => {
    const user = await test.addUser()
    const stolen = deviceOf(await test.signIn(user))
    const cookie = await test.signIn(user)
    const body = { current_password: user.password, new_password: phrase }
    expect((await post(test.app, '/api/update-password', body, { cookie })).status).toBe(200)
    const next = { ...user, password: phrase }
    const before = (await mailsTo(user.email)).length
    expect(hasDeviceCookie(await login(next, { cookie: deviceOf(cookie) }))).toBe(false)
    expect(await mailsTo(user.email)).toHaveLength(before)
    expect(hasDeviceCookie(await login(next, { cookie: stolen }))).toBe(true)
    expect(await mailsTo(user.email)).toHaveLength(before + 1)
  })

  it('who plants the device cookie of their own account learns no budget on another', async () => {
    const [attacker, victim] = [await test.addUser(), await test.addUser()]
    const planted = deviceOf(await test.signIn(attacker))
    const signedIn = await login(victim, { cookie: planted })
    const own = deviceOf(cookieOf(signedIn))
    expect([signedIn.status, own === planted, own === '']).toEqual([200, false, false])
    // The browser stays known to both accounts by its new cookie.
    expect(hasDeviceCookie(await login(attacker, { cookie: own }))).toBe(false)
    expect(hasDeviceCookie(await login(victim, { cookie: planted }))).toBe(true)
  })

  it('with 100 wrong passwords from 50 addresses neither locks a known browser out nor a person after the lock', async () => {
    const user = await test.addUser()
    const device = deviceOf(await test.signIn(user))
    for (let attempt = 0; attempt < 100; attempt += 1) {
      await login(user, { 'x-forwarded-for': `203.0.113.${attempt % 50}` }, 'not this one at all')
    }
    const address = { 'x-forwarded-for': '198.51.100.9' }
    expect((await login(user, { ...address, cookie: device })).status).toBe(200)
    test.advance(61 * minute)
    expect((await login(user, address)).status).toBe(200)
  })

  it('learns nothing of an account from status, words or headers, on either way to sign up or in', async () => {
    const user = await test.addUser()
    const shapeOf = async (response: Response) => {
      const body = (await response.text()).replaceAll(/[\da-f]{8}(?:-[\da-f]{4,12}){4}/gu, 'id')
      return [response.status, [...response.headers.keys()].toSorted(), body]
    }
    const form = (path: string, email: string, password: string) =>
      test.app.request(path, {
        method: 'POST',
        body: new URLSearchParams({ email, password }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          accept: 'application/json',
        },
      })
    const ways = [
      (email: string) => signUp(email),
      (email: string) => form('/embed/signup', email, phrase),
      (email: string) => post(test.app, '/api/login', { email, password: 'not this one at all' }),
      (email: string) => form('/embed/login', email, 'not this one at all'),
      (email: string) => post(test.app, '/api/reset-password', { email }),
    ]
    for (const [index, way] of ways.entries()) {
      const [known, unknown] = [await way(user.email), await way(`nobody-${index}@example.com`)]
      expect(await shapeOf(unknown)).toEqual(await shapeOf(known))
    }
  })
})

it('checks of passwords of one sender do not delay those of another', async () => {
  const ended: string[] = []
  const check = async (sender: string) => {
    await checkPassword('moss beneath seven kettles', '', sender)
    ended.push(sender)
  }
  await Promise.all([...Array.from({ length: 20 }, () => check('flood')), check('other')])
  expect(ended.indexOf('other')).toBeLessThan(3)
})

it('checks of passwords that arrive together leave the event loop a turn between each two', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const checks = Array.from({ length: 20 }, (_, index) =>
    checkPassword(`${'4@3!1$0'.repeat(12)}${index}`, '', 'sender'),
  )
  expect(await Promise.all(checks)).toHaveLength(20)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(19)
})
