import {
  type ApiKey,
  type ApiKeyCreate,
  type ApiKeyCreated,
  apiKeyLimits,
  type MemberRole,
} from '@org/api-client/contract'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { type Change, type Edit, recordChange } from '../audit/audit.store.ts'
import { newToken, tokenHash } from '../auth/tokens.ts'
import type { Db, Transaction } from '../db/database.ts'
import { apiKeys, apiKeySecrets, apiKeyWrites } from '../db/schema/api-keys.ts'
import { users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { lockOrganisationFor } from '../organisations/organisations.store.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import type { Account } from '../platform/http/principal.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

type KeyRow = typeof apiKeys.$inferSelect
type SecretRow = typeof apiKeySecrets.$inferSelect

/** First characters of every key: people and scanners of leaked secrets recognise them. */
const keyPrefix = 'ok_live_'

/** Characters of a key that are stored: the prefix, and four of the 43 random ones. */
const startCharacters = keyPrefix.length + 4

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days for which a revoked or expired key is listed. */
const endedDays = 30

/** Revoked and expired keys of one list: whoever creates and revokes keys without end would make a list without end. */
const endedKeys = 50

/** Hours for which a repeated write is recognised. */
const repeatHours = 24

/** Whose keys they are: those of an organisation, or those that an administrator has for the deployment. */
export type KeyOwner = { organisationId: string } | { organisationId: null; administratorId: string }

/** Limits a query to the keys of an owner. */
function ownedBy(owner: KeyOwner): SQL | undefined {
  if (owner.organisationId !== null) return eq(apiKeys.organisationId, owner.organisationId)
  return and(isNull(apiKeys.organisationId), eq(apiKeys.userId, owner.administratorId))
}

/** The keys of an owner, the newest first: all that are active, and the {@link endedKeys} newest of the others. */
export async function listKeys(db: Db, owner: KeyOwner, now: Date): Promise<ApiKey[]> {
  const own = ownedBy(owner)
  const { revokedAt, expiresAt } = apiKeys
  const hasEnded = or(isNotNull(revokedAt), lte(expiresAt, now))
  const active = await db
    .select()
    .from(apiKeys)
    .where(and(own, isActive(now)))
  const ended = await db
    .select()
    .from(apiKeys)
    .where(and(own, hasEnded))
    .orderBy(desc(apiKeys.id))
    .limit(endedKeys)
  const rows = [...active, ...ended].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const secrets = await listSecrets(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const secretsOf = Map.groupBy(secrets, ({ keyId }) => keyId)
  return rows.map((row) => toApiKey(row, secretsOf.get(row.id) ?? [], now))
}

/** Fits the keys that are neither revoked nor expired. */
function isActive(now: Date): SQL | undefined {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)))
}

/**
 * Creates a key, whose maker is the actor of the edit.
 *
 * @throws {HttpError} 404 for an unknown organisation and for an actor who is no administrator any more, 403 for one who may
 * not manage the organisation any more, 409 beyond the number of keys
 */
export async function createKey(
  db: Db,
  { owner, given }: { owner: KeyOwner; given: ApiKeyCreate },
  edit: Edit,
): Promise<ApiKeyCreated> {
  const { name, expires_in_days: days } = given
  const scopes = [...new Set(given.scopes)]
  return db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit.actorId)
    const active = await tx.$count(apiKeys, and(ownedBy(owner), isActive(edit.at)))
    if (active >= apiKeyLimits.keys) {
      throw new HttpError('conflict', 'You have as many API keys as there can be. Revoke one first.')
    }
    const expiresAt = days === null ? null : new Date(edit.at.getTime() + days * dayMs)
    const row: KeyRow = {
      id: newId(),
      organisationId: owner.organisationId,
      userId: edit.actorId,
      name,
      scopes,
      createdAt: edit.at,
      expiresAt,
      revokedAt: null,
    }
    await tx.insert(apiKeys).values(row)
    const { key, secret } = await addSecret(tx, row.id, edit.at)
    await note(tx, row, 'create', { scopes, expires_at: expiresAt?.toISOString() ?? null }, edit)
    return { ...toApiKey(row, [secret], edit.at), key }
  })
}

/**
 * Creates the next key. The current one stays valid for some hours, earlier ones end at once.
 *
 * @throws {HttpError} 404 for an unknown key, 403 for an actor who may not manage it any more, 409 for one that is revoked or
 * expired
 */
export async function rotateKey(
  db: Db,
  { owner, id, overlapHours }: { owner: KeyOwner; id: string; overlapHours: number },
  edit: Edit,
): Promise<ApiKeyCreated> {
  return db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit.actorId)
    // Held until the end: of two rotations at once, the second one retires the key of the first.
    const row = await holdKey(tx, owner, id)
    if (stateOf(row, edit.at) !== 'active') {
      throw new HttpError('conflict', 'This API key has ended. Create another one.')
    }
    const ofKey = eq(apiKeySecrets.keyId, id)
    await tx.delete(apiKeySecrets).where(and(ofKey, isNotNull(apiKeySecrets.retiresAt)))
    const retiresAt = new Date(edit.at.getTime() + overlapHours * hourMs)
    const retired = await tx.update(apiKeySecrets).set({ retiresAt }).where(ofKey).returning()
    const { key, secret } = await addSecret(tx, id, edit.at)
    await note(tx, row, 'update', { rotated_at: edit.at.toISOString(), overlap_hours: overlapHours }, edit)
    return { ...toApiKey(row, [secret, ...retired], edit.at), key }
  })
}

/**
 * Ends a key at once. Ending it again changes nothing.
 *
 * @throws {HttpError} 404 for an unknown key, 403 for an actor who may not manage it any more
 */
export async function revokeKey(
  db: Db,
  { owner, id }: { owner: KeyOwner; id: string },
  edit: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdOwner(tx, owner, edit.actorId)
    const row = await holdKey(tx, owner, id)
    if (row.revokedAt !== null) return
    await tx
      .update(apiKeys)
      .set({ revokedAt: edit.at })
      .where(and(ownedBy(owner), eq(apiKeys.id, id)))
    await note(tx, row, 'delete', { revoked_at: edit.at.toISOString() }, edit)
  })
}

/** Deletes keys a month after their end, retired secrets a day after theirs, and the record of writes after a day. */
export async function purgeKeys(db: Db, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - endedDays * dayMs)
  await db.delete(apiKeys).where(or(lt(apiKeys.revokedAt, ended), lt(apiKeys.expiresAt, ended)))
  await db.delete(apiKeySecrets).where(lt(apiKeySecrets.retiresAt, new Date(now.getTime() - dayMs)))
  const repeated = new Date(now.getTime() - repeatHours * hourMs)
  await db.delete(apiKeyWrites).where(lt(apiKeyWrites.createdAt, repeated))
}

/** A key that came along with a call, and the account that made it, with its role in the key’s organisation. */
export interface PresentedKey {
  key: KeyRow
  secret: SecretRow
  maker: Account & { disabledAt: Date | null; memberRole: MemberRole | null }
}

/** Finds a key by its text. */
export async function findPresentedKey(db: Db, given: string): Promise<PresentedKey | undefined> {
  if (!given.startsWith(keyPrefix)) return undefined
  const { id, email, role, disabledAt } = users
  const [row] = await db
    .select({
      key: apiKeys,
      secret: apiKeySecrets,
      maker: { id, email, role, disabledAt, memberRole: organisationMembers.role },
    })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.keyId))
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(
      organisationMembers,
      and(
        eq(organisationMembers.organisationId, apiKeys.organisationId),
        eq(organisationMembers.accountId, apiKeys.userId),
      ),
    )
    .where(eq(apiKeySecrets.hash, tokenHash(given)))
  return row
}

/** Stores the hour of a call: one write an hour, and no trace of single calls. */
export async function noteUse(db: Db, { hash, lastUsedAt }: SecretRow, now: Date): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (lastUsedAt !== null && lastUsedAt >= hour) return
  await db.update(apiKeySecrets).set({ lastUsedAt: hour }).where(eq(apiKeySecrets.hash, hash))
}

/** State of a key at a time. */
export function stateOf(
  { revokedAt, expiresAt }: Pick<KeyRow, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKey['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

/** Holds the owner of keys until the end: two requests at once follow each other, and the actor must still manage them. */
async function holdOwner(tx: Transaction, owner: KeyOwner, actorId: string): Promise<void> {
  if (owner.organisationId !== null) {
    const { organisationId } = owner
    await lockOrganisationFor(tx, { organisationId, actorId, action: 'manage' })
    return
  }
  const isAdministrator = and(eq(users.id, owner.administratorId), eq(users.role, 'admin'))
  const [held] = await tx.select({ id: users.id }).from(users).where(isAdministrator).for('update')
  if (held === undefined) throw notFound('Client not found.')
}

async function holdKey(tx: Transaction, owner: KeyOwner, id: string): Promise<KeyRow> {
  const [row] = isUuid(id)
    ? await tx
        .select()
        .from(apiKeys)
        .where(and(ownedBy(owner), eq(apiKeys.id, id)))
        .for('update')
    : []
  if (row === undefined) throw notFound('API key not found.')
  return row
}

async function addSecret(tx: Transaction, keyId: string, createdAt: Date) {
  const key = `${keyPrefix}${newToken()}`
  const secret: SecretRow = {
    hash: tokenHash(key),
    keyId,
    start: key.slice(0, startCharacters),
    createdAt,
    retiresAt: null,
    lastUsedAt: null,
  }
  await tx.insert(apiKeySecrets).values(secret)
  return { key, secret }
}

/** The secrets that are valid, the current one of each key before the one that retires. */
async function listSecrets(db: Db, keyIds: readonly string[], now: Date): Promise<SecretRow[]> {
  if (keyIds.length === 0) return []
  const { keyId, retiresAt, createdAt } = apiKeySecrets
  return db
    .select()
    .from(apiKeySecrets)
    .where(and(inArray(keyId, [...keyIds]), or(isNull(retiresAt), gt(retiresAt, now))))
    .orderBy(desc(createdAt))
}

async function note(
  tx: Transaction,
  { name, organisationId }: KeyRow,
  action: Change['action'],
  fields: Record<string, unknown>,
  edit: Edit,
): Promise<void> {
  const changes = Object.entries(fields).map(([field, after]) => ({ field, before: null, after }))
  await recordChange(tx, { action, kind: 'api_key', subject: name, organisationId, changes }, edit)
}

/** @param secrets those of the key, the current one first */
function toApiKey(row: KeyRow, secrets: readonly SecretRow[], now: Date): ApiKey {
  const current = secrets.find(({ retiresAt }) => retiresAt === null)
  const previous = secrets.find(({ retiresAt }) => retiresAt !== null && retiresAt > now)
  const state = stateOf(row, now)
  const time = (at: Date | null | undefined) => at?.toISOString() ?? null
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    start: current?.start ?? keyPrefix,
    state,
    created_at: row.createdAt.toISOString(),
    expires_at: time(row.expiresAt),
    revoked_at: time(row.revokedAt),
    rotated_at: (current?.createdAt ?? row.createdAt).toISOString(),
    last_used_at: time(current?.lastUsedAt),
    previous:
      previous === undefined || state !== 'active'
        ? null
        : {
            start: previous.start,
            valid_until: previous.retiresAt?.toISOString() ?? now.toISOString(),
            last_used_at: time(previous.lastUsedAt),
          },
  }
}
