import {
  apiKeyCreatedSchema,
  type ApiKeyScope,
  apiKeyScopes,
  type PublicRoute,
  publicRoutes,
} from '@org/api-client/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { apiKeyWrites } from '../db/schema/api-keys.ts'
import { configurators } from '../db/schema/embed.ts'
import { articles } from '../db/schema/knowledge.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'

let test: TestApp
let oneUser: TestUser
let otherUser: TestUser
/** Keys with every scope. */
let one: string
let other: string
let admin: string
const widgets = new Map<string, string>()
/** Keys of a client without content, by their scopes. */
const scoped = new Map<string, string>()
beforeAll(async () => {
  test = await openTestApp()
  oneUser = await test.addUser({ role: 'client' })
  otherUser = await test.addUser({ role: 'client' })
  one = await addKey(oneUser)
  other = await addKey(otherUser)
  admin = await addKey(await test.addUser({ role: 'admin' }))
  for (const user of [oneUser, otherUser]) await addAnswer(user, await addWidget(user))
  const empty = await test.addUser({ role: 'client' })
  const cookie = await test.signIn(empty)
  for (const scope of apiKeyScopes) {
    scoped.set(scope, await addKey(empty, [scope], cookie))
    const others = apiKeyScopes.filter((known) => known !== scope)
    scoped.set(`all but ${scope}`, await addKey(empty, others, cookie))
  }
})
afterAll(() => test.close())

async function addKey(
  user: TestUser,
  scopes: readonly ApiKeyScope[] = apiKeyScopes,
  given?: string,
): Promise<string> {
  const cookie = given ?? (await test.signIn(user))
  const response = await post(test.app, '/api/client/api-keys', { name: 'Importer', scopes }, { cookie })
  return apiKeyCreatedSchema.parse(await response.json()).key
}

async function addWidget(user: TestUser): Promise<string> {
  const id = newId()
  widgets.set(user.id, id)
  await test.database.db
    .insert(configurators)
    .values(widgetRow({ id, name: `Shop of ${user.email}`, clientOwner: user.id }))
  return id
}

async function addAnswer(user: TestUser, widgetId: string): Promise<void> {
  await test.database.db.insert(answerOutcomes).values({
    id: newId(),
    clientId: user.id,
    widgetId,
    at: test.now(),
    ending: 'complete',
    outcome: 'answered',
    language: 'en',
    model: 'a-model-with-a-name',
    tokens: 1,
    totalMs: 1,
    question: `What does ${user.email} sell?`,
    answer: 'Magnesium [1].',
    searches: [],
    citations: [{ number: 1, title: 'Shop', heading: '', url: '', quote: 'Magnesium.', publisher: 'Shop' }],
    products: ['Magnesium'],
  })
}

interface Sent {
  body?: unknown
  headers?: Record<string, string>
}

function call(key: string, method: string, path: string, { body, headers }: Sent = {}): Promise<Response> {
  return Promise.resolve(
    test.app.request(`/api/v1${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    }),
  )
}

const read = async (response: Response) => Object(await response.json())

const article = {
  title: 'Borage oil',
  author: 'Test kitchen',
  status: 'published',
  body: 'Borage oil is pressed from the seeds of the starflower.',
}
const product = {
  name: 'Starflower capsules',
  unit_amount: 1900,
  currency: 'EUR',
  url: 'https://shop.example/starflower',
}
const entries = Object.entries<PublicRoute>(publicRoutes)
const withBody = new Set(['POST', 'PUT'])

describe('a call of the public API', () => {
  it.each(entries)('%s needs its scope, and no other opens it', async (_, { method, path, scope }) => {
    const send = (key = '') =>
      call(
        key,
        method,
        path.slice('/api/v1'.length).replace('{id}', 'unknown'),
        withBody.has(method) ? { body: {} } : {},
      )
    const without = await send(scoped.get(`all but ${scope}`))
    expect(without.status).toBe(403)
    expect(await read(without)).toMatchObject({ error: `This API key does not have the scope ${scope}.` })
    expect(without.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${scope}"`,
    )
    // The broken body or the unknown id is refused: the call itself was let through.
    expect([200, 404, 422]).toContain((await send(scoped.get(scope))).status)
  })

  it.each([
    ['no key', undefined, 'Send an API key as a bearer token.'],
    ['a key by Basic', 'Basic b2tfbGl2ZV94Og==', 'Send an API key as a bearer token.'],
    ['a token of another kind', 'Bearer not-a-key', 'This API key is not valid.'],
    ['an unknown key', `Bearer ok_live_${'A'.repeat(43)}`, 'This API key is not valid.'],
  ])('is refused with %s', async (_, authorization, sentence) => {
    const response = await test.app.request('/api/v1/articles', {
      headers: authorization === undefined ? {} : { authorization },
    })
    expect([response.status, await read(response)]).toEqual([
      401,
      { error: sentence, code: 'invalid_api_key', request_id: expect.any(String) },
    ])
  })

  it('reads no key from the address, from a cookie or from a body', async () => {
    const before = await test.app.request(`/api/v1/articles?api_key=${one}&access_token=${one}`, {
      headers: { cookie: `session=${one}; api_key=${one}` },
    })
    expect(before.status).toBe(401)
  })

  it('signs nobody in elsewhere: the calls of the site take no key', async () => {
    for (const path of ['/api/admin/knowledge/articles', '/api/client/api-keys', '/api/account/export']) {
      const response = await test.app.request(path, { headers: { authorization: `Bearer ${one}` } })
      expect(response.status).toBe(401)
    }
  })

  it('gives pages of other sites nothing: no CORS, and no change', async () => {
    const origin = 'https://other.example'
    const asked = await call(one, 'OPTIONS', '/articles', { headers: { origin } })
    const got = await call(one, 'GET', '/articles', { headers: { origin } })
    for (const { headers } of [asked, got]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const posted = await call(one, 'POST', '/articles', { headers: { origin }, body: article })
    expect(posted.status).toBe(403)
  })

  it('counts against the limit of its key alone, and states what is left', async () => {
    const limited = await openTestApp({ database: test.database, config: { apiCallsPerMinute: 2 } })
    const [first, second] = [await addKey(oneUser), await addKey(oneUser)]
    const get = (key: string) =>
      limited.app.request('/api/v1/widgets', { headers: { authorization: `Bearer ${key}` } })
    const responses = [await get(first), await get(first), await get(first), await get(second)]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429, 200])
    expect(responses.map(({ headers }) => headers.get('ratelimit')?.split(';t=')[0])).toEqual([
      '"key";r=1',
      '"key";r=0',
      '"key";r=0',
      '"key";r=1',
    ])
    for (const { headers } of responses) {
      expect(headers.get('ratelimit-policy')).toBe('"key";q=2;w=60')
      expect(headers.get('ratelimit')).toMatch(/;t=\d+$/u)
    }
    expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the content of a client', () => {
  it('is written, listed by cursors, changed and deleted with a key, without addresses of people', async () => {
    const made: string[] = []
    for (const title of ['First', 'Second', 'Third']) {
      const response = await call(one, 'POST', '/articles', { body: { ...article, title } })
      expect(response.status).toBe(200)
      made.push((await read(response)).id)
      test.advance(1000)
    }
    const first = await read(await call(one, 'GET', '/articles?limit=2'))
    expect(first.items.map(({ title }: { title: string }) => title)).toEqual(['Third', 'Second'])
    const second = await read(await call(one, 'GET', `/articles?limit=2&cursor=${first.next_cursor}`))
    expect(second).toMatchObject({ items: [{ title: 'First' }], next_cursor: null })
    expect(JSON.stringify([first, second])).not.toContain('@example.com')
    const [id] = made
    const { version, body } = await read(await call(one, 'GET', `/articles/${id}`))
    expect(body).toBe(article.body)
    const save = { ...article, title: 'Changed', version }
    expect(await read(await call(one, 'PUT', `/articles/${id}`, { body: save }))).toMatchObject({
      title: 'Changed',
    })
    const stale = await call(one, 'PUT', `/articles/${id}`, { body: save })
    expect([stale.status, await read(stale)]).toEqual([
      409,
      {
        error: 'Somebody else has saved this article in the meantime.',
        code: 'conflict',
        request_id: expect.any(String),
      },
    ])
    expect((await call(one, 'DELETE', `/articles/${id}`)).status).toBe(204)
    expect((await call(one, 'GET', `/articles/${id}`)).status).toBe(404)
  })

  it('is out of reach of the key of another client, which gets the 404 of an unknown id', async () => {
    const written = await read(await call(one, 'POST', '/articles', { body: article }))
    const sold = await read(await call(one, 'POST', '/products', { body: product }))
    const save = { ...article, version: written.version, title: 'Taken over' }
    const answers = [
      await call(other, 'GET', `/articles/${written.id}`),
      await call(other, 'PUT', `/articles/${written.id}`, { body: save }),
      await call(other, 'DELETE', `/articles/${written.id}`),
      await call(other, 'GET', `/products/${sold.id}`),
      await call(other, 'PUT', `/products/${sold.id}`, { body: { ...product, version: sold.version } }),
      await call(other, 'DELETE', `/products/${sold.id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    const lists = [
      await (await call(other, 'GET', `/articles?client_id=${oneUser.id}`)).text(),
      await (await call(other, 'GET', `/products?client_id=${oneUser.id}`)).text(),
    ]
    expect(lists.join('')).not.toContain(written.id)
    expect(lists.join('')).not.toContain(sold.id)
    const named = await call(other, 'POST', '/articles', { body: { ...article, client_id: oneUser.id } })
    expect((await read(named)).client_id).toBe(otherUser.id)
    expect((await call(admin, 'GET', `/articles/${written.id}`)).status).toBe(200)
  })

  it('names the key in the audit log', async () => {
    await call(one, 'POST', '/articles', { body: { ...article, title: 'Audited' } })
    const { items } = await listAudit(test.database.db, { kind: 'article', limit: 1 })
    expect(items[0]).toMatchObject({ actor: oneUser.email, subject: 'Audited' })
    expect(items[0]?.changes).toContainEqual({ field: 'api_key', before: null, after: 'Importer' })
  })

  it('counts against the edits of its client, in which its screens count too', async () => {
    const limited = await openTestApp({
      database: test.database,
      config: { content: { editsPerMinute: 1, storageBytes: 10 ** 9 } },
    })
    const headers = { authorization: `Bearer ${one}`, 'content-type': 'application/json' }
    const save = () =>
      limited.app.request('/api/v1/articles', { method: 'POST', headers, body: JSON.stringify(article) })
    expect([(await save()).status, (await save()).status]).toEqual([200, 429])
  })
})

describe('a write with an Idempotency-Key', () => {
  const keyed = (value: string) => ({ headers: { 'idempotency-key': value } })
  const countOf = (title: string) => test.database.db.$count(articles, eq(articles.title, title))

  it('is done once, and answered again with what is stored', async () => {
    const given = { ...keyed('create-1'), body: { ...article, title: 'Once' } }
    const first = await call(one, 'POST', '/articles', given)
    const again = await call(one, 'POST', '/articles', given)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await read(again)).toEqual(await read(first))
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(await countOf('Once')).toBe(1)
  })

  it('is done once, also by requests at the same time', async () => {
    const given = { ...keyed('"at-once"'), body: { ...article, title: 'At once' } }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => call(one, 'POST', '/articles', given)),
    )
    const ids = new Set<string>()
    for (const response of responses) ids.add((await read(response)).id)
    expect([ids.size, await countOf('At once')]).toEqual([1, 1])
  })

  it('is refused for another request, and belongs to one API key', async () => {
    await call(one, 'POST', '/articles', { ...keyed('shared'), body: { ...article, title: 'Mine' } })
    const changed = await call(one, 'POST', '/articles', {
      ...keyed('shared'),
      body: { ...article, title: 'Else' },
    })
    expect([changed.status, (await read(changed)).detail[0].path]).toEqual([422, 'Idempotency-Key'])
    const foreign = await call(other, 'POST', '/articles', {
      ...keyed('shared'),
      body: { ...article, title: 'Mine' },
    })
    expect([foreign.status, (await read(foreign)).client_id]).toEqual([200, otherUser.id])
  })

  it('runs again after a failure', async () => {
    const body = { ...article, title: 'Later', status: 'published', body: '' }
    expect((await call(one, 'POST', '/articles', { ...keyed('later'), body })).status).toBe(422)
    const mended = { ...body, body: article.body }
    expect((await call(one, 'POST', '/articles', { ...keyed('later'), body: mended })).status).toBe(200)
  })

  it('deletes and updates once', async () => {
    const { id, version } = await read(
      await call(one, 'POST', '/products', { body: { ...product, name: 'Twice' } }),
    )
    const save = { ...keyed('update-1'), body: { ...product, name: 'Renamed', version } }
    expect((await call(one, 'PUT', `/products/${id}`, save)).status).toBe(200)
    expect(await read(await call(one, 'PUT', `/products/${id}`, save))).toMatchObject({
      version: version + 1,
    })
    const remove = () => call(one, 'DELETE', `/products/${id}`, keyed('delete-1'))
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    expect((await call(one, 'DELETE', `/products/${id}`)).status).toBe(404)
  })

  it.each(['', ' ', 'x'.repeat(256), 'two words'])('is refused for the key %j', async (value) => {
    const response = await call(one, 'POST', '/articles', { ...keyed(value), body: article })
    expect(response.status).toBe(400)
  })

  it('stores digests, and neither the key nor the body', async () => {
    await call(one, 'POST', '/articles', {
      ...keyed('jane@shop.example'),
      body: { ...article, title: 'Secret plan' },
    })
    const stored = JSON.stringify(await test.database.db.select().from(apiKeyWrites))
    expect(stored).not.toContain('jane@shop.example')
    expect(stored).not.toContain('Secret plan')
  })
})

describe('what a key reads besides content', () => {
  it('are the widgets of its client, by cursors, and of all for an administrator', async () => {
    const { items } = await read(await call(one, 'GET', '/widgets'))
    expect(items).toEqual([{ id: widgets.get(oneUser.id), name: `Shop of ${oneUser.email}` }])
    const page = await read(await call(admin, 'GET', '/widgets?limit=1'))
    expect(page.items).toMatchObject([{ id: widgets.get(otherUser.id) }])
    const next = await read(await call(admin, 'GET', `/widgets?limit=1&cursor=${page.next_cursor}`))
    expect(next).toMatchObject({ items: [{ id: widgets.get(oneUser.id) }], next_cursor: null })
  })

  it('are the turns of conversations with its widgets, without models, costs and reviews', async () => {
    const { items } = await read(await call(one, 'GET', '/conversations'))
    expect(items).toMatchObject([
      {
        question: `What does ${oneUser.email} sell?`,
        widget: { id: widgets.get(oneUser.id) },
        citations: [{ number: 1, title: 'Shop', heading: '', url: '' }],
        products: ['Magnesium'],
      },
    ])
    expect(JSON.stringify(items)).not.toContain('a-model-with-a-name')
    const foreign = await read(await call(one, 'GET', `/conversations?widget=${widgets.get(otherUser.id)}`))
    expect(foreign.items).toEqual([])
  })

  it('are statistics of the widgets of its client, whatever the query names', async () => {
    const given = `?widgets=${widgets.get(otherUser.id)},${widgets.get(oneUser.id)}&from=2026-11-01&to=2026-11-02`
    const { summary, messages } = await read(await call(one, 'GET', `/statistics${given}`))
    expect(summary).toMatchObject({ widget_ids: [widgets.get(oneUser.id)], total_messages: 0 })
    expect(messages.days).toEqual(['2026-11-01', '2026-11-02'])
    expect((await call(one, 'GET', '/statistics?from=yesterday')).status).toBe(422)
  })
})

describe('GET /api/v1/openapi.json', () => {
  it('describes every call, its scope, key and limit, for everybody', async () => {
    const document = await read(await test.app.request('/api/v1/openapi.json'))
    expect(document).toMatchObject({
      openapi: '3.1.0',
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    })
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(Object(operations)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(
      entries.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
    )
    const served = test.app.routes
      .filter(({ path, method }) => path.startsWith('/api/v1/') && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/gu, '{$1}')}`)
    expect([...described, 'GET /api/v1/openapi.json'].toSorted()).toEqual(served.toSorted())
    for (const [name, { method, path, scope }] of entries) {
      const operation = document.paths[path][method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name, security: [{ apiKey: [scope] }] })
      const named = operation.parameters.map((parameter: object) => Object.values(parameter)[0])
      expect(named.includes('#/components/parameters/IdempotencyKey')).toBe(method !== 'GET')
    }
  })

  it('has the schemas that answers and errors fit', async () => {
    const document = await read(await test.app.request('/api/v1/openapi.json'))
    // Formats are those of the contract, which has its own tests.
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const check = (schema: object, value: unknown) => {
      const validate = ajv.compile(schema)
      expect([validate(value), validate.errors]).toEqual([true, null])
    }
    const made = await read(
      await call(one, 'POST', '/articles', { body: { ...article, title: 'Described' } }),
    )
    const sold = await read(await call(one, 'POST', '/products', { body: { ...product, name: 'Described' } }))
    const answers: Record<string, [path: string, body?: object]> = {
      statistics: ['/statistics'],
      widgets: ['/widgets'],
      conversations: ['/conversations'],
      articles: ['/articles'],
      article: [`/articles/${made.id}`],
      createArticle: ['/articles', article],
      updateArticle: [`/articles/${made.id}`, { ...article, version: made.version }],
      products: ['/products'],
      product: [`/products/${sold.id}`],
      createProduct: ['/products', { ...product, name: 'Another' }],
      updateProduct: [`/products/${sold.id}`, { ...product, name: 'Renamed too', version: sold.version }],
      deleteArticle: [`/articles/${made.id}`],
      deleteProduct: [`/products/${sold.id}`],
    }
    expect(Object.keys(answers).toSorted()).toEqual(entries.map(([name]) => name).toSorted())
    for (const [name, [path, body]] of Object.entries(answers)) {
      const { method, path: described } = Object(publicRoutes)[name]
      const response = await call(one, method, path, body === undefined ? {} : { body })
      const { responses } = document.paths[described][method.toLowerCase()]
      expect([name, Object.keys(responses)]).toEqual([
        name,
        expect.arrayContaining([String(response.status)]),
      ])
      if (response.status === 200) {
        const answer: unknown = await response.json()
        // The document lists every field: what it does not list must not be sent.
        check(responses[200].content['application/json'].schema, answer)
      }
      for (const header of Object.keys(responses[response.status].headers)) {
        expect([name, header, response.headers.has(header)]).toEqual([name, header, true])
      }
    }
    const error = document.components.responses.Error.content['application/json'].schema
    check(error, await read(await call(one, 'GET', '/articles/unknown')))
    check(error, await read(await call('none', 'GET', '/articles')))
  })
})
