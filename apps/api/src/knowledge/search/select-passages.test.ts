import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateArticles } from '../../../tests/generated-content.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { passages } from '../../db/schema/knowledge.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { selectPassages } from './select-passages.ts'

let database: Database
beforeAll(async () => {
  database = await openDatabase({ memory: true })
  await database.migrate()
  await importArticles(database.db, generateArticles(200, 3))
})
afterAll(() => database.close())

interface PlanNode {
  'Actual Rows': number
  Plans?: PlanNode[]
}

const mostRows = ({ 'Actual Rows': rows, Plans: plans = [] }: PlanNode): number =>
  Math.max(rows, ...plans.map(mostRows))

it('reads no more articles than it selects, without statistics of the tables', async () => {
  const { db } = database
  const ids = (await db.select({ id: passages.id }).from(passages).limit(8)).map(({ id }) => id)
  const query = selectPassages(db, ids, undefined)
  expect(await query).toHaveLength(8)
  const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    sql`explain (analyze, format json) ${query.getSQL()}`,
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  expect(plan && mostRows(plan.Plan)).toBe(8)
})
