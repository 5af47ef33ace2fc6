import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '../../tests/test-app.ts'
import { loadDemonstration } from './load-demonstration.ts'
import { addSampleEvents } from './sample-events.ts'

const now = new Date('2026-03-01T15:00:00.000Z')
let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
  await loadDemonstration(test.database.db)
})
afterAll(() => test.close())

async function daysWithSamples(): Promise<number> {
  const { rows } = await test.database.db.execute<{ n: number }>(sql`
    select count(distinct (at at time zone 'UTC')::date)::int as n from analytics_events where is_sample
  `)
  return rows[0]?.n ?? 0
}

it('fills 30 days once, nothing of it in the future, and on later days those that are missing', async () => {
  const { db } = test.database
  expect(await addSampleEvents(db, now)).toBeGreaterThan(1000)
  expect(await daysWithSamples()).toBe(30)
  const { rows } = await db.execute(
    sql`select 1 from analytics_events where at > ${now.toISOString()}::timestamptz`,
  )
  expect(rows).toEqual([])
  expect(await addSampleEvents(db, now)).toBe(0)
  expect(await addSampleEvents(db, new Date('2026-03-03T15:00:00.000Z'))).toBeGreaterThan(0)
  expect(await daysWithSamples()).toBe(32)
})
