import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'

/** Rotation period of the key that hashes visitors' addresses. */
export type KeyRotation = 'daily' | 'weekly' | 'monthly'

/** Rotation of the keys, and the part of them that is not in the database. */
export interface AddressKeyOptions {
  rotation: KeyRotation
  /** Mixed into every key: without it, a copy of the database does not reveal addresses. @default none */
  secret?: string | null
}

const dayMs = 86_400_000

/** The first UTC day of the period that `now` is in, in days since 1970; it is the key's id. */
export function periodOf(now: Date, rotation: KeyRotation): number {
  const day = Math.floor(now.getTime() / dayMs)
  if (rotation === 'daily') return day
  // Day 0 was a Thursday; weeks begin on Monday.
  if (rotation === 'weekly') return day - ((day + 3) % 7)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / dayMs
}

/** The key of the addresses in the period of `now`, made at its first use and shared by all instances. */
export async function addressKey(
  db: Db,
  now: Date,
  { rotation, secret }: AddressKeyOptions,
): Promise<string> {
  const id = periodOf(now, rotation)
  const fresh = randomBytes(32).toString('base64url')
  await db.execute(
    sql`insert into analytics_keys (id, secret) values (${id}, ${fresh}) on conflict do nothing`,
  )
  const { rows } = await db.execute<{ secret: string }>(
    sql`select secret from analytics_keys where id = ${id}`,
  )
  const stored = rows[0]?.secret ?? fresh
  return secret === null || secret === undefined
    ? stored
    : createHmac('sha256', secret).update(stored).digest('base64url')
}

/**
 * Deletes the keys of periods that have ended: nobody can compute a digest of an address with them any more, so that the
 * digests that are stored no longer lead to addresses.
 */
export async function purgeAddressKeys(
  db: Db,
  now: Date,
  { addressKeyRotation }: { addressKeyRotation: KeyRotation },
): Promise<void> {
  await db.execute(sql`delete from analytics_keys where id < ${periodOf(now, addressKeyRotation)}`)
}
