import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { createFairQueue } from '../../platform/process/fair-queue.ts'

const changesLock = 7_310_417

/** Holds the writers of approved answers back until the transaction ends: the numbers of changes follow the commits. */
export async function lockChanges(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${changesLock})`)
}

/** One save at a time: those that wait for the lock in the database would hold all connections of the pool. */
const writers = createFairQueue(1)

/**
 * Runs a transaction that writes approved answers, with {@link lockChanges} held.
 *
 * @param writer key of the account: many saves of one delay another by one save at most
 */
export function writeApproved<Result>(
  db: Db,
  writer: string,
  write: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return writers.run(writer, () =>
    db.transaction(async (tx) => {
      await lockChanges(tx)
      return write(tx)
    }),
  )
}

/** Resolves when every transaction that held {@link lockChanges} at the call has ended. */
export async function waitForChanges(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${changesLock})`)
}
