import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { apiKeyWrites } from '../db/schema/api-keys.ts'
import { writeIndexFor } from '../knowledge/index/index-writes.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import { HttpError, invalid } from '../platform/http/http-error.ts'

/** A write of the public API. */
export interface Write<Item> {
  keyId: string
  /** Account that the key acts for. */
  userId: string
  at: Date
  /** The validated body. */
  body?: unknown
  /** Writes with a query builder, which is that of a transaction for a request with an `Idempotency-Key`. */
  run: (db: Db) => Promise<Item>
  /** Reads what an earlier request with the same key has written; `id` is null for a deletion. */
  reread: (id: string | null) => Promise<Item>
}

/**
 * Runs a write once for each `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). The key is stored in the
 * transaction of the write: a request that repeats it waits for that transaction, and then changes nothing. It gets what is
 * stored by then, with `Idempotent-Replayed: true`. A write that failed is not stored, and runs again.
 *
 * @throws {HttpError} 400 for a key that is none, 422 for a key of another request
 */
export async function writeOnce<Item extends { id: string } | null>(
  c: AppContext,
  db: Db,
  { keyId, userId, at, body, run, reread }: Write<Item>,
): Promise<Item> {
  const idempotencyKey = readIdempotencyKey(c)
  if (idempotencyKey === undefined) return run(db)
  const idempotencyHash = digest(idempotencyKey)
  const requestHash = digest(JSON.stringify([c.req.method, c.req.path, body ?? null]))
  const isKey = and(eq(apiKeyWrites.keyId, keyId), eq(apiKeyWrites.idempotencyHash, idempotencyHash))
  // The turn of the write comes first: repeated requests that wait for it hold no connection meanwhile.
  const result = await writeIndexFor(db, userId, async (tx) => {
    const added = await tx
      .insert(apiKeyWrites)
      .values({ keyId, idempotencyHash, requestHash, createdAt: at })
      .onConflictDoNothing()
      .returning({ keyId: apiKeyWrites.keyId })
    if (added.length === 0) {
      const [earlier] = await tx.select().from(apiKeyWrites).where(isKey)
      return { earlier }
    }
    const item = await run(tx)
    await tx
      .update(apiKeyWrites)
      .set({ writtenId: item?.id ?? null })
      .where(isKey)
    return { item }
  })
  if ('item' in result) return result.item
  if (result.earlier?.requestHash !== requestHash) {
    throw invalid([
      { path: 'Idempotency-Key', message: 'This idempotency key was used for another request.' },
    ])
  }
  c.header('Idempotent-Replayed', 'true')
  return reread(result.earlier.writtenId)
}

/** Longest idempotency key, in characters. */
const maxCharacters = 255

/** The draft writes the key in quotes; many programs send it without. */
function readIdempotencyKey(c: AppContext): string | undefined {
  const given = c.req.header('idempotency-key')
  if (given === undefined) return undefined
  const key = given.replace(/^"(.*)"$/u, '$1')
  if (!/^[\x21-\x7e]+$/u.test(key) || key.length > maxCharacters) {
    throw new HttpError(
      'malformed',
      'Send an Idempotency-Key of 1 to {0} visible characters, such as a UUID.',
      { values: [maxCharacters] },
    )
  }
  return key
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
