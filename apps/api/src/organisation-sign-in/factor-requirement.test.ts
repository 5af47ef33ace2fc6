import { organisationSignInSchema } from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FactorApp, openFactorApp } from '../../tests/factor-app.ts'
import { cookieOf, type TestUser } from '../../tests/test-app.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { organisations } from '../db/schema/organisations.ts'
import { saveFactorRequirement } from './factor-requirement.store.ts'

let test: FactorApp
beforeAll(async () => {
  test = await openFactorApp()
})
afterAll(() => test.close())

const path = '/api/client/sign-in/second-factor'

const put = (body: object, cookie: string, query = '') =>
  test.app.request(path + query, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
const settings = async (cookie: string, query = '') => {
  const answer = await test.get(`/api/client/sign-in${query}`, cookie)
  return organisationSignInSchema.parse(await answer.json()).second_factor
}
const isSignedIn = async (cookie: string): Promise<boolean> => {
  const { authenticated } = Object(await (await test.get('/api/me', cookie)).json())
  return authenticated === true
}
const setupFor = (reason: string) => ({
  code: 'second_factor_required',
  detail: { methods: [], setup: true, reason },
})

/** An owner with a second factor. */
async function openOwner(): Promise<TestUser & { cookie: string }> {
  const owner = await test.addUser({ role: 'client' })
  const { cookie } = await test.setUp(owner)
  return { ...owner, cookie }
}

describe('an organisation that requires a second factor', () => {
  it('leads a member without one to its set-up at the next sign-in, and signs them in after', async () => {
    const owner = await openOwner()
    const member = await test.addMember(owner.id, 'viewer')
    expect(await settings(owner.cookie)).toEqual({ required: false, members: 2, without: 1 })
    expect((await put({ required: true }, owner.cookie)).status).toBe(200)
    expect(await settings(owner.cookie)).toEqual({ required: true, members: 2, without: 1 })

    const refused = await test.login(member)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject(setupFor('organisation'))
    const pending = cookieOf(refused)
    expect(await isSignedIn(pending)).toBe(false)
    expect((await test.get('/api/client/room', pending)).status).toBe(401)
    const { cookie } = await test.setUp(member)
    expect((await test.get('/api/client/room', cookie)).status).toBe(200)
    expect(await settings(owner.cookie)).toMatchObject({ without: 0 })
  })

  it('lets an open session of a member without one do nothing else, and the others go on', async () => {
    const owner = await openOwner()
    const member = await test.addMember(owner.id, 'editor')
    const before = await test.signIn(member)
    const stranger = await test.signIn(await test.addUser({ role: 'client' }))
    await put({ required: true }, owner.cookie)
    expect(await isSignedIn(before)).toBe(false)
    expect(await (await test.get('/api/account/second-factor', before)).json()).toMatchObject({
      required: true,
    })
    expect([await isSignedIn(owner.cookie), await isSignedIn(stranger)]).toEqual([true, true])
    await put({ required: false }, owner.cookie)
    expect(await isSignedIn(before)).toBe(true)
  })

  it('counts for a member of several, whichever is in use', async () => {
    const owner = await openOwner()
    const other = await openOwner()
    const member = await test.addMember(other.id, 'owner')
    await put({ required: true }, owner.cookie)
    expect(await isSignedIn(await test.signIn(member))).toBe(true)
    await test.database.db
      .insert(organisationMembers)
      .values({ organisationId: owner.id, accountId: member.id, role: 'viewer', createdAt: test.now() })
    expect((await test.login(member)).status).toBe(401)
  })

  it('refuses the frame of a widget to a member without one, and ends those from before', async () => {
    const owner = await openOwner()
    const member = await test.addMember(owner.id, 'viewer')
    const enter = () =>
      test.app.request('/embed/login', {
        method: 'POST',
        body: new URLSearchParams({ email: member.email, password: member.password }),
        headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
      })
    const frame = cookieOf(await enter())
    expect(await isSignedIn(frame)).toBe(true)
    await put({ required: true }, owner.cookie)
    expect(await isSignedIn(frame)).toBe(false)
    expect((await enter()).status).toBe(401)
  })

  it('asks again whoever removes the last one', async () => {
    const owner = await openOwner()
    await put({ required: true }, owner.cookie)
    expect((await test.remove('/api/account/second-factor/totp', owner.cookie)).status).toBe(204)
    expect(await isSignedIn(owner.cookie)).toBe(false)
    expect(await (await test.login(owner)).json()).toMatchObject(setupFor('organisation'))
  })
})

describe('the requirement', () => {
  it('is set after a proof of the last ten minutes, and by an owner with a second factor alone', async () => {
    const owner = await openOwner()
    test.advance(10 * 60_000 + 1000)
    const refused = await put({ required: true }, owner.cookie)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'proof_required' })
    const colleague = await test.signIn(await test.addMember(owner.id, 'owner'))
    const without = await put({ required: true }, colleague)
    expect(without.status).toBe(409)
    expect(await without.text()).toContain('Set up a second factor for your own account first.')
    const reviewer = await test.signIn(await test.addMember(owner.id, 'reviewer'))
    expect((await put({ required: true }, reviewer)).status).toBe(403)
    expect(await settings(colleague)).toMatchObject({ required: false })
  })

  it('is that of the organisation in use, and for administrators of a named one', async () => {
    const [one, two] = [await openOwner(), await openOwner()]
    expect((await put({ required: true }, one.cookie, `?client_id=${two.id}`)).status).toBe(200)
    expect([await settings(one.cookie), await settings(two.cookie)]).toMatchObject([
      { required: true },
      { required: false },
    ])
    const { cookie: admin } = await test.setUp(await test.addUser({ role: 'admin' }))
    expect((await put({ required: true }, admin)).status).toBe(404)
    expect((await put({ required: true }, admin, `?client_id=${two.id}`)).status).toBe(200)
    expect(await settings(two.cookie)).toMatchObject({ required: true })
  })

  it('is noted in the audit log with who changed it, once for each change', async () => {
    const owner = await openOwner()
    for (const required of [true, true, false]) await put({ required }, owner.cookie)
    const own = and(eq(auditEntries.organisationId, owner.id), eq(auditEntries.kind, 'account_access'))
    const rows = await test.database.db.select().from(auditEntries).where(own).orderBy(auditEntries.at)
    const change = (before: boolean) => ({
      actorId: owner.id,
      changes: [{ field: 'requires_second_factor', before, after: !before }],
    })
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining(change(false)), expect.objectContaining(change(true))]),
    )
  })

  it('is refused to whoever was demoted while the request waited', async () => {
    const owner = await openOwner()
    const former = await test.addMember(owner.id, 'viewer')
    const edit = { actorId: former.id, at: test.now() }
    const { db } = test.database
    await expect(saveFactorRequirement(db, true, { organisationId: owner.id, edit })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const [row] = await db.select().from(organisations).where(eq(organisations.id, owner.id))
    expect(row?.requiresSecondFactor).toBe(false)
  })

  it('does not hold the accounts of a demonstration, whose password is public', async () => {
    const owner = await openOwner()
    await put({ required: true }, owner.cookie)
    const shown = await test.addUser({ role: 'client', isDemonstration: true })
    await test.database.db
      .insert(organisationMembers)
      .values({ organisationId: owner.id, accountId: shown.id, role: 'viewer', createdAt: test.now() })
    expect((await test.login(shown)).status).toBe(200)
  })
})

describe('a deployment that requires a second factor of every account', () => {
  let strict: FactorApp
  beforeAll(async () => {
    strict = await openFactorApp({ config: { accountFactor: 'required' } })
  })
  afterAll(() => strict.close())

  it('leads everybody without one to its set-up, also right after the sign-up', async () => {
    const person = await strict.addUser()
    const refused = await strict.login(person)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject(setupFor('everybody'))
    const { cookie } = await strict.setUp(person)
    expect((await strict.get('/api/conversations', cookie)).status).toBe(200)
    const admin = await strict.addUser({ role: 'admin' })
    expect(await (await strict.login(admin)).json()).toMatchObject(setupFor('staff'))

    const credentials = { email: 'new@example.org', password: 'nine quiet lanterns on a pier' }
    const signedUp = await strict.send('/api/signup', credentials)
    expect(signedUp.status).toBe(401)
    expect(await signedUp.json()).toMatchObject(setupFor('everybody'))
    const pending = cookieOf(signedUp)
    expect((await strict.get('/api/conversations', pending)).status).toBe(401)
    expect((await strict.get('/api/account/second-factor', pending)).status).toBe(200)
  })

  it('holds sessions from before the rule, and no account of a demonstration', async () => {
    const lenient = await openFactorApp({ database: strict.database })
    const cookie = await lenient.signIn(await lenient.addUser())
    expect((await lenient.get('/api/conversations', cookie)).status).toBe(200)
    expect((await strict.get('/api/conversations', cookie)).status).toBe(401)
    expect((await strict.login(await strict.addUser({ isDemonstration: true }))).status).toBe(200)
  })
})
