import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkIn, openTestApp, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { organisations } from '../db/schema/organisations.ts'

/** Two instances on one database. */
let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await openTestApp()
  two = await openTestApp({ database: one.database })
})
afterAll(() => one.close())

const rounds = Array.from({ length: 4 }, (_, round) => round)

interface Person {
  user: TestUser
  cookie: string
}

async function arrive(user: TestUser): Promise<Person> {
  return { user, cookie: await one.signIn(user) }
}

/** An organisation with two owners. */
async function found(): Promise<{ id: string; first: Person; second: Person }> {
  const first = await one.addUser({ role: 'client' })
  const second = await one.addMember(first.id, 'owner')
  return { id: first.id, first: await arrive(first), second: await arrive(second) }
}

async function send(
  { app }: TestApp,
  { cookie }: { cookie: string },
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const response = await app.request(path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
  return response.status
}

const saveRole = (app: TestApp, by: Person, { user }: Person, role: string) =>
  send(app, by, 'PUT', `/api/client/members/${user.id}/role`, { role })
const leave = (app: TestApp, by: Person) => send(app, by, 'POST', '/api/client/members/leave')
const deleteAccount = (app: TestApp, by: Person) =>
  send(app, by, 'POST', '/api/account/delete', { password: by.user.password })
const invite = (app: TestApp, by: Person, email: string) =>
  send(app, by, 'POST', '/api/client/members/invitations', { email, role: 'viewer' })

const rolesIn = async (id: string) => {
  const rows = await one.database.db
    .select({ role: organisationMembers.role })
    .from(organisationMembers)
    .where(eq(organisationMembers.organisationId, id))
  return rows.map(({ role }) => role)
}

/** Organisations that nobody owns. */
async function ownerless(): Promise<string[]> {
  const owned = sql`exists (select from organisation_members as own
    where own.organisation_id = ${organisations.id} and own.role = 'owner')`
  const rows = await one.database.db
    .select({ id: organisations.id })
    .from(organisations)
    .where(sql`not ${owned}`)
  return rows.map(({ id }) => id)
}

it.each(rounds)(
  'two owners who demote, remove, leave or delete themselves at once: one stays an owner (%i)',
  async (round) => {
    const { id, first, second } = await found()
    // The organisation has somebody to stay for.
    await one.addMember(id, 'editor')
    const attempts = [
      () => [saveRole(one, first, second, 'viewer'), saveRole(two, second, first, 'viewer')],
      () => [
        send(one, first, 'DELETE', `/api/client/members/${second.user.id}`),
        send(two, second, 'DELETE', `/api/client/members/${first.user.id}`),
      ],
      () => [leave(one, first), leave(two, second)],
      () => [deleteAccount(one, first), deleteAccount(two, second)],
    ]
    const statuses = await Promise.all(attempts[round]?.() ?? [])
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.every((status) => status < 500)).toBe(true)
    expect((await rolesIn(id)).filter((role) => role === 'owner')).toHaveLength(1)
    expect(await ownerless()).toEqual([])
  },
)

it.each(rounds)('an owner who is demoted while they save their own role stays demoted (%i)', async () => {
  const { id, first, second } = await found()
  const own = Array.from({ length: 6 }, (_, at) =>
    saveRole(at % 2 === 0 ? one : two, second, second, 'owner'),
  )
  const statuses = await Promise.all([saveRole(one, first, second, 'viewer'), ...own])
  expect(statuses[0]).toBe(200)
  expect(statuses.slice(1).every((status) => status === 200 || status === 403)).toBe(true)
  const isSecond = and(
    eq(organisationMembers.organisationId, id),
    eq(organisationMembers.accountId, second.user.id),
  )
  const [row] = await one.database.db.select().from(organisationMembers).where(isSecond)
  expect(row?.role).toBe('viewer')
})

it.each(rounds)(
  'an invitation is accepted once, and not after it was revoked or its organisation has ended (%i)',
  async (round) => {
    const { id, first, second } = await found()
    await leave(one, second)
    const email = `invited-${round}@brand.example`
    const guest = await one.addUser({ email })
    expect(await invite(one, first, email)).toBe(200)
    const mail = (await one.mails()).find(({ recipient }) => recipient === email)
    const { token } = linkIn(mail?.body)
    const { cookie } = await arrive(guest)
    const accept = (app: TestApp) =>
      send(app, { cookie }, 'POST', '/api/member-invitations/accept', { token })
    const listed = await one.app.request('/api/client/members', { headers: { cookie: first.cookie } })
    const invitationId = Object(await listed.json()).invitations[0].id
    const end = [
      () => send(two, first, 'DELETE', `/api/client/members/invitations/${invitationId}`),
      () => send(two, first, 'POST', `/api/client/members/invitations/${invitationId}/resend`),
      () => deleteAccount(two, first),
      () => accept(two),
    ][round]
    const statuses = await Promise.all([accept(one), end?.(), accept(two)])
    expect(statuses.every((status) => (status ?? 0) < 500)).toBe(true)
    const accepted = [statuses[0], ...(round === 3 ? [statuses[1]] : []), statuses[2]].filter(
      (status) => status === 200,
    )
    expect(accepted.length).toBeLessThanOrEqual(1)
    const isGuest = and(
      eq(organisationMembers.organisationId, id),
      eq(organisationMembers.accountId, guest.id),
    )
    expect(await one.database.db.$count(organisationMembers, isGuest)).toBe(accepted.length)
    expect(await ownerless()).toEqual([])
  },
)

it.each(rounds)(
  'an account that is deleted while it invites, adds keys and webhooks leaves nothing and holds nobody up (%i)',
  async (round) => {
    const owner = await arrive(await one.addUser({ role: 'client' }))
    const key = { name: 'A key', scopes: ['content:read'], expires_in_days: null }
    const hook = { url: 'https://shop.example/hook', events: ['content.synced'], active: true }
    const statuses = await Promise.all([
      deleteAccount(one, owner),
      ...[one, two].flatMap((app) => [
        invite(app, owner, `somebody-${round}-${app === one ? 1 : 2}@brand.example`),
        send(app, owner, 'POST', '/api/client/api-keys', key),
        send(app, owner, 'POST', '/api/client/webhooks', hook),
        send(app, owner, 'PUT', '/api/client/organisation', { name: `Brand ${round}` }),
      ]),
    ])
    expect(statuses[0]).toBe(200)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    const { db } = one.database
    expect(await db.$count(organisations, eq(organisations.id, owner.user.id))).toBe(0)
    expect(await ownerless()).toEqual([])
  },
)
