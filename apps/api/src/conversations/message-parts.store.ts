import { and, asc, desc, eq, gt, ilike, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { messages } from '../db/schema/chat.ts'

/** A message's row. */
export type MessageRow = typeof messages.$inferSelect

/**
 * Bytes of text that one statement reads: an account may hold hundreds of megabytes, and the embedded database holds up
 * the event loop while it reads. One message of 600 KB is read by itself.
 */
export const partBytes = 500_000

// The size stands in front of a long text, which is not read for it.
const bytes = sql<number>`octet_length(${messages.content})`.mapWith(Number)

/** The rows of a list that fit into {@link partBytes}; always the first one. */
function fitting<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  let left = partBytes
  const end = rows.findIndex((row, index) => (left -= row.bytes) < 0 && index > 0)
  return end === -1 ? [...rows] : rows.slice(0, end)
}

/** Options of {@link listMessages}: `before` for newest first, `after` for oldest first, as numbers of messages. */
export type MessagePage = { limit: number } & ({ before: number | undefined } | { after: number })

/**
 * The messages of a person's conversation that come before one, newest first, or after one, oldest first.
 *
 * @returns at most `limit` messages and about {@link partBytes} of text; `isLast` when no other follows
 */
export async function listMessages(
  db: Db,
  userId: string,
  conversationId: string,
  page: MessagePage,
): Promise<{ rows: MessageRow[]; isLast: boolean }> {
  const own = and(eq(messages.userId, userId), eq(messages.conversationId, conversationId))
  const isNewestFirst = 'before' in page
  const edge = isNewestFirst
    ? page.before === undefined
      ? undefined
      : lt(messages.seq, page.before)
    : gt(messages.seq, page.after)
  const order = isNewestFirst ? desc(messages.seq) : asc(messages.seq)
  const sizes = await db
    .select({ seq: messages.seq, bytes })
    .from(messages)
    .where(and(own, edge))
    .orderBy(order)
    .limit(page.limit + 1)
  const shown = fitting(sizes.slice(0, page.limit))
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined) return { rows: [], isLast: true }
  const [from, to] = [Math.min(first.seq, last.seq), Math.max(first.seq, last.seq)]
  const rows = await db
    .select()
    .from(messages)
    .where(and(own, sql`${messages.seq} between ${from} and ${to}`))
    .orderBy(order)
  return { rows, isLast: shown.length === sizes.length }
}

/** A search in messages. */
export interface MessageSearch {
  conversationIds: readonly string[]
  /** Pattern of `ilike`. */
  pattern: string
  signal: AbortSignal
}

/** Returns those of a person's conversations in one of whose messages a text occurs. */
export async function searchMessages(
  db: Db,
  userId: string,
  { conversationIds, pattern, signal }: MessageSearch,
): Promise<Set<string>> {
  const found = new Set<string>()
  if (conversationIds.length === 0) return found
  const sizes = await db
    .select({
      id: messages.conversationId,
      bytes: sql<number>`sum(octet_length(${messages.content}))`.mapWith(Number),
    })
    .from(messages)
    .where(and(eq(messages.userId, userId), inArray(messages.conversationId, [...conversationIds])))
    .groupBy(messages.conversationId)
  const small = sizes.filter((size) => size.bytes <= partBytes)
  while (small.length > 0 && !signal.aborted) {
    const ids = small.splice(0, fitting(small).length).map(({ id }) => id)
    const rows = await db
      .selectDistinct({ id: messages.conversationId })
      .from(messages)
      .where(
        and(
          eq(messages.userId, userId),
          inArray(messages.conversationId, ids),
          ilike(messages.content, pattern),
        ),
      )
    for (const { id } of rows) found.add(id)
  }
  for (const { id } of sizes.filter((size) => size.bytes > partBytes)) {
    if (await isInLongConversation(db, userId, id, { pattern, signal })) found.add(id)
  }
  return found
}

async function isInLongConversation(
  db: Db,
  userId: string,
  conversationId: string,
  { pattern, signal }: Pick<MessageSearch, 'pattern' | 'signal'>,
): Promise<boolean> {
  const own = and(eq(messages.userId, userId), eq(messages.conversationId, conversationId))
  const sizes = await db
    .select({ seq: messages.seq, bytes })
    .from(messages)
    .where(own)
    .orderBy(asc(messages.seq))
  while (sizes.length > 0 && !signal.aborted) {
    const part = sizes.splice(0, fitting(sizes).length)
    const range = sql`${messages.seq} between ${part[0]?.seq} and ${part.at(-1)?.seq}`
    const [match] = await db
      .select({ seq: messages.seq })
      .from(messages)
      .where(and(own, range, ilike(messages.content, pattern)))
      .limit(1)
    if (match !== undefined) return true
  }
  return false
}
