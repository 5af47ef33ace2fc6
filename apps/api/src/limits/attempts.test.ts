import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { countHourly } from './attempts.store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const now = new Date('2026-03-05T12:15:00.000Z')
const limit = 5

async function statusOf(subject: string, at: Date): Promise<number> {
  try {
    await countHourly(database.db, { name: 'test', limit, subject }, at)
    return 200
  } catch (error) {
    if (error instanceof HttpError) return error.status
    throw error
  }
}

it('an hourly limit lets as many requests through that arrive at once as one after the other', async () => {
  const atOnce = await Promise.all(Array.from({ length: 40 }, () => statusOf('one', now)))
  expect(atOnce.filter((status) => status === 200)).toHaveLength(limit)
  expect(atOnce.filter((status) => status === 429)).toHaveLength(40 - limit)
  expect([await statusOf('one', now), await statusOf('other', now)]).toEqual([429, 200])
  expect(await statusOf('one', new Date(now.getTime() + 45 * 60_000))).toBe(200)
})

it('an hourly limit names the time until the next hour', async () => {
  const requests = Array.from({ length: limit + 1 }, () =>
    countHourly(database.db, { name: 'test', limit, subject: 'wait' }, now),
  )
  await expect(Promise.all(requests)).rejects.toMatchObject({ retryAfterSeconds: 45 * 60 })
})
