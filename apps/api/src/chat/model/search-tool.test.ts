import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../db/database.ts'
import { organisations } from '../../db/schema/organisations.ts'
import { articles, passages, products } from '../../db/schema/knowledge.ts'
import { invalidateIndex, refreshIndex } from '../../knowledge/index/search-index.ts'
import { newId } from '../../platform/process/ids.ts'
import { searchKnowledge, searchShop } from './search-tool.ts'
import { TurnSources } from './turn-sources.ts'

const ours = newId()
const theirs = newId()

describe('content of clients', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    const { db } = database
    await db
      .insert(organisations)
      .values([ours, theirs].map((id) => ({ id, name: id, createdAt: new Date() })))
    for (const [name, clientId, available] of [
      ['Shared Selenium', null, true],
      ['Our Selenium', ours, true],
      ['Their Selenium', theirs, true],
      ['Gone Selenium', null, false],
    ] as const) {
      await db.insert(products).values({
        pk: name,
        name,
        description: 'Selenium tablets.',
        unitAmount: 1000,
        currency: 'USD',
        url: 'https://example.com/',
        keywords: ['selenium'],
        contentHash: name,
        clientId,
        available,
      })
      const article = { author: 'An Agency', url: 'https://example.com/', topic: 'supplements' }
      const id = newId()
      await db
        .insert(articles)
        .values(Object.assign({ id, slug: name, title: name, contentHash: name, clientId }, article))
      await db
        .insert(passages)
        .values({ id: newId(), articleId: id, position: 0, title: name, body: 'Adults need selenium.' })
    }
    await refreshIndex(db)
  })
  afterAll(() => database.close())

  const context = (forBuiltIn: boolean, clientId?: string) => ({
    db: database.db,
    sources: new TurnSources(),
    authors: [],
    onFound: () => undefined,
    forBuiltIn,
    ...(clientId === undefined ? {} : { clientId }),
  })
  const allNames = ['Shared Selenium', 'Our Selenium', 'Their Selenium', 'Gone Selenium']
  const sold = async (forBuiltIn: boolean, clientId?: string, names: string[] = []) => {
    const query = names.length > 0 ? 'How much is that?' : 'Do you sell selenium tablets?'
    const found = await searchShop({ query, names }, context(forBuiltIn, clientId))
    return found.products.map(({ name }) => name).toSorted()
  }
  const read = async (forBuiltIn: boolean, clientId?: string) => {
    const found = await searchKnowledge(
      { query: 'How much selenium do adults need?' },
      context(forBuiltIn, clientId),
    )
    return {
      titles: found.passages.map(({ title }) => title).toSorted(),
      products: found.products.map(({ name }) => name).toSorted(),
    }
  }

  describe.each([{ forBuiltIn: true }, { forBuiltIn: false }])(
    'for the built-in model: $forBuiltIn',
    ({ forBuiltIn }) => {
      it('offers no product of a client, and none that is sold out, outside its widgets', async () => {
        expect(await sold(forBuiltIn)).toEqual(['Shared Selenium'])
      })

      it('offers a client its own products beside the shared ones, and none of another client', async () => {
        expect(await sold(forBuiltIn, ours)).toEqual(['Our Selenium', 'Shared Selenium'])
      })

      it('finds no passage of another client', async () => {
        expect(await read(forBuiltIn)).toMatchObject({ products: ['Shared Selenium'] })
        expect((await read(forBuiltIn)).titles).toEqual(['Gone Selenium', 'Shared Selenium'])
        expect((await read(forBuiltIn, ours)).titles).toEqual([
          'Gone Selenium',
          'Our Selenium',
          'Shared Selenium',
        ])
      })

      it('hides content whose owner changed after it was indexed', async () => {
        const move = async (clientId: string | null) => {
          await database.db.update(products).set({ clientId }).where(eq(products.pk, 'Shared Selenium'))
          await database.db.update(articles).set({ clientId }).where(eq(articles.slug, 'Shared Selenium'))
        }
        await move(theirs)
        try {
          expect(await sold(forBuiltIn)).toEqual([])
          expect((await read(forBuiltIn)).titles).toEqual(['Gone Selenium'])
        } finally {
          await move(null)
        }
      })
    },
  )

  it('limits products by name to their owner and to those in stock', async () => {
    expect(await sold(true, undefined, allNames)).toEqual(['Shared Selenium'])
    expect(await sold(true, ours, allNames)).toEqual(['Our Selenium', 'Shared Selenium'])
  })

  it('keeps owners apart after the index is written again', async () => {
    await invalidateIndex(database.db)
    await refreshIndex(database.db)
    expect(await sold(true, theirs)).toEqual(['Shared Selenium', 'Their Selenium'])
    expect((await read(true, theirs)).titles).not.toContain('Our Selenium')
  })
})
