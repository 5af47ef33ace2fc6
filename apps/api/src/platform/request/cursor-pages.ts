import { type SQL, desc, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { HttpError } from '../http/http-error.ts'

/** Requested page of a list. */
export interface PageQuery {
  limit: number
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

/** SQL parts that select a page of a table. */
export interface Selection {
  where: SQL | undefined
  orderBy: SQL
  limit: number
}

/**
 * One page of a table, the highest number first: the cursor is the number of its last row.
 *
 * @param number the column that numbers the rows
 * @param select gives the rows that are asked for
 * @param read gives a row's number, and what the page holds of it
 * @throws {HttpError} 400 for a cursor that is none of ours
 */
export async function pageOf<Row, Item>(
  { limit, cursor }: PageQuery,
  number: AnyPgColumn,
  select: (selection: Selection) => Promise<Row[]>,
  read: { number: (row: Row) => number; item: (row: Row) => Item },
): Promise<{ items: Item[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,9}$/u.test(cursor)) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  const found = await select({
    where: cursor === undefined ? undefined : lt(number, Number(cursor)),
    orderBy: desc(number),
    // One more row shows whether there is another page.
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    items: rows.map(read.item),
    next_cursor: found.length > limit && last !== undefined ? String(read.number(last)) : null,
  }
}
