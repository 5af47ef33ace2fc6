import {
  type ApiKey,
  type ApiKeyCreated,
  apiKeyCreatedSchema,
  apiKeyLimits,
  apiKeyListSchema,
} from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { apiKeys, apiKeySecrets } from '../db/schema/api-keys.ts'
import { loginFailures, sessions, users } from '../db/schema/auth.ts'
import { newId } from '../platform/process/ids.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { changeRole } from '../organisations/organisations.store.ts'
import { purgeKeys } from './api-keys.store.ts'

let test: TestApp
let adminUser: TestUser
let oneUser: TestUser
let otherUser: TestUser
let admin: string
let one: string
let other: string
beforeAll(async () => {
  test = await openTestApp()
  adminUser = await test.addUser({ role: 'admin' })
  oneUser = await test.addUser({ role: 'client' })
  otherUser = await test.addUser({ role: 'client' })
})
afterAll(() => test.close())

// Each test begins with a proof of its own hour.
beforeEach(async () => {
  test.advance(3_600_000)
  await test.database.db.delete(apiKeys)
  await test.database.db.delete(loginFailures)
  admin = await test.signIn(adminUser)
  one = await test.signIn(oneUser)
  other = await test.signIn(otherUser)
})

const root = '/api/client/api-keys'

function call(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
  return Promise.resolve(
    test.app.request(`${root}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    }),
  )
}

async function created(response: Response): Promise<ApiKeyCreated> {
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
  return apiKeyCreatedSchema.parse(await response.json())
}

const create = async (cookie: string, given: object = {}, query = '') =>
  created(await call('POST', query, cookie, { name: 'Warehouse', scopes: ['content:read'], ...given }))

const rotate = async (cookie: string, id: string, hours: number) =>
  created(await call('POST', `/${id}/rotate`, cookie, { overlap_hours: hours }))

const list = async (cookie: string, query = ''): Promise<ApiKey[]> =>
  apiKeyListSchema.parse(await (await call('GET', query, cookie)).json()).items

/** Sends a key to the public API, and returns the status with the sentence of a refusal. */
async function use(key: string): Promise<[number, string]> {
  const response = await test.app.request('/api/v1/articles', { headers: { authorization: `Bearer ${key}` } })
  return [response.status, response.ok ? '' : Object(await response.json()).error]
}

describe('an API key', () => {
  it('is shown once, with a prefix and 256 random bits, and stored as a digest', async () => {
    const { key, ...shown } = await create(one)
    expect(key).toMatch(/^ok_live_[\w-]{43}$/u)
    expect(await list(one)).toEqual([shown])
    expect(shown).toMatchObject({
      start: key.slice(0, 12),
      state: 'active',
      previous: null,
      last_used_at: null,
    })
    const rows = [
      await test.database.db.select().from(apiKeys),
      await test.database.db.select().from(apiKeySecrets),
    ]
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(JSON.stringify(test.logged)).not.toContain(key)
    expect(await use(key)).toEqual([200, ''])
  })

  it('is listed with the hour of its last call, and not with the call itself', async () => {
    const { key } = await create(one)
    await use(key)
    await use(key)
    const [shown] = await list(one)
    expect(shown?.last_used_at).toMatch(/:00:00\.000Z$/u)
  })

  it('stays valid after a rotation for the chosen hours, and no longer', async () => {
    const first = await create(one)
    const second = await rotate(one, first.id, 2)
    expect(second.key).not.toBe(first.key)
    expect([await use(first.key), await use(second.key)]).toEqual([
      [200, ''],
      [200, ''],
    ])
    expect(await list(one)).toMatchObject([
      { start: second.start, previous: { start: first.start, last_used_at: expect.any(String) } },
    ])
    test.advance(2 * 3_600_000)
    expect(await use(first.key)).toEqual([401, 'This API key was replaced by a newer one.'])
    expect(await use(second.key)).toEqual([200, ''])
    expect(await list(one)).toMatchObject([{ previous: null }])
  })

  it('ends at once with a rotation without overlap, and with the second rotation', async () => {
    const first = await create(one)
    const second = await rotate(one, first.id, 0)
    expect(await use(first.key)).toEqual([401, 'This API key was replaced by a newer one.'])
    const third = await rotate(one, first.id, 720)
    const fourth = await rotate(one, first.id, 720)
    expect((await use(second.key))[0]).toBe(401)
    expect([(await use(third.key))[0], (await use(fourth.key))[0]]).toEqual([200, 200])
  })

  it('is refused once it is revoked, together with the key before, and is not rotated any more', async () => {
    const first = await create(one)
    const second = await rotate(one, first.id, 24)
    expect((await call('DELETE', `/${first.id}`, one)).status).toBe(204)
    expect((await call('DELETE', `/${first.id}`, one)).status).toBe(204)
    for (const { key } of [first, second]) expect(await use(key)).toEqual([401, 'This API key was revoked.'])
    expect(await list(one)).toMatchObject([
      { state: 'revoked', revoked_at: expect.any(String), previous: null },
    ])
    expect((await call('POST', `/${first.id}/rotate`, one, {})).status).toBe(409)
  })

  it('is refused once it has expired', async () => {
    const { key, id } = await create(one, { expires_in_days: 1 })
    test.advance(23 * 3_600_000)
    expect(await use(key)).toEqual([200, ''])
    test.advance(3_600_000)
    expect(await use(key)).toEqual([401, 'This API key has expired.'])
    one = await test.signIn(oneUser)
    expect(await list(one)).toMatchObject([{ state: 'expired' }])
    expect((await call('POST', `/${id}/rotate`, one, {})).status).toBe(409)
  })

  it.each([
    { name: '', scopes: ['content:read'] },
    { name: 'x'.repeat(apiKeyLimits.nameCharacters + 1), scopes: ['content:read'] },
    { name: 'A', scopes: [] },
    { name: 'A', scopes: ['everything'] },
    { name: 'A', scopes: ['content:read'], expires_in_days: 0 },
  ])('is not created from %j', async (body) => {
    expect((await call('POST', '', one, body)).status).toBe(422)
    expect(await list(one)).toEqual([])
  })

  it('is one of at most 20 that are active', async () => {
    const { id } = await create(one)
    for (let count = 1; count < apiKeyLimits.keys; count += 1) await create(one)
    expect((await call('POST', '', one, { name: 'A', scopes: ['content:read'] })).status).toBe(409)
    await call('DELETE', `/${id}`, one)
    await create(one)
    await create(other)
  })

  it('is created and rotated only after a proof of the last ten minutes, and revoked without one', async () => {
    const { id } = await create(one)
    await test.database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, oneUser.id))
    const body = { name: 'A', scopes: ['content:read'] }
    expect(Object(await (await call('POST', '', one, body)).json()).code).toBe('proof_required')
    expect(Object(await (await call('POST', `/${id}/rotate`, one, {})).json()).code).toBe('proof_required')
    expect((await call('DELETE', `/${id}`, one)).status).toBe(204)
  })

  it('leaves an audit entry of its creation, rotation and revocation, without the key', async () => {
    const { id, key } = await create(one, { name: 'Audited' })
    await rotate(one, id, 24)
    await call('DELETE', `/${id}`, one)
    const { items } = await listAudit(test.database.db, { kind: 'api_key', limit: 3 })
    expect(items.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [oneUser.email, 'delete', 'Audited'],
      [oneUser.email, 'update', 'Audited'],
      [oneUser.email, 'create', 'Audited'],
    ])
    expect(JSON.stringify(items)).not.toContain(key)
  })

  it('goes a month after its end, and a replaced one a day after', async () => {
    const { db } = test.database
    const revoked = await create(one)
    const kept = await create(one)
    await rotate(one, kept.id, 0)
    await call('DELETE', `/${revoked.id}`, one)
    const days = (count: number) => new Date(test.now().getTime() + count * 86_400_000)
    await purgeKeys(db, days(2))
    expect(await db.$count(apiKeySecrets, eq(apiKeySecrets.keyId, kept.id))).toBe(1)
    expect(await list(one)).toHaveLength(2)
    await purgeKeys(db, days(31))
    expect(await list(one)).toMatchObject([{ id: kept.id }])
    expect(await use(revoked.key)).toEqual([401, 'This API key is not valid.'])
  })
})

describe('the keys of an account', () => {
  it('are listed with the newest 50 of those that have ended, however many were created and revoked', async () => {
    const { id } = await create(one)
    const at = test.now()
    const ended = Array.from({ length: 60 }, () => ({
      id: newId(),
      organisationId: oneUser.id,
      userId: oneUser.id,
      name: 'Ended',
      scopes: ['content:read' as const],
      createdAt: at,
      revokedAt: at,
    }))
    await test.database.db.insert(apiKeys).values(ended)
    const newest = ended.map((key) => key.id).toSorted()
    expect((await list(one)).map((key) => key.id)).toEqual([...newest.slice(-50).toReversed(), id])
  })

  it('are seen and changed by that account, and by an administrator who names the client', async () => {
    const { id, key } = await create(one)
    expect(await list(other)).toEqual([])
    expect(await list(other, `?client_id=${oneUser.id}`)).toEqual([])
    expect((await call('POST', `/${id}/rotate`, other, {})).status).toBe(404)
    expect((await call('DELETE', `/${id}`, other)).status).toBe(404)
    expect((await call('DELETE', `/${id}?client_id=${oneUser.id}`, other)).status).toBe(404)
    expect((await call('DELETE', `/${id}`, admin)).status).toBe(404)
    expect(await use(key)).toEqual([200, ''])
    const named = `?client_id=${oneUser.id}`
    expect(await list(admin, named)).toMatchObject([{ id }])
    expect((await call('DELETE', `/${id}${named}`, admin)).status).toBe(204)
    expect((await use(key))[0]).toBe(401)
  })

  it('of an administrator are out of reach of other administrators, in whose name they would act', async () => {
    const second = await test.signIn(await test.addUser({ role: 'admin' }))
    const { id } = await create(admin)
    const named = `?client_id=${adminUser.id}`
    expect((await call('GET', named, second)).status).toBe(404)
    expect((await call('POST', `/${id}/rotate${named}`, second, {})).status).toBe(404)
    expect((await call('POST', named, second, { name: 'A', scopes: ['content:read'] })).status).toBe(404)
    expect(await list(second)).toEqual([])
  })

  it.each([
    ['is disabled', { disabledAt: new Date() }],
    ['loses its role', { role: null }],
  ])('are refused once the account %s', async (_, change) => {
    const user = await test.addUser({ role: 'client' })
    const { key } = await create(await test.signIn(user))
    expect(await use(key)).toEqual([200, ''])
    await test.database.db.update(users).set(change).where(eq(users.id, user.id))
    expect(await use(key)).toEqual([401, 'The account of this API key has no access any more.'])
  })

  it('end with the membership of their maker, also when the maker becomes an administrator', async () => {
    const user = await test.addUser({ role: 'client' })
    const { key } = await create(await test.signIn(user))
    const { db } = test.database
    const other = await test.addUser()
    await db.insert(organisationMembers).values({
      organisationId: user.id,
      accountId: other.id,
      role: 'owner',
      createdAt: new Date(),
    })
    await db.transaction((tx) => changeRole(tx, user, { role: 'admin', now: new Date() }))
    expect(await use(key)).toEqual([401, 'This API key was revoked.'])
  })

  it('never do more than their maker may now', async () => {
    const user = await test.addUser({ role: 'client' })
    const { key } = await create(await test.signIn(user), { scopes: ['content:read', 'content:write'] })
    const { db } = test.database
    const own = and(
      eq(organisationMembers.organisationId, user.id),
      eq(organisationMembers.accountId, user.id),
    )
    const become = (role: 'viewer' | 'owner') => db.update(organisationMembers).set({ role }).where(own)
    const write = () =>
      test.app.request('/api/v1/articles/unknown', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${key}` },
      })
    expect((await write()).status).toBe(404)
    await become('viewer')
    expect((await write()).status).toBe(403)
    expect(await use(key)).toEqual([200, ''])
    await become('owner')
    expect((await write()).status).toBe(404)
  })

  it('go with the account', async () => {
    const user = await test.addUser({ role: 'client' })
    const { key } = await create(await test.signIn(user))
    await test.database.db.delete(users).where(eq(users.id, user.id))
    expect(await use(key)).toEqual([401, 'This API key is not valid.'])
  })
})
