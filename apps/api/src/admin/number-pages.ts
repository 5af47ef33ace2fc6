import { HttpError } from '../platform/http-error.ts'

/** Which page of a list is asked for. */
export interface PageQuery {
  limit: number
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
}

/**
 * One page of a list that counts down: the cursor is the number of its last item.
 *
 * @param load gives at most `limit` items below a number
 * @throws {HttpError} 400 for a cursor that is none of ours
 */
export async function pageOf<Item>(
  { limit, cursor }: PageQuery,
  load: (before: number | undefined, limit: number) => Promise<Item[]>,
  numberOf: (item: Item) => number | string,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,9}$/u.test(cursor)) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  const found = await load(cursor === undefined ? undefined : Number(cursor), limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: found.length > limit && last !== undefined ? String(numberOf(last)) : null }
}
