import {
  articleListSchema,
  articlePreviewSchema,
  articleSchema,
  contentHistorySchema,
  knowledgeSearchSchema,
  productListSchema,
  productSchema,
} from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { searchPassages, searchProducts } from '../knowledge/search/knowledge.search.ts'

let test: TestApp
const cookies = { admin: '', one: '', other: '' }
const ids = { one: '', other: '' }
beforeAll(async () => {
  test = await openTestApp()
  cookies.admin = await test.signIn(await test.addUser({ role: 'admin', email: 'admin@example.com' }))
  for (const name of ['one', 'other'] as const) {
    const user = await test.addUser({ role: 'client', email: `${name}@brand.example` })
    ids[name] = user.id
    cookies[name] = await test.signIn(user)
  }
})
afterAll(() => test.close())

type Who = keyof typeof cookies

async function call(who: Who, method: string, path: string, body?: unknown): Promise<Response> {
  return test.app.request(`/api/admin/knowledge${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      cookie: cookies[who],
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
  })
}

async function answer<Schema extends z.ZodType>(schema: Schema, response: Response) {
  expect(response.status).toBe(200)
  return schema.parse(await response.json())
}

const article = {
  title: 'Borage oil',
  author: 'Test kitchen',
  url: 'https://example.org/borage',
  topic: 'Oils',
  status: 'published',
  review_by: '2026-12-01',
  body: 'Borage oil is pressed from the seeds of the starflower.\n\n## Storage\n\nKeep borage oil in the fridge, where it lasts three months.',
}
const product = {
  name: 'Starflower capsules',
  description: 'Borage oil in capsules.',
  unit_amount: 1900,
  currency: 'eur',
  url: 'https://shop.example/starflower',
  keywords: ['borage', 'starflower'],
  status: 'published',
}

const add = async (who: Who, change: object = {}) =>
  answer(articleSchema, await call(who, 'POST', '/articles', { ...article, ...change }))
const addProduct = async (who: Who, change: object = {}) =>
  answer(productSchema, await call(who, 'POST', '/products', { ...product, ...change }))
const titlesFor = async (question: string, clientId?: string) => {
  const { passages } = await searchPassages(
    test.database.db,
    question,
    clientId === undefined ? {} : { clientId },
  )
  return passages.map(({ title, heading }) => `${title}/${heading}`)
}

describe('an article', () => {
  it('is found by the next search once it is published, and is gone from it once it is deleted', async () => {
    const draft = await add('admin', { status: 'draft' })
    expect(draft).toMatchObject({
      slug: 'borage-oil',
      version: 1,
      passages: 0,
      updated_by: 'admin@example.com',
    })
    expect(await titlesFor('how long does borage oil last?')).toEqual([])
    const { id, version } = draft
    const published = await answer(
      articleSchema,
      await call('admin', 'PUT', `/articles/${id}`, { ...article, version }),
    )
    expect(published).toMatchObject({ version: 2, passages: 2, language: 'en' })
    expect(await titlesFor('how long does borage oil last?')).toContain('Borage oil/Storage')
    expect((await call('admin', 'DELETE', `/articles/${id}`)).status).toBe(204)
    const startedAt = performance.now()
    expect(await titlesFor('how long does borage oil last?')).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect((await call('admin', 'GET', `/articles/${id}`)).status).toBe(404)
  })

  it('leaves answers when it is retired, and comes back with an earlier version', async () => {
    const { id } = await add('admin', {
      title: 'Evening primrose',
      body: 'Evening primrose flowers at dusk.',
    })
    const retired = await answer(
      articleSchema,
      await call('admin', 'PUT', `/articles/${id}`, {
        ...article,
        title: 'Evening primrose',
        body: 'Evening primrose flowers at night.',
        status: 'retired',
        version: 1,
      }),
    )
    expect(retired.passages).toBe(0)
    expect(await titlesFor('when does evening primrose flower?')).toEqual([])
    const restored = await answer(
      articleSchema,
      await call('admin', 'POST', `/articles/${id}/versions/1/restore`, { version: 2 }),
    )
    expect(restored).toMatchObject({
      version: 3,
      status: 'published',
      body: 'Evening primrose flowers at dusk.',
    })
    expect(await titlesFor('when does evening primrose flower?')).toEqual(['Evening primrose/'])
    const history = await answer(contentHistorySchema, await call('admin', 'GET', `/articles/${id}/versions`))
    expect(history.items.map(({ version, restored_from: from }) => [version, from])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(history.items[1]?.fields).toMatchObject({ body: 'Evening primrose flowers at night.' })
    const unknown = await call('admin', 'POST', `/articles/${id}/versions/9/restore`, { version: 3 })
    expect(unknown.status).toBe(404)
  })

  it('is not saved over what somebody else has saved: 409 with the stored one', async () => {
    const { id } = await add('admin', { title: 'Flax', status: 'draft' })
    const save = { ...article, title: 'Flax', status: 'draft', version: 1 }
    expect((await call('admin', 'PUT', `/articles/${id}`, { ...save, topic: 'first' })).status).toBe(200)
    const late = await call('admin', 'PUT', `/articles/${id}`, { ...save, topic: 'second' })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'conflict',
      detail: { current: { id, version: 2, topic: 'first' } },
    })
    const same = await call('admin', 'PUT', `/articles/${id}`, { ...save, topic: 'first', version: 2 })
    expect(await answer(articleSchema, same)).toMatchObject({ version: 2 })
  })

  it('shows a client no e-mail address of an administrator, wherever it is named', async () => {
    const paths: string[] = []
    for (const [list, path, fields] of [
      ['/articles', '/articles', { ...article, title: 'Hemp' }],
      ['/products', '/products', { ...product, name: 'Hemp' }],
    ] as const) {
      const made = Object(await (await call('one', 'POST', path, fields)).json())
      const save = async (who: Who, version: number, status: string) =>
        call(who, 'PUT', `${path}/${made.id}`, { ...fields, status, version })
      expect((await save('admin', 1, 'draft')).status).toBe(200)
      const conflict = await save('one', 1, 'retired')
      expect([conflict.status, await conflict.json()]).toMatchObject([
        409,
        { detail: { current: { updated_by: 'administrator' } } },
      ])
      expect((await save('admin', 2, 'published')).status).toBe(200)
      paths.push(list, `${path}/${made.id}`, `${path}/${made.id}/versions`)
    }
    for (const path of paths) {
      const asClient = await (await call('one', 'GET', path)).text()
      expect([path, asClient.includes('admin@example.com')]).toEqual([path, false])
      expect([path, asClient.includes('"administrator"')]).toEqual([path, true])
      const asAdmin = await (await call('admin', 'GET', path)).text()
      expect([path, asAdmin.includes('admin@example.com')]).toEqual([path, true])
    }
    const [, articlePath = '', articleHistory = '', , productPath = ''] = paths
    const { items } = await answer(contentHistorySchema, await call('one', 'GET', articleHistory))
    expect(items.map(({ saved_by: by }) => by)).toEqual([
      'administrator',
      'administrator',
      'one@brand.example',
    ])
    for (const path of [articlePath, productPath]) await call('admin', 'DELETE', path)
  })

  it('cannot be published without a text', async () => {
    const response = await call('admin', 'POST', '/articles', { ...article, body: ' \n' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: [{ path: 'body' }] })
  })

  it('is listed by words, status, language, owner and review date, newest change first, page by page', async () => {
    for (const [number, language] of ['en', 'es', 'de'].entries()) {
      const body = {
        ...article,
        title: `Listed ${number}%`,
        language,
        status: 'draft',
        review_by: '2026-11-01',
      }
      await answer(articleSchema, await call('admin', 'POST', '/articles', body))
    }
    const list = async (query: string) =>
      answer(articleListSchema, await call('admin', 'GET', `/articles?${query}`))
    expect((await list('q=listed')).items.map(({ title }) => title)).toEqual([
      'Listed 2%',
      'Listed 1%',
      'Listed 0%',
    ])
    expect((await list('q=1%25')).items.map(({ title }) => title)).toEqual(['Listed 1%'])
    expect((await list('q=listed&language=es')).items).toHaveLength(1)
    expect((await list('q=listed&status=published')).items).toEqual([])
    expect((await list('review_by=2026-11-10')).items).toHaveLength(3)
    expect((await list(`client_id=${ids.one}`)).items).toEqual([])
    const first = await list('q=listed&limit=2')
    const second = await list(`q=listed&limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`)
    expect(second.items.map(({ title }) => title)).toEqual(['Listed 0%'])
    expect(second.next_cursor).toBeNull()
    expect((await call('admin', 'GET', '/articles?cursor=x')).status).toBe(400)
  })

  it('is shown as the passages that answers would cite', async () => {
    const long = 'A sentence about nothing at all, of some length. '.repeat(120)
    const preview = await answer(
      articlePreviewSchema,
      await call('admin', 'POST', '/articles/preview', {
        title: 'x',
        body: `<!-- questions\n- what is starflower oil\n-->\n${article.body}\n\n## Long\n\n${long}`,
      }),
    )
    expect(preview.passages.slice(0, 2)).toEqual([
      {
        heading: '',
        text: 'Borage oil is pressed from the seeds of the starflower.',
        quote: 'Borage oil is pressed from the seeds of the starflower.',
        questions: ['what is starflower oil'],
      },
      {
        heading: 'Storage',
        text: 'Keep borage oil in the fridge, where it lasts three months.',
        quote: 'Keep borage oil in the fridge, where it lasts three months.',
        questions: [],
      },
    ])
    const parts = preview.passages.slice(2)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.every(({ heading, text }) => heading === 'Long' && text.length <= 2000)).toBe(true)
    expect(parts.map(({ text }) => text).join(' ')).toBe(long.trim())
  })

  it('is in the audit log with every save, without its text', async () => {
    const { id } = await add('admin', { title: 'Audited', status: 'draft' })
    await call('admin', 'DELETE', `/articles/${id}`)
    const audit = await test.app.request('/api/admin/audit?kind=article&limit=2', {
      headers: { cookie: cookies.admin },
    })
    const log = JSON.stringify(await audit.json())
    expect(log).toContain('"action":"create"')
    expect(log).toContain('"action":"delete"')
    expect(log).toContain('Audited')
    expect(log).not.toContain('starflower')
  })
})

describe('a product', () => {
  it('is offered once it is published, and no more once it is sold out, retired or deleted', async () => {
    const { db } = test.database
    const found = async () => (await searchProducts(db, 'starflower capsules')).map(({ name }) => name)
    const draft = await addProduct('admin', { status: 'draft' })
    expect(draft).toMatchObject({ currency: 'EUR', version: 1, language: expect.any(String) })
    expect(await found()).toEqual([])
    let { version } = draft
    const put = async (change: object) => {
      const body = { ...product, ...change, version }
      const saved = await answer(productSchema, await call('admin', 'PUT', `/products/${draft.id}`, body))
      ;({ version } = saved)
      return saved
    }
    await put({})
    expect(await found()).toEqual(['Starflower capsules'])
    await put({ available: false })
    expect(await found()).toEqual([])
    await put({ status: 'retired' })
    expect(await found()).toEqual([])
    await put({})
    expect(await found()).toEqual(['Starflower capsules'])
    const restore = await call('admin', 'POST', `/products/${draft.id}/versions/1/restore`, { version })
    expect(await answer(productSchema, restore)).toMatchObject({ status: 'draft', version: version + 1 })
    expect((await call('admin', 'DELETE', `/products/${draft.id}`)).status).toBe(204)
    expect(await found()).toEqual([])
  })

  it('has a picture of this server or of an https address', async () => {
    const own = await addProduct('admin', { name: 'Pictured', image: '/media/products/lamp.svg' })
    expect(own.image).toBe('/media/products/lamp.svg')
    for (const image of ['//elsewhere.example/x.png', 'javascript:alert(1)', '/\\elsewhere.example/x.png']) {
      const refused = await call('admin', 'POST', '/products', { ...product, name: 'Refused', image })
      expect(refused.status).toBe(422)
    }
  })

  it('has a name of its own within its owner', async () => {
    await addProduct('admin', { name: 'Twice' })
    const again = await call('admin', 'POST', '/products', { ...product, name: 'Twice' })
    expect(again.status).toBe(422)
    expect(await again.json()).toMatchObject({ detail: [{ path: 'name' }] })
    await addProduct('one', { name: 'Twice' })
    await addProduct('other', { name: 'Twice' })
    const stale = await addProduct('admin', { name: 'Stale' })
    const body = { ...product, name: 'Stale', version: 2 }
    expect((await call('admin', 'PUT', `/products/${stale.id}`, body)).status).toBe(409)
  })
})

describe('content of two clients', () => {
  const secret = (name: string) => ({
    title: 'Returns policy',
    author: `Brand ${name}`,
    body: `Orders of moonstone lamps from brand ${name} can be returned.`,
  })

  it('is seen, changed and deleted by its owner and by administrators alone', async () => {
    const mine = await add('one', { ...secret('one'), client_id: ids.other })
    expect(mine).toMatchObject({ client_id: ids.one, client: 'one@brand.example', slug: 'returns-policy' })
    const theirs = await add('other', secret('other'))
    expect(theirs.slug).toBe('returns-policy')
    const save = { ...article, ...secret('one'), version: 1 }
    for (const [method, path, body] of [
      ['GET', `/articles/${theirs.id}`],
      ['PUT', `/articles/${theirs.id}`, save],
      ['DELETE', `/articles/${theirs.id}`],
      ['GET', `/articles/${theirs.id}/versions`],
      ['POST', `/articles/${theirs.id}/versions/1/restore`, { version: 1 }],
    ] as const) {
      const refused = await call('one', method, path, body)
      const unknown = await call('one', method, path.replace(theirs.id, crypto.randomUUID()), body)
      expect([refused.status, unknown.status]).toEqual([404, 404])
    }
    const titles = async (who: Who, query = '') =>
      (await answer(articleListSchema, await call(who, 'GET', `/articles?limit=100${query}`))).items
    expect((await titles('one')).map(({ id }) => id)).toEqual([mine.id])
    expect(await titles('one', `&client_id=${ids.other}`)).toEqual([])
    expect(await titles('one', '&client_id=shared')).toEqual([])
    expect((await titles('admin', `&client_id=${ids.other}`)).map(({ id }) => id)).toEqual([theirs.id])
  })

  it('answers the questions of its own widgets alone', async () => {
    const question = 'can orders of moonstone lamps be returned?'
    const authorsFor = async (clientId?: string) => {
      const { passages } = await searchPassages(
        test.database.db,
        question,
        clientId === undefined ? {} : { clientId },
      )
      return passages.map(({ author }) => author)
    }
    expect(await authorsFor()).toEqual([])
    expect(await authorsFor(ids.one)).toEqual(['Brand one'])
    expect(await authorsFor(ids.other)).toEqual(['Brand other'])
    const tested = await call(
      'admin',
      'GET',
      `/search?q=${encodeURIComponent(question)}&client_id=${ids.one}`,
    )
    const { results } = await answer(knowledgeSearchSchema, tested)
    expect(results.map(({ author }) => author)).toEqual(['Brand one'])
  })

  it('names its authors to nobody else', async () => {
    const authors = async (cookie?: string) => {
      const response = await test.app.request(
        '/api/authors',
        cookie === undefined ? {} : { headers: { cookie } },
      )
      return JSON.stringify(await response.json())
    }
    expect(await authors()).not.toContain('Brand')
    expect(await authors(cookies.one)).toContain('Brand one')
    expect(await authors(cookies.one)).not.toContain('Brand other')
    expect(await authors(cookies.admin)).toContain('Brand other')
  })

  it('holds products, too', async () => {
    const mine = await addProduct('one', { name: 'Moonstone lamp', keywords: ['moonstone'] })
    expect((await call('other', 'GET', `/products/${mine.id}`)).status).toBe(404)
    expect((await call('other', 'DELETE', `/products/${mine.id}`)).status).toBe(404)
    const listed = await answer(productListSchema, await call('other', 'GET', '/products'))
    expect(listed.items.map(({ client_id: owner }) => owner)).not.toContain(ids.one)
    const { db } = test.database
    expect(await searchProducts(db, 'moonstone lamp', { clientId: ids.other })).toEqual([])
    expect(await searchProducts(db, 'moonstone lamp', { clientId: ids.one })).toHaveLength(1)
  })

  it('is nobody else’s when an administrator names no client', async () => {
    const unknown = await call('admin', 'POST', '/articles', { ...article, client_id: crypto.randomUUID() })
    expect(unknown.status).toBe(422)
    const shared = await add('admin', { title: 'For everybody' })
    expect(shared.client_id).toBeNull()
    expect((await call('one', 'GET', `/articles/${shared.id}`)).status).toBe(404)
  })
})
