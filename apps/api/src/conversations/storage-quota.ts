import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { messageImages, messages } from '../db/schema/chat.ts'
import { HttpError } from '../platform/http/http-error.ts'

/** Keeps the stored messages and images of each account within a number of bytes. */
export interface StorageQuota {
  /**
   * Counts bytes that are about to be stored. Answers are not counted here, so that a running one is always stored.
   *
   * @throws {HttpError} 413 when the account has no room for them
   */
  reserve: (userId: string, bytes: number) => Promise<void>
  /** Returns the bytes of the account as {@link reserve} counts them, and the most that it may store. */
  usage: (userId: string) => Promise<{ usedBytes: number; limitBytes: number }>
  /** Drops the count of an account whose stored messages became fewer, so that the next call counts again. */
  recount: (userId: string) => void
}

interface Usage {
  bytes: number
  /** Milliseconds since 1970. */
  countedAt: number
}

/** Milliseconds for which a count is used: other instances and answers store meanwhile, and deletions free space. */
const countMs = 60_000
const mostCounts = 10_000

/** Counts the storage of an account at most once a minute; between counts, adds what is reserved. */
export function createStorageQuota(
  db: Db,
  { storageBytes, now }: { storageBytes: number; now: () => Date },
): StorageQuota {
  const counts = new Map<string, Usage>()

  async function usageOf(userId: string, isFresh: boolean): Promise<Usage> {
    const time = now().getTime()
    const known = counts.get(userId)
    if (!isFresh && known !== undefined && Math.abs(time - known.countedAt) < countMs) return known
    const usage = { bytes: await storedBytes(db, userId), countedAt: time }
    counts.delete(userId)
    counts.set(userId, usage)
    const [oldest] = counts.keys()
    if (counts.size > mostCounts && oldest !== undefined) counts.delete(oldest)
    return usage
  }

  return {
    async reserve(userId, bytes) {
      let usage = await usageOf(userId, false)
      // A deletion since the last count may have made room.
      if (usage.bytes + bytes > storageBytes) usage = await usageOf(userId, true)
      if (usage.bytes + bytes > storageBytes) {
        throw new HttpError(
          'too_large',
          'The storage of your account is full. Please delete some conversations to make room.',
        )
      }
      usage.bytes += bytes
    },
    async usage(userId) {
      return { usedBytes: (await usageOf(userId, false)).bytes, limitBytes: storageBytes }
    },
    recount(userId) {
      counts.delete(userId)
    },
  }
}

/** Bytes that the messages and images of an account take, as the database stores them. */
async function storedBytes(db: Db, userId: string): Promise<number> {
  // The sizes stand in the rows: no long text or image is read for them.
  const size = sql`coalesce(pg_column_size(${messages.content}), 0) + coalesce(pg_column_size(${messages.toolContext}), 0)`
  const images = sql`(
    select coalesce(sum(pg_column_size(${messageImages.bytes})), 0)
    from ${messageImages} where ${messageImages.messageId} = ${messages.id}
  )`
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(${size} + ${images}), 0)`.mapWith(Number) })
    .from(messages)
    .where(sql`${messages.userId} = ${userId}`)
  return row?.bytes ?? 0
}
