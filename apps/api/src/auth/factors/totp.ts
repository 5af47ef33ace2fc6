import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { storeSecurityEvents } from '../../audit/security-events.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { totpFactors } from '../../db/schema/auth.ts'
import type { SecretBox } from '../../platform/process/secret-box.ts'

/** Parameters that all authenticator apps support (RFC 6238). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Time steps before and after the current one whose codes are accepted: clocks of phones differ (RFC 6238, 5.2). */
const tolerance = 1

/** Bytes of a secret: 160 bits (RFC 4226, section 4). */
const secretBytes = 20

/** Dependencies of authenticator apps. */
export interface TotpContext {
  secretBox: SecretBox
  now: () => Date
}

/**
 * Stores a new secret for an authenticator app, in place of an unconfirmed one.
 *
 * @returns the secret and the address of its QR code; undefined when an app is set up already
 */
export async function startTotp(
  db: Db | Transaction,
  { secretBox, now }: TotpContext,
  account: { userId: string; email: string; issuer: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const { userId, email, issuer } = account
  const secret = new Secret({ size: secretBytes })
  const sealed = await secretBox.seal(secret.base32, contextOf(userId))
  const row = { secret: sealed, confirmedAt: null, lastStep: 0, createdAt: now() }
  const stored = await db
    .insert(totpFactors)
    .values({ userId, ...row })
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: row,
      setWhere: isNull(totpFactors.confirmedAt),
    })
    .returning({ userId: totpFactors.userId })
  if (stored.length === 0) return undefined
  const uri = new TOTP({ ...parameters, secret, issuer, label: email }).toString()
  return { secret: secret.base32, uri }
}

/** Returns whether a confirmed authenticator app is set up. */
export async function hasTotp(db: Db | Transaction, userId: string): Promise<boolean> {
  const own = and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt))
  return (await db.$count(totpFactors, own)) > 0
}

/**
 * Accepts a code once: a code of the same or an earlier time step is refused afterwards.
 *
 * @param options.confirms true for the code that completes the set-up; else the app must be confirmed
 */
export async function acceptTotp(
  tx: Transaction,
  { secretBox, now }: TotpContext,
  { userId, code, confirms = false }: { userId: string; code: string; confirms?: boolean },
): Promise<boolean> {
  const [factor] = await tx.select().from(totpFactors).where(eq(totpFactors.userId, userId)).for('update')
  if (factor === undefined || (factor.confirmedAt === null) !== confirms) return false
  const { text, isCurrent } = await secretBox.open(factor.secret, contextOf(userId))
  const secret = Secret.fromBase32(text)
  const timestamp = now().getTime()
  const delta = TOTP.validate({ ...parameters, token: code, secret, timestamp, window: tolerance })
  if (delta === null) return false
  const step = TOTP.counter({ period: parameters.period, timestamp }) + delta
  const accepted = await tx
    .update(totpFactors)
    .set({
      lastStep: step,
      ...(confirms && { confirmedAt: now() }),
      // The next code is read with the current key alone.
      ...(!isCurrent && { secret: await secretBox.seal(text, contextOf(userId)) }),
    })
    .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId })
  return accepted.length > 0
}

/** Removes an authenticator app. Returns false when none was confirmed. */
export async function removeTotp(tx: Db | Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(totpFactors)
    .where(eq(totpFactors.userId, userId))
    .returning({ confirmedAt: totpFactors.confirmedAt })
  return rows.some(({ confirmedAt }) => confirmedAt !== null)
}

/**
 * Encrypts the secrets of all authenticator apps with the current key. The audit list has an entry of it.
 *
 * @returns the number of secrets that had another key
 * @throws {MissingKeyError} when the key of a secret is not configured; secrets before it are encrypted already
 */
export async function resealTotpSecrets(db: Db, secretBox: SecretBox): Promise<number> {
  // Inside of a transaction, the read of the keys would wait for its end.
  await secretBox.load()
  await storeSecurityEvents(db, [{ action: 'secret_reencryption', accountId: null }], new Date())
  let resealed = 0
  for (const { userId } of await db.select({ userId: totpFactors.userId }).from(totpFactors)) {
    await db.transaction(async (tx) => {
      const own = eq(totpFactors.userId, userId)
      const [factor] = await tx.select().from(totpFactors).where(own).for('update')
      if (factor === undefined) return
      const { text, isCurrent } = await secretBox.open(factor.secret, contextOf(userId))
      if (isCurrent) return
      await tx
        .update(totpFactors)
        .set({ secret: await secretBox.seal(text, contextOf(userId)) })
        .where(own)
      resealed += 1
    })
  }
  return resealed
}

function contextOf(userId: string): string {
  return `totp ${userId}`
}
