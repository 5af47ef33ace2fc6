import { startPostgres } from '@org/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateArticles, generateQuestions } from '../../../tests/generated-content.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { search, type SearchOptions } from './knowledge.search.ts'

const server = await startPostgres()
if ('unavailable' in server) process.stdout.write(`PostgreSQL tests skipped: ${server.unavailable}\n`)

describe.skipIf('unavailable' in server)('the same content in both databases', () => {
  const articles = generateArticles(400, 1)
  let databases: Database[] = []
  beforeAll(async () => {
    databases = [
      await openDatabase({ memory: true }),
      await openDatabase({ url: 'url' in server ? server.url : '' }),
    ]
    for (const { db, migrate } of databases) {
      await migrate()
      await importArticles(db, articles)
      // Some articles are written again: their documents get new numbers.
      const changed = structuredClone(articles.filter((_, index) => index % 7 === 0))
      for (const article of changed) {
        article.title = 'bafu lora'
        article.contentHash += ' changed'
      }
      await importArticles(db, changed)
    }
  })
  afterAll(async () => {
    for (const { close } of databases) await close()
    if ('stop' in server) await server.stop()
  })

  const find = async (database: Database, question: string, options: SearchOptions) => {
    const { passages, coverage, terms } = await search(database.db, question, options)
    return {
      found: passages.map(({ slug, heading, score, matched }) => ({ slug, heading, score, matched })),
      coverage,
      terms,
    }
  }

  it.each<{ what: string; options: SearchOptions }>([
    { what: 'without a filter', options: {} },
    { what: 'of two authors', options: { authors: ['Author 1', 'Author 3'] } },
    { what: 'of one language', options: { languages: ['es'] } },
    {
      what: 'with a preferred language, to the fiftieth',
      options: { language: 'ar', limit: 50, leastShareOfBest: 0 },
    },
  ])('gives the same passages, order, scores and terms $what', async ({ options }) => {
    let found = 0
    for (const question of generateQuestions(60, 2)) {
      const [embedded, postgres] = await Promise.all(
        databases.map((database) => find(database, question, options)),
      )
      expect({ question, ...postgres }).toEqual({ question, ...embedded })
      found += embedded?.found.length ?? 0
    }
    // An index that finds nothing would be equal, too.
    expect(found).toBeGreaterThan(100)
  })
})
