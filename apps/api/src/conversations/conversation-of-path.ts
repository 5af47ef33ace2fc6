import type { AppContext } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import type { ConversationRow } from './conversations.store.ts'

/**
 * The id in the path.
 *
 * @throws {HttpError} 404 when it is no UUID
 */
export function idOf(c: AppContext): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notFound()
  return id
}

/** @throws {HttpError} 404 without a row */
export function known(row: ConversationRow | undefined): ConversationRow {
  if (row === undefined) throw notFound('Conversation not found.')
  return row
}
