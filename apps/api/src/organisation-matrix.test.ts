import { type Route, routes } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPerson } from '../tests/seed/seed-person.ts'
import { openTestApp, type TestApp, type TestUser } from '../tests/test-app.ts'

/** The rows of an organisation that the ids of paths name, by the part of the path before the id. */
const rowsOf: Record<string, string> = {
  '/api/admin/approved-answers': `select id::text as id from approved_answers where client_id = $`,
  '/api/admin/gaps': `select id::text as id from gaps where client_id = $`,
  '/api/admin/knowledge/articles': `select id::text as id from articles where client_id = $`,
  '/api/admin/knowledge/jobs': `select id::text as id from content_imports where client_id = $`,
  '/api/admin/knowledge/products': `select pk as id from products where client_id = $`,
  '/api/admin/knowledge/sources': `select id::text as id from content_sources where client_id = $`,
  '/api/admin/review': `select id::text as id from answer_outcomes where client_id = $`,
  '/api/client/api-keys': `select id::text as id from api_keys where organisation_id = $`,
  '/api/client/members': `select account_id::text as id from organisation_members where account_id = organisation_id and organisation_id = $`,
  '/api/client/members/invitations': `select id::text as id from member_invitations where organisation_id = $`,
  '/api/client/orders': `select id::text as id from widget_orders where client_id = $`,
  '/api/client/sign-in/domains': `select id::text as id from oidc_domains where organisation_id = $`,
  '/api/client/visitors': `select user_id::text as id from visitors where client_id = $`,
  '/api/client/webhooks': `select id::text as id from webhook_endpoints where client_id = $`,
  '/api/client/widgets': `select id::text as id from configurators where client_owner = $`,
}

const text = { title: 'A title', author: 'An author', body: 'A text.' }
const answer = {
  language: 'en',
  question: 'A question?',
  answer: 'An answer.',
  reviewer: 'A person',
  reviewed_at: '2026-01-01',
}
const product = { name: 'A product', unit_amount: 100, currency: 'USD', url: 'https://shop.example/product' }

/** Valid bodies of the calls that have one. */
const bodies: Record<string, object> = {
  saveReview: { status: 'good' },
  saveGap: { status: 'open' },
  updateArticle: { ...text, version: 1 },
  updateProduct: { ...product, version: 1 },
  restoreArticle: { version: 1 },
  restoreProduct: { version: 1 },
  restoreApprovedAnswer: { version: 1 },
  syncSource: {},
  updateApprovedAnswer: { ...answer, version: 1 },
  updateSource: { author: 'An author', schedule: 'manual' },
  rotateApiKey: { overlap_hours: 1 },
  saveWebhook: { url: 'https://shop.example/other', events: ['content.synced'] },
  saveMemberRole: { role: 'reviewer' },
  saveClientAppearance: { version: 1, welcome: 'Hello' },
}

let test: TestApp
let one: TestUser
let two: TestUser
/** Sessions of owners whose accounts have other ids than their organisations. */
const cookies = new Map<TestUser, string>()
beforeAll(async () => {
  test = await openTestApp()
  one = await test.addUser({ role: 'client' })
  two = await test.addUser({ role: 'client' })
  for (const user of [one, two]) {
    await seedPerson(test.database.db, user)
  }
  for (const user of [one, two]) {
    const owner = await test.addMember(user.id, 'owner')
    cookies.set(user, await test.signIn(owner))
  }
})
afterAll(() => test.close())

interface NamedCall {
  name: string
  route: Route
  method: string
  path: string
}

const calls: NamedCall[] = Object.entries<Route>(routes)
  .filter(([, route]) => route.access === 'client')
  .map(([name, route]) => ({ name, route, method: route.method, path: route.path }))
const ofRows = calls.filter(({ path }) => path.includes('{id}'))
const prefixOf = (path: string) => path.slice(0, path.indexOf('/{id}'))

async function rowOf(path: string, owner: TestUser): Promise<string> {
  const statement = (rowsOf[prefixOf(path)] ?? '').replace('$', `'${owner.id}'`)
  const { rows } = await test.database.db.execute<{ id: string }>(sql.raw(statement))
  return rows[0]?.id ?? ''
}

async function send({ name, route }: NamedCall, caller: TestUser, id: string, query = ''): Promise<Response> {
  const path = route.path.replace('{id}', id).replaceAll(/\{\w+\}/gu, '1')
  return test.app.request(`${path}${query}`, {
    method: route.method,
    ...(route.request && { body: JSON.stringify(bodies[name] ?? {}) }),
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: cookies.get(caller) ?? '',
    },
  })
}

describe('a row of an organisation', () => {
  it('has a row in this test for each call that names one', () => {
    expect([...new Set(ofRows.map(({ path }) => prefixOf(path)))].toSorted()).toEqual(
      Object.keys(rowsOf).toSorted(),
    )
    const withBody = ofRows.filter(({ route }) => route.request !== undefined)
    expect(withBody.map(({ name }) => name).toSorted()).toEqual(Object.keys(bodies).toSorted())
  })

  // Before the owner’s own calls: those delete rows.
  it.each(ofRows)('is out of reach of $method $path by another organisation’s owner', async (call) => {
    const id = await rowOf(call.path, one)
    expect(id).not.toBe('')
    const before = await dump(one)
    const response = await send(call, two, id)
    expect(response.status).toBe(404)
    expect(await dump(one)).toBe(before)
  })

  it.each(ofRows.toSorted((left, right) => orderOf(left) - orderOf(right)))(
    'is in reach of $method $path by its own owner',
    async (call) => {
      const response = await send(call, one, await rowOf(call.path, one))
      // The seed has no earlier versions, imported files and questions of gaps.
      const lacks = /\{n\}|\{delivery\}|knowledge\/jobs|admin\/gaps|ownership/u.test(call.path)
      if (lacks) return
      expect([200, 204, 409]).toContain(response.status)
    },
  )
})

/** Reading before changing before deleting. */
function orderOf({ name, method }: NamedCall): number {
  // The caller is no owner afterwards.
  if (name === 'transferOwnership') return Infinity
  return ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method)
}

/** Every row of an organisation, as text. */
async function dump({ id }: TestUser): Promise<string> {
  const { rows } = await test.database.db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('client_id', 'client_owner', 'organisation_id') and data_type = 'uuid'
    order by 1`)
  const texts: string[] = []
  for (const { table, column } of rows) {
    const found = await test.database.db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} as t
        where ${sql.identifier(column)} = ${id}::uuid order by 1`,
    )
    texts.push(`${table}: ${found.rows.map(({ row }) => row).join(', ')}`)
  }
  return texts.join('\n')
}

it.each(calls.filter(({ path, method }) => method === 'GET' && !path.includes('{id}')))(
  '$method $path gives nothing of an organisation that the query names and the caller is no member of',
  async (call) => {
    const foreign = await send(call, two, '', `?client_id=${one.id}`)
    expect([200, 403, 422]).toContain(foreign.status)
    const shown = await foreign.text()
    const ids = await Promise.all(Object.keys(rowsOf).map((prefix) => rowOf(`${prefix}/{id}`, one)))
    expect(ids.filter((id) => id !== '' && shown.includes(id))).toEqual([])
  },
)
