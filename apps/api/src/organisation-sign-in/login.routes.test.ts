import { desc, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForgingProvider, startForgingProvider, type Forgery } from '../../tests/forging-provider.ts'
import { fieldOf, openSignInApp, settingsPath, type SignInApp } from '../../tests/sign-in-app.ts'
import { cookieOf, type TestUser } from '../../tests/test-app.ts'
import { openSession } from '../auth/session.store.ts'
import { removeMember } from '../clients/members.store.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { loginFailures, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { oidcAttempts, oidcDomains } from '../db/schema/organisation-sign-in.ts'
import { findConnection, removeConnection } from './connections.store.ts'
import { removeDomain } from './domains.store.ts'
import { memberAccountOf } from './member-account.ts'

let test: SignInApp
beforeAll(async () => {
  test = await openSignInApp()
})
afterAll(() => test.close())

let names = 0
const newDomain = () => `shop-${(names += 1)}.example`
const me = async (cookie: string): Promise<unknown> => (await test.get('/api/me', cookie)).json()
const accountOf = async (email: string) => {
  const [user] = await test.database.db.select().from(users).where(eq(users.email, email))
  return user
}
const addEditor = async (organisation: TestUser, { id: accountId }: TestUser, createdAt: Date) => {
  const row = { organisationId: organisation.id, accountId, role: 'editor', createdAt } as const
  await test.database.db.insert(organisationMembers).values(row)
}
const staff = [
  { group: 'owners', role: 'owner' },
  { group: 'staff', role: 'editor' },
] as const

describe('a sign-in', () => {
  it('makes a person a member with the role of the first group that fits, and leads back', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { group_roles: [...staff] })
    const email = `ada@${domain}`
    provider.people.set('ada', {
      email: `Ada@${domain.toUpperCase()}`,
      email_verified: true,
      groups: ['staff', 'owners', 'x'],
    })
    const response = await test.login(email.toUpperCase(), 'ada', { return_to: '/client' })
    expect(await response.json()).toEqual({
      ok: true,
      authenticated: true,
      email,
      role: 'client',
      organisation: { id: owner.id, role: 'owner' },
      return_to: '/client',
    })
    expect(await me(cookieOf(response))).toMatchObject({
      authenticated: true,
      email,
      organisation: { id: owner.id, role: 'owner' },
    })
    const account = await accountOf(email)
    const entries = await test.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.accountId, account?.id ?? ''))
      .orderBy(desc(auditEntries.id))
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'account_access',
        actorId: account?.id,
        changes: [{ field: 'member_role', before: null, after: 'owner' }],
      }),
    )
    // Nobody knows the password of the account.
    expect((await test.send('/api/login', { email, password: '' })).status).toBe(422)
  })

  it('is about the organisation of the provider, whatever others the account is a member of', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const person = await test.addUser({ role: 'client', email: `two@${domain}` })
    // Joined after its own organisation.
    const joined = new Date(Date.now() + 86_400_000)
    await addEditor(owner, person, joined)
    provider.people.set('two', { email: person.email, email_verified: true })
    const session = cookieOf(await test.login(person.email))
    expect(await me(session)).toMatchObject({ organisation: { id: owner.id, role: 'editor' } })
  })

  it('follows the groups: the role is lowered, the access ends, and comes back', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { group_roles: [...staff] })
    const email = `ada@${domain}`
    const person = { email, email_verified: true, groups: ['owners'] }
    provider.people.set('ada', person)
    const first = cookieOf(await test.login(email))
    expect(await test.roleOf(email, owner)).toBe('owner')
    const key = await test.call(
      'POST',
      '/api/client/api-keys',
      cookieOf(await test.login(email, 'ada', { fresh: true })),
      {
        name: 'Warehouse',
        scopes: ['content:read'],
      },
    )
    expect(key.status).toBe(200)
    const secret = await fieldOf(key, 'key')
    const read = () =>
      test.app.request('/api/v1/articles', { headers: { authorization: `Bearer ${secret}` } })
    expect((await read()).status).toBe(200)

    provider.people.set('ada', { ...person, groups: ['staff'] })
    expect((await test.login(email)).status).toBe(200)
    expect(await test.roleOf(email, owner)).toBe('editor')
    // The session from before has the role of now.
    expect(await me(first)).toMatchObject({ organisation: { role: 'editor' } })

    provider.people.set('ada', { ...person, groups: [] })
    const refused = await test.login(email)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('gives you no access'),
    ])
    expect(await test.roleOf(email, owner)).toBeUndefined()
    expect(await me(first)).toMatchObject({ authenticated: false })
    expect((await read()).status).toBe(401)

    provider.people.set('ada', { ...person, groups: ['staff'] })
    expect((await test.login(email)).status).toBe(200)
    expect(await test.roleOf(email, owner)).toBe('editor')
  })

  it('leaves the last owner an owner', async () => {
    const { owner, provider } = await test.addSignIn(newDomain(), { group_roles: [...staff] })
    provider.people.set('owner', { email: owner.email, email_verified: true, groups: ['staff'] })
    expect((await test.login(owner.email)).status).toBe(200)
    expect(await test.roleOf(owner.email, owner)).toBe('owner')
    provider.people.set('owner', { email: owner.email, email_verified: true })
    expect((await test.login(owner.email)).status).toBe(200)
    expect(await test.roleOf(owner.email, owner)).toBe('owner')
    await test.addMember(owner.id, 'owner')
    expect((await test.login(owner.email)).status).toBe(403)
    expect(await test.roleOf(owner.email, owner)).toBeUndefined()
  })

  it('keeps the roles of members where no groups are set up', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const email = `ada@${domain}`
    provider.people.set('ada', { email, email_verified: true, groups: ['owners'] })
    await test.login(email)
    expect(await test.roleOf(email, owner)).toBe('viewer')
    const account = await accountOf(email)
    await test.call('PUT', `/api/client/members/${account?.id}/role`, owner, { role: 'reviewer' })
    await test.login(email)
    expect(await test.roleOf(email, owner)).toBe('reviewer')
  })

  it('proves the identity for ten minutes where the provider says when the person signed in', async () => {
    const domain = newDomain()
    const { provider } = await test.addSignIn(domain, { default_role: 'owner' })
    const email = `ada@${domain}`
    provider.people.set('ada', { email, email_verified: true })
    const stale = cookieOf(await test.login(email))
    const add = (cookie: string) =>
      test.call('POST', `${settingsPath}/domains`, cookie, { domain: newDomain() })
    expect(await (await add(stale)).json()).toMatchObject({ code: 'proof_required' })
    const fresh = cookieOf(await test.login(email, 'ada', { fresh: true }))
    expect((await add(fresh)).status).toBe(200)
    const factors: unknown = await (await test.get('/api/account/second-factor', fresh)).json()
    expect(factors).toMatchObject({ organisation_sign_in: true, proven: true })
    // Without an address: that of the session.
    const again = await test.send('/api/login/organisation', { fresh: true }, fresh)
    expect(again.status).toBe(200)
    expect((await test.send('/api/login/organisation', { fresh: true })).status).toBe(404)
  })

  it('counts the starts of one address', async () => {
    const { db } = test.database
    const start = () => test.send('/api/login/organisation', { email: 'a@nobody.example' })
    const counter = like(loginFailures.key, 'organisation-login:%')
    expect((await start()).status).toBe(404)
    await db.update(loginFailures).set({ failures: 1199 }).where(counter)
    expect([(await start()).status, (await start()).status]).toEqual([404, 429])
    await db.delete(loginFailures).where(counter)
  })
})

describe('an account', () => {
  const refusal = async (email: string): Promise<unknown[]> => {
    const response = await test.login(email)
    const text = await response.text()
    expect(response.headers.getSetCookie()).toEqual([])
    return [response.status, text]
  }
  const foreign = [403, expect.stringContaining('is no member')]

  it('of a member is linked by its address, and then found by its subject', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const person = await test.addUser({ role: 'client', email: `ada@${domain}` })
    await addEditor(owner, person, new Date())
    provider.people.set('ada', { email: person.email, email_verified: true })
    expect((await test.login(person.email)).status).toBe(200)
    // The provider gives the person another address.
    provider.people.set('ada', { email: `new@${domain}`, email_verified: true })
    expect(await (await test.login(`new@${domain}`, 'ada')).json()).toMatchObject({ email: person.email })
    // Another person with the address of the member.
    provider.people.set('other', { email: person.email, email_verified: true })
    const second = await test.login(person.email, 'other')
    expect([second.status, await second.text()]).toEqual([403, expect.stringContaining('another person')])
  })

  it('of another organisation, of staff and of a plain person is not linked by its address', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    for (const [name, role] of [
      ['client', 'client'],
      ['admin', 'admin'],
      ['plain', null],
    ] as const) {
      const person = await test.addUser({ role, email: `${name}@${domain}` })
      provider.people.set(name, { email: person.email, email_verified: true })
      expect(await refusal(person.email)).toEqual(foreign)
      expect(await test.roleOf(person.email, owner)).toBeUndefined()
    }
  })

  it('that became one of staff is not signed in by its subject', async () => {
    const domain = newDomain()
    const { provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const email = `ada@${domain}`
    provider.people.set('ada', { email, email_verified: true })
    expect((await test.login(email)).status).toBe(200)
    await test.database.db.update(users).set({ role: 'admin' }).where(eq(users.email, email))
    expect(await refusal(email)).toEqual(foreign)
  })

  it('whose access ends between the answer of the provider and the session is not signed in', async () => {
    const { db } = test.database
    const life = { idleMs: 60_000, maxMs: 60_000 }
    const rules = { life, staffLife: life, staffFactor: 'optional', accountFactor: 'optional' } as const
    type Ending = (organisationId: string, accountId: string, domainId: string) => Promise<unknown>
    const edit = (actorId: string) => ({ actorId, at: test.now() })
    const endings: Ending[] = [
      (organisationId, accountId) =>
        removeMember(db, { organisationId, accountId, edit: edit(organisationId) }),
      (organisationId) => removeConnection(db, { organisationId, edit: edit(organisationId) }),
      (organisationId, _, id) => removeDomain(db, id, { organisationId, edit: edit(organisationId) }),
      (_, accountId) => db.update(users).set({ role: 'admin' }).where(eq(users.id, accountId)),
    ]
    for (const end of [undefined, ...endings]) {
      const domain = newDomain()
      const { owner } = await test.addSignIn(domain, { default_role: 'viewer' })
      const connection = await findConnection(db, owner.id)
      if (connection === undefined) throw new Error('The organisation has no connection.')
      const person = {
        subject: 'ada',
        email: `ada@${domain}`,
        groups: [],
        passwordHash: '-',
        now: test.now(),
      }
      const { account } = await memberAccountOf(db, connection, person)
      const [claim] = await db.select().from(oidcDomains).where(eq(oidcDomains.domain, domain))
      await end?.(owner.id, account.id, claim?.id ?? '')
      const [outcome] = await Promise.allSettled([
        openSession(db, account.id, { rules, now: test.now(), oidcOrganisationId: owner.id }),
      ])
      expect(outcome).toMatchObject(
        end === undefined ? { status: 'fulfilled' } : { reason: { code: 'conflict' } },
      )
    }
  })

  it('that is disabled is not signed in', async () => {
    const domain = newDomain()
    const { provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const email = `ada@${domain}`
    provider.people.set('ada', { email, email_verified: true })
    await test.login(email)
    await test.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, email))
    expect(await refusal(email)).toEqual([403, expect.stringContaining('disabled')])
  })

  it('that nobody has confirmed loses the password of the stranger who has made it', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const stranger = await test.addUser({ email: `ada@${domain}`, verifiedAt: null })
    provider.people.set('ada', { email: stranger.email, email_verified: true })
    expect((await test.login(stranger.email)).status).toBe(200)
    expect(await test.roleOf(stranger.email, owner)).toBe('viewer')
    expect((await test.send('/api/login', stranger)).status).toBe(401)
  })

  it('is not made for an address that is not verified, in another domain, or without a role', async () => {
    const domain = newDomain()
    const { provider } = await test.addSignIn(domain, { group_roles: [...staff] })
    provider.people.set('unverified', { email: `unverified@${domain}`, groups: ['staff'] })
    provider.people.set('sub', { email: `sub@mail.${domain}`, email_verified: true, groups: ['staff'] })
    provider.people.set('none', { email: `none@${domain}`, email_verified: true, groups: ['guests'] })
    expect(await refusal(`unverified@${domain}`)).toEqual([403, expect.stringContaining('does not confirm')])
    const elsewhere = await test.login(`sub@${domain}`)
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      403,
      expect.stringContaining('no verified domain'),
    ])
    expect(await refusal(`none@${domain}`)).toEqual([403, expect.stringContaining('no access')])
    for (const name of ['unverified', 'sub', 'none'])
      expect(await accountOf(`${name}@${domain}`)).toBeUndefined()
  })

  it('is not made beyond the members that an organisation may have', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    await test.database.db.execute(sql`
      with added as (insert into users (id, email, password_hash, verified_at, role)
        select gen_random_uuid(), n || '@full.example', 'none', now(), 'client' from generate_series(1, 99) as n returning id)
      insert into organisation_members select ${owner.id}::uuid, id, 'viewer', now() from added`)
    provider.people.set('ada', { email: `ada@${domain}`, email_verified: true })
    expect(await refusal(`ada@${domain}`)).toEqual([403, expect.stringContaining('as many members')])
  })
})

describe('an answer of the provider', () => {
  it('is taken once, in time, in the browser that has started, for the organisation that it was started for', async () => {
    const [domain, other] = [newDomain(), newDomain()]
    const { provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const second = await test.addSignIn(other, { default_role: 'viewer' })
    const email = `ada@${domain}`
    provider.people.set('ada', { email, email_verified: true })
    const started = await test.start(email)
    const returned = await test.visit(started, 'ada')
    const foreign = await test.start(`ada@${other}`)
    expect((await test.complete({ ...started, cookie: '' }, returned)).status).toBe(401)
    expect((await test.complete(foreign, returned)).status).toBe(401)
    expect((await test.complete(started, returned, { organisation: second.owner.id })).status).toBe(401)
    expect((await test.complete(started, returned, { state: 'other' })).status).toBe(401)
    expect((await test.complete(started, returned, { organisation: 'unknown' })).status).toBe(401)
    expect((await test.complete(started, returned)).status).toBe(200)
    expect((await test.complete(started, returned)).status).toBe(401)
    const late = await test.start(email)
    const lateReturn = await test.visit(late, 'ada')
    test.advance(601_000)
    expect((await test.complete(late, lateReturn)).status).toBe(401)
  })

  it('is refused from another issuer, and after a change of the connection', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const email = `ada@${domain}`
    provider.people.set('ada', { email, email_verified: true })
    const mixed = await test.start(email)
    const answer = await test.complete(mixed, await test.visit(mixed, 'ada'), {
      iss: 'https://login.example',
    })
    expect(answer.status).toBe(403)
    const changed = await test.start(email)
    const returned = await test.visit(changed, 'ada')
    await test.save(owner, provider, { default_role: 'editor' })
    expect((await test.complete(changed, returned)).status).toBe(401)
  })

  it('is bound to the verifier and nonce of its browser, which the database does not have', async () => {
    const domain = newDomain()
    const { provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    provider.people.set('ada', { email: `ada@${domain}`, email_verified: true })
    const started = await test.start(`ada@${domain}`)
    const sent = new URL(started.url).searchParams
    expect(sent.get('code_challenge_method')).toBe('S256')
    const rows = JSON.stringify(await test.database.db.select().from(oidcAttempts))
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect((sent.get(name) ?? '').length).toBeGreaterThanOrEqual(43)
      expect(rows).not.toContain(sent.get(name))
    }
    // A code of another sign-in, injected into this one.
    const other = await test.start(`ada@${domain}`)
    const stolen = await test.visit(other, 'ada')
    const state = sent.get('state') ?? ''
    expect((await test.complete(started, stolen, { state })).status).toBe(403)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/.//evil.example'])(
    'leads nowhere else than to our own site: %s',
    async (returnTo) => {
      const response = await test.send('/api/login/organisation', {
        email: 'ada@nobody.example',
        return_to: returnTo,
      })
      expect(response.status).toBe(422)
    },
  )
})

describe('a provider that forges', () => {
  let provider: ForgingProvider
  let owner: TestUser
  const domain = 'shop.example'
  beforeAll(async () => {
    provider = await startForgingProvider()
    owner = await test.addUser({ role: 'client', email: `owner@${domain}` })
    await test.addDomain(owner, domain)
    const saved = await test.call('PUT', settingsPath, owner, {
      issuer: provider.issuer,
      oauth_client_id: 'assistant',
      oauth_client_secret: 'secret',
      default_role: 'viewer',
    })
    if (saved.status !== 200) throw new Error(await saved.text())
  })
  afterAll(() => provider.stop())

  async function attempt(forgery: Forgery): Promise<Response> {
    provider.forgery = {}
    const started = await test.start(`ada@${domain}`)
    const sent = new URL(started.url).searchParams
    provider.nonce = sent.get('nonce') ?? ''
    provider.forgery = forgery
    const body = { organisation: owner.id, state: sent.get('state') ?? '', code: 'a code' }
    return test.complete(started, { path: '', body })
  }

  it('signs in when it does not', async () => {
    expect((await attempt({})).status).toBe(200)
  })

  it.each<[string, Forgery]>([
    ['a token that it has not signed', { isOtherKey: true }],
    ['a token that nobody has signed', { isUnsigned: true }],
    ['a token for another client', { claims: { aud: 'another' } }],
    ['a token of another issuer', { claims: { iss: 'https://login.example' } }],
    ['a token of another sign-in', { claims: { nonce: 'another' } }],
    ['a token that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['a token without a subject', { claims: { sub: undefined } }],
    ['an address that it does not vouch for', { claims: { email_verified: false } }],
    ['an address that it vouches for in a text', { claims: { email_verified: 'true' } }],
    ['no address', { claims: { email: undefined } }],
    ['an address with a line break', { claims: { email: 'ada\r\nbcc: eve@shop.example' } }],
    ['an address of two hosts', { claims: { email: 'ada@elsewhere.example@shop.example' } }],
    ['an address with a NUL', { claims: { email: 'ada\0@shop.example' } }],
    ['a subject with a NUL', { claims: { sub: 'bob\0', email: 'bob@shop.example' } }],
    ['a subject that is too long', { claims: { sub: 'a'.repeat(3000), email: 'cleo@shop.example' } }],
    ['a redirect in place of the tokens', { isRedirect: true }],
  ])('signs nobody in with %s', async (_, forgery) => {
    const response = await attempt(forgery)
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(provider.requests).not.toContain('/elsewhere')
  })

  it('signs in with the address that Microsoft Entra vouches for', async () => {
    const claims = { email_verified: undefined, xms_edov: true }
    expect((await attempt({ claims })).status).toBe(200)
  })

  it('knows its people again by another client, which it gives other subjects', async () => {
    const save = async (client: string) => {
      const body = {
        issuer: provider.issuer,
        oauth_client_id: client,
        oauth_client_secret: 'secret',
        default_role: 'viewer',
      }
      expect((await test.call('PUT', settingsPath, owner, body)).status).toBe(200)
    }
    expect((await attempt({})).status).toBe(200)
    await save('another client')
    expect((await attempt({ claims: { aud: 'another client', sub: 'ada of another client' } })).status).toBe(
      200,
    )
    await save('assistant')
  })

  it.each<[string, Forgery['metadata']]>([
    ['another issuer', { issuer: 'https://login.example' }],
    ['an issuer of all tenants', { issuer: 'https://login.example/{tenantid}/v2.0' }],
    ['no keys', { jwks_uri: undefined }],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }],
    ['a script in place of its page', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('is not used with %s', async (_, metadata) => {
    provider.forgery = { metadata: metadata ?? {} }
    const response = await test.send('/api/login/organisation', { email: `ada@${domain}` })
    expect(response.status).toBe(409)
  })
})
