import type { OidcConnectionSave, OrganisationSignIn } from '@org/api-client/contract'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { changesBetween, type Edit, recordChange } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { sessions, users } from '../db/schema/auth.ts'
import { organisationMembers } from '../db/schema/members.ts'
import {
  oidcAttempts,
  oidcConnections,
  oidcDomains,
  oidcIdentities,
} from '../db/schema/organisation-sign-in.ts'
import { endSessionsBesideProvider } from '../organisations/enforced-sign-in.ts'
import { lockOrganisationFor } from '../organisations/organisations.store.ts'
import { HttpError, invalid, notFound } from '../platform/http/http-error.ts'
import { MissingKeyError, type SecretBox } from '../platform/process/secret-box.ts'
import type { Provider } from './provider.ts'

/** A stored connection. */
export type ConnectionRow = typeof oidcConnections.$inferSelect

/** An organisation, and who changes its sign-in: an owner or an administrator. */
export interface SignInEdit {
  organisationId: string
  edit: Edit
}

/** A connection without its secret. */
export function toConnection(row: ConnectionRow): NonNullable<OrganisationSignIn['connection']> {
  return {
    issuer: row.issuer,
    oauth_client_id: row.oauthClientId,
    scope: row.scope,
    groups_claim: row.groupsClaim,
    group_roles: row.groupRoles,
    default_role: row.defaultRole,
    enforced: row.enforced,
    secret_at: row.secretAt.toISOString(),
    tested_at: row.testedAt?.toISOString() ?? null,
  }
}

/** The connection of an organisation; undefined without one. */
export async function findConnection(
  db: Db | Transaction,
  organisationId: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(oidcConnections)
    .where(eq(oidcConnections.organisationId, organisationId))
  return row
}

/** Locks the connection of an organisation: sign-ins that read whether it is enforced follow the transaction, or precede it. */
export async function lockConnection(
  tx: Transaction,
  organisationId: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await tx
    .select()
    .from(oidcConnections)
    .where(eq(oidcConnections.organisationId, organisationId))
    .for('no key update')
  return row
}

/**
 * Returns a connection with its secret, as requests to the provider need it.
 *
 * @throws {HttpError} 409 where the key of the secret is lost
 */
export async function openConnection(secretBox: SecretBox, row: ConnectionRow): Promise<Provider> {
  try {
    const { text } = await secretBox.open(row.oauthClientSecret, contextOf(row.organisationId))
    return { ...row, oauthClientSecret: text }
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error
    throw new HttpError('conflict', 'The client secret can no longer be read. An owner must enter it again.')
  }
}

/**
 * Encrypts the secrets of all connections with the current key.
 *
 * @returns the number of secrets that had another key
 * @throws {MissingKeyError} when the key of a secret is not configured; secrets before it are encrypted already
 */
export async function resealConnectionSecrets(db: Db, secretBox: SecretBox): Promise<number> {
  await secretBox.load()
  let resealed = 0
  for (const { organisationId } of await db
    .select({ organisationId: oidcConnections.organisationId })
    .from(oidcConnections)) {
    await db.transaction(async (tx) => {
      const own = eq(oidcConnections.organisationId, organisationId)
      const [row] = await tx.select().from(oidcConnections).where(own).for('update')
      if (row === undefined) return
      const { text, isCurrent } = await secretBox.open(row.oauthClientSecret, contextOf(organisationId))
      if (isCurrent) return
      const oauthClientSecret = await secretBox.seal(text, contextOf(organisationId))
      await tx.update(oidcConnections).set({ oauthClientSecret }).where(own)
      resealed += 1
    })
  }
  return resealed
}

/** Binds the encrypted secret to its row. */
const contextOf = (organisationId: string) => `oidc ${organisationId}`

/**
 * Saves the connection of an organisation. Another issuer or client identifier needs a secret of its own, so that a stored
 * secret is never sent to another provider, and ends what the one before has opened: some providers give each client subjects
 * of its own. It can be enforced once a test has succeeded, a domain is verified and an owner can sign in without it.
 *
 * @throws {HttpError} 403 for an actor who may not change it any more, 404 for an unknown organisation, 409 where it cannot
 *   be enforced, 422 without a secret
 */
export async function saveConnection(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  save: OidcConnectionSave,
  { organisationId, edit }: SignInEdit,
): Promise<void> {
  const secret = save.oauth_client_secret
  const sealed = secret === undefined ? undefined : await secretBox.seal(secret, contextOf(organisationId))
  await db.transaction(async (tx) => {
    // Accounts before the organisation, as every change of members: a sign-in under way waits, or is found below.
    await lockMembers(tx, organisationId)
    await lockOrganisationFor(tx, { organisationId, actorId: edit.actorId, action: 'manage' })
    const before = await lockConnection(tx, organisationId)
    const isSame = before?.issuer === save.issuer && before.oauthClientId === save.oauth_client_id
    if (sealed === undefined && !isSame) {
      throw invalid([{ path: 'oauth_client_secret', message: 'Enter the client secret.' }])
    }
    const isTested = isSame && sealed === undefined
    const values = {
      issuer: save.issuer,
      oauthClientId: save.oauth_client_id,
      scope: save.scope,
      groupsClaim: save.groups_claim,
      groupRoles: save.group_roles,
      defaultRole: save.default_role,
      enforced: save.enforced,
      testedAt: isTested ? before.testedAt : null,
      ...(sealed !== undefined && { oauthClientSecret: sealed, secretAt: edit.at }),
    }
    // A new secret of the same client may be wrong, but whoever rotates it must not open other ways to sign in meanwhile.
    const mayStayEnforced = isSame && before.enforced
    if (save.enforced && !mayStayEnforced) await requireEnforceable(tx, organisationId, values.testedAt)
    await tx
      .insert(oidcConnections)
      .values({
        ...values,
        organisationId,
        oauthClientSecret: sealed ?? before?.oauthClientSecret ?? '',
        secretAt: sealed === undefined ? (before?.secretAt ?? edit.at) : edit.at,
        createdAt: edit.at,
      })
      .onConflictDoUpdate({ target: oidcConnections.organisationId, set: values })
    // Answers of the provider before must not be read with the settings of the next one.
    await tx.delete(oidcAttempts).where(eq(oidcAttempts.organisationId, organisationId))
    if (before !== undefined && !isSame) await endConnectionUse(tx, organisationId)
    if (save.enforced) await endOtherSessions(tx, organisationId)
    await note(tx, before, { ...values, organisationId, secret: secret !== undefined }, edit)
  })
}

/**
 * Removes the connection of an organisation, with the sessions that it has opened.
 *
 * @throws {HttpError} 404 without one
 */
export async function removeConnection(db: Db, { organisationId, edit }: SignInEdit): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMembers(tx, organisationId)
    await lockOrganisationFor(tx, { organisationId, actorId: edit.actorId, action: 'manage' })
    const [row] = await tx
      .delete(oidcConnections)
      .where(eq(oidcConnections.organisationId, organisationId))
      .returning()
    if (row === undefined) throw notFound('The organisation has no identity provider.')
    await tx.delete(oidcAttempts).where(eq(oidcAttempts.organisationId, organisationId))
    await endConnectionUse(tx, organisationId)
    const entry = { action: 'delete', kind: 'account_access', subject: hostOf(row.issuer) } as const
    await recordChange(tx, { ...entry, organisationId, changes: [] }, edit)
  })
}

/** Notes that the provider has signed somebody in with the present issuer, client identifier and secret. */
export async function noteTested(db: Db | Transaction, row: ConnectionRow, now: Date): Promise<void> {
  await db
    .update(oidcConnections)
    .set({ testedAt: now })
    .where(
      and(
        eq(oidcConnections.organisationId, row.organisationId),
        eq(oidcConnections.issuer, row.issuer),
        eq(oidcConnections.oauthClientSecret, row.oauthClientSecret),
      ),
    )
}

/** Locks the accounts of the members of an organisation, in the order of their ids. */
export async function lockMembers(tx: Transaction, organisationId: string): Promise<void> {
  const ids = tx
    .select({ id: organisationMembers.accountId })
    .from(organisationMembers)
    .where(eq(organisationMembers.organisationId, organisationId))
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('no key update')
}

/**
 * Forgets the people of a provider, and ends the sessions that it has opened. The people first: a session that is being
 * opened holds its identity, and is there once this deletion has waited for it.
 */
async function endConnectionUse(tx: Transaction, organisationId: string): Promise<void> {
  await tx.delete(oidcIdentities).where(eq(oidcIdentities.organisationId, organisationId))
  await tx.delete(sessions).where(eq(sessions.oidcOrganisationId, organisationId))
}

/**
 * @throws {HttpError} 409 while the connection is not tested, no domain is verified, or no owner could sign in if the
 *   provider fails
 */
async function requireEnforceable(
  tx: Transaction,
  organisationId: string,
  testedAt: Date | null,
): Promise<void> {
  if (testedAt === null) {
    throw new HttpError('conflict', 'Save the connection and test it before you enforce it.')
  }
  const isVerified = and(eq(oidcDomains.organisationId, organisationId), isNotNull(oidcDomains.verifiedAt))
  if ((await tx.$count(oidcDomains, isVerified)) === 0) {
    throw new HttpError('conflict', 'Verify a domain before you enforce the sign-in.')
  }
  const [owner] = await tx
    .select({ id: users.id })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.accountId))
    .where(
      and(
        eq(organisationMembers.organisationId, organisationId),
        eq(organisationMembers.role, 'owner'),
        isNull(users.disabledAt),
        isNotNull(users.secondFactorAt),
      ),
    )
    .limit(1)
  if (owner !== undefined) return
  throw new HttpError(
    'conflict',
    'At least one owner needs a second factor first, to sign in when the identity provider fails.',
  )
}

/** Ends the sessions of members whom the connection alone may sign in, where something else has opened them. */
export async function endOtherSessions(tx: Transaction, organisationId: string): Promise<void> {
  const members = await tx
    .select({ id: organisationMembers.accountId })
    .from(organisationMembers)
    .where(eq(organisationMembers.organisationId, organisationId))
  for (const { id } of members) await endSessionsBesideProvider(tx, id)
}

type Noted = Omit<ConnectionRow, 'oauthClientSecret' | 'secretAt' | 'createdAt'>

async function note(
  tx: Transaction,
  before: ConnectionRow | undefined,
  { secret, ...after }: Noted & { secret: boolean },
  edit: Edit,
): Promise<void> {
  const changes = changesBetween(before === undefined ? {} : shown(before), shown(after))
  if (secret) changes.push({ field: 'oauth_client_secret', before: null, after: edit.at.toISOString() })
  if (changes.length === 0) return
  const action = before === undefined ? 'create' : 'update'
  const subject = hostOf(after.issuer)
  const { organisationId } = after
  await recordChange(tx, { action, kind: 'account_access', subject, organisationId, changes }, edit)
}

function shown({ issuer, oauthClientId, scope, groupsClaim, groupRoles, defaultRole, enforced }: Noted) {
  return {
    issuer,
    oauth_client_id: oauthClientId,
    scope,
    groups_claim: groupsClaim,
    group_roles: groupRoles,
    default_role: defaultRole,
    enforced,
  }
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? ''
}
