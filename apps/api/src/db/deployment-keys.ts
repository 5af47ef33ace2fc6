import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db, Transaction } from './database.ts'
import { embedKeys } from './schema/embed.ts'

/** The key that signs embed tokens, made at its first use and the same for every instance. */
export async function readTokenKey(db: Db | Transaction): Promise<Buffer> {
  const [known] = await db.select().from(embedKeys).where(eq(embedKeys.id, 1))
  if (known !== undefined) return Buffer.from(known.secret, 'base64url')
  // Of several instances that start at once, one's key is stored, and all read that one.
  await db
    .insert(embedKeys)
    .values({ id: 1, secret: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(embedKeys).where(eq(embedKeys.id, 1))
  if (row === undefined) throw new Error('The key of the deployment was not stored.')
  return Buffer.from(row.secret, 'base64url')
}

/** The key of the digests that limits count by: derived, so that it signs no token. */
export async function readLimitKey(db: Db | Transaction): Promise<Buffer> {
  return derivedKey(db, 'limits')
}

/** The key that signs links which end e-mails: derived, so that it signs nothing else. */
export async function readUnsubscribeKey(db: Db | Transaction): Promise<Buffer> {
  return derivedKey(db, 'unsubscribe')
}

/** The key that encrypts secrets of second factors where `ENCRYPTION_KEY` is not set. */
export async function readEncryptionKey(db: Db | Transaction): Promise<Buffer> {
  return derivedKey(db, 'encryption')
}

async function derivedKey(db: Db | Transaction, purpose: string): Promise<Buffer> {
  return createHmac('sha256', await readTokenKey(db))
    .update(purpose)
    .digest()
}
