import { sql } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/database.ts'
import { areAnswersRunning } from '../../platform/process/answer-count.ts'

// One writer at a time: rows become visible in the order of their numbers, which readers of changes rely on. The
// trigger `search_documents_deleted` takes the same lock.
const indexLock = 7_305_911_403

/** Waits until no other transaction writes the index; held until the transaction ends. */
export async function lockIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${indexLock})`)
}

/** Rest after a write as a multiple of its duration: writing takes at most a quarter of the time (docs/decisions/0016). */
const restShare = 3
/** Longest rest in ms: after one large text, the next save of a person does not wait for longer. */
const longestRestMs = 1000

const lastWrites = new WeakMap<Db, Promise<unknown>>()

/**
 * Runs a transaction that writes the index, with {@link lockIndex} held. Writes of one process run one after the other.
 * While answers run, the next write starts after a rest of three times the duration of the last one, so that an import
 * leaves the event loop and the processor to the answers.
 *
 * @param sleep waits for some milliseconds @default a timer
 */
export function writeIndex<Result>(
  db: Db,
  write: (tx: Transaction) => Promise<Result>,
  sleep: (ms: number) => Promise<unknown> = delay,
): Promise<Result> {
  let startedAt = 0
  const run = (lastWrites.get(db) ?? Promise.resolve()).then(() => {
    startedAt = performance.now()
    return db.transaction(async (tx) => {
      await lockIndex(tx)
      return write(tx)
    })
  })
  const rest = async () => {
    if (!areAnswersRunning()) return
    await sleep(Math.min(longestRestMs, restShare * (performance.now() - startedAt)))
  }
  lastWrites.set(db, run.then(rest, rest))
  return run
}
