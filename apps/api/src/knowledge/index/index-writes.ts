import { sql } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/database.ts'
import { areAnswersRunning, restAfter } from '../../platform/process/answer-count.ts'

// One writer at a time: rows become visible in the order of their numbers, which readers of changes rely on. The
// trigger `search_documents_deleted` takes the same lock.
const indexLock = 7_305_911_403

/** Waits until no other transaction writes the index; held until the transaction ends. */
export async function lockIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${indexLock})`)
}

/** Resolves when every transaction that held {@link lockIndex} at the call has ended. */
export async function waitForIndexWrites(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${indexLock})`)
}

/** Times after which the next write may start, by {@link Timing.now}. */
const restsUntil = new WeakMap<Db, number>()

/** Time as writes use it, in ms. */
interface Timing {
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}

const timers: Timing = { now: () => performance.now(), sleep: delay }

/**
 * Runs a transaction that writes the index, with {@link lockIndex} held. While answers run in this process, a write first
 * waits until nine times the duration of the last one has passed since that ended, half a second at most, so that an
 * import leaves the event loop and the processor to the answers.
 */
export async function writeIndex<Result>(
  db: Db,
  write: (tx: Transaction) => Promise<Result>,
  { now, sleep }: Timing = timers,
): Promise<Result> {
  const restMs = (restsUntil.get(db) ?? 0) - now()
  if (restMs > 0 && areAnswersRunning()) await sleep(restMs)
  const startedAt = now()
  try {
    return await db.transaction(async (tx) => {
      await lockIndex(tx)
      return write(tx)
    })
  } finally {
    const endedAt = now()
    restsUntil.set(db, endedAt + restAfter(endedAt - startedAt))
  }
}
