import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { vi } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { queryGate } from '../../src/db/pglite-queue.ts'

/** Counts the statements that a database driver sends; the returned function ends that and returns the number. */
export function countStatements({ db }: Database): () => number {
  const client: unknown = Reflect.get(db, '$client')
  const sending = client instanceof PGlite ? vi.spyOn(client, queryGate) : vi.spyOn(Client.prototype, 'query')
  return () => {
    const { length } = sending.mock.calls
    sending.mockRestore()
    return length
  }
}
