import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/database.ts'

/** The keys of the visitors' addresses that are stored. */
export async function addressKeyRows(db: Db): Promise<{ id: number; secret: string }[]> {
  const { rows } = await db.execute<{ id: number; secret: string }>(
    sql`select id, secret from analytics_keys order by id`,
  )
  return rows
}
