import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../tests/test-database.ts'
import { lockChanges } from '../chat/approved/approved-lock.ts'
import { createApprovedAnswers } from '../chat/approved/approved-answers.ts'
import type { Db, Transaction } from '../db/database.ts'
import { approvedAnswers } from '../db/schema/approved.ts'
import { gaps } from '../db/schema/gaps.ts'
import { searchDocuments } from '../db/schema/knowledge.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { lockIndex } from '../knowledge/index/index-writes.ts'
import { newId } from '../platform/process/ids.ts'
import { updateGaps } from './gap-runs.ts'

const question = 'do you engrave wooden gift boxes'

describe('updateGaps', () => {
  let database: TestDatabase
  let db: Db
  beforeEach(async () => {
    database = await openTestDatabase()
    ;({ db } = database)
    // As in a deployment that has never had content or an approved answer.
    await db.execute(sql`alter sequence search_documents_doc_seq restart`)
    await db.execute(sql`alter sequence approved_changes restart`)
    await db.insert(answerOutcomes).values({
      id: newId(),
      at: new Date(),
      ending: 'complete',
      outcome: 'uncovered',
      language: 'en',
      model: 'local',
      tokens: 0,
      totalMs: 1,
      question,
      searches: [],
      citations: [],
      products: [],
    })
    await look()
  })
  afterEach(() => database.close())

  const statuses = async () =>
    (await db.select({ status: gaps.status }).from(gaps)).map(({ status }) => status)
  const look = () => updateGaps(db, () => new Date(), { approved: createApprovedAnswers(db) })

  async function approve(tx: Transaction): Promise<void> {
    await lockChanges(tx)
    await tx.insert(approvedAnswers).values({
      id: newId(),
      status: 'published',
      language: 'en',
      question,
      variants: [],
      answer: 'Yes, with up to twenty letters.',
      citations: [],
      reviewer: 'Ines',
      reviewedAt: '2026-11-02',
      updatedAt: new Date(),
    })
  }

  it('closes a gap after the very first approved answer of a deployment', async () => {
    expect(await statuses()).toEqual(['open'])
    await db.transaction(approve)
    await look()
    expect(await statuses()).toEqual(['closed'])
  })

  it('asks again after the very first passage of a deployment', async () => {
    const checked = async () => (await db.select({ doc: gaps.checkedDoc }).from(gaps)).map(({ doc }) => doc)
    const [before = 0] = await checked()
    await db.transaction(async (tx) => {
      await lockIndex(tx)
      await tx.insert(searchDocuments).values({ space: 'passage::en', words: 'zinc||zinc', version: 1 })
    })
    await look()
    const [after = 0] = await checked()
    expect(after).toBeGreaterThan(before)
  })

  // The embedded database runs no statement beside a transaction.
  it.skipIf(inject('postgresUrl') === undefined)(
    'misses no answer whose number is taken before it is committed',
    async () => {
      const inserted = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const saving = db.transaction(async (tx) => {
        await approve(tx)
        inserted.resolve()
        await released.promise
      })
      await inserted.promise
      let isDone = false
      const looking = look().finally(() => (isDone = true))
      try {
        await expect.poll(async () => isDone || (await waits(db)), { timeout: 30_000 }).toBe(true)
      } finally {
        released.resolve()
        await saving
      }
      await looking
      expect(await statuses()).toEqual(['closed'])
    },
  )
})

/** Returns true while a connection of the database waits for an advisory lock. */
async function waits(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())
  `)
  return rows.length > 0
}
