import {
  invitationPreviewSchema,
  memberListSchema,
  type MemberRole,
  organisationListSchema,
} from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, linkIn, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { users } from '../db/schema/auth.ts'
import { memberInvitations, organisationMembers } from '../db/schema/members.ts'
import { organisations } from '../db/schema/organisations.ts'

const password = 'four quiet herons wade at noon'

let test: TestApp
let owner: TestUser
beforeAll(async () => {
  test = await openTestApp()
  owner = await test.addUser({ role: 'client' })
})
afterAll(() => test.close())

async function send(method: string, path: string, by: TestUser | string, body?: unknown): Promise<Response> {
  // A new session each time: most calls need a proof of the last ten minutes.
  const cookie = typeof by === 'string' ? by : await test.signIn(by)
  return test.app.request(path, {
    method,
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
const members = '/api/client/members'
const list = async (by: TestUser | string, query = '') =>
  memberListSchema.parse(await (await send('GET', `${members}${query}`, by)).json())
const invite = (by: TestUser, email: string, role: MemberRole = 'viewer', query = '') =>
  send('POST', `${members}/invitations${query}`, by, { email, role })
const tokenFor = async (email: string) => {
  const mail = (await test.mails()).find(({ recipient }) => recipient === email)
  return linkIn(mail?.body)['token'] ?? ''
}
const accept = (body: object, cookie = '') =>
  post(test.app, '/api/member-invitations/accept', body, { cookie })
const preview = (token: string, cookie = '') =>
  post(test.app, '/api/member-invitations/preview', { token }, { cookie })
const roleOf = async ({ id }: TestUser, organisationId = owner.id) => {
  const own = and(
    eq(organisationMembers.organisationId, organisationId),
    eq(organisationMembers.accountId, id),
  )
  const [row] = await test.database.db.select().from(organisationMembers).where(own)
  return row?.role
}

describe('an invitation of a member', () => {
  it('names who invites and the product, and takes replies to that person', async () => {
    const email = 'named@brand.example'
    const boss = await test.addUser({ role: 'client' })
    await invite(boss, email)
    const mail = (await test.mails()).find(({ recipient }) => recipient === email)
    expect(mail).toMatchObject({ subject: `${boss.email} invites you to Verdant`, replyTo: boss.email })
    expect(mail?.body).toContain(`${boss.email} invites you to be a member of an organisation on Verdant (`)
  })

  it('makes a new person a member by the link of their mailbox, once', async () => {
    const email = 'new@brand.example'
    expect((await invite(owner, ' New@Brand.example ', 'editor')).status).toBe(200)
    expect((await list(owner)).invitations).toMatchObject([{ email, role: 'editor', expired: false }])
    const token = await tokenFor(email)
    expect(invitationPreviewSchema.parse(await (await preview(token)).json())).toEqual({
      organisation: owner.email,
      email,
      role: 'editor',
      next: 'password',
    })
    expect((await accept({ token })).status).toBe(422)
    expect((await accept({ token, password: 'password12345678' })).status).toBe(422)
    const accepted = await accept({ token, password })
    expect(accepted.status).toBe(200)
    const own = await list(cookieOf(accepted))
    expect(own.role).toBe('editor')
    expect(own.members.map((member) => member.email)).toEqual([owner.email, email])
    // Members who may not invite get no addresses of invited people.
    await invite(owner, 'pending@brand.example')
    expect((await list(cookieOf(accepted))).invitations).toEqual([])
    expect((await accept({ token, password })).status).toBe(401)
    expect((await invite(owner, email)).status).toBe(409)
  })

  it('is accepted by the invited account alone, and needs its sign-in', async () => {
    const invited = await test.addUser()
    const other = await test.addUser()
    await invite(owner, invited.email)
    const token = await tokenFor(invited.email)
    expect(await (await preview(token)).json()).toMatchObject({ next: 'sign_in' })
    expect((await accept({ token, password })).status).toBe(401)
    expect((await accept({ token }, await test.signIn(other))).status).toBe(401)
    expect(await roleOf(other)).toBeUndefined()
    const cookie = await test.signIn(invited)
    expect(await (await preview(token, cookie)).json()).toMatchObject({ next: 'accept' })
    expect((await accept({ token }, cookie)).status).toBe(200)
    expect(await roleOf(invited)).toBe('viewer')
    // The password is as before.
    expect(await test.signIn(invited)).not.toBe('')
  })

  it('makes its organisation the one in use of the session that accepts', async () => {
    const invited = await test.addUser({ role: 'client' })
    await invite(owner, invited.email, 'reviewer')
    const token = await tokenFor(invited.email)
    const cookie = await test.signIn(invited)
    expect((await accept({ token }, cookie)).status).toBe(200)
    expect((await list(cookie)).organisation.id).toBe(owner.id)
    const me = await test.app.request('/api/me', { headers: { cookie } })
    expect(await me.json()).toMatchObject({
      role: 'client',
      organisation: { id: owner.id, role: 'reviewer' },
    })
  })

  it('gives the address to its owner, whoever signed up with it before', async () => {
    const squatter = await test.addUser({ verifiedAt: null })
    await invite(owner, squatter.email)
    const accepted = await accept({ token: await tokenFor(squatter.email), password })
    expect(accepted.status).toBe(200)
    await expect(test.signIn(squatter)).rejects.toThrow('Signing in failed')
    expect(await test.signIn({ ...squatter, password })).not.toBe('')
  })

  it('answers the same for an address with an account and without one', async () => {
    const known = await test.addUser()
    const answers = [await invite(owner, known.email), await invite(owner, 'nobody@brand.example')]
    const texts = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(texts[0]).toEqual(texts[1])
    const mails = (await test.mails()).filter(
      ({ recipient }) => recipient === known.email || recipient === 'nobody@brand.example',
    )
    const bodies = mails.map(({ body }) => body.replaceAll(/token=\S+/gu, ''))
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toBe(bodies[1])
  })

  it('ends when it is revoked, sent again, or runs out', async () => {
    const email = 'ending@brand.example'
    await invite(owner, email)
    const first = await tokenFor(email)
    const idOf = async () => (await list(owner)).invitations.find((item) => item.email === email)?.id
    expect((await send('POST', `${members}/invitations/${await idOf()}/resend`, owner)).status).toBe(200)
    const second = await tokenFor(email)
    expect(second).not.toBe(first)
    expect((await accept({ token: first, password })).status).toBe(401)
    expect((await send('DELETE', `${members}/invitations/${await idOf()}`, owner)).status).toBe(204)
    expect((await accept({ token: second, password })).status).toBe(401)
    await invite(owner, email)
    const third = await tokenFor(email)
    test.advance(7 * 86_400_000)
    expect((await accept({ token: third, password })).status).toBe(401)
    expect((await preview(third)).status).toBe(401)
  })

  it('sends an address three e-mails in an hour, from whatever organisation', async () => {
    const email = 'flooded@brand.example'
    const statuses: number[] = []
    for (let n = 0; n < 4; n += 1) {
      const other = await test.addUser({ role: 'client' })
      statuses.push((await invite(other, email)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('is accepted by one of two requests at once', async () => {
    const email = 'twice@brand.example'
    await invite(owner, email)
    const token = await tokenFor(email)
    const both = await Promise.all([accept({ token, password }), accept({ token, password })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('makes no member of an administrator, and comes from one for any organisation', async () => {
    const admin = await test.addUser({ role: 'admin' })
    await invite(owner, admin.email)
    const token = await tokenFor(admin.email)
    expect((await accept({ token }, await test.signIn(admin))).status).toBe(409)
    expect((await invite(admin, 'second@brand.example', 'owner', `?client_id=${owner.id}`)).status).toBe(200)
    expect((await invite(admin, 'third@brand.example')).status).toBe(404)
    expect((await list(admin, `?client_id=${owner.id}`)).organisation.id).toBe(owner.id)
  })
})

describe('members', () => {
  let boss: TestUser
  let organisation: string
  beforeAll(async () => {
    boss = await test.addUser({ role: 'client' })
    organisation = boss.id
  })
  const saveRole = (by: TestUser, { id }: TestUser, role: MemberRole) =>
    send('PUT', `${members}/${id}/role`, by, { role })

  it('get another role from an owner, which counts at once and is audited', async () => {
    const person = await test.addMember(organisation, 'viewer')
    const cookie = await test.signIn(person)
    const write = () => send('DELETE', '/api/admin/knowledge/sources/unknown', cookie)
    expect((await write()).status).toBe(403)
    expect((await saveRole(boss, person, 'editor')).status).toBe(200)
    expect((await write()).status).toBe(404)
    const entries = await test.database.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.accountId, person.id), eq(auditEntries.kind, 'account_access')))
    expect(entries).toMatchObject([
      {
        actorId: boss.id,
        kind: 'account_access',
        changes: [{ field: 'member_role', before: 'viewer', after: 'editor' }],
      },
    ])
  })

  it('are changed by nobody else, and not from another organisation', async () => {
    const person = await test.addMember(organisation, 'viewer')
    const editor = await test.addMember(organisation, 'editor')
    expect((await saveRole(editor, person, 'owner')).status).toBe(403)
    expect((await saveRole(owner, person, 'editor')).status).toBe(404)
    expect((await send('DELETE', `${members}/${person.id}`, owner)).status).toBe(404)
    expect(await roleOf(person, organisation)).toBe('viewer')
  })

  it('are told nothing of invitations and disabled accounts unless they may manage members', async () => {
    const person = await test.addMember(organisation, 'editor')
    const away = await test.addMember(organisation, 'viewer')
    await test.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, away.id))
    await invite(boss, 'told-to-owners@brand.example')
    const stateOf = async (by: TestUser) => {
      const { members: shown, invitations } = await list(by)
      return [shown.find(({ id }) => id === away.id)?.disabled, invitations.length > 0]
    }
    expect(await stateOf(person)).toEqual([false, false])
    expect(await stateOf(boss)).toEqual([true, true])
  })

  it('always have an owner', async () => {
    expect((await saveRole(boss, boss, 'viewer')).status).toBe(409)
    expect((await send('POST', `${members}/leave`, boss)).status).toBe(409)
    expect((await send('DELETE', `${members}/${boss.id}`, boss)).status).toBe(409)
    const deletion = await send('POST', '/api/account/delete', boss, { password: boss.password })
    expect(deletion.status).toBe(409)
    const admin = await test.addUser({ role: 'admin' })
    const byAdmin = await send('DELETE', `${members}/${boss.id}?client_id=${organisation}`, admin)
    expect(byAdmin.status).toBe(409)
    expect(await roleOf(boss, organisation)).toBe('owner')
  })

  it('keep one of two owners who leave at once', async () => {
    const [one, two] = [
      await test.addMember(organisation, 'owner'),
      await test.addMember(organisation, 'owner'),
    ]
    await saveRole(boss, boss, 'editor')
    const cookies = [await test.signIn(one), await test.signIn(two)]
    const both = await Promise.all(cookies.map((cookie) => send('POST', `${members}/leave`, cookie)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const last = both[0]?.status === 409 ? one : two
    await saveRole(last, boss, 'owner')
    await send('POST', `${members}/leave`, last)
    expect(await roleOf(boss, organisation)).toBe('owner')
  })

  it('lose all access with the membership, and the role of a client with the last one', async () => {
    const person = await test.addMember(organisation, 'editor')
    const cookie = await test.signIn(person)
    expect((await send('DELETE', `${members}/${person.id}`, boss)).status).toBe(204)
    expect((await send('GET', members, cookie)).status).toBe(403)
    const [account] = await test.database.db.select().from(users).where(eq(users.id, person.id))
    expect(account?.role).toBeNull()
  })

  it('lose the invitations that they have sent with the membership, and nobody else theirs', async () => {
    const person = await test.addMember(organisation, 'owner')
    await invite(person, 'own-other-address@brand.example', 'owner')
    await invite(boss, 'colleague@brand.example')
    const token = await tokenFor('own-other-address@brand.example')
    expect((await send('DELETE', `${members}/${person.id}`, boss)).status).toBe(204)
    expect((await accept({ token, password })).status).toBe(401)
    const invited = (await list(boss)).invitations.map(({ email }) => email)
    expect(invited).toContain('colleague@brand.example')
    expect(invited).not.toContain('own-other-address@brand.example')
  })

  it('hand the ownership over', async () => {
    const next = await test.addMember(organisation, 'viewer')
    expect((await send('POST', `${members}/${boss.id}/ownership`, boss)).status).toBe(409)
    expect((await send('POST', `${members}/${next.id}/ownership`, boss)).status).toBe(200)
    expect([await roleOf(boss, organisation), await roleOf(next, organisation)]).toEqual(['editor', 'owner'])
    expect((await send('POST', `${members}/${boss.id}/ownership`, next)).status).toBe(200)
  })

  it('go with their account; the organisation stays with the others', async () => {
    const person = await test.addMember(organisation, 'editor')
    expect((await send('POST', '/api/account/delete', person, { password: person.password })).status).toBe(
      200,
    )
    expect(await roleOf(person, organisation)).toBeUndefined()
    const alone = await test.addUser({ role: 'client' })
    expect((await send('POST', '/api/account/delete', alone, { password: alone.password })).status).toBe(200)
    const { db } = test.database
    expect(await db.$count(organisations, eq(organisations.id, alone.id))).toBe(0)
    expect(await db.$count(organisations, eq(organisations.id, organisation))).toBe(1)
  })
})

describe('a person of several organisations', () => {
  it('works in one at a time, and in another one after a choice', async () => {
    const [first, second] = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })]
    const person = await test.addMember(first.id, 'viewer')
    await test.database.db.insert(organisationMembers).values({
      organisationId: second.id,
      accountId: person.id,
      role: 'owner',
      createdAt: new Date(Date.now() + 1000),
    })
    const cookie = await test.signIn(person)
    const shown = async () =>
      organisationListSchema.parse(await (await send('GET', '/api/organisations', cookie)).json()).items
    expect(await shown()).toMatchObject([
      { id: first.id, role: 'viewer', current: true },
      { id: second.id, role: 'owner', current: false },
    ])
    expect((await list(cookie)).organisation.id).toBe(first.id)
    const choose = (id: string) => send('PUT', '/api/organisations/current', cookie, { id })
    expect((await choose(owner.id)).status).toBe(404)
    expect((await choose(second.id)).status).toBe(200)
    expect((await list(cookie)).organisation.id).toBe(second.id)
    expect((await send('PUT', '/api/client/organisation', cookie, { name: 'Second brand' })).status).toBe(200)
    expect((await shown())[1]).toMatchObject({ name: 'Second brand', current: true })
    // Another session keeps its own.
    expect((await list(await test.signIn(person))).organisation.id).toBe(first.id)
  })
})

it('stores no token of an invitation', async () => {
  await invite(owner, 'stored@brand.example')
  const token = await tokenFor('stored@brand.example')
  const rows = await test.database.db.select().from(memberInvitations)
  expect(JSON.stringify(rows)).not.toContain(token)
})
