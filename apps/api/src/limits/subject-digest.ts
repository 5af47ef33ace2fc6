import { createHmac, randomBytes } from 'node:crypto'
import type { Db, Transaction } from '../db/database.ts'
import { readLimitKey } from '../db/deployment-keys.ts'

/**
 * Digest of an address or id that a limit counts. Its key is not where the counts are, so that nobody reads addresses
 * from them by trying all that there are.
 */
export type SubjectDigest = (subject: string) => Promise<string>

/** Digests of one process, for counts that no other process reads. */
export function createProcessDigest(): SubjectDigest {
  const key = randomBytes(32)
  return async (subject) => digest(key, subject)
}

/** Digests that are the same at all instances of a database. */
export function createSharedDigest(db: Db | Transaction): SubjectDigest {
  return async (subject) => digest(await keyOf(db), subject)
}

/** Keys by the query builder that read them. */
const known = new WeakMap<object, Promise<Buffer>>()

function keyOf(db: Db | Transaction): Promise<Buffer> {
  const key = known.get(db) ?? readLimitKey(db)
  known.set(db, key)
  key.catch(() => known.delete(db))
  return key
}

function digest(key: Buffer, subject: string): string {
  return createHmac('sha256', key).update(subject).digest('base64url')
}
