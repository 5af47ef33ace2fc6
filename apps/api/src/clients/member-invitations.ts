import {
  type InvitationAccept,
  type InvitationPreview,
  type MemberInvite,
  type MemberList,
  memberLimits,
} from '@org/api-client/contract'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import { type Inviter, invitationSubject } from '../auth/auth.mails.ts'
import { normalisedEmail, type AuthServices, type VerifiedUser } from '../auth/auth.service.ts'
import { readInviter } from '../auth/invitations.store.ts'
import { revokeLinks, usedLink } from '../auth/one-time-token.store.ts'
import { checkPassword } from '../auth/password-policy.ts'
import { hashPassword } from '../auth/passwords.ts'
import { endSessionsOf } from '../auth/session.store.ts'
import { newToken, tokenHash } from '../auth/tokens.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { memberInvitations, organisationMembers } from '../db/schema/members.ts'
import { organisations } from '../db/schema/organisations.ts'
import { type Language, say } from '../languages/say.ts'
import { type Mail, queueMail } from '../mail/outbox.store.ts'
import { endSessionsBesideProvider } from '../organisations/enforced-sign-in.ts'
import { lockOrganisation, lockOrganisationFor } from '../organisations/organisations.store.ts'
import { accountDisabled, HttpError, invalid, loginRequired, notFound } from '../platform/http/http-error.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

type InvitationRow = typeof memberInvitations.$inferSelect

/** Dependencies of invitations. */
type InvitationServices = Pick<AuthServices, 'db' | 'now' | 'siteUrl' | 'brandName'>

const lifeMs = memberLimits.invitationDays * 86_400_000

/** E-mails of one invitation. */
const mostSends = 5

/** Invitations of an organisation, the oldest first. */
export async function listMemberInvitations(
  db: Db,
  organisationId: string,
  now: Date,
): Promise<MemberList['invitations']> {
  const rows = await db
    .select()
    .from(memberInvitations)
    .where(eq(memberInvitations.organisationId, organisationId))
    .orderBy(asc(memberInvitations.createdAt), asc(memberInvitations.id))
  return rows.map(({ id, email, role, sentAt, expiresAt, sends }) => ({
    id,
    email,
    role,
    sent_at: sentAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    expired: expiresAt <= now,
    sends_left: Math.max(0, mostSends - sends),
  }))
}

/** An organisation, and who changes its invitations. */
export interface InvitationEdit {
  organisationId: string
  /** Language of the e-mail. */
  language: Language
  edit: Edit
}

/**
 * Invites an address. The answer is the same whether or not the address has an account.
 *
 * @throws {HttpError} 404 for an unknown organisation, 409 for a member, an invited address, and too many of both, 429 when
 *   the address had too many e-mails
 */
export async function inviteMember(
  services: InvitationServices,
  { email: typed, role }: MemberInvite,
  { organisationId, language, edit }: InvitationEdit,
): Promise<void> {
  const email = normalisedEmail(typed)
  await services.db.transaction(async (tx) => {
    const organisation = await lockOrganisationFor(tx, managedBy(edit, organisationId))
    await requireSeat(tx, organisationId, email)
    const token = newToken()
    const added = await tx
      .insert(memberInvitations)
      .values({
        id: newId(),
        organisationId,
        email,
        role,
        tokenHash: tokenHash(token),
        invitedBy: edit.actorId,
        createdAt: edit.at,
        sentAt: edit.at,
        sends: 1,
        expiresAt: new Date(edit.at.getTime() + lifeMs),
      })
      .onConflictDoNothing()
      .returning({ id: memberInvitations.id })
    if (added.length === 0) {
      throw new HttpError('conflict', 'This address is invited already. Send it again instead.')
    }
    await send(tx, services, { email, language, organisation: organisation.name, token }, edit.actorId)
    await note(tx, 'create', { organisationId, email, role }, edit)
  })
}

/** Members and invitations share their limit, which bounds the e-mails that an organisation causes. */
async function requireSeat(tx: Transaction, organisationId: string, email: string): Promise<void> {
  const ofOrganisation = eq(organisationMembers.organisationId, organisationId)
  const rows = await tx
    .select({ email: users.email })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.accountId))
    .where(ofOrganisation)
  if (rows.some((row) => row.email === email)) {
    throw new HttpError('conflict', 'This address is a member already.')
  }
  const invited = await tx.$count(memberInvitations, eq(memberInvitations.organisationId, organisationId))
  if (rows.length + invited >= memberLimits.members) {
    throw new HttpError('conflict', 'The organisation has as many members and invitations as there can be.')
  }
}

/**
 * Sends an invitation again, with a new link that ends the earlier one.
 *
 * @throws {HttpError} 404 for an unknown one, 429 when it was sent too often
 */
export async function resendMemberInvitation(
  services: InvitationServices,
  id: string,
  { organisationId, language, edit }: InvitationEdit,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const organisation = await lockOrganisationFor(tx, managedBy(edit, organisationId))
    const row = await findOwn(tx, organisationId, id)
    if (row === undefined) throw notFound('Invitation not found.')
    if (row.sends >= mostSends) {
      throw new HttpError('rate_limited', 'This invitation was sent too often. Revoke it and invite again.', {
        retryAfterSeconds: 86_400,
      })
    }
    const token = newToken()
    await tx
      .update(memberInvitations)
      .set({
        tokenHash: tokenHash(token),
        sends: row.sends + 1,
        sentAt: edit.at,
        expiresAt: new Date(edit.at.getTime() + lifeMs),
      })
      .where(eq(memberInvitations.id, row.id))
    const { email } = row
    await send(tx, services, { email, language, organisation: organisation.name, token }, edit.actorId)
    await note(tx, 'update', row, edit)
  })
}

/**
 * Revokes an invitation: its link ends at once.
 *
 * @throws {HttpError} 404 for an unknown one
 */
export async function revokeMemberInvitation(
  { db }: InvitationServices,
  id: string,
  { organisationId, edit }: Pick<InvitationEdit, 'organisationId' | 'edit'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganisationFor(tx, managedBy(edit, organisationId))
    const row = await findOwn(tx, organisationId, id)
    if (row === undefined) throw notFound('Invitation not found.')
    await tx.delete(memberInvitations).where(eq(memberInvitations.id, row.id))
    await note(tx, 'delete', row, edit)
  })
}

const managedBy = ({ actorId }: Edit, organisationId: string) =>
  ({ organisationId, actorId, action: 'manage' }) as const

async function findOwn(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  if (!isUuid(id)) return undefined
  const own = and(eq(memberInvitations.organisationId, organisationId), eq(memberInvitations.id, id))
  const [row] = await tx.select().from(memberInvitations).where(own)
  return row
}

/**
 * Describes an invitation to the holder of its link, who owns the mailbox.
 *
 * @throws {HttpError} 401 for a link that is unknown, used, revoked or expired
 */
export async function previewMemberInvitation(
  { db, now }: Pick<AuthServices, 'db' | 'now'>,
  token: string,
  reader: SessionUser | null,
): Promise<InvitationPreview> {
  const row = await findByToken(db, token, now())
  if (row === undefined) throw usedLink()
  const [organisation] = await db
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, row.organisationId))
  const [account] = await db.select().from(users).where(eq(users.email, row.email))
  const hasAccount = account !== undefined && account.verifiedAt !== null
  return {
    organisation: organisation?.name ?? '',
    email: row.email,
    role: row.role,
    next: !hasAccount ? 'password' : reader?.id === account.id ? 'accept' : 'sign_in',
  }
}

/**
 * Makes the holder of an invitation's link a member, once. An address without a confirmed account gets one with the given
 * password: the link proves the mailbox. Whoever has an account must be signed in to it.
 *
 * @returns the organisation, and the new account to be signed in; null for the account that is signed in
 * @throws {HttpError} 401 for a link that is unknown, used, revoked or expired, and for another account than the invited
 *   one; 403 for a disabled account, 409 for one of staff, 422 for a password that is missing or easy to guess
 */
export async function acceptMemberInvitation(
  services: AuthServices,
  { token, password }: InvitationAccept,
  reader: SessionUser | null,
): Promise<{ organisationId: string; account: VerifiedUser | null }> {
  const { db, now, hashing } = services
  const found = await findByToken(db, token, now())
  if (found === undefined) throw usedLink()
  const [known] = await db.select().from(users).where(eq(users.email, found.email))
  const isNew = known === undefined || known.verifiedAt === null
  let passwordHash: string | undefined
  if (isNew) {
    if (password === undefined) throw invalid([{ path: 'password', message: 'Choose a password.' }])
    const problem = await checkPassword(password, found.email, found.email)
    if (problem !== undefined) throw invalid([{ path: 'password', message: problem }])
    passwordHash = await hashing.run(found.email, () => hashPassword(password))
  } else if (reader?.id !== known.id) throw loginRequired()
  return db.transaction(async (tx) => {
    const account = await lockInvited(tx, found.email, passwordHash, now())
    if (account.disabledAt !== null) throw accountDisabled()
    if (account.role === 'admin') {
      throw new HttpError('conflict', 'The account of an administrator cannot be a member.')
    }
    await lockOrganisation(tx, found.organisationId)
    const [row] = await tx
      .delete(memberInvitations)
      .where(and(eq(memberInvitations.id, found.id), eq(memberInvitations.tokenHash, tokenHash(token))))
      .returning()
    if (row === undefined) throw usedLink()
    await tx
      .insert(organisationMembers)
      .values({ organisationId: row.organisationId, accountId: account.id, role: row.role, createdAt: now() })
      .onConflictDoNothing()
    await tx.update(users).set({ role: 'client', updatedAt: now() }).where(eq(users.id, account.id))
    // The organisation may require another sign-in than the one that this session comes from.
    await endSessionsBesideProvider(tx, account.id)
    const changes = [{ field: 'member_role', before: null, after: row.role }]
    const entry = { action: 'update', kind: 'account_access', subject: '', accountId: account.id } as const
    const { organisationId } = row
    await recordChange(tx, { ...entry, organisationId, changes }, { actorId: account.id, at: now() })
    if (passwordHash === undefined) return { organisationId, account: null }
    return { organisationId, account: { id: account.id, email: account.email, role: 'client', passwordHash } }
  })
}

/** Locks the account of an invited address. One without a confirmed account gets the password of the link's holder. */
async function lockInvited(tx: Transaction, email: string, passwordHash: string | undefined, now: Date) {
  if (passwordHash !== undefined) {
    await tx
      .insert(users)
      .values({ id: newId(), email, passwordHash, verifiedAt: null })
      .onConflictDoNothing({ target: users.email })
    // Whatever strangers have done with the address before is void.
    const [claimed] = await tx
      .update(users)
      .set({ passwordHash, verifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.verifiedAt)))
      .returning({ id: users.id })
    // It was confirmed meanwhile: its owner signs in first.
    if (claimed === undefined) throw loginRequired()
    await revokeLinks(tx, claimed.id)
    await endSessionsOf(tx, claimed.id)
  }
  const [account] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (account === undefined) throw usedLink()
  return account
}

async function findByToken(db: Db, token: string, now: Date): Promise<InvitationRow | undefined> {
  const isUsable = and(
    eq(memberInvitations.tokenHash, tokenHash(token)),
    gt(memberInvitations.expiresAt, now),
  )
  const [row] = await db.select().from(memberInvitations).where(isUsable)
  return row
}

interface Invitation {
  email: string
  language: Language
  /** Name of the organisation. */
  organisation: string
  token: string
}

async function send(
  tx: Transaction,
  { siteUrl, brandName, now }: InvitationServices,
  invitation: Invitation,
  actorId: string,
): Promise<void> {
  const inviter = await readInviter(tx, actorId, brandName)
  if (await queueMail(tx, invitationMail(invitation, siteUrl(), inviter), now())) return
  throw new HttpError('rate_limited', 'This address had too many invitations in this hour.', {
    retryAfterSeconds: 3600,
  })
}

/** The token is in the fragment, which no server sees. The name is shown by itself: its owner could write a sentence. */
function invitationMail(
  { email, language, organisation, token }: Invitation,
  siteUrl: URL,
  inviter: Inviter,
): Mail {
  const link = new URL('/invitation', siteUrl)
  link.hash = new URLSearchParams({ token }).toString()
  const { email: sender = inviter.brandName, brandName } = inviter
  const paragraphs = [
    say(
      language,
      '{0} invites you to be a member of an organisation on {1} ({2}):',
      sender,
      brandName,
      siteUrl.host,
    ),
    nameOf(organisation),
    say(language, 'Open this link within 7 days to accept:'),
    link.href,
    say(language, 'If you did not expect this invitation, you can ignore this message.'),
  ]
  return {
    kind: 'invitation',
    recipient: email,
    subject: invitationSubject(language, inviter),
    body: `${paragraphs.join('\n\n')}\n`,
    ...(inviter.email !== undefined && { replyTo: inviter.email }),
  }
}

/** One line without addresses: mail programs would turn them into links. */
function nameOf(organisation: string): string {
  return organisation.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').replaceAll(/[.:/]+/gu, ' ')
}

/** The address is noted without its local part: entries outlive the account. */
async function note(
  tx: Transaction,
  action: 'create' | 'update' | 'delete',
  { organisationId, email, role }: Pick<InvitationRow, 'organisationId' | 'email' | 'role'>,
  edit: Edit,
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@'))
  const changes = [{ field: 'member_invitation', before: null, after: `…${domain}, ${role}` }]
  await recordChange(tx, { action, kind: 'account_access', subject: '', organisationId, changes }, edit)
}
