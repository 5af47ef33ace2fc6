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
  return async (subject) => digest(await readLimitKey(db), subject)
}

function digest(key: Buffer, subject: string): string {
  return createHmac('sha256', key).update(subject).digest('base64url')
}
