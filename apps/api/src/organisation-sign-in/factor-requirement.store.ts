import type { OrganisationSignIn } from '@org/api-client/contract'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.store.ts'
import type { Db } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { organisations } from '../db/schema/organisations.ts'
import { lockOrganisationFor } from '../organisations/organisations.store.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { SignInEdit } from './connections.store.ts'

/** Counts the members of an organisation who can sign in, and those who would have to set a second factor up. */
export async function countFactors(
  db: Db,
  organisationId: string,
): Promise<Pick<OrganisationSignIn['second_factor'], 'members' | 'without'>> {
  const [row] = await db
    .select({
      members: count(),
      without: sql<number>`(count(*) filter (
        where ${users.secondFactorAt} is null and not ${users.isDemonstration}))::int`,
    })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.accountId))
    .where(and(eq(organisationMembers.organisationId, organisationId), isNull(users.disabledAt)))
  return row ?? { members: 0, without: 0 }
}

/**
 * Requires a second factor of every member of an organisation, or no longer. Sessions of members without one open its set-up
 * alone from then on.
 *
 * @throws {HttpError} 403 for an actor who may not change it any more, 404 for an unknown organisation, 409 for an owner
 *   without a second factor: whoever requires it must have seen that theirs works
 */
export async function saveFactorRequirement(
  db: Db,
  required: boolean,
  { organisationId, edit }: SignInEdit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { actorId } = edit
    const before = await lockOrganisationFor(tx, { organisationId, actorId, action: 'manage' })
    if (before.requiresSecondFactor === required) return
    if (required) {
      const [actor] = await tx
        .select({ role: users.role, secondFactorAt: users.secondFactorAt })
        .from(users)
        .where(eq(users.id, actorId))
      if (actor?.role !== 'admin' && (actor?.secondFactorAt ?? null) === null) {
        throw new HttpError('conflict', 'Set up a second factor for your own account first.')
      }
    }
    await tx
      .update(organisations)
      .set({ requiresSecondFactor: required })
      .where(eq(organisations.id, organisationId))
    const changes = [{ field: 'requires_second_factor', before: !required, after: required }]
    const entry = { action: 'update', kind: 'account_access', subject: before.name } as const
    await recordChange(tx, { ...entry, organisationId, changes }, edit)
  })
}
