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
  /** Secret before: keys of periods that began with it stay the same until their end. @default none */
  previousSecret?: string | null
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
  { rotation, secret, previousSecret }: AddressKeyOptions,
): Promise<string> {
  const id = periodOf(now, rotation)
  const fresh = randomBytes(32).toString('base64url')
  await db.execute(
    sql`insert into analytics_keys (id, secret, mixed_with) values (${id}, ${fresh}, ${nameOf(secret)})
      on conflict do nothing`,
  )
  const { rows } = await db.execute<{ secret: string; mixedWith: string | null }>(
    sql`select secret, mixed_with as "mixedWith" from analytics_keys where id = ${id}`,
  )
  const stored = rows[0]?.secret ?? fresh
  // A new secret begins with the next period: visitors of this one would count twice.
  const name = rows[0]?.mixedWith ?? null
  const mixed = name !== null && name === nameOf(previousSecret) ? previousSecret : secret
  return mixed === null || mixed === undefined
    ? stored
    : createHmac('sha256', mixed).update(stored).digest('base64url')
}

/** Name by which a secret is recognised, and which does not reveal it. */
function nameOf(secret: string | null | undefined): string | null {
  if (secret === null || secret === undefined) return null
  return createHmac('sha256', secret).update('name').digest('base64url').slice(0, 12)
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
