import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { vi } from 'vitest'
import type { Database } from '../src/db/database.ts'

/** Counts the statements that a database is sent, where its driver sends them; the function given back ends that, and tells how many. */
export function countStatements({ db }: Database): () => number {
  const client: unknown = Reflect.get(db, '$client')
  const sending =
    client instanceof PGlite ? vi.spyOn(client, '_runExclusiveQuery') : vi.spyOn(Client.prototype, 'query')
  return () => {
    const { length } = sending.mock.calls
    sending.mockRestore()
    return length
  }
}
