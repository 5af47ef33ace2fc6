import {
  type AccountExport,
  includesAction,
  type MemberAction,
  memberRoles,
  type Role,
} from '@org/api-client/contract'
import { and, asc, eq, exists, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '../db/database.ts'
import { apiKeys } from '../db/schema/api-keys.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { memberInvitations, organisationMembers } from '../db/schema/members.ts'
import { oidcAttempts, oidcIdentities } from '../db/schema/organisation-sign-in.ts'
import { organisations } from '../db/schema/organisations.ts'
import { HttpError, loginRequired, notFound, roleForbids } from '../platform/http/http-error.ts'
import { mayIn, type Membership, type SessionUser } from '../platform/http/principal.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

/** An organisation whose row is locked. */
export type LockedOrganisation = typeof organisations.$inferSelect

/** A new organisation, and the account that owns it. */
export interface NewOrganisation {
  id?: string
  name: string
  ownerId: string
  now: Date
}

/** Creates an organisation with its first owner, whose account gets the role of a client; that of staff stays. */
export async function createOrganisation(
  tx: Db | Transaction,
  { id = newId(), name, ownerId, now }: NewOrganisation,
): Promise<string> {
  await tx.insert(organisations).values({ id, name, createdAt: now })
  await tx
    .insert(organisationMembers)
    .values({ organisationId: id, accountId: ownerId, role: 'owner', createdAt: now })
  await tx
    .update(users)
    .set({ role: 'client', updatedAt: now })
    .where(and(eq(users.id, ownerId), isNull(users.role)))
  return id
}

/** Returns whether an id is that of an organisation. */
export async function isOrganisation(db: Db | Transaction, id: string): Promise<boolean> {
  return isUuid(id) && (await db.$count(organisations, eq(organisations.id, id))) > 0
}

/**
 * Locks an organisation until the end of a transaction: changes of its members follow each other, and it is not deleted.
 * Call it after the accounts are locked.
 *
 * @returns undefined for an unknown organisation
 */
export async function lockOrganisation(tx: Transaction, id: string): Promise<LockedOrganisation | undefined> {
  const [row] = isUuid(id)
    ? await tx.select().from(organisations).where(eq(organisations.id, id)).for('no key update')
    : []
  return row
}

/** A change in an organisation: who makes it, and the action that their role must include. */
export interface OrganisationChange {
  organisationId: string
  actorId: string
  action: MemberAction
}

/**
 * Locks an organisation for a change of one of its members, as {@link lockOrganisation} does. The role of the actor is read
 * once the lock is held: whoever was removed or demoted while the request waited changes nothing. The row of the actor is
 * locked before the organisation, as in all changes of members: the inserted rows refer to it.
 *
 * @throws {HttpError} 401 for an actor whose account was deleted, 403 for one whose role does not include the action any more,
 *   404 for an unknown organisation
 */
export async function lockOrganisationFor(
  tx: Transaction,
  { organisationId, actorId, action }: OrganisationChange,
): Promise<LockedOrganisation> {
  const [actor] = await tx.select({ id: users.id }).from(users).where(eq(users.id, actorId)).for('key share')
  if (actor === undefined) throw loginRequired()
  const organisation = await lockOrganisation(tx, organisationId)
  if (organisation === undefined) throw notFound('Client not found.')
  if ((await findPrincipal(tx, actorId, { organisationId, action })) === undefined) throw roleForbids()
  return organisation
}

/** Condition for accounts that own an organisation and can sign in. */
export function ownsOrganisation(
  tx: Db | Transaction,
  organisationId: string | AnyPgColumn,
): SQL | undefined {
  const { accountId, role } = organisationMembers
  return and(
    eq(users.role, 'client'),
    isNull(users.disabledAt),
    exists(
      tx
        .select({ one: sql`1` })
        .from(organisationMembers)
        .where(
          and(
            eq(organisationMembers.organisationId, organisationId),
            eq(accountId, users.id),
            eq(role, 'owner'),
          ),
        ),
    ),
  )
}

/** Condition for accounts that are members of an organisation. */
export function isMember(organisationId: string, accountId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`exists (select 1 from organisation_members as colleague
    where colleague.organisation_id = ${organisationId} and colleague.account_id = ${accountId})`
}

/** Condition for organisations with an owner who can sign in. */
export function hasActiveOwner(organisationId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`exists (
    select 1 from organisation_members as active_member join users as active_owner on active_owner.id = active_member.account_id
    where active_member.organisation_id = ${organisationId} and active_member.role = 'owner'
      and active_owner.role = 'client' and active_owner.disabled_at is null)`
}

/** Organisations of an account that have no other member: they end with the account. */
export async function organisationsOfOne(db: Db | Transaction, accountId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.organisation_id as id from organisation_members as own
    where own.account_id = ${accountId}::uuid and not exists (
      select 1 from organisation_members as other
      where other.organisation_id = own.organisation_id and other.account_id <> own.account_id)
    order by 1`)
  return rows.map(({ id }) => id)
}

/** The organisation of a new session: the one that was joined first. */
export async function findFirstMembership(db: Db, accountId: string): Promise<Membership | undefined> {
  const { organisationId, role, createdAt } = organisationMembers
  const [first] = await db
    .select({ id: organisationId, role })
    .from(organisationMembers)
    .where(eq(organisationMembers.accountId, accountId))
    .orderBy(asc(createdAt), asc(organisationId))
    .limit(1)
  return first
}

/** Organisations that an account owns. */
export async function organisationsOwnedBy(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: organisationMembers.organisationId })
    .from(organisationMembers)
    .where(and(eq(organisationMembers.accountId, accountId), eq(organisationMembers.role, 'owner')))
  return rows.map(({ id }) => id)
}

/**
 * Locks the organisations of an account, and refuses what would leave other members without an owner. Call it after the
 * account is locked: of two owners who leave at once, the second one waits here.
 *
 * @param options.whole refuses an organisation without another member as well
 * @throws {HttpError} 409 for the last owner of one
 */
export async function lockMemberships(
  tx: Transaction,
  accountId: string,
  options: { whole: boolean },
): Promise<string[]> {
  const own = await tx
    .select({ id: organisationMembers.organisationId })
    .from(organisationMembers)
    .where(eq(organisationMembers.accountId, accountId))
  const ids = own.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(inArray(organisations.id, ids))
    .orderBy(asc(organisations.id))
    .for('no key update')
  for (const id of ids) {
    const { mine, others, otherOwners } = await countMembers(tx, id, accountId)
    if (mine !== 'owner' || otherOwners > 0) continue
    if (others > 0 || options.whole) throw lastOwner()
  }
  return ids
}

/**
 * Gives a locked account another role. A client becomes the owner of a new organisation, and staff and plain users are no
 * members of any.
 *
 * @throws {HttpError} 409 for the last owner of an organisation
 */
export async function changeRole(
  tx: Transaction,
  account: { id: string; email: string },
  { role, now }: { role: Role; now: Date },
): Promise<void> {
  const organisationIds = await lockMemberships(tx, account.id, { whole: true })
  for (const organisationId of organisationIds) {
    await endMembership(tx, { organisationId, accountId: account.id, now })
  }
  await tx
    .update(users)
    .set({ role: role === 'client' ? null : role, updatedAt: now })
    .where(eq(users.id, account.id))
  if (role === 'client') await createOrganisation(tx, { name: account.email, ownerId: account.id, now })
}

/** The end of a membership. */
interface MembershipEnd {
  organisationId: string
  accountId: string
  now: Date
  /** True to let the identity provider of the organisation sign the account in again. @default false */
  keepsIdentity?: boolean
}

/**
 * Ends a membership in a locked organisation, with the API keys that the member has made there, the invitations that they have
 * sent, perhaps to an address of their own, and the sessions that its identity provider has opened.
 */
export async function endMembership(
  tx: Transaction,
  { organisationId, accountId, now, keepsIdentity = false }: MembershipEnd,
): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, accountId), eq(sessions.oidcOrganisationId, organisationId)))
  if (!keepsIdentity) {
    await tx
      .delete(oidcIdentities)
      .where(and(eq(oidcIdentities.organisationId, organisationId), eq(oidcIdentities.accountId, accountId)))
  }
  await tx
    .delete(organisationMembers)
    .where(
      and(
        eq(organisationMembers.organisationId, organisationId),
        eq(organisationMembers.accountId, accountId),
      ),
    )
  await tx
    .delete(memberInvitations)
    .where(
      and(eq(memberInvitations.organisationId, organisationId), eq(memberInvitations.invitedBy, accountId)),
    )
  await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(apiKeys.organisationId, organisationId),
        eq(apiKeys.userId, accountId),
        isNull(apiKeys.revokedAt),
      ),
    )
}

/** Makes a client a plain user, once no organisation has the account as a member. */
export async function clearClientRole(
  tx: Transaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  if ((await tx.$count(organisationMembers, eq(organisationMembers.accountId, accountId))) > 0) return
  await tx
    .update(users)
    .set({ role: null, updatedAt: now })
    .where(and(eq(users.id, accountId), eq(users.role, 'client')))
}

/** The error of a change that would leave an organisation without an owner. */
export function lastOwner(): HttpError {
  return new HttpError(
    'conflict',
    'This is the last owner of an organisation. Make somebody else an owner first.',
  )
}

/** Accounts of an organisation that can sign in and whose role includes an action, by address. */
export async function listMembersWho(
  db: Db | Transaction,
  organisationId: string,
  action: MemberAction,
): Promise<{ id: string; email: string }[]> {
  const roles = memberRoles.filter((role) => includesAction(role, action))
  return db
    .select({ id: users.id, email: users.email })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.accountId))
    .where(
      and(
        eq(organisationMembers.organisationId, organisationId),
        inArray(organisationMembers.role, roles),
        isNull(users.disabledAt),
      ),
    )
    .orderBy(asc(users.email))
}

/** Counts the members of an organisation beside an account. Owners who are disabled do not count as owners. */
export async function countMembers(tx: Db | Transaction, organisationId: string, accountId: string) {
  const rows = await tx
    .select({
      id: organisationMembers.accountId,
      role: organisationMembers.role,
      disabledAt: users.disabledAt,
    })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.accountId))
    .where(eq(organisationMembers.organisationId, organisationId))
  const others = rows.filter(({ id }) => id !== accountId)
  return {
    mine: rows.find(({ id }) => id === accountId)?.role,
    others: others.length,
    otherOwners: others.filter(({ role, disabledAt }) => role === 'owner' && disabledAt === null).length,
  }
}

/**
 * The account with its role in an organisation, as a request of it would have it now; undefined where it may not do an
 * action there. Administrators may do everything; an organisation of `null` is the deployment's.
 */
export async function findPrincipal(
  db: Db | Transaction,
  accountId: string,
  { organisationId, action }: { organisationId: string | null; action: MemberAction },
): Promise<SessionUser | undefined> {
  const [account] = await db
    .select({ id: users.id, email: users.email, role: users.role, member: organisationMembers.role })
    .from(users)
    .leftJoin(
      organisationMembers,
      and(
        eq(organisationMembers.accountId, users.id),
        organisationId === null ? sql`false` : eq(organisationMembers.organisationId, organisationId),
      ),
    )
    .where(and(eq(users.id, accountId), isNull(users.disabledAt)))
  if (account === undefined) return undefined
  const { member, ...user } = account
  const organisation =
    organisationId === null || member === null ? null : { id: organisationId, role: member }
  const principal = { ...user, organisation }
  return mayIn(principal, organisationId, action) ? principal : undefined
}

/** Memberships of an account, the first one first. */
export async function exportMemberships(db: Db, accountId: string): Promise<AccountExport['memberships']> {
  const { organisationId, role, createdAt } = organisationMembers
  const rows = await db
    .select({ id: organisationId, name: organisations.name, role, createdAt })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationId))
    .where(eq(organisationMembers.accountId, accountId))
    .orderBy(asc(createdAt), asc(organisationId))
  return rows.map(({ createdAt: since, ...row }) => Object.assign(row, { since: since.toISOString() }))
}

/** Deletes sign-ins by an identity provider that nobody has completed. */
export async function purgeOidcAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(oidcAttempts).where(lt(oidcAttempts.expiresAt, now))
}

/** Days after which an invitation that ran out is deleted. */
const storedDays = 30

/** Deletes invitations of members that ran out a month ago. */
export async function purgeMemberInvitations(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000)
  await db.delete(memberInvitations).where(lt(memberInvitations.expiresAt, before))
}
