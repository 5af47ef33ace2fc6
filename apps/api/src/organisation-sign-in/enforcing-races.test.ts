import { oidcConnectionSaveSchema } from '@org/api-client/contract'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { createDeploymentBox } from '../auth/factors/deployment-box.ts'
import { openSession } from '../auth/session.store.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { oidcConnections, oidcDomains } from '../db/schema/organisation-sign-in.ts'
import { endSessionsBesideProvider } from '../organisations/enforced-sign-in.ts'
import { lockOrganisation } from '../organisations/organisations.store.ts'
import { newId } from '../platform/process/ids.ts'
import { saveConnection } from './connections.store.ts'
import { confirmDomain } from './domains.store.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

const life = { idleMs: 600_000, maxMs: 600_000 }
const rules = { life, staffLife: life, staffFactor: 'optional', accountFactor: 'optional' } as const
const connection = oidcConnectionSaveSchema.parse({
  issuer: 'https://provider.example',
  oauth_client_id: 'assistant',
})

/** An organisation with a tested connection, two members and a person who becomes one. */
async function found(round: number, { enforced }: { enforced: boolean }) {
  const { db } = test.database
  const now = test.now()
  const domain = `brand-${newId()}.example`
  const owner = await test.addUser({ role: 'client' })
  await db.update(users).set({ secondFactorAt: now }).where(eq(users.id, owner.id))
  const box = createDeploymentBox(db, [])
  await db.insert(oidcConnections).values({
    organisationId: owner.id,
    issuer: connection.issuer,
    oauthClientId: connection.oauth_client_id,
    oauthClientSecret: await box.seal('secret', `oidc ${owner.id}`),
    secretAt: now,
    scope: 'openid',
    groupsClaim: 'groups',
    groupRoles: [],
    enforced,
    testedAt: now,
    createdAt: now,
  })
  const domainId = newId()
  await db.insert(oidcDomains).values({
    id: domainId,
    organisationId: owner.id,
    domain,
    challenge: '-',
    ...(!enforced && { verifiedAt: now, verifiedBy: 'administrator' as const }),
    createdAt: now,
  })
  const people = await Promise.all(
    ['ada', 'bob', 'cleo'].map((name) =>
      test.addUser({ role: 'client', email: `${name}-${round}@${domain}` }),
    ),
  )
  const member = (accountId: string) =>
    ({ organisationId: owner.id, accountId, role: 'editor', createdAt: now }) as const
  const [one, two, joining] = people.map(({ id }) => id)
  if (one === undefined || two === undefined || joining === undefined) throw new Error('A person is missing.')
  await db.insert(organisationMembers).values([member(one), member(two)])
  return {
    owner,
    domainId,
    box,
    ids: [one, two, joining],
    /** Becomes a member, as an invitation makes one. */
    join: () =>
      db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, joining)).for('update')
        await lockOrganisation(tx, owner.id)
        await tx.insert(organisationMembers).values(member(joining))
        await endSessionsBesideProvider(tx, joining)
      }),
  }
}

const enter = (ids: readonly string[]) =>
  ids.map((id) => openSession(test.database.db, id, { rules, now: test.now() }))

const sessionsBeside = (ids: readonly string[]) =>
  test.database.db.$count(
    sessions,
    and(inArray(sessions.userId, [...ids]), isNull(sessions.oidcOrganisationId)),
  )

it.each(Array.from({ length: 6 }, (_, round) => round))(
  'a provider that is enforced while members sign in and join leaves no other session (%i)',
  async (round) => {
    const { db } = test.database
    const { owner, box, ids, join } = await found(round, { enforced: false })
    const edit = { actorId: owner.id, at: test.now() }
    const enforce = () =>
      saveConnection(
        { db, secretBox: box },
        { ...connection, enforced: true },
        { organisationId: owner.id, edit },
      )
    const joined = join()
    const [enforced] = await Promise.allSettled([enforce(), joined, ...enter(ids), ...enter(ids)])
    expect(enforced).toMatchObject({ status: 'fulfilled' })
    expect(await sessionsBeside(ids)).toBe(0)
    for (const outcome of await Promise.allSettled(enter(ids))) {
      expect(outcome).toMatchObject({ reason: { code: 'organisation_sign_in_required' } })
    }
  },
)

it.each(Array.from({ length: 6 }, (_, round) => round))(
  'a domain that is verified while members sign in and join leaves no other session (%i)',
  async (round) => {
    const { db } = test.database
    const { domainId, ids, join } = await found(round, { enforced: true })
    const admin = await test.addUser({ role: 'admin' })
    const edit = { actorId: admin.id, at: test.now() }
    const joined = join()
    const [confirmed] = await Promise.allSettled([
      confirmDomain(db, domainId, edit),
      joined,
      ...enter(ids),
      ...enter(ids),
    ])
    expect(confirmed).toMatchObject({ status: 'fulfilled' })
    expect(await sessionsBeside(ids)).toBe(0)
  },
)
