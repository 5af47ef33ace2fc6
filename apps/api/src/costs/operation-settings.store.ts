import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { operationSettings } from '../db/schema/operations.ts'

/** Settings of the deployment that administrators change. */
export type OperationSettings = Omit<typeof operationSettings.$inferSelect, 'id'>

const defaults: OperationSettings = {
  currency: 'USD',
  weeklyEnabled: true,
  weeklyDay: 1,
  weeklyHour: 7,
  retentionRanAt: null,
}

/** Reads the settings; the defaults before the first save. */
export async function readOperationSettings(db: Db | Transaction): Promise<OperationSettings> {
  const [row] = await db.select().from(operationSettings).where(eq(operationSettings.id, 1))
  return row ?? defaults
}

/** Stores some settings; the others stay. */
export async function writeOperationSettings(
  db: Db | Transaction,
  changes: Partial<OperationSettings>,
): Promise<void> {
  await db
    .insert(operationSettings)
    .values({ id: 1, ...changes })
    .onConflictDoUpdate({ target: operationSettings.id, set: changes })
}
