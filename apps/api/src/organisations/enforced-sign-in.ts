import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { oidcConnections, oidcDomains } from '../db/schema/organisation-sign-in.ts'

/**
 * Returns the organisation whose identity provider alone may sign an account in: one that enforces it, has verified the
 * domain of the address, and has the account as a member. An owner with a second factor is exempt, so that a broken provider
 * locks nobody out for good.
 */
export async function enforcedOrganisation(
  db: Db | Transaction,
  accountId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: oidcConnections.organisationId })
    .from(users)
    .innerJoin(organisationMembers, eq(organisationMembers.accountId, users.id))
    .innerJoin(oidcConnections, eq(oidcConnections.organisationId, organisationMembers.organisationId))
    .innerJoin(oidcDomains, eq(oidcDomains.organisationId, organisationMembers.organisationId))
    .where(
      and(
        eq(users.id, accountId),
        oidcConnections.enforced,
        isNotNull(oidcDomains.verifiedAt),
        sql`${oidcDomains.domain} = substring(${users.email} from '@([^@]*)$')`,
        sql`not (${organisationMembers.role} = 'owner' and ${users.secondFactorAt} is not null)`,
      ),
    )
    .limit(1)
  return row?.id
}

/** Ends the sessions of an account that the enforced identity provider has not opened; none without one. */
export async function endSessionsBesideProvider(tx: Transaction, accountId: string): Promise<void> {
  const enforced = await enforcedOrganisation(tx, accountId)
  if (enforced === undefined) return
  const isOther = or(isNull(sessions.oidcOrganisationId), ne(sessions.oidcOrganisationId, enforced))
  await tx.delete(sessions).where(and(eq(sessions.userId, accountId), isOther))
}
