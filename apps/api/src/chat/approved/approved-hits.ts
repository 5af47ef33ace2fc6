import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { approvedAnswers } from '../../db/schema/approved.ts'

/** Counts that an approved answer was given. */
export async function countApprovedHit(db: Db, answerId: string, at: Date): Promise<void> {
  await db
    .update(approvedAnswers)
    .set({ hits: sql`${approvedAnswers.hits} + 1`, lastHitAt: at })
    .where(eq(approvedAnswers.id, answerId))
}
