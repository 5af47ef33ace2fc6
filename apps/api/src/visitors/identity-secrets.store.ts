import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { sessions } from '../db/schema/auth.ts'
import { identitySecrets, visitors } from '../db/schema/visitors.ts'
import { lockOrganisationFor } from '../organisations/organisations.store.ts'
import { newId } from '../platform/process/ids.ts'

/** Milliseconds for which a secret works after the next one was created: time to install that one. */
const overlapMs = 86_400_000

/** A secret of a client that works. */
export type IdentitySecret = Pick<typeof identitySecrets.$inferSelect, 'secret' | 'createdAt' | 'retiresAt'>

/** The secrets of a client that work, the current one first. */
export async function listSecrets(
  db: Db | Transaction,
  clientId: string,
  now: Date,
): Promise<IdentitySecret[]> {
  const { secret, createdAt, retiresAt } = identitySecrets
  return db
    .select({ secret, createdAt, retiresAt })
    .from(identitySecrets)
    .where(and(eq(identitySecrets.clientId, clientId), or(isNull(retiresAt), gt(retiresAt, now))))
    .orderBy(desc(createdAt), desc(identitySecrets.id))
}

/**
 * Creates the current secret of a client. The one before works for another day, earlier ones stop at once.
 *
 * @param change `endsPrevious` stops the one before, too, and ends all sessions that the secrets have opened
 * @throws {HttpError} 404 for an unknown client, 403 for an actor who may not manage it any more
 */
export async function rotateSecret(
  db: Db,
  clientId: string,
  { endsPrevious }: { endsPrevious: boolean },
  edit: Edit,
): Promise<string> {
  return db.transaction(async (tx) => {
    // Held until the end: of two rotations at once, the second one retires the secret of the first.
    const { actorId } = edit
    const client = await lockOrganisationFor(tx, { organisationId: clientId, actorId, action: 'manage' })
    const own = eq(identitySecrets.clientId, clientId)
    await tx
      .delete(identitySecrets)
      .where(endsPrevious ? own : and(own, isNotNull(identitySecrets.retiresAt)))
    const retiresAt = new Date(edit.at.getTime() + overlapMs)
    await tx.update(identitySecrets).set({ retiresAt }).where(own)
    if (endsPrevious) {
      const known = tx.select({ id: visitors.userId }).from(visitors).where(eq(visitors.clientId, clientId))
      await tx.delete(sessions).where(and(eq(sessions.purpose, 'visitor'), inArray(sessions.userId, known)))
    }
    // The prefix marks it as a secret for people and for scanners of source code.
    const secret = `vis_${randomBytes(32).toString('base64url')}`
    await tx.insert(identitySecrets).values({ id: newId(), clientId, secret, createdAt: edit.at })
    const changes = [{ field: 'identity_secret', before: null, after: edit.at.toISOString() }]
    const entry = { action: 'create', kind: 'identity_secret', subject: client.name } as const
    await recordChange(tx, { ...entry, organisationId: clientId, changes }, edit)
    return secret
  })
}
