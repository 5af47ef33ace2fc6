import { randomBytes } from 'node:crypto'
import {
  approvedAnswerSchema,
  articleListSchema,
  articleSchema,
  contentHistorySchema,
  contentLimits,
  errorBodySchema,
  productListSchema,
  productSchema,
} from '@org/api-client/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { importArticles } from '../knowledge/content/knowledge.import.ts'
import { productsAtOnce, versionsAtOnce } from './content-limits.ts'

const most = { editsPerMinute: 1000, storageBytes: 10_000_000 }

let test: TestApp | undefined
afterEach(() => test?.close())

async function open(content: Partial<typeof most> = {}) {
  const app = await openTestApp({ config: { content: { ...most, ...content } } })
  test = app
  async function person(role: 'client' | 'admin') {
    const user = await app.addUser({ role })
    const cookie = await app.signIn(user)
    const call = (method: string, path: string, body?: unknown) =>
      app.app.request(`/api/admin/knowledge${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      })
    return { id: user.id, call }
  }
  return { ...app, person }
}

const refusal = async (response: Response) => {
  const { code, error, detail } = errorBodySchema.parse(await response.json())
  return { status: response.status, code, error, detail }
}

const article = { title: 'Zinc', author: 'Kitchen', status: 'draft', body: 'Zinc is a metal.' }
const product = {
  name: 'Zinc drops',
  unit_amount: 1900,
  currency: 'eur',
  url: 'https://shop.example/zinc',
}

describe('a client', () => {
  it('fills the audit list with no texts, which count for its storage elsewhere', async () => {
    const app = await open()
    const client = await app.person('client')
    const long = { ...product, description: 'Zinc is a metal. '.repeat(500), keywords: ['zinc'.repeat(40)] }
    const stored = productSchema.parse(await (await client.call('POST', '/products', long)).json())
    const body = { ...long, description: `${long.description}!`, version: stored.version }
    expect((await client.call('PUT', `/products/${stored.id}`, body)).status).toBe(200)
    expect((await client.call('DELETE', `/products/${stored.id}`)).status).toBe(204)
    const rows = await app.database.db.select({ changes: auditEntries.changes }).from(auditEntries)
    const changes = rows.flatMap((row) => row.changes)
    const lengths = changes.map((change) => JSON.stringify(change).length)
    expect(Math.max(...lengths)).toBeLessThan(600)
    const described = changes.filter(({ field }) => field === 'description')
    expect(described).toHaveLength(3)
    expect(described[0]?.after).toMatch(/^\d{4} characters, [0-9a-f]{12}$/u)
    expect(described[1]?.before).not.toBe(described[1]?.after)
  })

  it('changes its content so often in a minute, and reads it as often as it likes', async () => {
    const app = await open({ editsPerMinute: 3 })
    const [one, other, admin] = [
      await app.person('client'),
      await app.person('client'),
      await app.person('admin'),
    ]
    const { id } = articleSchema.parse(await (await one.call('POST', '/articles', article)).json())
    expect((await one.call('POST', '/products', product)).status).toBe(200)
    expect((await one.call('DELETE', `/articles/${id}`)).status).toBe(204)
    expect(await refusal(await one.call('POST', '/articles', article))).toMatchObject({
      status: 429,
      code: 'rate_limited',
    })
    expect((await one.call('PUT', `/articles/${id}`, { ...article, version: 1 })).status).toBe(429)
    expect((await one.call('GET', '/articles')).status).toBe(200)
    expect((await other.call('POST', '/articles', article)).status).toBe(200)
    for (let edits = 0; edits < 5; edits += 1) {
      expect((await admin.call('POST', '/articles', { ...article, title: `Zinc ${edits}` })).status).toBe(200)
    }
  })

  it('stores so many bytes with all versions, whoever saves them, and has room again after a deletion', async () => {
    const app = await open({ storageBytes: 200_000 })
    const [one, admin] = [await app.person('client'), await app.person('admin')]
    const body = 'é'.repeat(40_000)
    const full = {
      status: 413,
      code: 'too_large',
      error: expect.stringContaining('storage for your content'),
    }
    const { id } = articleSchema.parse(
      await (await one.call('POST', '/articles', { ...article, body })).json(),
    )
    expect((await one.call('POST', '/articles', { ...article, body })).status).toBe(200)
    expect(await refusal(await one.call('POST', '/articles', { ...article, body }))).toMatchObject(full)
    const save = { ...article, version: 1, body: 'ó'.repeat(40_000) }
    expect(await refusal(await one.call('PUT', `/articles/${id}`, save))).toMatchObject(full)
    expect(await refusal(await admin.call('PUT', `/articles/${id}`, save))).toMatchObject(full)
    const many = {
      ...product,
      keywords: Array.from({ length: 50 }, () => 'é'.repeat(200)),
      description: 'é'.repeat(10_000),
    }
    expect(await refusal(await one.call('POST', '/products', many))).toMatchObject(full)
    expect((await admin.call('POST', '/articles', { ...article, body })).status).toBe(200)
    const items = articleListSchema.parse(await (await one.call('GET', '/articles')).json()).items
    expect(items).toHaveLength(2)
    expect((await one.call('DELETE', `/articles/${id}`)).status).toBe(204)
    expect((await one.call('POST', '/products', many)).status).toBe(200)
  })
})

describe('approved answers of a client', () => {
  it('count for its storage, with all versions', async () => {
    const app = await open({ storageBytes: 100_000 })
    const cookie = await app.signIn(await app.addUser({ role: 'client' }))
    const send = (method: string, rest: string, body: object) =>
      app.app.request(`/api/admin/approved-answers${rest}`, {
        method,
        body: JSON.stringify(body),
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      })
    // Random, because the database compresses what repeats itself.
    const answer = () => randomBytes(4000).toString('hex')
    const fields = {
      language: 'en',
      question: 'Is zinc a metal?',
      reviewer: 'Kitchen',
      reviewed_at: '2026-11-01',
    }
    const created = await send('POST', '', { ...fields, answer: answer() })
    const { id } = approvedAnswerSchema.parse(await created.json())
    let version = 1
    let last = await send('PUT', `/${id}`, { ...fields, answer: answer(), version })
    for (; last.ok && version < 30; version += 1)
      last = await send('PUT', `/${id}`, { ...fields, answer: answer(), version: version + 1 })
    expect(await refusal(last)).toMatchObject({ status: 413, code: 'too_large' })
    expect((await send('POST', '', { ...fields, answer: answer() })).status).toBe(413)
  })
})

describe('a page', () => {
  it('of versions has at most five, each with its text, and leads to the next', async () => {
    const app = await open()
    const one = await app.person('client')
    const { id } = articleSchema.parse(await (await one.call('POST', '/articles', article)).json())
    for (let version = 1; version <= 12; version += 1) {
      const body = `${article.body} Version ${version + 1}.`
      expect((await one.call('PUT', `/articles/${id}`, { ...article, version, body })).status).toBe(200)
    }
    const versions: number[] = []
    let cursor = ''
    do {
      const path = `/articles/${id}/versions?limit=100&cursor=${cursor}`
      const page = contentHistorySchema.parse(await (await one.call('GET', path)).json())
      expect(page.items.length).toBeLessThanOrEqual(versionsAtOnce + 1)
      versions.push(...page.items.map(({ version }) => version))
      cursor = page.next_cursor ?? ''
    } while (cursor !== '')
    expect(versions).toEqual(Array.from({ length: 13 }, (_, index) => 13 - index))
  })

  it('of products has at most 25, and leads to the next', async () => {
    const app = await open()
    const one = await app.person('client')
    for (let index = 0; index < productsAtOnce + 1; index += 1) {
      expect((await one.call('POST', '/products', { ...product, name: `Drops ${index}` })).status).toBe(200)
    }
    const first = productListSchema.parse(await (await one.call('GET', '/products?limit=100')).json())
    expect(first.items).toHaveLength(productsAtOnce)
    const path = `/products?limit=100&cursor=${first.next_cursor ?? ''}`
    const second = productListSchema.parse(await (await one.call('GET', path)).json())
    expect([second.items.length, second.next_cursor]).toEqual([1, null])
  })
})

describe('a text', () => {
  const headings = (count: number) => '## Zinc\nIt is a metal.\n'.repeat(count)

  it('of too many passages is refused, as a draft only once it is published', async () => {
    const one = await (await open()).person('client')
    const long = { ...article, body: headings(contentLimits.passages + 1) }
    const tooMany = {
      status: 422,
      error: 'The text has more than 400 passages. Use fewer headings.',
      detail: [{ path: 'body', message: 'The text has more than 400 passages. Use fewer headings.' }],
    }
    const published = { ...long, status: 'published' }
    expect(await refusal(await one.call('POST', '/articles', published))).toMatchObject(tooMany)
    expect(
      await refusal(await one.call('POST', '/articles/preview', { title: 'Zinc', body: long.body })),
    ).toMatchObject(tooMany)
    const { id } = articleSchema.parse(await (await one.call('POST', '/articles', long)).json())
    const save = { ...published, version: 1 }
    expect(await refusal(await one.call('PUT', `/articles/${id}`, save))).toMatchObject(tooMany)
    const body = headings(contentLimits.passages)
    expect((await one.call('PUT', `/articles/${id}`, { ...save, body })).status).toBe(200)
  })

  it('that was imported and is longer than a form takes is restored with a sentence, not a failure', async () => {
    const app = await open()
    const admin = await app.person('admin')
    const file = {
      slug: 'zinc',
      title: 'Zinc '.repeat(100),
      author: 'Kitchen',
      url: 'https://example.org/zinc',
      topic: '',
      language: 'en',
      sections: [{ heading: '', body: 'Zinc is a metal.' }],
      contentHash: 'a',
    }
    await importArticles(app.database.db, [file])
    const [found] = articleListSchema.parse(await (await admin.call('GET', '/articles')).json()).items
    const id = found?.id ?? ''
    expect((await admin.call('PUT', `/articles/${id}`, { ...article, version: 1 })).status).toBe(200)
    const restored = await admin.call('POST', `/articles/${id}/versions/1/restore`, { version: 2 })
    expect(await refusal(restored)).toMatchObject({ status: 422, detail: [{ path: 'title' }] })
  })
})
