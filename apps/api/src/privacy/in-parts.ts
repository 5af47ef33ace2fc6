import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'

/** Rows of one part. */
const rowsAtOnce = 1000

/** Bytes of one part as they are stored: compressed, they stand for several times as many. */
const bytesAtOnce = 60_000

/** The rows of a scan. */
export interface Scan {
  table: SQL
  /** Column that orders the rows, each with another value. */
  key: SQL
  /** Column that the statement reads. */
  column: SQL
  /** @default all rows */
  where?: SQL
}

/**
 * Runs a statement on all rows of a table, part by part: the embedded database holds up the event loop while it reads texts.
 *
 * @param statement builds the statement for the condition of a part
 */
export async function inParts(
  tx: Transaction,
  { table, key, column, where = sql`true` }: Scan,
  statement: (part: SQL) => SQL,
): Promise<void> {
  let rest = where
  for (;;) {
    const { rows } = await tx.execute<{ last: string | number | null }>(sql`
      select max(key) as last from (
        select key, sum(size) over (order by key) - size as before from (
          select ${key} as key, coalesce(pg_column_size(${column}), 0) as size from ${table}
          where ${rest} order by 1 limit ${rowsAtOnce}
        ) as next
      ) as sized where before < ${bytesAtOnce}`)
    const last = rows[0]?.last ?? null
    if (last === null) return
    await tx.execute(statement(sql`${rest} and ${key} <= ${last}`))
    rest = sql`${where} and ${key} > ${last}`
  }
}
