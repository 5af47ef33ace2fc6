import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../db/database.ts'
import { loadDemonstration } from '../../demo/load-demonstration.ts'
import { packageRoot } from '../../package-root.ts'
import { parseArticleFile } from '../content/article-file.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { search } from './knowledge.search.ts'

const questionsSchema = z.object({
  answerable: z.array(z.object({ question: z.string(), expect: z.array(z.string()).min(1) })),
  off_topic: z.array(z.string()),
})

describe('search', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await loadDemonstration(database.db)
  })
  afterAll(() => database.close())

  const find = async (query: string, options = {}) => {
    const { passages, covered } = await search(database.db, query, options)
    return (covered ? passages : []).map(({ slug, heading }) => `${slug}#${heading}`)
  }
  const questions = async () =>
    questionsSchema.parse(JSON.parse(await readFile(join(packageRoot, 'demo/questions.json'), 'utf8')))

  it('finds the expected passages among the first five: recall@5 of at least 0.9', async () => {
    const { answerable } = await questions()
    expect(answerable.length).toBeGreaterThanOrEqual(60)
    let recall = 0
    for (const { question, expect: expected } of answerable) {
      const found = new Set((await find(question)).slice(0, 5))
      recall += expected.filter((passage) => found.has(passage)).length / expected.length
    }
    expect(recall / answerable.length).toBeGreaterThanOrEqual(0.9)
  })

  it('finds nothing for questions beside the topic', async () => {
    const { off_topic: offTopic } = await questions()
    const wrong: string[] = []
    for (const question of offTopic) if ((await find(question)).length > 0) wrong.push(question)
    expect(wrong).toEqual([])
  })

  it('returns the nearest passages of a question that the content does not cover', async () => {
    const { passages, covered } = await search(database.db, 'Which hotels in Lisbon are near the beach?')
    expect(covered).toBe(false)
    expect(passages.length).toBeGreaterThan(0)
  })

  it('names the language of a passage and the words of the question that it contains', async () => {
    const { passages, coverage } = await search(database.db, 'how much magnesium should I take?')
    expect(passages[0]).toMatchObject({ language: 'en', matched: expect.arrayContaining(['magnesium']) })
    expect(coverage).toBeGreaterThan(0.5)
  })

  it('finds both parts of a question in two parts', async () => {
    const found = await find('How much magnesium does an adult need, and what helps me sleep?')
    expect(found).toContain('magnesium-fact-sheet#How much magnesium adults need')
    expect(found).toContain('cdc-about-sleep#Habits that improve sleep')
  })

  it('forgives a typing error', async () => {
    expect((await find('what foods are high in magnesum'))[0]).toBe(
      'magnesium-fact-sheet#Foods that supply magnesium',
    )
  })

  it('keeps to the chosen authors', async () => {
    const authors = ['National Heart, Lung, and Blood Institute']
    const { passages } = await search(database.db, 'what helps me sleep?', { authors })
    expect(passages.length).toBeGreaterThan(0)
    expect(new Set(passages.map((passage) => passage.author))).toEqual(new Set(authors))
    expect(await find('what helps me sleep?', { authors: ['Nobody'] })).toEqual([])
  })

  it('offers products of the topic, and none by a word that only looks alike', async () => {
    const names = async (query: string) => (await search(database.db, query)).products.map(({ name }) => name)
    expect(await names('how much magnesium do I need?')).toContain('Magnesium Glycinate Capsules')
    expect(await names('how do i absorb more iron from plants')).not.toContain('Cast-Iron Kettlebell')
  })

  it.each([
    "'; drop table passages; --",
    ':* & | ! ( ) <->',
    '%_\\',
    '\u{1F9D8}',
    '"'.repeat(500),
    'a '.repeat(2000),
  ])('takes any text for a text: %j', async (query) => {
    await expect(search(database.db, query)).resolves.toBeDefined()
  })

  it('writes an article again only when it has changed', async () => {
    const text = (body: string) =>
      `---\ntitle: Taurine\nauthor: An Agency\nurl: https://example.gov/taurine\ntopic: supplements\n---\n## Taurine basics\n${body}\n`
    const first = parseArticleFile('taurine', text('Taurine is an amino sulfonic acid.'))
    expect(await importArticles(database.db, [first])).toEqual({ written: 1, unchanged: 0 })
    expect(await importArticles(database.db, [first])).toEqual({ written: 0, unchanged: 1 })
    const second = parseArticleFile('taurine', text('Taurine occurs in shellfish.'))
    expect(await importArticles(database.db, [second])).toEqual({ written: 1, unchanged: 0 })
    const { passages } = await search(database.db, 'what is taurine?')
    expect(passages.map((passage) => passage.text)).toEqual(['Taurine occurs in shellfish.'])
  })
})
