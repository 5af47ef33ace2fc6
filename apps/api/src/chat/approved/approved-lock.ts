import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'

const changesLock = 7_310_417

/** Holds the writers of approved answers back until the transaction ends: the numbers of changes follow the commits. */
export async function lockChanges(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${changesLock})`)
}

/** Resolves when every transaction that held {@link lockChanges} at the call has ended. */
export async function waitForChanges(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${changesLock})`)
}
