import type { MemberList, MemberRole, OrganisationList } from '@org/api-client/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import { organisations } from '../db/schema/organisations.ts'
import { endSessionsBesideProvider } from '../organisations/enforced-sign-in.ts'
import {
  clearClientRole,
  countMembers,
  endMembership,
  findPrincipal,
  lastOwner,
  lockOrganisation,
  lockOrganisationFor,
} from '../organisations/organisations.store.ts'
import { HttpError, notFound, roleForbids } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { listMemberInvitations } from './member-invitations.ts'

/** A change of a member, and who makes it: an owner of the organisation, the member, or an administrator. */
export interface MemberChange {
  organisationId: string
  accountId: string
  edit: Edit
}

/** Members of an organisation, and for those who may invite its invitations. */
export async function listMembers(
  db: Db,
  organisationId: string,
  { role, now, managed }: { role: MemberRole | null; now: Date; managed: boolean },
): Promise<MemberList> {
  const [organisation] = await db
    .select({ id: organisations.id, name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
  if (organisation === undefined) throw notFound('Client not found.')
  const { accountId, createdAt } = organisationMembers
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      role: organisationMembers.role,
      createdAt,
      disabledAt: users.disabledAt,
    })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, accountId))
    .where(eq(organisationMembers.organisationId, organisationId))
    .orderBy(asc(createdAt), asc(accountId))
  return {
    organisation,
    role,
    members: rows.map(({ createdAt: since, disabledAt, ...row }) =>
      Object.assign(row, { since: since.toISOString(), disabled: managed && disabledAt !== null }),
    ),
    invitations: managed ? await listMemberInvitations(db, organisationId, now) : [],
  }
}

/**
 * Gives a member another role.
 *
 * @throws {HttpError} 404 for an account that is no member, 409 for the last owner
 */
export async function saveMemberRole(db: Db, change: MemberChange, role: MemberRole): Promise<void> {
  await changeMember(db, change, async (tx, before) => {
    // An owner who was demoted while the request waited must not take the role back.
    await requireManager(tx, change)
    if (before === role) return null
    if (before === 'owner') await requireOtherOwner(tx, change)
    await tx.update(organisationMembers).set({ role }).where(isMembership(change))
    return role
  })
}

/**
 * Ends a membership.
 *
 * @throws {HttpError} 404 for an account that is no member, 409 for the last owner
 */
export async function removeMember(db: Db, change: MemberChange): Promise<void> {
  await changeMember(db, change, async (tx, before) => {
    // Everybody may leave.
    if (change.accountId !== change.edit.actorId) await requireManager(tx, change)
    if (before === 'owner') await requireOtherOwner(tx, change)
    await endMembership(tx, { ...change, now: change.edit.at })
    await clearClientRole(tx, { accountId: change.accountId, now: change.edit.at })
    return 'none'
  })
}

/**
 * Makes another member an owner, and the actor an editor.
 *
 * @throws {HttpError} 404 for an account that is no member, 409 for the own account and a disabled one
 */
export async function transferOwnership(db: Db, change: MemberChange): Promise<void> {
  const { organisationId, accountId, edit } = change
  if (accountId === edit.actorId) throw new HttpError('conflict', 'Choose another member.')
  await changeMember(db, change, async (tx, before) => {
    const own = { organisationId, accountId: edit.actorId }
    const { mine } = await countMembers(tx, organisationId, edit.actorId)
    if (mine !== 'owner') throw roleForbids()
    const [next] = await tx
      .select({ disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.id, accountId))
    if (next?.disabledAt !== null)
      throw new HttpError('conflict', 'This account is disabled. Enable it first.')
    await tx.update(organisationMembers).set({ role: 'owner' }).where(isMembership(change))
    await tx.update(organisationMembers).set({ role: 'editor' }).where(isMembership(own))
    await note(tx, { organisationId, accountId: edit.actorId, edit }, { before: 'owner', after: 'editor' })
    await endSessionsBesideProvider(tx, edit.actorId)
    return before === 'owner' ? null : 'owner'
  })
}

/** Renames an organisation. */
export async function saveOrganisation(
  db: Db,
  { organisationId, name, edit }: { organisationId: string; name: string; edit: Edit },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockOrganisationFor(tx, { organisationId, actorId: edit.actorId, action: 'manage' })
    if (before.name === name) return
    await tx.update(organisations).set({ name }).where(eq(organisations.id, organisationId))
    const changes = [{ field: 'organisation_name', before: before.name, after: name }]
    await recordChange(tx, { ...noted(name, organisationId), changes }, edit)
  })
}

/** Organisations of a person, in the order of joining. */
export async function listOrganisations(
  db: Db,
  accountId: string,
  current: string | null,
): Promise<OrganisationList> {
  const { organisationId, role, createdAt } = organisationMembers
  const rows = await db
    .select({ id: organisationId, name: organisations.name, role })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationId))
    .where(eq(organisationMembers.accountId, accountId))
    .orderBy(asc(createdAt), asc(organisationId))
  return { items: rows.map((row) => Object.assign(row, { current: row.id === current })) }
}

/**
 * Sets the organisation that the calls of a session are about.
 *
 * @throws {HttpError} 404 for an organisation that the person is no member of
 */
export async function chooseOrganisation(
  db: Db,
  { accountId, sessionId, organisationId }: { accountId: string; sessionId: string; organisationId: string },
): Promise<void> {
  if ((await db.$count(organisationMembers, isMembership({ organisationId, accountId }))) === 0) {
    throw notFound('Organisation not found.')
  }
  await db
    .update(sessions)
    .set({ organisationId })
    .where(and(eq(sessions.userId, accountId), eq(sessions.id, sessionId)))
}

/**
 * Changes a member in a transaction that holds the accounts and the organisation: changes of members follow each other.
 *
 * @param change checks that the actor may make it, and returns the next role for the audit log; null when nothing changes
 */
async function changeMember(
  db: Db,
  { organisationId, accountId, edit }: MemberChange,
  change: (tx: Transaction, before: MemberRole) => Promise<MemberRole | 'none' | null>,
): Promise<void> {
  if (!isUuid(accountId)) throw notFound('Member not found.')
  await db.transaction(async (tx) => {
    await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [accountId, edit.actorId]))
      .orderBy(asc(users.id))
      .for('no key update')
    if ((await lockOrganisation(tx, organisationId)) === undefined) throw notFound('Client not found.')
    const { mine: before } = await countMembers(tx, organisationId, accountId)
    if (before === undefined) throw notFound('Member not found.')
    const after = await change(tx, before)
    if (after !== null) await note(tx, { organisationId, accountId, edit }, { before, after })
    // An owner may have been an exception of an enforced sign-in.
    await endSessionsBesideProvider(tx, accountId)
  })
}

/** @throws {HttpError} 403 when the actor is neither an owner nor an administrator any more */
async function requireManager(tx: Transaction, { organisationId, edit }: MemberChange): Promise<void> {
  const actor = await findPrincipal(tx, edit.actorId, { organisationId, action: 'manage' })
  if (actor === undefined) throw roleForbids()
}

async function requireOtherOwner(
  tx: Transaction,
  { organisationId, accountId }: MemberChange,
): Promise<void> {
  const { otherOwners } = await countMembers(tx, organisationId, accountId)
  if (otherOwners === 0) throw lastOwner()
}

function isMembership({ organisationId, accountId }: Pick<MemberChange, 'organisationId' | 'accountId'>) {
  return and(
    eq(organisationMembers.organisationId, organisationId),
    eq(organisationMembers.accountId, accountId),
  )
}

function noted(subject: string, organisationId: string) {
  return { action: 'update', kind: 'account_access', subject, organisationId } as const
}

async function note(
  tx: Transaction,
  { organisationId, accountId, edit }: Pick<MemberChange, 'organisationId' | 'accountId' | 'edit'>,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const changes = [{ field: 'member_role', before, after }]
  await recordChange(tx, { ...noted('', organisationId), accountId, changes }, edit)
}
