import { z } from 'zod'
import { HttpError } from '../platform/http/http-error.ts'

/** Position in a list: the sort key and the id of a page's last item. */
export interface Cursor<Key> {
  key: Key
  id: string
}

/** A time with PostgreSQL's microseconds. */
const timeKey = z.iso.datetime({ precision: 6 }).refine((time) => !time.startsWith('0000'))

/** Sort keys of conversations in a list: pinned ones come first, newer ones before older ones. */
export const listKey = z.tuple([z.boolean(), timeKey])

/** Sort keys of messages: their number. */
export const numberKey = z.int().nonnegative()

/** A cursor as clients carry it: opaque, safe in an address. */
export function encodeCursor<Key>({ key, id }: Cursor<Key>): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/**
 * Decodes a client's cursor; undefined without one.
 *
 * @throws {HttpError} 400 for a cursor that we did not make
 */
export function parseCursor<Key>(
  text: string | undefined,
  keySchema: z.ZodType<Key>,
): Cursor<Key> | undefined {
  if (text === undefined) return undefined
  try {
    const [key, id] = z
      .tuple([keySchema, z.guid()])
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return { key, id }
  } catch {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
}
