import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../../tests/test-app.ts'
import { articles, passages } from '../db/schema/knowledge.ts'
import { newId } from '../platform/process/ids.ts'

describe('what a question may be limited to', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())

  it('is no author while the knowledge base is empty', async () => {
    expect(await (await test.app.request('/api/authors')).json()).toEqual({ authors: [] })
  })

  it('is every author, with the number of passages by them', async () => {
    for (const [slug, author, count] of [
      ['sleep', 'Office B', 2],
      ['tea', 'Office A', 1],
      ['rest', 'Office B', 1],
    ] as const) {
      const articleId = newId()
      await test.database.db.insert(articles).values({
        id: articleId,
        slug,
        title: slug,
        author,
        url: 'https://example.com',
        topic: 't',
        contentHash: '-',
      })
      await test.database.db.insert(passages).values(
        Array.from({ length: count }, (_, position) => ({
          id: newId(),
          articleId,
          position,
          title: slug,
          body: 'text',
        })),
      )
    }
    const response = await test.app.request('/api/authors')
    expect(await response.json()).toEqual({
      authors: [
        { name: 'Office A', count: 1 },
        { name: 'Office B', count: 3 },
      ],
    })
  })

  it('is the tools of the assistant', async () => {
    expect(await (await test.app.request('/api/tools')).json()).toEqual({
      tools: [{ name: 'search_knowledge', description: expect.any(String) }],
    })
  })
})
