import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countStatements } from '../../../tests/measurement/statement-counter.ts'
import { openTestApp, type TestApp } from '../../../tests/test-app.ts'
import { newId } from '../../platform/process/ids.ts'
import { citedSources, citedSourcesOf } from './cited-sources.ts'

let test: TestApp
let owner: string
let ids: string[]
beforeAll(async () => {
  test = await openTestApp()
  owner = (await test.addUser({ role: 'client' })).id
  const other = (await test.addUser({ role: 'client' })).id
  const { db } = test.database
  ids = Array.from({ length: 8 }, newId)
  for (const [at, id] of ids.entries()) {
    // The last one is another client's.
    const clientId = at === ids.length - 1 ? other : owner
    await db.execute(sql`
      insert into articles (id, slug, title, author, url, topic, body, language, status, content_hash, client_id, updated_at)
      values (${id}, ${`a-${at}`}, ${`Article ${at}`}, 'Ada', '', '', '', 'en', 'published', '', ${clientId}, now())`)
    await db.execute(sql`
      insert into passages (id, article_id, position, title, heading, body)
      select gen_random_uuid(), ${id}, n, ${`Article ${at}`}, 'Heading ' || n, ${`Borage ${at} is\n  blue, part `} || n
      from generate_series(1, 3) n`)
  }
})
afterAll(() => test.close())

it('are read once for all answers of a page, a few articles with one statement', async () => {
  const answers = Array.from({ length: 20 }, () =>
    ids.map((article_id, at) => ({ article_id, quote: `Borage ${at} is blue, part 2` })),
  )
  const statements = countStatements()
  const sources = await citedSourcesOf(test.database.db, answers, owner)
  expect(statements()).toBe(3)
  expect(sources).toHaveLength(20)
  for (const cited of sources) {
    expect(cited.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4, 5, 6, ''].map(titleOf))
    expect(cited.map(({ found }) => found)).toEqual(ids.map((_, at) => at < 7))
    expect(cited[0]).toMatchObject({ heading: 'Heading 2', publisher: 'Ada', language: 'en' })
  }
})

it('have the title of an article that no longer has the quote', async () => {
  const [article_id = ''] = ids
  const unknown = { article_id: newId(), quote: 'Borage' }
  expect(await citedSources(test.database.db, [{ article_id, quote: 'Red' }, unknown], owner)).toMatchObject([
    { found: false, title: 'Article 0', heading: '' },
    { found: false, title: '' },
  ])
})

function titleOf(at: number | string): string {
  return at === '' ? '' : `Article ${at}`
}
