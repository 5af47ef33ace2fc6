import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FactorApp, openFactorApp } from '../../tests/factor-app.ts'
import type { TestUser } from '../../tests/test-app.ts'
import { recoveryCodes, sessions, users } from '../db/schema/auth.ts'
import { newId } from '../platform/process/ids.ts'
import type { SiteSession } from '../platform/http/principal.ts'
import { createPasskey, replaceRecoveryCodes } from './second-factor.service.ts'

let test: FactorApp
beforeAll(async () => {
  test = await openFactorApp()
})
afterAll(() => test.close())

const services = () => ({
  db: test.database.db,
  now: test.now,
  siteUrl: () => new URL('https://assistant.example'),
  recordEvent: () => undefined,
})

/** The session of a request that arrived while the account had a second factor, which another request removes. */
async function overtaken(user: TestUser): Promise<{ session: SiteSession; cookie: string }> {
  const { cookie } = await test.setUp(user)
  const [row] = await test.database.db.select().from(sessions).where(eq(sessions.userId, user.id))
  const { id = '', createdAt = test.now(), factorAt = null } = row ?? {}
  const account = { id: user.id, email: user.email, role: null, organisation: null }
  const proofs = {
    factorAt,
    hasSecondFactor: true,
    isDemonstration: false,
    isProven: true,
    oidcOrganisationId: null,
  }
  expect((await test.remove('/api/account/second-factor/totp', cookie)).status).toBe(204)
  return { session: { id, purpose: 'site', createdAt, user: account, ...proofs }, cookie }
}

const subjectOf = ({ id, email }: TestUser) => ({
  id,
  email,
  language: 'en' as const,
  deviceToken: undefined,
})

describe('a factor that is removed by a request at once', () => {
  it('leaves no recovery codes, which would open the next factor', async () => {
    const user = await test.addUser()
    const { session } = await overtaken(user)
    const renewal = replaceRecoveryCodes(services(), { ...subjectOf(user), session })
    await expect(renewal).rejects.toMatchObject({ status: 404 })
    expect(await test.database.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0)
  })

  it('leaves a passkey that is added meanwhile a second factor, with recovery codes', async () => {
    const user = await test.addUser()
    const { session } = await overtaken(user)
    const passkey = { credentialId: newId(), publicKey: new Uint8Array(1), counter: 0, transports: [] }
    const times = { createdAt: test.now(), lastUsedAt: null }
    const row = { id: newId(), userId: user.id, name: 'Laptop', ...passkey, ...times }
    expect(await createPasskey(services(), { ...subjectOf(user), session, row })).toHaveLength(10)
    const [stored] = await test.database.db.select().from(users).where(eq(users.id, user.id))
    expect(stored?.secondFactorAt).not.toBeNull()
    expect((await test.login(user)).status).toBe(401)
  })
})

it('renews codes of before the first factor with its set-up', async () => {
  const user = await test.addUser()
  const { db } = test.database
  await db
    .insert(recoveryCodes)
    .values({ userId: user.id, codeHash: 'known to a stranger', createdAt: test.now() })
  const { codes } = await test.setUp(user)
  expect(codes).toHaveLength(10)
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10)
})
