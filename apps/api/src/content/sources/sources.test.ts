import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  articleListSchema,
  contentSourceSchema,
  importStartedSchema,
  productListSchema,
  sourceListSchema,
} from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openImportApp } from '../../../tests/import-app.ts'
import { contentSources } from '../../db/schema/imports.ts'
import { organisationMembers } from '../../db/schema/members.ts'
import { searchPassages } from '../../knowledge/search/knowledge.search.ts'
import { createOrganisation } from '../../organisations/organisations.store.ts'
import { newId } from '../../platform/process/ids.ts'
import { syncDueSources } from './sources.store.ts'

type App = Awaited<ReturnType<typeof openImportApp>>
type Person = Awaited<ReturnType<App['person']>>

let test: App
let admin: Person
let site: Server
let origin: string
/** Pages of the local site: their HTML, or a status. */
let pages: Map<string, string | number>
let asked: string[]

beforeEach(async () => {
  test = await openImportApp()
  admin = await test.person('admin')
  pages = new Map()
  asked = []
  site = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const page = pages.get(path)
    if (typeof page === 'string' && page.startsWith('->')) {
      response.writeHead(302, { location: page.slice(2) }).end()
      return
    }
    const types = {
      xml: 'application/xml',
      csv: 'text/csv',
      txt: 'text/plain',
      exe: 'application/octet-stream',
    }
    const type = Object.entries(types).find(([ending]) => path.endsWith(`.${ending}`))?.[1] ?? 'text/html'
    response.statusCode = typeof page === 'number' ? page : page === undefined ? 404 : 200
    response.setHeader('content-type', type)
    response.end(typeof page === 'string' ? page : '')
  })
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = site.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterEach(async () => {
  site.close()
  await test.close()
})

const pageOf = (title: string, text: string) =>
  `<html lang="en"><head><title>${title} | Shop</title></head><body><nav>Cart</nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`
const sitemapOf = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`

const add = async (who: Person, fields: object) => {
  const body = { author: 'Shop', status: 'published', schedule: 'manual', ...fields }
  const response = await who.call('POST', '/knowledge/sources', body)
  expect([response.status, response.ok ? '' : await response.clone().text()]).toEqual([200, ''])
  return contentSourceSchema.parse(await response.json())
}
const sync = async (who: Person, id: string, preview = false) => {
  const response = await who.call('POST', `/knowledge/sources/${id}/sync`, { preview })
  expect(response.status).toBe(200)
  return who.finished(importStartedSchema.parse(await response.json()).job_id)
}
const articles = async (who: Person) =>
  articleListSchema.parse(await (await who.call('GET', '/knowledge/articles?limit=100')).json()).items
const titlesFor = async (question: string) =>
  (await searchPassages(test.database.db, question)).passages.map(({ title }) => title)

describe('a sitemap', () => {
  beforeEach(() => {
    pages.set('/sitemap.xml', sitemapOf('/borage', '/sage?a=1&amp;b=2', '/gone', '/private/x', '/broken'))
    pages.set('/borage', pageOf('Borage', 'Borage is blue and bees like it very much in June.'))
    pages.set('/sage?a=1&b=2', pageOf('Sage', 'Sage tea soothes a sore throat within a day.'))
    pages.set('/robots.txt', 'User-agent: *\nDisallow: /private/')
    pages.set('/private/x', pageOf('Secret', 'Nobody should read this.'))
    pages.set('/broken', 500)
  })

  it('is read page by page, as robots.txt allows, and its failures are listed', async () => {
    const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
    const done = await sync(admin, id)
    expect(done).toMatchObject({ kind: 'sync', source_id: id, reason: null, total: 5, added: 2, removed: 0 })
    expect(done.failures.map(({ address, reason }) => [address.slice(origin.length), reason])).toEqual([
      ['/gone', 'gone'],
      ['/private/x', 'robots'],
      ['/broken', 'unreachable'],
    ])
    expect(asked.filter((path) => path === '/robots.txt')).toHaveLength(1)
    expect(asked).not.toContain('/private/x')
    expect(await titlesFor('does sage tea soothe a sore throat?')).toEqual(['Sage'])
    const sage = (await articles(admin)).find(({ title }) => title === 'Sage')
    expect(sage).toMatchObject({ url: `${origin}/sage?a=1&b=2`, author: 'Shop', source_id: id })
    const { sources } = sourceListSchema.parse(await (await admin.call('GET', '/knowledge/sources')).json())
    expect(sources).toMatchObject([{ id, items: 2, last_sync: expect.any(String), next_sync: null }])
  })

  it('leaves its worker to others when its turn is over, and goes on with the next page', async () => {
    const app = await openImportApp({ turnMs: 0 })
    const person = await app.person('admin')
    pages.set('/sitemap.xml', sitemapOf('/borage', '/gone'))
    const { id } = await add(person, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
    expect(await sync(person, id)).toMatchObject({ reason: null, total: 2, added: 1, removed: 0 })
    // One turn for each page, and one that finds none.
    expect(app.turns()).toBe(3)
    expect(asked.filter((path) => path === '/borage')).toHaveLength(1)
    await app.close()
  })

  it('whose page redirects is read as robots.txt of the target allows, on its own site and on another', async () => {
    const other = createServer((request, response) => {
      asked.push(`other ${request.url}`)
      response.setHeader('content-type', request.url === '/robots.txt' ? 'text/plain' : 'text/html')
      response.end(
        request.url === '/robots.txt'
          ? 'User-agent: *\nDisallow: /closed'
          : pageOf('Fennel', 'Fennel tea helps with a full stomach after a meal.'),
      )
    })
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const address: AddressInfo | string | null = other.address()
    const elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    try {
      pages.set('/sitemap.xml', sitemapOf('/inside', '/outside', '/open'))
      pages.set('/inside', '->/private/x')
      pages.set('/outside', `->${elsewhere}/closed`)
      pages.set('/open', `->${elsewhere}/open`)
      const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
      const done = await sync(admin, id)
      expect(done.failures.map(({ address, reason }) => [address.slice(origin.length), reason])).toEqual([
        ['/inside', 'robots'],
        ['/outside', 'robots'],
      ])
      expect(done.added).toBe(1)
      expect(asked).not.toContain('/private/x')
      expect(asked.filter((path) => path.startsWith('other'))).toEqual(['other /robots.txt', 'other /open'])
    } finally {
      other.close()
    }
  })

  it('is previewed without a change, then changed, and pages that are gone are retired', async () => {
    const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
    expect(await sync(admin, id, true)).toMatchObject({ kind: 'preview', added: 2, removed: 0 })
    expect(await articles(admin)).toEqual([])
    await sync(admin, id)
    pages.set('/borage', pageOf('Borage', 'Borage is white and bees like it very much in May.'))
    pages.set('/sitemap.xml', sitemapOf('/borage'))
    expect(await sync(admin, id, true)).toMatchObject({ changed: 1, removed: 1 })
    expect(await titlesFor('does sage tea soothe a sore throat?')).toEqual(['Sage'])
    expect(await sync(admin, id)).toMatchObject({ changed: 1, removed: 1 })
    expect(await titlesFor('does sage tea soothe a sore throat?')).toEqual([])
    expect(await titlesFor('is borage white in May?')).toEqual(['Borage'])
    expect(await sync(admin, id)).toMatchObject({ unchanged: 1, removed: 0 })
  })

  it('that cannot be read changes nothing, and says why', async () => {
    const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
    await sync(admin, id)
    pages.set('/sitemap.xml', 500)
    expect(await sync(admin, id)).toMatchObject({ reason: 'unreachable', total: 0, removed: 0 })
    expect(await titlesFor('does sage tea soothe a sore throat?')).toEqual(['Sage'])
    pages.set('/sitemap.xml', '<urlset><url><loc>https://elsewhere.example/</loc></url></urlset>')
    expect(await sync(admin, id)).toMatchObject({ reason: 'no_text' })
  })

  it('may be an index of sitemaps', async () => {
    pages.set(
      '/index.xml',
      `<sitemapindex><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`,
    )
    const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/index.xml` })
    expect(await sync(admin, id)).toMatchObject({ total: 5, added: 2 })
  })

  it('is read to its limits alone: too many addresses end it', async () => {
    const paths = Array.from({ length: 100_000 }, (_one, number) => `/${number}`)
    pages.set('/sitemap.xml', sitemapOf(...paths).replaceAll('urlset', 'sitemapindex'))
    const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
    expect(await sync(admin, id)).toMatchObject({ reason: 'too_many_pages', total: 0 })
    pages.set('/sitemap.xml', sitemapOf(...paths))
    expect(await sync(admin, id)).toMatchObject({ reason: 'too_many_pages', total: 0 })
  })

  it('keeps the pages of a later sync when a page of an earlier one is tried again', async () => {
    pages.set('/sitemap.xml', sitemapOf('/borage', '/broken'))
    const { id } = await add(admin, { kind: 'sitemap', address: `${origin}/sitemap.xml` })
    const earlier = await sync(admin, id)
    expect(earlier.failures).toMatchObject([{ can_retry: true }])
    pages.set('/sitemap.xml', sitemapOf('/borage', '/broken', '/sage?a=1&amp;b=2'))
    await sync(admin, id)
    pages.set('/broken', pageOf('Thyme', 'Thyme syrup eases a cough within a day.'))
    expect((await admin.call('POST', `/knowledge/jobs/${earlier.id}/retry`)).status).toBe(200)
    expect(await admin.finished(earlier.id)).toMatchObject({ removed: 0, failures: [] })
    expect(await titlesFor('does sage tea soothe a sore throat?')).toEqual(['Sage'])
    expect(await titlesFor('does thyme syrup ease a cough?')).toEqual(['Thyme'])
  })
})

it('a feed adds, changes and retires products', async () => {
  const head = 'name,price,currency,url\n'
  const row = (name: string, price: string) => `${name},${price},EUR,https://shop.example/${name}\n`
  pages.set('/feed.csv', `${head}${row('Oil', '1.50')}${row('Tea', '2')}`)
  const { id } = await add(admin, { kind: 'feed', address: `${origin}/feed.csv` })
  expect(await sync(admin, id)).toMatchObject({ added: 1, removed: 0 })
  pages.set('/feed.csv', `${head}${row('Oil', '1.70')}`)
  expect(await sync(admin, id, true)).toMatchObject({ changed: 1, removed: 1 })
  expect(await sync(admin, id)).toMatchObject({ changed: 1, removed: 1 })
  const response = await admin.call('GET', '/knowledge/products')
  const { items } = productListSchema.parse(await response.json())
  expect(
    items.map(({ name, unit_amount: amount, status }) => `${name} ${amount} ${status}`).toSorted(),
  ).toEqual(['Oil 170 published', 'Tea 200 retired'])
})

it('a page that is of no known type, or leads in circles, is refused', async () => {
  pages.set('/program.exe', 'MZ')
  pages.set('/circle', `->${origin}/circle`)
  for (const [path, reason] of [
    ['/program.exe', 'unknown_type'],
    ['/circle', 'unreachable'],
  ] as const) {
    const { id } = await add(admin, { kind: 'url', address: `${origin}${path}` })
    expect((await sync(admin, id)).failures).toMatchObject([{ reason }])
  }
})

it('is read when it is due, once for all instances, and not while it is read', async () => {
  pages.set('/borage', pageOf('Borage', 'Borage is blue and bees like it very much.'))
  const source = await add(admin, { kind: 'url', address: `${origin}/borage`, schedule: 'daily' })
  const { db } = test.database
  const now = new Date(source.next_sync ?? '')
  await Promise.all([syncDueSources(db, test.queue, now), syncDueSources(db, test.queue, now)])
  await expect.poll(async () => (await articles(admin)).length, { timeout: 30_000 }).toBe(1)
  expect(asked.filter((path) => path === '/borage')).toHaveLength(1)
  await syncDueSources(db, test.queue, new Date(now.getTime() + 23 * 3_600_000))
  expect(asked.filter((path) => path === '/borage')).toHaveLength(1)
})

it('is read on its schedule after the member who added it has left', async () => {
  const [owner, member] = [await test.person('client'), await test.person('client')]
  const { db } = test.database
  // The member works in the organisation of the owner alone.
  await db.delete(organisationMembers).where(eq(organisationMembers.accountId, member.id))
  const membership = { organisationId: owner.id, accountId: member.id, role: 'editor' as const }
  await db.insert(organisationMembers).values({ ...membership, createdAt: new Date() })
  pages.set('/borage', pageOf('Borage', 'Borage is blue and bees like it very much.'))
  const source = await add(member, { kind: 'url', address: `${origin}/borage`, schedule: 'daily' })
  expect(source.client_id).toBe(owner.id)
  await db.delete(organisationMembers).where(eq(organisationMembers.accountId, member.id))
  await syncDueSources(db, test.queue, new Date(source.next_sync ?? ''))
  await expect.poll(async () => (await articles(owner)).length, { timeout: 30_000 }).toBe(1)
})

it('is added up to the limit of a client, also when several are added at once', async () => {
  const one = await test.person('client')
  // An organisation has an id of its own; the person’s first one has that of the account.
  const { db } = test.database
  const clientId = await createOrganisation(db, { name: 'Shop', ownerId: one.id, now: new Date() })
  await db.delete(organisationMembers).where(eq(organisationMembers.organisationId, one.id))
  const source = { author: 'Shop', status: 'published', schedule: 'manual', kind: 'url' }
  await test.database.db.insert(contentSources).values(
    Array.from({ length: 97 }, (_, index) => ({
      id: newId(),
      kind: 'url' as const,
      address: `${origin}/stored/${index}`,
      clientId,
      createdBy: one.id,
      fields: { author: 'Shop', status: 'published' as const, topic: '', language: null },
      schedule: 'manual' as const,
      createdAt: new Date(),
    })),
  )
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const address = `${origin}/new/${index}`
      return (await one.call('POST', '/knowledge/sources', { ...source, address })).status
    }),
  )
  expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 200, 200, 422, 422, 422])
})

it('belongs to one client: seen, changed, read and deleted by nobody else', async () => {
  const [one, other] = [await test.person('client'), await test.person('client')]
  pages.set('/borage', pageOf('Borage', 'Borage is blue and bees like it very much.'))
  const mine = await add(one, { kind: 'url', address: `${origin}/borage`, client_id: other.id })
  expect(mine.client_id).toBe(one.id)
  for (const [method, rest, body] of [
    ['PUT', '', { author: 'x', schedule: 'manual' }],
    ['POST', '/sync', {}],
    ['DELETE', '', undefined],
  ] as const) {
    const refused = await other.call(method, `/knowledge/sources/${mine.id}${rest}`, body)
    expect(refused.status).toBe(404)
  }
  const seen = await other.call('GET', '/knowledge/sources')
  expect(sourceListSchema.parse(await seen.json()).sources).toEqual([])
  const again = { kind: 'url', address: `${origin}/borage`, author: 'x', schedule: 'manual' }
  expect((await one.call('POST', '/knowledge/sources', again)).status).toBe(422)
  await sync(one, mine.id)
  expect(await titlesFor('is borage blue?')).toEqual([])
  expect(await articles(one)).toMatchObject([{ client_id: one.id }])
  const changed = await one.call('PUT', `/knowledge/sources/${mine.id}`, {
    author: 'New',
    schedule: 'weekly',
  })
  expect(contentSourceSchema.parse(await changed.json())).toMatchObject({ author: 'New', schedule: 'weekly' })
  expect((await one.call('DELETE', `/knowledge/sources/${mine.id}`)).status).toBe(204)
  expect(await articles(one)).toMatchObject([{ source_id: null }])
})
