import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { publicRoutes } from './contract/index.ts'
import { createServerClient, type ServerClient } from './server-client.ts'
import { arbitraryOf } from './testing/arbitrary-of.ts'
import { articleDraft, productDraft } from './testing/content-drafts.ts'
import { json, startServer } from './testing/http-server.ts'

const key = 'ok_live_test'
const idempotencyKey = '5f1c9f0e-8f4e-4d0c-a8ef-0f4b8a1c2d3e'

/** Every call, with every argument that it sends. */
const calls: Record<keyof ServerClient, (client: ServerClient) => Promise<unknown>> = {
  statistics: (client) => client.statistics({ from: '2026-11-01', to: '2026-11-02', widgets: ['w1', 'w2'] }),
  widgets: (client) => client.widgets({ limit: 5, cursor: 'c' }),
  conversations: (client) => client.conversations({ outcome: 'uncovered', widget: 'w1', language: 'en' }),
  articles: (client) => client.articles({ q: 'zinc', status: 'draft', reviewBy: '2027-01-31' }),
  article: (client) => client.article('a1'),
  createArticle: (client) =>
    client.createArticle({ title: 'Zinc', author: 'NIH', body: 'Zinc.' }, { idempotencyKey }),
  updateArticle: (client) => client.updateArticle('a1', { ...articleDraft, version: 2 }, { idempotencyKey }),
  deleteArticle: (client) => client.deleteArticle('a1', { idempotencyKey }),
  products: (client) => client.products({ limit: 100 }),
  product: (client) => client.product('p1'),
  createProduct: (client) => client.createProduct({ ...productDraft, clientId: null }, { idempotencyKey }),
  updateProduct: (client) => client.updateProduct('p1', { ...productDraft, version: 2 }, { idempotencyKey }),
  deleteProduct: (client) => client.deleteProduct('p1', { idempotencyKey }),
}

describe('a call of the server client', () => {
  it('exists for each call of the public API, and for no other', () => {
    expect(Object.keys(calls).toSorted()).toEqual(Object.keys(publicRoutes).toSorted())
    const client = createServerClient({ baseUrl: '', key })
    expect(Object.keys(client).toSorted()).toEqual(Object.keys(publicRoutes).toSorted())
  })

  it.each(Object.entries(calls))('%s sends its key, and what the contract asks for', async (name, call) => {
    const route = Object.entries(publicRoutes).find(([known]) => known === name)?.[1]
    if (route === undefined) throw new Error('There is no such route.')
    const { baseUrl, requests } = await startServer(json({}, 418))
    await expect(call(createServerClient({ baseUrl, key }))).rejects.toMatchObject({ status: 418 })
    const [request] = requests
    const url = new URL(request?.url ?? '', baseUrl)
    expect(request?.method).toBe(route.method)
    expect(url.pathname).toMatch(new RegExp(`^${route.path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'))
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${key}` })
    expect(request?.headers['idempotency-key']).toBe(route.method === 'GET' ? undefined : idempotencyKey)
    const query = 'query' in route ? route.query : z.strictObject({})
    expect(() => query.parse(Object.fromEntries(url.searchParams))).not.toThrow()
    const schema = 'request' in route ? route.request : z.strictObject({})
    const body: unknown = JSON.parse(request?.body || '{}')
    expect(schema.parse(body)).toMatchObject(Object(body))
  })

  it.each(Object.entries(calls))('%s sends no cookie', async (_, call) => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({}, { status: 418 })))
    await expect(call(createServerClient({ baseUrl: '', key, fetch }))).rejects.toThrow('HTTP 418')
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit' })
  })

  it.each(Object.entries(calls).filter(([name]) => !name.startsWith('delete')))(
    '%s reads whatever the contract lets the server write',
    async (name, call) => {
      const route = Object.entries(publicRoutes).find(([known]) => known === name)?.[1]
      if (route === undefined || !('response' in route)) throw new Error('There is no such answer.')
      await fc.assert(
        fc.asyncProperty(arbitraryOf(route.response), async (answer) => {
          const fetch = () => Promise.resolve(Response.json(answer))
          const given = await call(createServerClient({ baseUrl: '', key, fetch }))
          expect(given).toEqual(camelize(JSON.parse(JSON.stringify(answer))))
        }),
        { numRuns: 60 },
      )
    },
  )

  it('takes the key of the moment from a function', async () => {
    const { baseUrl, requests } = await startServer(json({ items: [], next_cursor: null }))
    let current = 'ok_live_first'
    const client = createServerClient({ baseUrl, key: () => current })
    await client.widgets()
    current = 'ok_live_second'
    await client.widgets()
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer ok_live_first',
      'Bearer ok_live_second',
    ])
  })

  it('has the code and the wait of a refusal', async () => {
    const body = { error: 'Too many calls.', code: 'rate_limited', request_id: 'r1' }
    const { baseUrl } = await startServer(json(body, 429, { 'Retry-After': '7' }))
    await expect(createServerClient({ baseUrl, key }).widgets()).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 7,
    })
  })
})

function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase()),
      camelize(field),
    ]),
  )
}
