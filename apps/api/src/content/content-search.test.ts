import { approvedListSchema, productListSchema } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../tests/measurement/statement-counter.ts'
import { openTestApp, type TestApp, type TestUser } from '../../tests/test-app.ts'

const entries = 800
const long = 'Moonstone lamps shine at night. '.repeat(250)
/** Parts of 400 KB of the texts of all entries. */
const leastParts = Math.floor((entries * long.length) / 400_000)

let test: TestApp
let client: TestUser
let cookie: string
beforeAll(async () => {
  test = await openTestApp()
  client = await test.addUser({ role: 'client' })
  const other = await test.addUser({ role: 'client' })
  cookie = await test.signIn(client)
  const { db } = test.database
  // The entries of a hundred have the same time each, so that cursors need the id as well.
  const at = sql`timestamptz '2026-01-01T00:00:00Z' + (n / 100) * interval '1 second'`
  for (const owner of [client.id, other.id]) {
    await db.execute(sql`
      insert into approved_answers (id, client_id, status, language, question, variants, answer, citations, reviewer, reviewed_at, updated_at)
      select gen_random_uuid(), ${owner}, 'draft', 'en', 'Question ' || n, '{}',
        ${long} || case when n in (1, 2, 250) then 'borage' else '' end, '[]', 'Ada', '2026-01-01', ${at}
      from generate_series(1, ${entries}) n`)
    await db.execute(sql`
      insert into products (pk, client_id, status, name, description, unit_amount, currency, url, topics, keywords, content_hash, updated_at)
      select ${owner} || '-' || n, ${owner}, 'draft', 'Product ' || n,
        ${long} || case when n in (1, 2, 250) then 'borage' else '' end, 1, 'EUR', 'https://shop.example/', '{}', '{}', '', ${at}
      from generate_series(1, ${entries}) n`)
  }
})
afterAll(() => test.close())

const get = async (path: string): Promise<unknown> =>
  (await test.app.request(path, { headers: { cookie } })).json()

const lists = {
  'approved answers': async (query: string) => {
    const { items, next_cursor } = approvedListSchema.parse(await get(`/api/admin/approved-answers?${query}`))
    return { names: items.map(({ question }) => question.replace('Question ', '')), next_cursor }
  },
  products: async (query: string) => {
    const { items, next_cursor } = productListSchema.parse(
      await get(`/api/admin/knowledge/products?${query}`),
    )
    return { names: items.map(({ name }) => name.replace('Product ', '')), next_cursor }
  },
}

describe.each(Object.entries(lists))('a search in %s', (_name, list) => {
  it('compares the texts in parts, and finds those of the client alone', async () => {
    const statements = countStatements()
    const { names, next_cursor } = await list('q=BORAGE')
    expect(statements()).toBeGreaterThan(leastParts)
    expect(names[0]).toBe('250')
    expect(names.toSorted()).toEqual(['1', '2', '250'])
    expect(next_cursor).toBeNull()
  })

  it('stops once the page is full', async () => {
    const statements = countStatements()
    const { names } = await list('q=moonstone&limit=5')
    expect(statements()).toBeLessThan(leastParts)
    expect(names).toHaveLength(5)
  })

  it('pages without gap or repetition, as the list without a search does', async () => {
    const seen: string[] = []
    for (let query = 'q=borage&limit=1'; ;) {
      const { names, next_cursor } = await list(query)
      seen.push(...names)
      if (next_cursor === null) break
      query = `q=borage&limit=1&cursor=${next_cursor}`
    }
    expect(seen).toEqual((await list('q=borage')).names)
    expect((await list('limit=3')).names).toHaveLength(3)
    expect((await list('q=nothing-has-this')).names).toEqual([])
  })
})
