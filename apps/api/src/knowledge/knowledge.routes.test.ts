import { knowledgeSearchSchema } from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'
import { parseArticleFile } from './content/article-file.ts'
import { importArticles } from './content/knowledge.import.ts'
import { refreshIndex } from './index/search-index.ts'
import { coverageThreshold } from './search/coverage.ts'

const article = (slug: string, author: string, body: string, language = '') =>
  parseArticleFile(
    slug,
    `---\ntitle: ${slug}\nauthor: ${author}\nurl: https://example.gov/${slug}\ntopic: sleep\n${language}---\n## Basics\n${body}\n`,
  )

describe('GET /api/admin/knowledge/search', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let cookie: string
  beforeAll(async () => {
    test = await openTestApp()
    await importArticles(test.database.db, [
      article(
        'melatonin',
        'Institute of Sleep, Rest and Dreams',
        'Melatonin is a hormone that helps people fall asleep.',
      ),
      article('zinc', 'Office', 'Zinc lozenges may shorten a cold.'),
      article('melatonina', 'Instituto', 'La melatonina es una hormona que ayuda a dormir a las personas.'),
    ])
    await refreshIndex(test.database.db)
    cookie = await test.signIn(await test.addUser({ role: 'admin' }))
  })
  afterAll(() => test.close())

  const ask = async (query: Record<string, string>) => {
    const response = await test.app.request(
      `/api/admin/knowledge/search?${new URLSearchParams(query).toString()}`,
      {
        headers: { cookie },
      },
    )
    expect(response.status).toBe(200)
    return knowledgeSearchSchema.parse(await response.json())
  }

  it('returns passages with score, language, matched words and the covered decision', async () => {
    const found = await ask({ q: 'what is melatonin?', limit: '2' })
    expect(found.results[0]).toMatchObject({ slug: 'melatonin', language: 'en', matched: ['melatonin'] })
    expect(found.results[0]?.score).toBeGreaterThan(0)
    expect(found.took_ms).toBeGreaterThan(0)
    expect(found).toMatchObject({ covered: true })
    expect(found.coverage).toBeGreaterThanOrEqual(coverageThreshold)
  })

  it('limits by an author whose name holds commas, and by language', async () => {
    const author = 'Institute of Sleep, Rest and Dreams'
    const byAuthor = await ask({ q: 'zinc or melatonin', authors: `${author},Nobody` })
    expect(byAuthor.results.map(({ slug }) => slug)).toEqual(['melatonin'])
    const byLanguage = await ask({ q: '¿Qué es la melatonina?', language: 'es' })
    expect(byLanguage.results.map(({ slug }) => slug)).toEqual(['melatonina'])
  })

  it('refuses an empty question', async () => {
    const response = await test.app.request('/api/admin/knowledge/search?q=', { headers: { cookie } })
    expect(response.status).toBe(422)
  })
})
