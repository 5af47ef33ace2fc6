import { administratorEditor } from '@org/api-client/contract'
import { aliasedTable, eq, ilike, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import type { articles, products } from '../db/schema/knowledge.ts'
import { organisations } from '../db/schema/organisations.ts'
import { isMember, isOrganisation } from '../organisations/organisations.store.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { isUuid } from '../platform/process/ids.ts'

/** The organisations that own content, and the accounts of its last editors, joined to it. */
export const owners = aliasedTable(organisations, 'owners')
export const editors = aliasedTable(users, 'editors')

type ContentTable = typeof articles | typeof products

/** Limits a query to the content that a person may see and change: everything for administrators, their own for clients. */
export function editableBy(table: ContentTable, user: SessionUser): SQL | undefined {
  const clientId = clientOf(user)
  return clientId === null ? undefined : eq(table.clientId, clientId)
}

/**
 * The editor's e-mail address, as a person may see it. A member sees the addresses of their organisation and
 * {@link administratorEditor} for administrators, null for everybody else, an import and a deleted account.
 *
 * @param editor the joined account
 */
export function editorSeenBy(user: SessionUser, editor: typeof users): SQL<string | null> {
  const clientId = clientOf(user)
  if (clientId === null) return sql<string | null>`${editor.email}`
  return sql<string | null>`case when ${isMember(clientId, editor.id)} then ${editor.email}
    when ${editor.role} = 'admin' then ${administratorEditor} end`
}

/** Limits a query to an owner: `shared`, or the id of a client. */
export function ownerIs(table: ContentTable, owner: string | undefined): SQL | undefined {
  if (owner === undefined) return undefined
  return owner === 'shared' ? isNull(table.clientId) : eq(table.clientId, owner)
}

/**
 * The owner of new content: the client who writes it, or the one that an administrator names.
 *
 * @throws {HttpError} 422 for an unknown client
 */
export async function ownerOfNew(db: Db, user: SessionUser, named: string | null): Promise<string | null> {
  const own = clientOf(user)
  if (own !== null) return own
  if (named === null) return null
  if (!(await isOrganisation(db, named)))
    throw invalid([{ path: 'client_id', message: 'There is no such client.' }])
  return named
}

/** Limits a query to rows one of whose columns contains the text. */
export function contains(text: string | undefined, ...columns: AnyPgColumn[]): SQL | undefined {
  if (text === undefined || text === '') return undefined
  const pattern = `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}

/** A list in the order of changes: the cursor is time and id of the last row of the page before. */
interface ChangeCursor {
  at: Date
  id: string
}

/** PostgreSQL reads no ISO 8601 time with a year of more than four digits. */
const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/** @throws {HttpError} 400 for a cursor that is none of ours */
function readCursor(cursor: string, hasUuids: boolean): ChangeCursor {
  const [, time = '', id = ''] = /^(\d{1,15})\.(.{1,200})$/u.exec(cursor) ?? []
  if (id === '' || Number(time) > lastTime || (hasUuids && !isUuid(id))) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  return { at: new Date(Number(time)), id }
}

/** Limits a list to what follows a cursor, newest change first. */
export function after(cursor: string | undefined, updatedAt: AnyPgColumn, id: AnyPgColumn): SQL | undefined {
  if (cursor === undefined) return undefined
  const last = readCursor(cursor, id.getSQLType() === 'uuid')
  return sql`(${updatedAt}, ${id}) < (${last.at.toISOString()}::timestamptz, ${last.id})`
}

/** The page of a list of one more row than its limit. */
export function pageOf<Row extends { updatedAt: Date }, Item>(
  rows: readonly Row[],
  limit: number,
  { idOf, toItem }: { idOf: (row: Row) => string; toItem: (row: Row) => Item },
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toItem),
    next_cursor:
      rows.length > limit && last !== undefined ? `${last.updatedAt.getTime()}.${idOf(last)}` : null,
  }
}
