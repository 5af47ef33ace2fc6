import { type SQL, desc, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { HttpError } from '../http/http-error.ts'
import { isUuid } from '../process/ids.ts'

/** Requested page of a list. */
export interface PageQuery {
  limit: number
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[]
  /** Null on the last page. */
  next_cursor: string | null
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
): Promise<Page<Item>> {
  if (cursor !== undefined && !/^\d{1,9}$/u.test(cursor)) throw foreignCursor()
  const before = cursor === undefined ? undefined : lt(number, Number(cursor))
  return selectPage(limit, { where: before, orderBy: desc(number) }, select, {
    cursor: (row) => String(read.number(row)),
    item: read.item,
  })
}

/**
 * One page of a table, the newest row first: the cursor is the id of its last row. Ids grow with time (UUID version 7).
 *
 * @param id the column with the ids
 * @param select gives the rows that are asked for
 * @param read gives a row's id, and what the page holds of it
 * @throws {HttpError} 400 for a cursor that is none of ours
 */
export async function pageById<Row, Item>(
  { limit, cursor }: PageQuery,
  id: AnyPgColumn,
  select: (selection: Selection) => Promise<Row[]>,
  read: { id: (row: Row) => string; item: (row: Row) => Item },
): Promise<Page<Item>> {
  if (cursor !== undefined && !isUuid(cursor)) throw foreignCursor()
  const before = cursor === undefined ? undefined : lt(id, cursor)
  return selectPage(limit, { where: before, orderBy: desc(id) }, select, {
    cursor: read.id,
    item: read.item,
  })
}

async function selectPage<Row, Item>(
  limit: number,
  order: Pick<Selection, 'where' | 'orderBy'>,
  select: (selection: Selection) => Promise<Row[]>,
  read: { cursor: (row: Row) => string; item: (row: Row) => Item },
): Promise<Page<Item>> {
  // One more row shows whether there is another page.
  const found = await select({ ...order, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    items: rows.map(read.item),
    next_cursor: found.length > limit && last !== undefined ? read.cursor(last) : null,
  }
}

function foreignCursor(): HttpError {
  return new HttpError('malformed', 'This cursor is not one of ours.')
}
