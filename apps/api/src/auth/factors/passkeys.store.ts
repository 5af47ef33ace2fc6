import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { passkeyChallenges, passkeys } from '../../db/schema/auth.ts'
import { factorDigest } from './digest.ts'

/** A stored passkey. */
export type PasskeyRow = typeof passkeys.$inferSelect

/** Purpose of a challenge: a new passkey, or the use of one. */
export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)['purpose']

/** Time to answer a challenge, in ms: people look for their key or phone. */
export const challengeMs = 5 * 60_000

/** Stores a challenge for one use. `userId` is null while nobody is known. */
export async function storeChallenge(
  db: Db,
  { challenge, userId, purpose, now }: Challenge & { now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await db
    .insert(passkeyChallenges)
    .values({ challengeHash: factorDigest('challenge', challenge), userId, purpose, expiresAt })
}

/** A challenge of one account and purpose. */
export interface Challenge {
  challenge: string
  userId: string | null
  purpose: ChallengePurpose
}

/** Uses up a challenge. Returns false for one that is unknown, used, expired, or of another account or purpose. */
export async function takeChallenge(
  db: Db | Transaction,
  { challenge, userId, purpose, now }: Challenge & { now: Date },
): Promise<boolean> {
  const rows = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, factorDigest('challenge', challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.userId} is not distinct from ${userId}::uuid`,
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose })
  return rows.length > 0
}

/** Deletes challenges that have expired. */
export async function purgeChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
}

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Db | Transaction, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

/** Finds a passkey by its credential: of one account, or, before anybody is known, of any. */
export async function findPasskey(
  db: Db | Transaction,
  { userId, credentialId }: { userId: string | null; credentialId: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(
      and(userId === null ? undefined : eq(passkeys.userId, userId), eq(passkeys.credentialId, credentialId)),
    )
  return row
}

/** Stores a passkey. Returns false when the credential is stored already. */
export async function addPasskey(tx: Transaction, row: PasskeyRow): Promise<boolean> {
  const rows = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
  return rows.length > 0
}

/**
 * Stores a use of a passkey, with the counter of its authenticator.
 *
 * @returns false when another use at the same moment has stored this counter or a later one, as a copied authenticator would
 */
export async function notePasskeyUse(
  db: Db | Transaction,
  { userId, id }: PasskeyRow,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  // Authenticators without a counter always send 0.
  const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const rows = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id), isNext))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

/** Removes a passkey. Returns false when the account has none with this id. */
export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return rows.length > 0
}
