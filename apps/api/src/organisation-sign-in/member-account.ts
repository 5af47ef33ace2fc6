import { type MemberRole, memberLimits } from '@org/api-client/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { recordChange } from '../audit/audit.store.ts'
import { resetSecondFactor } from '../auth/second-factor.service.ts'
import { revokeLinks } from '../auth/one-time-token.store.ts'
import { endSessionsOf } from '../auth/session.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { memberInvitations, organisationMembers } from '../db/schema/members.ts'
import { oidcIdentities } from '../db/schema/organisation-sign-in.ts'
import { endSessionsBesideProvider } from '../organisations/enforced-sign-in.ts'
import {
  clearClientRole,
  countMembers,
  endMembership,
  lockOrganisation,
} from '../organisations/organisations.store.ts'
import { accountDisabled, HttpError } from '../platform/http/http-error.ts'
import type { Account } from '../platform/http/principal.ts'
import { newId } from '../platform/process/ids.ts'
import { type ConnectionRow, findConnection } from './connections.store.ts'
import { ownsDomain } from './domains.store.ts'
import { roleOfGroups } from './find-role.ts'
import { domainOf } from './mail-domains.ts'

/** A person whom an identity provider has signed in. */
export interface ProvenPerson {
  subject: string
  email: string
  groups: readonly string[]
  /** Hash of a random password for an account to create; undefined where its account is confirmed. */
  passwordHash: string | undefined
  now: Date
}

/** The account of a person, and whether the sign-in has created it. */
export interface MemberAccount {
  account: Account
  /** Role in the organisation. */
  role: MemberRole
  isNew: boolean
}

/**
 * Returns the account of a person as a member of an organisation, with the role of their groups. The account is that which the
 * provider has signed in before; else that of a member with this address; else a new one. No other account is linked by its
 * address: its owner must accept an invitation first.
 *
 * @throws {HttpError} 403 for a person whom the organisation gives no role, for an account that is no member's, one of staff
 *   and a disabled one
 */
export async function memberAccountOf(
  db: Db,
  connection: ConnectionRow,
  person: ProvenPerson,
): Promise<MemberAccount> {
  const outcome = await db.transaction(async (tx) => {
    const found = await lockAccountOf(tx, connection.organisationId, person)
    await lockOrganisation(tx, connection.organisationId)
    // It may have been changed while the person was at the provider.
    const current = await findConnection(tx, connection.organisationId)
    const isSame = current?.issuer === connection.issuer && current.oauthClientId === connection.oauthClientId
    if (!isSame) throw changedMeanwhile()
    if (!(await ownsDomain(tx, current.organisationId, domainOf(person.email)))) throw foreignDomain()
    const role = roleOfGroups(current, person.groups)
    if (found !== undefined) return enterExisting(tx, current, { ...person, ...found, role })
    if (role === null) return 'no_role' as const
    return createMember(tx, current, { ...person, role })
  })
  // Outside of the transaction: the end of a membership must stand.
  if (outcome === 'no_role') throw noRole()
  return outcome
}

interface FoundAccount {
  user: typeof users.$inferSelect
  /** True when the provider has signed the account in before. */
  isKnown: boolean
}

/** Locks the account of a person: first by the identity, then by the address. */
async function lockAccountOf(
  tx: Transaction,
  organisationId: string,
  { subject, email }: ProvenPerson,
): Promise<FoundAccount | undefined> {
  const [identity] = await tx
    .select({ accountId: oidcIdentities.accountId })
    .from(oidcIdentities)
    .where(and(eq(oidcIdentities.organisationId, organisationId), eq(oidcIdentities.subject, subject)))
  const isAccount = identity === undefined ? eq(users.email, email) : eq(users.id, identity.accountId)
  const [user] = await tx.select().from(users).where(isAccount).for('update')
  return user && { user, isKnown: identity !== undefined }
}

/** Signs an existing account in: the role follows the groups, and ends without one. */
async function enterExisting(
  tx: Transaction,
  connection: ConnectionRow,
  { user, isKnown, role, ...person }: ProvenPerson & FoundAccount & { role: MemberRole | null },
): Promise<MemberAccount | 'no_role'> {
  const { organisationId } = connection
  if (user.role === 'admin') throw foreignAccount()
  if (user.disabledAt !== null) throw accountDisabled()
  const { mine, otherOwners } = await countMembers(tx, organisationId, user.id)
  if (mine === undefined && user.verifiedAt === null && role !== null && !isKnown) {
    return claimUnconfirmed(tx, connection, { ...person, user, role })
  }
  if (mine === undefined && !isKnown) throw foreignAccount()
  // An account whose address is no longer in a domain of the organisation is not its to sign in.
  if (!(await ownsDomain(tx, organisationId, domainOf(user.email)))) throw foreignDomain()
  if (!isKnown) await requireOneIdentity(tx, organisationId, user.id)
  // Without groups, owners decide about the roles of members.
  const managed = connection.groupRoles.length === 0 && mine !== undefined ? mine : role
  // The last owner stays one, whatever the groups are.
  const next = mine === 'owner' && otherOwners === 0 ? 'owner' : managed
  if (next === null) {
    await endAccess(tx, { organisationId, accountId: user.id, before: mine, now: person.now })
    return 'no_role'
  }
  if (mine === undefined) await requireSeat(tx, organisationId)
  if (next !== mine)
    await setRole(tx, { organisationId, accountId: user.id, before: mine, after: next, now: person.now })
  await noteIdentity(tx, { organisationId, accountId: user.id, ...person })
  // A new member, and an owner who is no exception of an enforced sign-in any more, may have other sessions.
  await endSessionsBesideProvider(tx, user.id)
  return { account: { id: user.id, email: user.email, role: 'client' }, role: next, isNew: false }
}

/** An account that nobody has confirmed: whatever strangers have done with the address before is void. */
async function claimUnconfirmed(
  tx: Transaction,
  { organisationId }: ConnectionRow,
  {
    user,
    role,
    passwordHash,
    now,
    ...person
  }: ProvenPerson & { user: FoundAccount['user']; role: MemberRole },
): Promise<MemberAccount> {
  if (passwordHash === undefined) throw changedMeanwhile()
  await requireSeat(tx, organisationId)
  await tx.update(users).set({ passwordHash, verifiedAt: now, updatedAt: now }).where(eq(users.id, user.id))
  await revokeLinks(tx, user.id)
  await resetSecondFactor(tx, user.id)
  await endSessionsOf(tx, user.id)
  await setRole(tx, { organisationId, accountId: user.id, before: undefined, after: role, now })
  await noteIdentity(tx, { organisationId, accountId: user.id, now, ...person })
  return { account: { id: user.id, email: user.email, role: 'client' }, role, isNew: true }
}

async function createMember(
  tx: Transaction,
  { organisationId }: ConnectionRow,
  { email, role, passwordHash, now, subject }: ProvenPerson & { role: MemberRole },
): Promise<MemberAccount> {
  if (passwordHash === undefined) throw changedMeanwhile()
  await requireSeat(tx, organisationId)
  const id = newId()
  const added = await tx
    .insert(users)
    .values({ id, email, passwordHash, verifiedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  // It was created meanwhile.
  if (added.length === 0) throw changedMeanwhile()
  await setRole(tx, { organisationId, accountId: id, before: undefined, after: role, now })
  await noteIdentity(tx, { organisationId, accountId: id, subject, email, now })
  return { account: { id, email, role: 'client' }, role, isNew: true }
}

/** A member has one identity: another subject with the same address is another person, or a mistake of the directory. */
async function requireOneIdentity(tx: Transaction, organisationId: string, accountId: string): Promise<void> {
  const own = and(eq(oidcIdentities.organisationId, organisationId), eq(oidcIdentities.accountId, accountId))
  if ((await tx.$count(oidcIdentities, own)) === 0) return
  throw new HttpError(
    'forbidden',
    'Your identity provider knows another person with this address. Ask an owner of the organisation to remove the member first.',
  )
}

async function requireSeat(tx: Transaction, organisationId: string): Promise<void> {
  const members = await tx.$count(organisationMembers, eq(organisationMembers.organisationId, organisationId))
  if (members < memberLimits.members) return
  throw new HttpError('forbidden', 'The organisation has as many members as there can be.')
}

interface RoleChange {
  organisationId: string
  accountId: string
  before: MemberRole | undefined
  after: MemberRole
  now: Date
}

async function setRole(
  tx: Transaction,
  { organisationId, accountId, before, after, now }: RoleChange,
): Promise<void> {
  await tx
    .insert(organisationMembers)
    .values({ organisationId, accountId, role: after, createdAt: now })
    .onConflictDoUpdate({
      target: [organisationMembers.organisationId, organisationMembers.accountId],
      set: { role: after },
    })
  await tx
    .update(users)
    .set({ role: 'client', updatedAt: now })
    .where(and(eq(users.id, accountId), isNull(users.role)))
  await noteRole(tx, { organisationId, accountId, before: before ?? null, after, now })
}

/** Ends the access of a person without a role. The identity stays: who gets a group again is let in again. */
async function endAccess(
  tx: Transaction,
  { organisationId, accountId, before, now }: Omit<RoleChange, 'after'>,
): Promise<void> {
  if (before === undefined) return
  await endMembership(tx, { organisationId, accountId, now, keepsIdentity: true })
  await clearClientRole(tx, { accountId, now })
  await noteRole(tx, { organisationId, accountId, before, after: 'none', now })
}

async function noteIdentity(
  tx: Transaction,
  {
    organisationId,
    subject,
    accountId,
    email,
    now,
  }: {
    organisationId: string
    subject: string
    accountId: string
    email: string
    now: Date
  },
): Promise<void> {
  await tx
    .insert(oidcIdentities)
    .values({ organisationId, subject, accountId, createdAt: now, lastSignInAt: now })
    .onConflictDoUpdate({
      target: [oidcIdentities.organisationId, oidcIdentities.subject],
      set: { lastSignInAt: now },
    })
  // Whoever is a member needs no invitation.
  const ofAddress = and(
    eq(memberInvitations.organisationId, organisationId),
    eq(memberInvitations.email, email),
  )
  await tx.delete(memberInvitations).where(ofAddress)
}

/** The provider decides about the role: the account itself is the actor. */
async function noteRole(
  tx: Transaction,
  {
    organisationId,
    accountId,
    before,
    after,
    now,
  }: { organisationId: string; accountId: string; before: string | null; after: string; now: Date },
): Promise<void> {
  const changes = [{ field: 'member_role', before, after }]
  const entry = { action: 'update', kind: 'account_access', subject: 'identity provider', accountId } as const
  await recordChange(tx, { ...entry, organisationId, changes }, { actorId: accountId, at: now })
}

const noRole = () =>
  new HttpError('forbidden', 'The organisation gives you no access. Ask one of its owners.')

/** The same words for staff, other organisations and plain accounts: the provider of one organisation learns nothing of them. */
const foreignAccount = () =>
  new HttpError(
    'forbidden',
    'An account with this address exists and is no member. Ask an owner of the organisation to invite it.',
  )

const foreignDomain = () =>
  new HttpError('forbidden', 'Your address is in no verified domain of the organisation.')

const changedMeanwhile = () => new HttpError('conflict', 'The sign-in has ended. Please start again.')
