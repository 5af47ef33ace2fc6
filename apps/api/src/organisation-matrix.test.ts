import { organisationHeader, type Route, routes } from '@org/api-client/contract'
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

async function send(
  { name, route }: NamedCall,
  caller: TestUser,
  id: string,
  { query = '', shown }: { query?: string; shown?: string } = {},
): Promise<Response> {
  const path = route.path.replace('{id}', id).replaceAll(/\{\w+\}/gu, '1')
  return test.app.request(`${path}${query}`, {
    method: route.method,
    ...(route.request && { body: JSON.stringify(bodies[name] ?? {}) }),
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: cookies.get(caller) ?? '',
      ...(shown !== undefined && { [organisationHeader]: shown }),
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
  it.each(calls)(
    'is not reached by $method $path of a page that shows another organisation than the one in use',
    async (call) => {
      const id = call.path.includes('{id}') ? await rowOf(call.path, one) : ''
      const before = await dump(one)
      const response = await send(call, one, id, { shown: two.id })
      expect([response.status, Object(await response.json()).code]).toEqual([409, 'organisation_changed'])
      expect(await dump(one)).toBe(before)
    },
  )

  it.each(calls.filter(({ method, path }) => method === 'GET' && !path.includes('{id}')))(
    'is reached by $method $path of a page that shows the organisation in use',
    async (call) => {
      expect((await send(call, one, '', { shown: one.id.toUpperCase() })).status).not.toBe(409)
    },
  )

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
  // The invitations that a member has sent end with the membership.
  if (name === 'removeMember') return 5
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
    const foreign = await send(call, two, '', { query: `?client_id=${one.id}` })
    expect([200, 403, 422]).toContain(foreign.status)
    const shown = await foreign.text()
    const ids = await Promise.all(Object.keys(rowsOf).map((prefix) => rowOf(`${prefix}/{id}`, one)))
    expect(ids.filter((id) => id !== '' && shown.includes(id))).toEqual([])
  },
)

describe('an id of another organisation in a query or a body', () => {
  const api = async (method: string, path: string, body?: object) => {
    const response = await test.app.request(path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: cookies.get(two) ?? '',
      },
    })
    return { status: response.status, body: Object(await response.json()) }
  }
  const articles = '/api/admin/knowledge/articles'
  const own = (path: string) => rowOf(`${path}/{id}`, two)

  it.each([
    [articles, text],
    ['/api/admin/knowledge/products', product],
    [
      '/api/admin/knowledge/sources',
      { author: 'An author', kind: 'url', address: 'https://shop.example/two', schedule: 'manual' },
    ],
    ['/api/admin/approved-answers', answer],
  ])('owns nothing that POST %s creates', async (path, fields) => {
    const before = await dump(one)
    const created = await api('POST', path, { ...fields, client_id: one.id })
    expect([created.status, created.body.client_id]).toEqual([200, two.id])
    expect(await dump(one)).toBe(before)
  })

  it('owns no file that is uploaded', async () => {
    const before = await dump(one)
    const form = new FormData()
    form.set('author', 'An author')
    form.set('client_id', one.id)
    form.set('files', new File(['# A title\n\nA text.\n'], 'a.md'))
    const headers = { 'sec-fetch-site': 'same-origin', cookie: cookies.get(two) ?? '' }
    const path = '/api/admin/knowledge/uploads'
    const response = await test.app.request(path, { method: 'POST', body: form, headers })
    const { job_id: job } = Object(await response.json())
    const upload = await api('GET', `/api/admin/knowledge/jobs/${job}`)
    expect(upload.body.client_id).toBe(two.id)
    expect(await dump(one)).toBe(before)
  })

  it('is no source of a published answer', async () => {
    // The owner of the article may cite it.
    const body = 'Green tea has 30 mg of caffeine in a cup.'
    const cookie = cookies.get(one) ?? ''
    const written = await test.app.request(articles, {
      method: 'POST',
      body: JSON.stringify({ ...text, body, status: 'published' }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    })
    const citations = [{ article_id: Object(await written.json()).id, quote: body }]
    const published = {
      ...answer,
      question: 'How much caffeine does green tea have?',
      answer: 'It has 30 mg in a cup [1].',
      citations,
      status: 'published',
    }
    const refused = await api('POST', '/api/admin/approved-answers', published)
    expect([refused.status, refused.body.detail]).toMatchObject([422, [{ path: 'citations' }]])
    const draft = await api('POST', '/api/admin/approved-answers', { ...published, status: 'draft' })
    expect(draft.body.citations).toMatchObject([{ title: '', url: '', publisher: '', found: false }])
  })

  it('begins no approved answer', async () => {
    for (const [kind, path] of [
      ['review', '/api/admin/review'],
      ['gap', '/api/admin/gaps'],
    ]) {
      const draft = (id: string) => api('GET', `/api/admin/approved-answers/draft?${kind}=${id}`)
      expect((await draft(await rowOf(`${path}/{id}`, one))).status).toBe(404)
      expect((await draft(await own(path ?? ''))).status).toBe(200)
    }
  })

  it('is no person to whom a review is assigned', async () => {
    const path = `/api/admin/review/${await own('/api/admin/review')}`
    const refused = await api('PATCH', path, { assignee: one.id })
    expect([refused.status, refused.body.detail]).toMatchObject([422, [{ path: 'assignee' }]])
    expect((await api('PATCH', path, { assignee: two.id })).status).toBe(200)
  })

  it('finds nothing as a filter', async () => {
    const widget = await rowOf('/api/client/widgets/{id}', one)
    const ofReviews = await api('GET', `/api/admin/review?widget=${widget}`)
    expect(ofReviews.body.items).toEqual([])
    const { body } = await api('GET', `/api/client/stats?widgets=${widget}`)
    expect(body.summary).toMatchObject({ total_messages: 0, widget_ids: [] })
    expect((await api('GET', `/api/client/orders?widgets=${widget}`)).body).not.toHaveProperty('widget')
  })
})
