import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/database.ts'
import { recoveryCodes } from '../../db/schema/auth.ts'
import { factorDigest } from './digest.ts'

/** Codes of one account: enough for years of lost phones, few enough to write down. */
const codeCount = 10

/** Letters and digits that no other one of them looks like (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a code: 140 random bits. OWASP ASVS asks for 112 where a digest has no salt, and for 128 in general. */
const codeLength = 28

/** Characters of a group, as people read them. */
const groupLength = 4

/** Replaces the recovery codes of an account. Returns the new ones, which are stored as digests. */
export async function renewRecoveryCodes(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  await removeRecoveryCodes(tx, userId)
  const rows = codes.map((code) => ({ userId, codeHash: digestOf(code), createdAt: now }))
  await tx.insert(recoveryCodes).values(rows)
  return codes
}

/** Uses up a recovery code. Returns false when the account has no such code. */
export async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, digestOf(code))))
    .returning({ userId: recoveryCodes.userId })
  return rows.length > 0
}

/** Returns the number of unused recovery codes. */
export function countRecoveryCodes(db: Db | Transaction, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

/** Removes all recovery codes of an account. */
export async function removeRecoveryCodes(tx: Db | Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

function newCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
  return Array.from({ length: codeLength / groupLength }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-')
}

// As people type it: in lower case, with spaces, and letters that look like digits.
function digestOf(code: string): string {
  const typed = code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/gu, '1')
  return factorDigest('recovery-code', typed.replaceAll(/[^0-9A-Z]/gu, ''))
}
