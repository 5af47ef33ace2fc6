import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateArticles } from '../../tests/generated-content.ts'
import { openTestDatabase, type TestDatabase } from '../../tests/test-database.ts'
import { articles, searchDocuments, searchRemovals } from '../db/schema/knowledge.ts'
import { currentIndex, keepIndexCurrent } from './current-index.ts'
import { importArticles } from './knowledge.import.ts'
import { lockIndex, tidyIndex } from './search-index.ts'

describe('currentIndex', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.close())

  const content = generateArticles(30, 6)
  const passagesOf = (files: typeof content) => files.reduce((sum, { sections }) => sum + sections.length, 0)
  const size = async () => (await currentIndex(database.db)).size

  it('holds what was committed before the call, in pages', async () => {
    expect(await size()).toBe(0)
    const many = generateArticles(80, 7)
    expect(passagesOf(many)).toBeGreaterThan(100)
    await importArticles(database.db, many)
    expect(await size()).toBe(passagesOf(many))
  })

  it('shows nothing of a transaction that fails', async () => {
    await importArticles(database.db, content)
    const failing = database.db.transaction(async (tx) => {
      await lockIndex(tx)
      await tx.delete(articles)
      await tx.insert(searchDocuments).values({ space: 'passage::en', words: 'zinc||zinc', version: 1 })
      throw new Error('the process ends')
    })
    await expect(failing).rejects.toThrow('the process ends')
    expect(await size()).toBe(passagesOf(content))
  })

  it('drops the passages of a deleted article, and replaces those of a changed one', async () => {
    await importArticles(database.db, content)
    await size()
    await database.db.delete(articles).where(eq(articles.slug, 'article-3'))
    const rest = content.filter(({ slug }) => slug !== 'article-3')
    expect(await size()).toBe(passagesOf(rest))
    const [first, ...others] = rest
    if (first === undefined) throw new Error('no article')
    const changed = { ...first, contentHash: 'new', sections: [{ heading: 'new', body: 'new text' }] }
    await importArticles(database.db, [changed])
    expect(await size()).toBe(passagesOf([changed, ...others]))
  })

  it('is empty after the table was truncated, and then fills again', async () => {
    await importArticles(database.db, content)
    await size()
    await database.db.execute(
      sql.raw('truncate search_documents, search_removals, passages, articles restart identity cascade'),
    )
    expect(await size()).toBe(0)
    await importArticles(database.db, content.slice(0, 5))
    expect(await size()).toBe(passagesOf(content.slice(0, 5)))
  })

  it('reads everything after a truncation that more documents followed than there were', async () => {
    await importArticles(database.db, content.slice(0, 5))
    await size()
    await database.db.execute(
      sql.raw('truncate search_documents, search_removals, passages, articles restart identity cascade'),
    )
    await importArticles(database.db, content)
    expect(await size()).toBe(passagesOf(content))
  })

  it('gives concurrent callers what was committed before each of them', async () => {
    const sizes: Promise<number>[] = [size(), size()]
    await importArticles(database.db, content)
    sizes.push(size(), size())
    expect((await Promise.all(sizes)).slice(2)).toEqual([passagesOf(content), passagesOf(content)])
  })

  it('recovers from a read that failed', async () => {
    await importArticles(database.db, content)
    await database.db.execute(sql.raw('alter table search_removals rename to hidden'))
    await expect(size()).rejects.toThrow('Failed query')
    await database.db.execute(sql.raw('alter table hidden rename to search_removals'))
    expect(await size()).toBe(passagesOf(content))
  })

  it('keeps removals for a day', async () => {
    await importArticles(database.db, content)
    await database.db.delete(articles).where(eq(articles.slug, 'article-1'))
    await database.db.delete(articles).where(eq(articles.slug, 'article-2'))
    const [old] = await database.db.select().from(searchRemovals).orderBy(searchRemovals.change).limit(1)
    await database.db
      .update(searchRemovals)
      .set({ removedAt: sql`now() - interval '25 hours'` })
      .where(eq(searchRemovals.change, old?.change ?? 0))
    const before = await database.db.select().from(searchRemovals)
    await tidyIndex(database.db)
    expect(await database.db.select().from(searchRemovals)).toHaveLength(before.length - 1)
  })

  it('reads in the background until it is stopped, and reports a failure', async () => {
    const errors: unknown[] = []
    await importArticles(database.db, content)
    const stop = keepIndexCurrent(database.db, (error) => errors.push(error))
    await stop()
    expect(errors).toEqual([])
    await database.db.execute(sql.raw('alter table search_removals rename to hidden'))
    await keepIndexCurrent(database.db, (error) => errors.push(error))()
    expect(errors).toHaveLength(1)
    await database.db.execute(sql.raw('alter table hidden rename to search_removals'))
  })
})
