import type { AccountExport } from '@org/api-client/contract'
import { and, asc, desc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { knownDevices, users } from '../db/schema/auth.ts'
import { tokenHash } from './tokens.ts'

/** A device without a sign-in for this long counts as new again, in ms: browsers keep cookies for at most 400 days. */
export const deviceMemoryMs = 400 * 86_400_000

/** Returns the digest of a device's token when the account with this address has signed in on it; else undefined. */
export async function findKnownDevice(
  db: Db,
  email: string,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const [row] = await db
    .select({ hash: knownDevices.tokenHash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email), eq(knownDevices.tokenHash, tokenHash(token))))
  return row?.hash
}

/** The times of an account's devices for its export, the oldest first. */
export async function exportDevices(db: Db, userId: string): Promise<AccountExport['known_devices']> {
  const rows = await db
    .select({ createdAt: knownDevices.createdAt, lastUsedAt: knownDevices.lastUsedAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(asc(knownDevices.createdAt))
  return rows.map(({ createdAt, lastUsedAt }) => ({
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  }))
}

/** Returns true when the account has signed in on the device. */
export async function isDeviceOf(db: Db, userId: string, token: string): Promise<boolean> {
  const own = and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, tokenHash(token)))
  return (await db.$count(knownDevices, own)) > 0
}

/** Gives a device another token, under which the accounts that have signed in on it stay known. */
export async function replaceDeviceToken(db: Db, token: string, next: string): Promise<void> {
  await db
    .update(knownDevices)
    .set({ tokenHash: tokenHash(next) })
    .where(eq(knownDevices.tokenHash, tokenHash(token)))
}

/** Forgets an account's devices, except the one with the given token. */
export async function forgetDevices(
  db: Db | Transaction,
  userId: string,
  keptToken: string | undefined,
): Promise<void> {
  const others = keptToken === undefined ? undefined : ne(knownDevices.tokenHash, tokenHash(keptToken))
  await db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others))
}

/** Stores a sign-in of an account on a device. Returns true for the first one. */
export async function rememberDevice(
  db: Db,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<boolean> {
  const row = { userId, tokenHash: tokenHash(token), createdAt: now, lastUsedAt: now }
  const inserted = await db
    .insert(knownDevices)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: knownDevices.userId })
  if (inserted.length > 0) {
    await forgetOldest(db, userId)
    return true
  }
  await db
    .update(knownDevices)
    .set({ lastUsedAt: now })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, row.tokenHash)))
  return false
}

/** Devices of one account: each sign-in without a device cookie adds one. */
const mostDevices = 500

async function forgetOldest(db: Db, userId: string): Promise<void> {
  const oldest = db
    .select({ hash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.tokenHash))
    .offset(mostDevices)
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, oldest)))
}

/** Deletes devices without a sign-in for {@link deviceMemoryMs}. */
export async function purgeDevices(db: Db, now: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now.getTime() - deviceMemoryMs)))
}
