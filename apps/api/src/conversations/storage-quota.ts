import { and, asc, eq, gt, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/database.ts'
import { conversations, conversationShares, messageImages, messages } from '../db/schema/chat.ts'
import { HttpError } from '../platform/http/http-error.ts'

/**
 * Bytes that a row and its entries in the indexes take besides its texts: without them, conversations and messages
 * without text would be free.
 */
export const rowBytes = 500

/** Keeps the stored conversations, messages, images and share links of each account within a number of bytes. */
export interface StorageQuota {
  /**
   * Stores something of a known size if the account has room for it. Meanwhile its bytes count for other calls, so that
   * calls at once cannot exceed the quota together. Answers are not counted here, so that a running one is always stored.
   *
   * @param bytes 0 always has room: a repeated write stores nothing more
   * @param store writes the bytes; when it fails they no longer count
   * @returns result of `store`
   * @throws {HttpError} 413 when the account has no room for them; `store` is then not called
   */
  store: <Result>(userId: string, bytes: number, store: () => Promise<Result>) => Promise<Result>
  /** Returns the bytes of the account as {@link store} counts them, and the most that it may store. */
  usage: (userId: string) => Promise<{ usedBytes: number; limitBytes: number }>
  /** Drops the count of an account whose stored messages became fewer, so that the next call counts again. */
  recount: (userId: string) => void
}

interface Usage {
  /** Bytes of the last count, and of what was stored since. */
  bytes: number
  /** Milliseconds since 1970. */
  countedAt: number
  /** Bytes that are being stored now. */
  reserved: number
  /** Bytes stored since the last count began, which may have missed them. */
  added: number
  /** The count under way. */
  counting: Promise<void> | undefined
}

/** Milliseconds for which a count is used: other instances and answers store meanwhile, and deletions free space. */
const countMs = 60_000
const mostCounts = 10_000

/** Counts the storage of an account at most once a minute; between counts, adds what is stored. */
export function createStorageQuota(
  db: Db,
  { storageBytes, now }: { storageBytes: number; now: () => Date },
): StorageQuota {
  const usages = new Map<string, Usage>()

  function usageOf(userId: string): Usage {
    const usage = usages.get(userId) ?? {
      bytes: 0,
      countedAt: -Infinity,
      reserved: 0,
      added: 0,
      counting: undefined,
    }
    usages.delete(userId)
    usages.set(userId, usage)
    const [oldest] = usages.keys()
    if (usages.size > mostCounts && oldest !== undefined) usages.delete(oldest)
    return usage
  }

  async function count(userId: string, usage: Usage): Promise<void> {
    const countedAt = now().getTime()
    usage.added = 0
    try {
      const stored = await storedBytes(db, userId)
      usage.bytes = stored + usage.added
      usage.countedAt = countedAt
    } finally {
      usage.counting = undefined
    }
  }

  async function current(userId: string): Promise<Usage> {
    const usage = usageOf(userId)
    const isRecent = Math.abs(now().getTime() - usage.countedAt) < countMs
    if (!isRecent) await (usage.counting ??= count(userId, usage))
    return usage
  }

  return {
    async store(userId, bytes, store) {
      const usage = await current(userId)
      const hasRoom = () => bytes === 0 || usage.bytes + usage.reserved + bytes <= storageBytes
      if (!hasRoom()) {
        // A deletion since the last count, or since the one under way began, may have made room.
        await usage.counting
        await (usage.counting ??= count(userId, usage))
      }
      if (!hasRoom()) {
        throw new HttpError(
          'too_large',
          'The storage of your account is full. Please delete some conversations to make room.',
        )
      }
      usage.reserved += bytes
      try {
        const result = await store()
        usage.bytes += bytes
        usage.added += bytes
        return result
      } finally {
        usage.reserved -= bytes
      }
    },
    async usage(userId) {
      return { usedBytes: (await current(userId)).bytes, limitBytes: storageBytes }
    },
    recount(userId) {
      const usage = usages.get(userId)
      if (usage !== undefined) usage.countedAt = -Infinity
    },
  }
}

/** Messages whose sizes one statement adds up, so that it does not hold up the embedded database. */
const countedAtOnce = 2000

/** Bytes that the conversations, messages, images and share links of an account take, as the database stores them. */
async function storedBytes(db: Db, userId: string): Promise<number> {
  const tables = [conversationPages, messagePages, sharePages]
  let total = 0
  for (const pages of tables) total += await sumOfPages(pages(db, userId))
  return total
}

/** Position of the last row of a page, in the order of the index that it is read by. */
interface Position {
  conversation: string
  seq: number
}

/** Adds up the rows after a position; `last` is null on the last page. */
type ReadPage = (after: Position | null) => Promise<{ bytes: number; last: Position | null }>

async function sumOfPages(read: ReadPage): Promise<number> {
  let total = 0
  let after: Position | null = null
  do {
    const page: Awaited<ReturnType<ReadPage>> = await read(after)
    total += page.bytes
    after = page.last
  } while (after !== null)
  return total
}

function conversationPages(db: Db, userId: string): ReadPage {
  const { id, title } = conversations
  return async (after) => {
    const rows = db
      .select({
        conversation: sql`${id}`.as('conversation'),
        seq: sql`0`.as('seq'),
        bytes: rowSize(title).as('bytes'),
      })
      .from(conversations)
      .where(and(eq(conversations.userId, userId), after === null ? undefined : gt(id, after.conversation)))
      .orderBy(asc(id))
      .limit(countedAtOnce)
    return addUp(db, rows)
  }
}

function messagePages(db: Db, userId: string): ReadPage {
  const { content, toolContext, imageDescription, feedbackReason, conversationId, seq } = messages
  const images = sql`(
    select coalesce(sum(${rowSize(messageImages.bytes, messageImages.name)}), 0)
    from ${messageImages} where ${messageImages.messageId} = ${messages.id}
  )`
  const size = rowSize(content, toolContext, imageDescription, feedbackReason)
  return async (after) => {
    const isAfter =
      after === null
        ? undefined
        : sql`(${conversationId}, ${seq}) > (${after.conversation}::uuid, ${after.seq}::bigint)`
    const rows = db
      .select({
        conversation: sql`${conversationId}`.as('conversation'),
        seq: sql`${seq}`.as('seq'),
        bytes: sql`${size} + ${images}`.as('bytes'),
      })
      .from(messages)
      .where(and(eq(messages.userId, userId), isAfter))
      .orderBy(asc(conversationId), asc(seq))
      .limit(countedAtOnce)
    return addUp(db, rows)
  }
}

function sharePages(db: Db, userId: string): ReadPage {
  const { conversationId, title, snapshot } = conversationShares
  return async (after) => {
    const rows = db
      .select({
        conversation: sql`${conversationId}`.as('conversation'),
        seq: sql`0`.as('seq'),
        bytes: rowSize(title, snapshot).as('bytes'),
      })
      .from(conversationShares)
      .where(
        and(
          eq(conversationShares.userId, userId),
          after === null ? undefined : gt(conversationId, after.conversation),
        ),
      )
      .orderBy(asc(conversationId))
      .limit(countedAtOnce)
    return addUp(db, rows)
  }
}

/** @param rows a query of `conversation`, `seq` and `bytes` */
async function addUp(db: Db, rows: SQLWrapper): ReturnType<ReadPage> {
  const [row] = await db
    .select({
      bytes: sql`coalesce(sum(bytes), 0)`.mapWith(Number),
      rows: sql`count(*)`.mapWith(Number),
      conversation: sql<string>`(array_agg(conversation order by conversation desc))[1]`,
      seq: sql`(array_agg(seq order by conversation desc, seq desc))[1]`.mapWith(Number),
    })
    .from(sql`${rows} as page`)
  if (row === undefined) return { bytes: 0, last: null }
  return { bytes: row.bytes, last: row.rows < countedAtOnce ? null : row }
}

/** Bytes of a row. The sizes stand in it: no long text or image is read for them. */
function rowSize(...columns: AnyPgColumn[]): SQL {
  const sizes = columns.map((column) => sql`coalesce(pg_column_size(${column}), 0)`)
  return sql.join([sql`${rowBytes}::int`, ...sizes], sql` + `)
}
