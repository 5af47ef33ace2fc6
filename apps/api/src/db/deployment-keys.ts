import { createHmac, randomBytes } from 'node:crypto'
import { asc, eq, max } from 'drizzle-orm'
import type { Db, Transaction } from './database.ts'
import { embedKeys } from './schema/embed.ts'

/** Keys of a deployment at a time. */
export interface DeploymentKeys {
  /** Signs and encrypts. */
  current: Buffer
  /** The current key, and those whose signatures are still accepted. */
  valid: Buffer[]
}

interface StoredKey {
  secret: Buffer
  signsAt: Date
  endsAt: Date | null
}

/** Milliseconds for which a process uses the keys that it has read. A new key signs later, when all have read it. */
const freshMs = 20_000

/** Milliseconds after which a new key signs: each instance has read it by then. */
export const announcedMs = 60_000

/** Milliseconds for which an earlier key is valid after the next one signs: longer than the life of a token that it has signed. */
const overlapMs = 2 * 3_600_000

const known = new WeakMap<object, { readAt: number; keys: Promise<StoredKey[]> }>()

/** The keys that sign embed tokens, the first made at its first use and the same for every instance. */
export async function readTokenKeys(db: Db | Transaction, now = new Date()): Promise<DeploymentKeys> {
  const keys = await storedKeys(db)
  const current = currentOf(keys, now)
  const valid = keys.filter((key) => isValid(key, now))
  return {
    current: current.secret,
    valid: [current, ...valid.filter((key) => key !== current)].map(({ secret }) => secret),
  }
}

/** The key of the digests that limits count by: derived, so that it signs no token. */
export async function readLimitKey(db: Db | Transaction): Promise<Buffer> {
  return derived(currentOf(await storedKeys(db), new Date()), 'limits')
}

/**
 * The keys that sign links which end e-mails, the current one first: derived, so that they sign nothing else. Links in earlier
 * e-mails work as long as their key is stored.
 */
export async function readUnsubscribeKeys(db: Db | Transaction): Promise<Buffer[]> {
  return derivedKeys(db, 'unsubscribe')
}

/** The keys that encrypt secrets of second factors where `ENCRYPTION_KEY` is not set, the current one first. */
export async function readEncryptionKeys(db: Db | Transaction): Promise<Buffer[]> {
  return derivedKeys(db, 'encryption')
}

/**
 * Adds a key. Earlier ones are valid for two hours after it signs.
 *
 * @param options.atOnce true ends the earlier keys now, because they may be known to somebody: open widgets renew their tokens
 * @returns the time from which it signs
 */
export async function addDeploymentKey(
  db: Db,
  { now, atOnce }: { now: Date; atOnce: boolean },
): Promise<Date> {
  await readTokenKeys(db)
  const signsAt = atOnce ? now : new Date(now.getTime() + announcedMs)
  const endsAt = atOnce ? now : new Date(signsAt.getTime() + overlapMs)
  await db.transaction(async (tx) => {
    const [last] = await tx.select({ id: max(embedKeys.id) }).from(embedKeys)
    for (const { id, endsAt: end } of await tx.select().from(embedKeys)) {
      if (end === null || end > endsAt) await tx.update(embedKeys).set({ endsAt }).where(eq(embedKeys.id, id))
    }
    await tx.insert(embedKeys).values({ id: (last?.id ?? 0) + 1, secret: newSecret(), signsAt })
  })
  known.delete(db)
  return signsAt
}

async function storedKeys(db: Db | Transaction): Promise<StoredKey[]> {
  const entry = known.get(db)
  if (entry !== undefined && Date.now() - entry.readAt < freshMs) return entry.keys
  const keys = readKeys(db)
  known.set(db, { readAt: Date.now(), keys })
  keys.catch(() => known.delete(db))
  return keys
}

async function readKeys(db: Db | Transaction): Promise<StoredKey[]> {
  const found = await db.select().from(embedKeys).orderBy(asc(embedKeys.signsAt), asc(embedKeys.id))
  if (found.length > 0) {
    return found.map(({ secret, signsAt, endsAt }) => ({
      secret: Buffer.from(secret, 'base64url'),
      signsAt,
      endsAt,
    }))
  }
  // Of several instances that start at once, one's key is stored, and all read that one.
  await db
    .insert(embedKeys)
    .values({ id: 1, secret: newSecret(), signsAt: new Date(0) })
    .onConflictDoNothing()
  return readKeys(db)
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function isValid({ endsAt }: StoredKey, now: Date): boolean {
  return endsAt === null || endsAt > now
}

/** The newest key that signs. A key that was announced and then ended at once never does. */
function currentOf(keys: readonly StoredKey[], now: Date): StoredKey {
  const usable = keys.filter((key) => isValid(key, now))
  const current = usable.findLast(({ signsAt }) => signsAt <= now) ?? usable[0] ?? keys.at(-1)
  if (current === undefined) throw new Error('The key of the deployment was not stored.')
  return current
}

async function derivedKeys(db: Db | Transaction, purpose: string): Promise<Buffer[]> {
  const keys = await storedKeys(db)
  const current = currentOf(keys, new Date())
  return [current, ...keys.filter((key) => key !== current)].map((key) => derived(key, purpose))
}

function derived({ secret }: StoredKey, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}
