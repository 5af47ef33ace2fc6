import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { users } from './schema/auth.ts'

describe('a database in memory', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('has the whole schema, and migrating again changes nothing', async () => {
    await database.migrate()
    expect(await database.db.select({ people: count() }).from(users)).toEqual([{ people: 0 }])
  })

  it('has trigram search', async () => {
    const { rows } = await database.db.execute<{ close: boolean }>(
      sql`select similarity('magnesum', 'magnesium') > 0.5 as close`,
    )
    expect(rows).toEqual([{ close: true }])
  })

  it('undoes a transaction that throws', async () => {
    const id = '0198c5f6-0000-7000-8000-000000000001'
    await expect(
      database.db.transaction(async (tx) => {
        await tx.insert(users).values({ id, email: 'a@example.com', passwordHash: '-' })
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await database.db.select().from(users).where(eq(users.id, id))).toEqual([])
  })
})

describe('a database in a directory', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'org-api-data-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('keeps its rows, and refuses a second opener until it is closed', async () => {
    const first = await openDatabase({ dataDir })
    await first.migrate()
    await first.db
      .insert(users)
      .values({ id: '0198c5f6-0000-7000-8000-000000000002', email: 'kept@example.com', passwordHash: '-' })
    await expect(openDatabase({ dataDir })).rejects.toThrow(/is in use by process \d+/u)
    await first.close()
    const second = await openDatabase({ dataDir })
    try {
      expect(await second.db.select({ email: users.email }).from(users)).toEqual([
        { email: 'kept@example.com' },
      ])
    } finally {
      await second.close()
    }
  }, 60_000)
})
