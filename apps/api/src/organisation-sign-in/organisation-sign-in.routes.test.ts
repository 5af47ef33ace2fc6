import { randomUUID } from 'node:crypto'
import { signInDomainSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fieldOf,
  openSignInApp,
  settingsPath,
  type SignedInOrganisation,
  type SignInApp,
} from '../../tests/sign-in-app.ts'
import { cookieOf, linkIn, openTestApp } from '../../tests/test-app.ts'
import { createDeploymentBox } from '../auth/factors/deployment-box.ts'
import { openSession } from '../auth/session.store.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { sessions } from '../db/schema/auth.ts'
import { oidcConnections } from '../db/schema/organisation-sign-in.ts'
import { openConnection, resealConnectionSecrets } from './connections.store.ts'

let test: SignInApp
beforeAll(async () => {
  test = await openSignInApp()
})
afterAll(() => test.close())

const domains = `${settingsPath}/domains`
let names = 0
const newDomain = () => `brand-${(names += 1)}.example`
const addOwner = () => test.addUser({ role: 'client' })
const passwordLogin = ({ email, password }: { email: string; password: string }) =>
  test.send('/api/login', { email, password })
const isSignedIn = async (cookie: string) => {
  const me: unknown = await (await test.get('/api/me', cookie)).json()
  return Object(me).authenticated === true
}

describe('a domain', () => {
  it('counts once its TXT record is found', async () => {
    const owner = await addOwner()
    const domain = newDomain()
    expect((await test.call('POST', domains, owner, { domain: ` @${domain.toUpperCase()}. ` })).status).toBe(
      200,
    )
    const [added] = (await test.settings(owner)).domains
    expect(added).toMatchObject({ domain, verified_at: null, record_name: `_organisation-sign-in.${domain}` })
    const verify = () => test.call('POST', `${domains}/${added?.id}/verify`, owner)
    expect((await verify()).status).toBe(409)
    test.dns.records.set(`_organisation-sign-in.${domain}`, ['v=other', `${added?.record_value}0`])
    expect((await verify()).status).toBe(409)
    test.dns.records.set(`_organisation-sign-in.${domain}`, ['v=other', added?.record_value ?? ''])
    expect(await (await verify()).json()).toMatchObject({ verified_by: 'dns' })
    expect((await test.call('POST', domains, owner, { domain })).status).toBe(409)
  })

  it.each([
    'gmail.com',
    'Outlook.com',
    'a.local',
    'visitor.invalid',
    'localhost',
    '127.0.0.1',
    'a b.example',
    '-a.example',
    'a..example',
  ])('is not %s', async (domain) => {
    expect((await test.call('POST', domains, await addOwner(), { domain })).status).toBe(422)
  })

  it('belongs to one organisation: a record of another claim proves nothing, and a verified one is taken', async () => {
    const [one, two] = [await addOwner(), await addOwner()]
    const domain = newDomain()
    await test.addDomain(one, domain)
    const claimed = await test.call('POST', domains, two, { domain })
    const { id, record_value: value } = signInDomainSchema.parse(await claimed.json())
    const verify = () => test.call('POST', `${domains}/${id}/verify`, two)
    expect((await verify()).status).toBe(409)
    test.dns.records.set(`_organisation-sign-in.${domain}`, [value])
    const refused = await verify()
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('Another organisation')
    const admin = await test.addUser({ role: 'admin' })
    expect((await test.call('POST', `/api/admin/sign-in-domains/${id}/confirm`, admin)).status).toBe(409)
    expect((await test.settings(two)).domains).toMatchObject([{ verified_at: null }])
  })

  it('is confirmed by an administrator without a record, and by nobody else', async () => {
    const owner = await addOwner()
    const added = await test.call('POST', domains, owner, { domain: newDomain() })
    const id = await fieldOf(added, 'id')
    const confirm = `/api/admin/sign-in-domains/${id}/confirm`
    expect((await test.call('POST', confirm, owner)).status).toBe(403)
    const admin = await test.addUser({ role: 'admin' })
    expect(await (await test.call('POST', confirm, admin)).json()).toMatchObject({
      verified_by: 'administrator',
    })
  })
})

describe('the settings', () => {
  it('are those of the organisation in use, and for administrators of a named one', async () => {
    const owner = await addOwner()
    const { organisation, redirect_uri: uri } = await test.settings(owner)
    expect(organisation.id).toBe(owner.id)
    expect(new URL(uri).pathname).toBe(`/auth/organisation/${owner.id}`)
    const admin = await test.addUser({ role: 'admin' })
    expect((await test.call('GET', settingsPath, admin)).status).toBe(404)
    expect((await test.call('GET', `${settingsPath}?client_id=${owner.id}`, admin)).status).toBe(200)
    expect((await test.call('GET', `${settingsPath}?client_id=${randomUUID()}`, admin)).status).toBe(404)
    const editor = await test.addMember(owner.id, 'editor')
    expect((await test.call('GET', settingsPath, editor)).status).toBe(403)
  })

  it('never show the secret: not in an answer, the audit log, the log or the database', async () => {
    const { owner, provider } = await test.addSignIn(newDomain())
    const shown = await (await test.call('GET', settingsPath, owner)).text()
    expect(shown).toContain(provider.issuer)
    const entries = await test.database.db.select().from(auditEntries)
    const rows = await test.database.db.select().from(oidcConnections)
    for (const text of [shown, JSON.stringify(entries), JSON.stringify(rows), JSON.stringify(test.logged)])
      expect(text).not.toContain(provider.clientSecret)
    expect(JSON.stringify(entries)).toContain(provider.issuer)
  })

  it('keep the secret for the same client of the same issuer alone', async () => {
    const { owner, provider } = await test.addSignIn(newDomain())
    const kept = { oauth_client_secret: undefined }
    expect((await test.save(owner, provider, { ...kept, default_role: 'viewer' })).status).toBe(200)
    expect((await test.save(owner, provider, { ...kept, oauth_client_id: 'another' })).status).toBe(422)
    const other = await test.addProvider(owner)
    const refused = await test.save(owner, other, kept)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ detail: [{ path: 'oauth_client_secret' }] })
  })

  it('are encrypted again with the current key', async () => {
    const { owner } = await test.addSignIn(newDomain())
    const { db } = test.database
    const own = eq(oidcConnections.organisationId, owner.id)
    const [before] = await db.select().from(oidcConnections).where(own)
    const box = createDeploymentBox(db, ['a new key of more than 32 characters'])
    expect(await resealConnectionSecrets(db, box)).toBeGreaterThan(0)
    const [after] = await db.select().from(oidcConnections).where(own)
    if (before === undefined || after === undefined) throw new Error('There is no connection.')
    expect(after.oauthClientSecret).not.toBe(before.oauthClientSecret)
    expect(await openConnection(box, after)).toMatchObject({
      oauthClientSecret: (await openConnection(box, before)).oauthClientSecret,
    })
    // The app has the key of the database alone.
    await db.update(oidcConnections).set({ oauthClientSecret: after.oauthClientSecret }).where(own)
    const refused = await test.call('POST', `${settingsPath}/test`, owner)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('enter it again')
    for (const row of await db.select().from(oidcConnections)) {
      const { oauthClientSecret } = await openConnection(box, row)
      const sealed = await createDeploymentBox(db, []).seal(oauthClientSecret, `oidc ${row.organisationId}`)
      await db
        .update(oidcConnections)
        .set({ oauthClientSecret: sealed })
        .where(eq(oidcConnections.organisationId, row.organisationId))
    }
  })

  it('take an issuer without TLS, and reach the own network, where the operator allows it alone', async () => {
    const closed = await openTestApp({ database: test.database })
    const { provider, owner } = await test.addSignIn(newDomain())
    const cookie = await closed.signIn(owner)
    const put = (issuer: string) =>
      closed.app.request(settingsPath, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ issuer, oauth_client_id: 'a', oauth_client_secret: 'b' }),
      })
    expect((await put(provider.issuer)).status).toBe(422)
    expect((await put('https://login.example/?tenant=one')).status).toBe(422)
    expect((await put('https://user:password@login.example/')).status).toBe(422)
    expect((await put(provider.issuer.replace('http:', 'https:'))).status).toBe(200)
    const refused = await closed.app.request(`${settingsPath}/test`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('not on the public internet')
  })
})

describe('a test', () => {
  it('shows the claims and the role, opens no session, and allows to enforce', async () => {
    const { owner, provider } = await test.addSignIn(newDomain(), {
      group_roles: [{ group: 'staff', role: 'editor' }],
    })
    provider.people.set('one', { email: owner.email, email_verified: true, groups: ['all', 'staff'] })
    const response = await test.tryOut(owner, 'one')
    expect(await response.json()).toEqual({
      test: { email: owner.email, groups: ['all', 'staff'], role: 'editor' },
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await test.settings(owner)).connection?.tested_at).not.toBeNull()
    expect(await test.roleOf(owner.email, owner)).toBe('owner')
    // Another secret was never tested.
    await test.save(owner, provider, { oauth_client_secret: 'wrong' })
    expect((await test.settings(owner)).connection?.tested_at).toBeNull()
    const refused = await test.tryOut(owner, 'one')
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('does not accept the client ID or its secret')
  })

  it('shows claims to nobody but the person who has started it', async () => {
    const { owner, provider } = await test.addSignIn(newDomain())
    provider.people.set('one', { email: owner.email, email_verified: true })
    const session = await test.signIn(owner)
    const response = await test.call('POST', `${settingsPath}/test`, session)
    const started = { url: await fieldOf(response, 'url'), cookie: cookieOf(response) }
    const returned = await test.visit(started, 'one')
    expect((await test.complete(started, returned)).status).toBe(401)
  })

  it('describes what is wrong with the person', async () => {
    const { owner, provider } = await test.addSignIn(newDomain())
    provider.people.set('unverified', { email: owner.email })
    provider.people.set('elsewhere', { email: 'ada@elsewhere.example', email_verified: true })
    const unverified = await test.tryOut(owner, 'unverified')
    expect([unverified.status, await unverified.text()]).toEqual([
      403,
      expect.stringContaining('does not confirm'),
    ])
    const elsewhere = await test.tryOut(owner, 'elsewhere')
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      409,
      expect.stringContaining('no verified domain'),
    ])
    const cancelled = await test.tryOut(owner, '')
    expect([cancelled.status, await cancelled.text()]).toEqual([403, expect.stringContaining('has refused')])
  })

  it('needs a provider', async () => {
    expect((await test.call('POST', `${settingsPath}/test`, await addOwner())).status).toBe(404)
  })
})

describe('an enforced sign-in', () => {
  interface Enforced extends SignedInOrganisation {
    secret: string
    domain: string
  }
  async function enforce(): Promise<Enforced> {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const { secret, cookie } = await test.setUp(owner)
    provider.people.set('owner', { email: owner.email, email_verified: true })
    expect((await test.tryOut(owner, 'owner', cookie)).status).toBe(200)
    const body = connectionOf(provider)
    const saved = await test.call('PUT', settingsPath, cookie, { ...body, enforced: true })
    expect(saved.status).toBe(200)
    return { owner, provider, secret, domain }
  }
  const connectionOf = ({ issuer, clientId }: SignedInOrganisation['provider']) => ({
    issuer,
    oauth_client_id: clientId,
    scope: 'openid email groups',
    default_role: 'viewer',
  })
  const required = { code: 'organisation_sign_in_required' }
  async function acceptInvitation(email: string, session: string): Promise<void> {
    const isOwn = ({ recipient, subject }: { recipient: string; subject: string }) =>
      recipient === email && subject.includes(' invites you to ')
    const token = linkIn((await test.mails()).find(isOwn)?.body)['token']
    await test.send('/api/member-invitations/accept', { token }, session)
  }

  it('needs a test, a verified domain, and an owner with a second factor', async () => {
    const owner = await addOwner()
    const provider = await test.addProvider(owner)
    provider.people.set('one', { email: 'one@later.example', email_verified: true })
    await test.save(owner, provider, { default_role: 'viewer' })
    const given = { default_role: 'viewer', enforced: true, oauth_client_secret: undefined } as const
    const reason = async () => {
      const response = await test.save(owner, provider, given)
      return [response.status, await response.text()]
    }
    expect(await reason()).toEqual([409, expect.stringContaining('test it')])
    await test.database.db
      .update(oidcConnections)
      .set({ testedAt: test.now() })
      .where(eq(oidcConnections.organisationId, owner.id))
    expect(await reason()).toEqual([409, expect.stringContaining('Verify a domain')])
    await test.addDomain(owner, newDomain())
    expect(await reason()).toEqual([409, expect.stringContaining('second factor')])
  })

  it('refuses password, e-mail link and widget to a member of its domain, and ends the sessions from before', async () => {
    const domain = newDomain()
    const { owner, provider } = await test.addSignIn(domain, { default_role: 'viewer' })
    const member = await test.addMember(owner.id, 'editor')
    const inside = await test.addUser({ email: `ada@${domain}` })
    await test.call('POST', '/api/client/members/invitations', owner, { email: inside.email, role: 'editor' })
    const before = await test.signIn(inside)
    await acceptInvitation(inside.email, before)
    expect(await isSignedIn(before)).toBe(true)
    const outside = await test.signIn(member)
    const { cookie } = await test.setUp(owner)
    provider.people.set('owner', { email: owner.email, email_verified: true })
    await test.tryOut(owner, 'owner', cookie)
    await test.call('PUT', settingsPath, cookie, { ...connectionOf(provider), enforced: true })

    expect(await isSignedIn(before)).toBe(false)
    // A member with an address of another domain signs in as before, and so does who is no member.
    expect(await isSignedIn(outside)).toBe(true)
    const stranger = await test.addUser({ email: `bob@${domain}` })
    expect((await passwordLogin(stranger)).status).toBe(200)

    const refused = await passwordLogin(inside)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject(required)
    expect(refused.headers.getSetCookie().join()).not.toMatch(/session=[\w-]{20}/u)
    const life = { idleMs: 60_000, maxMs: 60_000 }
    const frame = openSession(test.database.db, inside.id, {
      rules: { life, staffLife: life, staffFactor: 'optional', accountFactor: 'optional' },
      now: test.now(),
      purpose: 'frame',
    })
    await expect(frame).rejects.toMatchObject(required)

    const asked = await test.send('/api/login-link', { email: inside.email })
    const link = linkIn(
      (await test.mails()).find(
        ({ recipient, subject }) => recipient === inside.email && !subject.includes(' invites you to '),
      )?.body,
    )
    const opened = await test.send('/api/auth/callback', { ...link, confirmed: true }, cookieOf(asked))
    expect(opened.status).toBe(403)
    expect(await opened.json()).toMatchObject(required)

    provider.people.set('ada', { email: inside.email, email_verified: true })
    const entered = await test.login(inside.email)
    expect(entered.status).toBe(200)
    expect(await isSignedIn(cookieOf(entered))).toBe(true)
  })

  it('lets an owner with a second factor in, whatever happens to the provider', async () => {
    const { owner, secret, provider } = await enforce()
    await provider.stop()
    const pending = await passwordLogin(owner)
    expect(pending.status).toBe(401)
    const entered = await test.send(
      '/api/login/second-factor',
      { code: test.nextCode(secret) },
      cookieOf(pending),
    )
    expect(entered.status).toBe(200)
    const stopped = await test.call('PUT', settingsPath, cookieOf(entered), {
      ...connectionOf(provider),
      enforced: false,
    })
    expect(stopped.status).toBe(200)
  })

  it('lets a member choose a password by an e-mail, and does not sign them in by it', async () => {
    const { provider, domain } = await enforce()
    const email = `cleo@${domain}`
    provider.people.set('cleo', { email, email_verified: true })
    expect((await test.login(email)).status).toBe(200)
    await test.send('/api/reset-password', { email })
    const link = linkIn((await test.mails()).find(({ recipient }) => recipient === email)?.body)
    const opened = await test.send('/api/auth/callback', { ...link })
    expect(opened.status).toBe(200)
    const password = 'another quiet heron at noon'
    const changed = await test.send('/api/update-password', { new_password: password }, cookieOf(opened))
    expect(changed.status).toBe(200)
    const refused = await test.send('/api/login', { email, password })
    expect(await refused.json()).toMatchObject(required)
  })

  it('keeps a session of the provider through a change of the password and a new second factor', async () => {
    const { provider, domain } = await enforce()
    const email = `dan@${domain}`
    provider.people.set('dan', { email, email_verified: true })
    const session = cookieOf(await test.login(email, 'dan', { fresh: true }))
    const started = await test.send('/api/account/second-factor/totp', {}, session)
    const secret = await fieldOf(started, 'secret')
    const confirmed = await test.send(
      '/api/account/second-factor/totp/confirm',
      { code: test.nextCode(secret) },
      session,
    )
    expect(confirmed.status).toBe(200)
    expect(await isSignedIn(cookieOf(confirmed))).toBe(true)
    // The account's own factor is asked for after the provider, too.
    const pending = await test.login(email)
    expect(pending.status).toBe(401)
    expect(await isSignedIn(cookieOf(pending))).toBe(false)
    const code = { code: test.nextCode(secret) }
    const entered = await test.send('/api/login/second-factor', code, cookieOf(pending))
    expect(entered.status).toBe(200)
    expect(await isSignedIn(cookieOf(entered))).toBe(true)
    // A factor exempts owners alone.
    expect(await (await passwordLogin({ email, password: 'wrong' })).json()).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('ends the session of an account that becomes a member', async () => {
    const { owner, domain, secret } = await enforce()
    const person = await test.addUser({ email: `eve@${domain}` })
    const pending = await passwordLogin(owner)
    const entered = await test.send(
      '/api/login/second-factor',
      { code: test.nextCode(secret) },
      cookieOf(pending),
    )
    const invited = await test.call('POST', '/api/client/members/invitations', cookieOf(entered), {
      email: person.email,
      role: 'viewer',
    })
    expect(invited.status).toBe(200)
    const session = await test.signIn(person)
    await acceptInvitation(person.email, session)
    expect(await test.roleOf(person.email, owner)).toBe('viewer')
    expect(await isSignedIn(session)).toBe(false)
  })

  it('ends the session of an owner who is no exception any more: demoted, or without the factor', async () => {
    const { owner, secret } = await enforce()
    const enter = async () => {
      const pending = cookieOf(await passwordLogin(owner))
      const code = { code: test.nextCode(secret) }
      return cookieOf(await test.send('/api/login/second-factor', code, pending))
    }
    const other = await test.addMember(owner.id, 'owner')
    const session = await enter()
    expect(await isSignedIn(session)).toBe(true)
    const role = `/api/client/members/${owner.id}/role`
    expect((await test.call('PUT', role, other, { role: 'editor' })).status).toBe(200)
    expect(await isSignedIn(session)).toBe(false)
    expect((await test.call('PUT', role, other, { role: 'owner' })).status).toBe(200)
    const again = await enter()
    expect((await test.remove('/api/account/second-factor/totp', again)).status).toBe(204)
    expect(await isSignedIn(again)).toBe(false)
  })

  it('ends the session of an owner whose role the provider lowers', async () => {
    const { owner, provider, secret } = await enforce()
    const pending = cookieOf(await passwordLogin(owner))
    const code = { code: test.nextCode(secret) }
    const session = cookieOf(await test.send('/api/login/second-factor', code, pending))
    await test.addMember(owner.id, 'owner')
    const groups = { group_roles: [{ group: 'staff', role: 'editor' }], enforced: true }
    const saved = await test.call('PUT', settingsPath, session, { ...connectionOf(provider), ...groups })
    expect(saved.status).toBe(200)
    expect(await isSignedIn(session)).toBe(true)
    provider.people.set('owner', { email: owner.email, email_verified: true, groups: ['staff'] })
    // Another browser. The second factor is still to come.
    expect((await test.login(owner.email, 'owner')).status).toBe(401)
    expect(await test.roleOf(owner.email, owner)).toBe('editor')
    expect(await isSignedIn(session)).toBe(false)
  })

  it('keeps its last verified domain', async () => {
    const { owner, secret } = await enforce()
    const pending = await passwordLogin(owner)
    const entered = cookieOf(
      await test.send('/api/login/second-factor', { code: test.nextCode(secret) }, cookieOf(pending)),
    )
    const [domain] = (await test.settings(entered)).domains
    expect((await test.call('DELETE', `${domains}/${domain?.id}`, entered)).status).toBe(409)
  })
})

describe('a removal', () => {
  async function signedIn(domain: string, { provider }: SignedInOrganisation, name: string): Promise<string> {
    provider.people.set(name, { email: `${name}@${domain}`, email_verified: true })
    return cookieOf(await test.login(`${name}@${domain}`))
  }

  it('of the connection ends the sessions that it has opened, and no others', async () => {
    const domain = newDomain()
    const organisation = await test.addSignIn(domain, { default_role: 'viewer' })
    const session = await signedIn(domain, organisation, 'ada')
    const own = await test.signIn(organisation.owner)
    expect(await isSignedIn(session)).toBe(true)
    expect((await test.call('DELETE', settingsPath, own)).status).toBe(204)
    expect([await isSignedIn(session), await isSignedIn(own)]).toEqual([false, true])
    expect((await test.send('/api/login/organisation', { email: `ada@${domain}` })).status).toBe(404)
    expect((await test.call('DELETE', settingsPath, own)).status).toBe(404)
  })

  it('of a domain ends the sessions of its addresses', async () => {
    const domain = newDomain()
    const organisation = await test.addSignIn(domain, { default_role: 'viewer' })
    const other = newDomain()
    await test.addDomain(organisation.owner, other)
    const [one, two] = [
      await signedIn(domain, organisation, 'ada'),
      await signedIn(other, organisation, 'bob'),
    ]
    const claimed = (await test.settings(organisation.owner)).domains
    const first = claimed.find((each) => each.domain === domain)
    expect((await test.call('DELETE', `${domains}/${first?.id}`, organisation.owner)).status).toBe(204)
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
  })

  it('of a member ends the sessions of the provider, which does not let the person in again', async () => {
    const domain = newDomain()
    const organisation = await test.addSignIn(domain, { default_role: 'viewer' })
    const session = await signedIn(domain, organisation, 'ada')
    const { db } = test.database
    const [row] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.oidcOrganisationId, organisation.owner.id))
    const path = `/api/client/members/${row?.userId}`
    expect((await test.call('DELETE', path, organisation.owner)).status).toBe(204)
    expect(await isSignedIn(session)).toBe(false)
    const refused = await test.login(`ada@${domain}`)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('is no member')
  })

  it('of the issuer, by another one, ends the sessions of the one before', async () => {
    const domain = newDomain()
    const organisation = await test.addSignIn(domain, { default_role: 'viewer' })
    const session = await signedIn(domain, organisation, 'ada')
    const other = await test.addProvider(organisation.owner)
    expect((await test.save(organisation.owner, other, { default_role: 'viewer' })).status).toBe(200)
    expect(await isSignedIn(session)).toBe(false)
    // A person of the new issuer with the same address is the member again.
    other.people.set('other', { email: `ada@${domain}`, email_verified: true })
    expect((await test.login(`ada@${domain}`, 'other')).status).toBe(200)
  })
})
