import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { HttpError } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'

// The last millisecond of the year 9999: databases hold no later times.
const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Selects the rows after a cursor, which is the time and the id of the last row of the page before.
 *
 * @throws {HttpError} 400 for a cursor that is none of ours
 */
export function after(cursor: string | undefined, time: AnyPgColumn, id: AnyPgColumn): SQL | undefined {
  if (cursor === undefined) return undefined
  const [, at = '', last = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/u.exec(cursor) ?? []
  if (!isUuid(last) || Number(at) > latestTime) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  return sql`(${time}, ${id}) < (${new Date(Number(at)).toISOString()}::timestamptz, ${last}::uuid)`
}

/** Cuts the row that shows that there is another page, and makes the cursor of that page. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => { at: Date; id: string },
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { page, next_cursor: null }
  const { at, id } = keyOf(last)
  return { page, next_cursor: `${at.getTime()}.${id}` }
}
