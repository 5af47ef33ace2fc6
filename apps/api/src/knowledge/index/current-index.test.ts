import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateArticles } from '../../../tests/generated-content.ts'
import { longestStep } from '../../../tests/measurement/longest-step.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import type { Db } from '../../db/database.ts'
import { articles, searchDocuments, searchRemovals } from '../../db/schema/knowledge.ts'
import { currentIndex, IndexNotReadyError, keepIndexCurrent, withIndex } from './current-index.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { searchPassages } from '../search/knowledge.search.ts'
import { lockIndex } from './index-writes.ts'
import { refreshIndex, tidyIndex } from './search-index.ts'

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

  // Another process has an index of its own: indexes belong to the object of the database.
  const otherInstance = (): Db => Object.assign(Object.create(database.db), {})

  const truncateIndex = () => database.db.execute(sql.raw('truncate search_documents'))

  it('refuses searches while content is not indexed, in every instance', async () => {
    await importArticles(database.db, content)
    const other = otherInstance()
    const sizeOf = (db: Db) => withIndex(db, (index) => Promise.resolve(index.size), 300)
    expect([await sizeOf(database.db), await sizeOf(other)]).toEqual([
      passagesOf(content),
      passagesOf(content),
    ])
    await truncateIndex()
    await expect(sizeOf(database.db)).rejects.toThrow(IndexNotReadyError)
    await expect(sizeOf(other)).rejects.toThrow(IndexNotReadyError)
    await expect(sizeOf(otherInstance())).rejects.toThrow(IndexNotReadyError)
    await Promise.all([refreshIndex(database.db), refreshIndex(other)])
    expect([await sizeOf(database.db), await sizeOf(other)]).toEqual([
      passagesOf(content),
      passagesOf(content),
    ])
  })

  it('lets a question wait until the content is indexed again', async () => {
    await importArticles(database.db, content)
    const question = `${content[4]?.title} ${content[4]?.sections[0]?.heading}`
    const before = await searchPassages(database.db, question)
    expect(before.passages).not.toEqual([])
    await truncateIndex()
    const waiting = searchPassages(otherInstance(), question)
    await refreshIndex(database.db)
    const after = await waiting
    expect(after.covered).toBe(before.covered)
    expect(after.passages.map(({ id }) => id)).toEqual(before.passages.map(({ id }) => id))
  })

  it('does not hold the event loop while it applies a large change', async () => {
    await size()
    const rows = generateArticles(1500, 8).flatMap(({ title, author, sections }) =>
      sections.map(({ heading, body }) => ({
        space: 'passage::en',
        author,
        words: [title, heading, body].join('|'),
        version: 1,
      })),
    )
    await database.db.insert(searchDocuments).values(rows)
    expect(await longestStep(size)).toBeLessThan(50)
    expect(await size()).toBe(rows.length)
  }, 60_000)

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
