import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { evaluationCases, evaluationRuns } from '../db/schema/evaluations.ts'

const dayMs = 86_400_000

/**
 * Deletes cases that were made from the questions of visitors, and runs, after the retention period of the records of
 * answers. Other cases hold no text of a visitor and stay.
 */
export async function purgeEvaluations(
  db: Db,
  now: Date,
  { outcomeDays }: { outcomeDays: number },
): Promise<void> {
  const before = new Date(now.getTime() - outcomeDays * dayMs)
  const { source, createdAt } = evaluationCases
  await db.delete(evaluationCases).where(and(eq(source, 'review'), lt(createdAt, before)))
  await db.delete(evaluationRuns).where(lt(evaluationRuns.createdAt, before))
}
