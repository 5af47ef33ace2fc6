import { sql } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/database.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { areAnswersRunning, restAfter } from '../../platform/process/answer-count.ts'
import { createFairQueue, type FairQueue } from '../../platform/process/fair-queue.ts'

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

/** Time as writes use it, in ms. */
interface Timing {
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}

const timers: Timing = { now: () => performance.now(), sleep: delay }

/** Writes of one database in this process. */
interface Writes {
  /** One write at a time: those that wait for the lock in the database would hold all connections of the pool. */
  queue: FairQueue
  /** Writes of each account that wait or run. */
  begun: Map<string, number>
  /** Time after which the next write may start, by {@link Timing.now}. */
  restsUntil: number
}

const writesOf = new WeakMap<Db, Writes>()

/**
 * Writes of one account that may wait. A save with many passages takes a quarter of a second: more would wait longer than the
 * server holds a silent connection.
 */
const mostWaiting = 20

/** Transactions that hold the index. */
const holders = new WeakSet<Db>()

/**
 * Runs a transaction that writes the index, with {@link lockIndex} held. Writers of this process take turns. While answers run
 * in this process, a write first waits until nine times the duration of the last one has passed since that ended, half a
 * second at most, so that an import leaves the event loop and the processor to the answers.
 *
 * @param db within another write of the index its transaction, which holds the index already
 */
export async function writeIndex<Result>(
  db: Db,
  write: (tx: Transaction) => Promise<Result>,
  timing: Timing = timers,
): Promise<Result> {
  return takeTurn(db, write, { writer: '', ...timing })
}

/**
 * Writes the index as {@link writeIndex} does, in turn with other accounts.
 *
 * @param writer key of the account: many writes of one delay another by one write at most
 * @throws {HttpError} 429 when more than {@link mostWaiting} of them wait
 */
export async function writeIndexFor<Result>(
  db: Db,
  writer: string,
  write: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return takeTurn(db, write, { writer, ...timers })
}

async function takeTurn<Result>(
  db: Db,
  write: (tx: Transaction) => Promise<Result>,
  { writer, now, sleep }: Timing & { writer: string },
): Promise<Result> {
  if (holders.has(db)) return db.transaction(write)
  const writes = writesOf.get(db) ?? { queue: createFairQueue(1), begun: new Map(), restsUntil: 0 }
  writesOf.set(db, writes)
  const endTurn = beginTurn(writes, writer)
  return writes.queue.run(writer, async () => {
    let startedAt = now()
    try {
      const restMs = writes.restsUntil - startedAt
      if (restMs > 0 && areAnswersRunning()) await sleep(restMs)
      startedAt = now()
      return await db.transaction(async (tx) => {
        await lockIndex(tx)
        holders.add(tx)
        return write(tx)
      })
    } finally {
      const endedAt = now()
      writes.restsUntil = endedAt + restAfter(endedAt - startedAt)
      endTurn()
    }
  })
}

/** @throws {HttpError} 429 for an account whose writes wait already */
function beginTurn({ begun }: Writes, writer: string): () => void {
  const before = begun.get(writer) ?? 0
  if (writer !== '' && before > mostWaiting) {
    throw new HttpError('rate_limited', 'Too many changes in a short time. Please wait a moment.', {
      retryAfterSeconds: 5,
    })
  }
  begun.set(writer, before + 1)
  return () => {
    const left = (begun.get(writer) ?? 1) - 1
    if (left === 0) begun.delete(writer)
    else begun.set(writer, left)
  }
}
