import { type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'

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

/** Rows in the order of a key. */
export interface OrderedRows {
  table: SQL
  where: SQL
  /** Columns of an index that `where` leads into, with their types. */
  key: readonly (readonly [column: string, type: string])[]
}

/**
 * Runs a statement on many rows, a thousand at a time: a statement ends after 15 s. Each part begins where the last one ended, so
 * that rows of earlier parts are not read again.
 *
 * @param statement builds the statement for the condition of a part
 */
export async function inOrder(
  db: Db,
  { table, where, key }: OrderedRows,
  statement: (part: SQL) => SQL,
): Promise<void> {
  const columns = sql.join(
    key.map(([column]) => sql.identifier(column)),
    sql`, `,
  )
  const texts = sql.join(
    key.map(([column], at) => sql`${sql.identifier(column)}::text as ${sql.identifier(`key_${at}`)}`),
    sql`, `,
  )
  let rest = where
  for (;;) {
    const { rows } = await db.execute<Record<string, string>>(sql`
      select ${texts} from ${table} where ${rest} order by ${columns} offset ${rowsAtOnce - 1} limit 1`)
    const [found] = rows
    if (found === undefined) {
      await db.execute(statement(rest))
      return
    }
    const last = sql.join(
      key.map(([, type], at) => sql`${found[`key_${at}`]}::${sql.raw(type)}`),
      sql`, `,
    )
    await db.execute(statement(sql`${rest} and (${columns}) <= (${last})`))
    rest = sql`${where} and (${columns}) > (${last})`
  }
}
