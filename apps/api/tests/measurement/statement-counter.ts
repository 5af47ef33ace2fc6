import { Client, Pool } from 'pg'
import { expect, vi } from 'vitest'
import type { Database } from '../../src/db/database.ts'

/** Counts the statements that a database driver sends; the returned function ends that and returns the number. */
export function countStatements(): () => number {
  const sending = vi.spyOn(Client.prototype, 'query')
  return () => {
    const { length } = sending.mock.calls
    sending.mockRestore()
    return length
  }
}

/** Waits until no statement is under way, so that none of an earlier call is counted with those of the next. */
export async function untilIdle({ db }: Database): Promise<void> {
  const pool: unknown = Reflect.get(db, '$client')
  if (!(pool instanceof Pool)) throw new Error('This database has no pool.')
  await vi.waitFor(() => expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]))
}
