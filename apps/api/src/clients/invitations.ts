import type { ClientInvitation } from '@org/api-client/contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Edit, recordChange } from '../audit/audit.store.ts'
import { invitationMail } from '../auth/auth.mails.ts'
import { normalisedEmail } from '../auth/auth.service.ts'
import { readInviter } from '../auth/invitations.store.ts'
import { issueOneTimeToken, lockAccount, revokeLinks } from '../auth/one-time-token.store.ts'
import { hashPassword } from '../auth/passwords.ts'
import { newToken } from '../auth/tokens.ts'
import type { Db, Transaction } from '../db/database.ts'
import { clientInvitations, users } from '../db/schema/auth.ts'
import type { Language } from '../languages/say.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'

/** Dependencies of invitations. */
export interface InvitationServices {
  db: Db
  now: () => Date
  siteUrl: () => URL
  /** Name of the product. */
  brandName: string
}

/** Life of an invitation's link. */
const lifeMs = 7 * 86_400_000

/** E-mails of one invitation. */
const mostSends = 5

/** Open and accepted invitations, the oldest first. */
export async function listInvitations(db: Db, now: Date): Promise<ClientInvitation[]> {
  const rows = await db
    .select({ invitation: clientInvitations, email: users.email })
    .from(clientInvitations)
    .innerJoin(users, eq(users.id, clientInvitations.userId))
    .orderBy(asc(clientInvitations.createdAt), asc(clientInvitations.id))
  return rows.map(({ invitation, email }) => toInvitation({ ...invitation, email }, now))
}

function toInvitation(
  row: typeof clientInvitations.$inferSelect & { email: string },
  now: Date,
): ClientInvitation {
  const { id, email, sentAt, expiresAt, acceptedAt, sends } = row
  const status = acceptedAt !== null ? 'accepted' : expiresAt <= now ? 'expired' : 'open'
  return {
    id,
    email,
    status,
    sent_at: sentAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    sends_left: Math.max(0, mostSends - sends),
  }
}

/**
 * Invites an address as a client. An account without a role may be invited, too; it gets the role with the next password
 * that is chosen by a link.
 *
 * @throws {HttpError} 409 for an address that is a client or an administrator, or is invited already; 429 when it had too
 *   many e-mails
 */
export async function inviteClient(
  services: InvitationServices,
  { email: typed, language }: { email: string; language: Language },
  edit: Edit,
): Promise<void> {
  const email = normalisedEmail(typed)
  const passwordHash = await hashPassword(newToken())
  await services.db.transaction(async (tx) => {
    await tx
      .insert(users)
      .values({ id: newId(), email, passwordHash, verifiedAt: null })
      .onConflictDoNothing({ target: users.email })
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
    if (user === undefined || user.role !== null || user.disabledAt !== null) {
      throw new HttpError('conflict', 'This address has an account that cannot be invited.')
    }
    const invitation = {
      id: newId(),
      userId: user.id,
      invitedBy: edit.actorId,
      createdAt: edit.at,
      sentAt: edit.at,
      sends: 1,
      expiresAt: new Date(edit.at.getTime() + lifeMs),
    }
    const added = await tx
      .insert(clientInvitations)
      .values(invitation)
      .onConflictDoNothing({ target: clientInvitations.userId })
      .returning({ id: clientInvitations.id })
    if (added.length === 0)
      throw new HttpError('conflict', 'This address is invited already. Send it again instead.')
    await sendInvitation(tx, services, { id: user.id, email, language }, edit)
    await note(tx, 'create', email, edit)
  })
}

/**
 * Sends an invitation again, with a new link that ends the earlier one.
 *
 * @throws {HttpError} 404 for an unknown or accepted one, 409 for a disabled account, 429 when it was sent too often
 */
export async function resendInvitation(
  services: InvitationServices,
  { id, language }: { id: string; language: Language },
  edit: Edit,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { invitation, email, disabledAt } = await lockOpen(tx, id)
    if (disabledAt !== null) throw new HttpError('conflict', 'This account is disabled. Enable it first.')
    if (invitation.sends >= mostSends) {
      throw new HttpError('rate_limited', 'This invitation was sent too often. Revoke it and invite again.', {
        retryAfterSeconds: 86_400,
      })
    }
    await tx
      .update(clientInvitations)
      .set({
        sends: invitation.sends + 1,
        sentAt: edit.at,
        expiresAt: new Date(edit.at.getTime() + lifeMs),
      })
      .where(eq(clientInvitations.id, invitation.id))
    await sendInvitation(tx, services, { id: invitation.userId, email, language }, edit)
    await note(tx, 'update', email, edit)
  })
}

/**
 * Revokes an invitation: its link ends at once. An account that was never confirmed is deleted.
 *
 * @throws {HttpError} 404 for an unknown or accepted one
 */
export async function revokeInvitation({ db }: InvitationServices, id: string, edit: Edit): Promise<void> {
  await db.transaction(async (tx) => {
    const { invitation, email, verifiedAt } = await lockOpen(tx, id)
    await revokeLinks(tx, invitation.userId)
    await tx.delete(clientInvitations).where(eq(clientInvitations.id, invitation.id))
    if (verifiedAt === null) await tx.delete(users).where(eq(users.id, invitation.userId))
    await note(tx, 'delete', email, edit)
  })
}

async function lockOpen(tx: Transaction, id: string) {
  const [named] = isUuid(id)
    ? await tx
        .select({ userId: clientInvitations.userId })
        .from(clientInvitations)
        .where(eq(clientInvitations.id, id))
    : []
  // Every transaction locks the account first. The invitation may be accepted until the lock is held.
  if (named !== undefined) await lockAccount(tx, named.userId)
  const [found] =
    named === undefined
      ? []
      : await tx
          .select({
            invitation: clientInvitations,
            email: users.email,
            verifiedAt: users.verifiedAt,
            disabledAt: users.disabledAt,
          })
          .from(clientInvitations)
          .innerJoin(users, eq(users.id, clientInvitations.userId))
          .where(and(eq(clientInvitations.id, id), isNull(clientInvitations.acceptedAt)))
  if (found === undefined) throw notFound('Invitation not found.')
  return found
}

async function sendInvitation(
  tx: Transaction,
  { now, siteUrl, brandName }: InvitationServices,
  reader: { id: string; email: string; language: Language },
  { actorId }: Edit,
): Promise<void> {
  const tokens = await issueOneTimeToken(tx, { kind: 'recovery', userId: reader.id, now: now(), lifeMs })
  const link = { siteUrl: siteUrl(), type: 'recovery', tokens, returnTo: '/client' } as const
  const inviter = await readInviter(tx, actorId, brandName)
  if (await queueMail(tx, invitationMail(reader, link, inviter), now())) return
  throw new HttpError('rate_limited', 'This address had too many invitations in this hour.', {
    retryAfterSeconds: 3600,
  })
}

/** The address is noted without its local part: entries outlive the account. */
async function note(
  tx: Transaction,
  action: 'create' | 'update' | 'delete',
  email: string,
  edit: Edit,
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@'))
  const changes = [{ field: 'client_invitation', before: null, after: `…${domain}` }]
  await recordChange(
    tx,
    { action, kind: 'configurator', subject: 'client invitation', organisationId: null, changes },
    edit,
  )
}
