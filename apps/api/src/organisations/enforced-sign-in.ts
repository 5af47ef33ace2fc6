import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { oidcConnections, oidcDomains, oidcIdentities } from '../db/schema/organisation-sign-in.ts'

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

/**
 * Holds the connections of the organisations of an account until a transaction ends. Whoever enforces one, or verifies a
 * domain, waits for it, and then ends the session that the transaction opens. {@link enforcedOrganisation} follows in a
 * statement of its own, which sees what this one has waited for.
 */
export async function holdConnections(tx: Transaction, accountId: string): Promise<void> {
  const own = tx
    .select({ id: organisationMembers.organisationId })
    .from(organisationMembers)
    .where(eq(organisationMembers.accountId, accountId))
  await tx
    .select({ id: oidcConnections.organisationId })
    .from(oidcConnections)
    .where(inArray(oidcConnections.organisationId, own))
    .orderBy(oidcConnections.organisationId)
    .for('share')
}

/**
 * Returns whether the identity provider of an organisation may sign an account in: it has done so, and the account is a
 * member. The identity is held until the transaction ends: whoever removes the connection or the domain waits, and then ends
 * the session that this transaction opens.
 */
export async function isSignedInBy(
  tx: Transaction,
  accountId: string,
  organisationId: string,
): Promise<boolean> {
  const rows = await tx
    .select({ accountId: oidcIdentities.accountId })
    .from(oidcIdentities)
    .innerJoin(
      organisationMembers,
      and(
        eq(organisationMembers.accountId, oidcIdentities.accountId),
        eq(organisationMembers.organisationId, oidcIdentities.organisationId),
      ),
    )
    .where(and(eq(oidcIdentities.accountId, accountId), eq(oidcIdentities.organisationId, organisationId)))
    .for('share', { of: oidcIdentities })
  return rows.length > 0
}

/** Ends the sessions of an account that the enforced identity provider has not opened; none without one. */
export async function endSessionsBesideProvider(tx: Transaction, accountId: string): Promise<void> {
  const enforced = await enforcedOrganisation(tx, accountId)
  if (enforced === undefined) return
  const isOther = or(isNull(sessions.oidcOrganisationId), ne(sessions.oidcOrganisationId, enforced))
  await tx.delete(sessions).where(and(eq(sessions.userId, accountId), isOther))
}
