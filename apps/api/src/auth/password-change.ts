import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../db/schema/auth.ts'
import type { Language } from '../languages/say.ts'
import { queueMail, queueWritten } from '../mail/outbox.store.ts'
import { HttpError, invalid, loginRequired } from '../platform/http/http-error.ts'
import { accountRule, clearAttempts, countHourly } from '../limits/attempts.store.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { passwordChangedMail, type Reader, recoveryMail } from './auth.mails.ts'
import { type AuthServices, confirmPassword, issueLink, normalisedEmail, senderOf } from './auth.service.ts'
import { findKnownDevice, forgetDevices } from './known-devices.store.ts'
import { hasFreshLink, lockAccount, revokeLinks } from './one-time-token.store.ts'
import { checkPassword } from './password-policy.ts'
import { acceptInvitation } from './invitations.store.ts'
import { hashPassword } from './passwords.ts'
import type { SiteSession } from '../platform/http/principal.ts'
import { resetSecondFactor } from './second-factor.service.ts'
import { endSessionById, endSessionsOf } from './session.store.ts'

/** Requests for a reset within this time after the last e-mail cause none: its link still works. */
const coalesceMs = 60_000

/**
 * Sends a link to choose a new password, if there is such an account: the response does not wait for the lookup.
 * Requests of strangers never keep the owner from a link: repeated ones are coalesced, and beyond the cap of e-mails the
 * last link stays valid. A browser of the owner is not limited by address.
 *
 * @throws {HttpError} 429 for too many from one address
 */
export async function requestReset(
  services: AuthServices,
  request: Reader & { clientAddress: string; deviceToken: string | undefined },
): Promise<void> {
  const { db, background, now, resetsPerHour } = services
  const { language } = request
  const email = normalisedEmail(request.email)
  if ((await findKnownDevice(db, email, request.deviceToken)) === undefined) {
    const subject = countedAddress(request.clientAddress)
    await countHourly(db, { name: 'reset', limit: resetsPerHour, subject }, now())
  }
  background.run('sending a reset link', async () => {
    const [user] = await db
      .select({ id: users.id, verifiedAt: users.verifiedAt })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.disabledAt)))
    const outcome = user === undefined ? 'failure' : 'success'
    services.recordEvent({ action: 'reset_request', outcome, accountId: user?.id ?? null })
    if (user !== undefined) await mailResetLink(services, { ...user, email, language })
  })
}

/** Mails a link to choose a new password, unless one was mailed within the last minute. */
export async function mailResetLink(
  { db, now, siteUrl }: AuthServices,
  { email, language, ...user }: Reader & { id: string; verifiedAt: Date | null },
): Promise<void> {
  const link = { kind: 'recovery', userId: user.id } as const
  const since = new Date(now().getTime() - coalesceMs)
  // Nobody has proved to own an unconfirmed address: its resets count as e-mails of sign-ups.
  const mail = { kind: user.verifiedAt === null ? 'confirmation' : 'recovery', recipient: email } as const
  await db.transaction(async (tx) => {
    // Requests of the same moment wait here, and find the link of the first.
    if (!(await lockAccount(tx, user.id))) return
    if (await hasFreshLink(tx, { ...link, since, now: now() })) return
    await queueWritten(tx, { ...mail, now: now() }, async () => {
      const tokens = await issueLink({ db: tx, now }, link)
      const reader = { id: user.id, email, language }
      return recoveryMail(reader, { siteUrl: siteUrl(), type: 'recovery', tokens })
    })
  })
}

/** A change of the password, and the session that makes it. */
export interface PasswordChange {
  session: SiteSession
  newPassword: string
  /** Required unless a recovery link opened the session: a borrowed browser must not take the account over. */
  currentPassword: string | undefined
  clientAddress: string
  deviceToken: string | undefined
  /** Language of the e-mail about the change. */
  language: Language
}

/**
 * Gives an account another password and ends all of its sessions; its owner is told by e-mail.
 *
 * @returns the hash of the new password
 * @throws {HttpError} 401 when the session has just been ended, 403 for a missing or wrong current password, 422 for a
 * password that is easy to guess, 429 after too many wrong current passwords
 */
export async function changePassword(services: AuthServices, change: PasswordChange): Promise<string> {
  const { db, hashing, now, siteUrl } = services
  const { session, newPassword, currentPassword, language } = change
  const { id, email } = session.user
  if (session.purpose !== 'recovery') {
    if (currentPassword === undefined) {
      throw new HttpError('forbidden', 'Enter your current password to change it.')
    }
    const { clientAddress, deviceToken } = change
    await confirmPassword(services, { email, password: currentPassword, clientAddress, deviceToken })
  }
  const sender = senderOf(change)
  const problem = await checkPassword(newPassword, email, sender)
  if (problem !== undefined) throw invalid([{ path: 'new_password', message: problem }])
  const passwordHash = await hashing.run(sender, () => hashPassword(newPassword))
  await db.transaction(async (tx) => {
    // A recovery link proves the address of an account that was never confirmed; only now the password is its owner's.
    const verifiedAt = sql`coalesce(${users.verifiedAt}, ${now().toISOString()}::timestamptz)`
    await tx.update(users).set({ passwordHash, verifiedAt, updatedAt: now() }).where(eq(users.id, id))
    const isInvited = session.purpose === 'recovery' && (await acceptInvitation(tx, id, now()))
    // Of two changes at once the second comes from a session that the first has ended.
    if (!(await endSessionById(tx, id, session.id))) throw loginRequired()
    await endSessionsOf(tx, id)
    // Nobody had proved to own the address before: a factor may be that of a stranger, who would become a client by it.
    if (isInvited && !services.signupConfirmation) await resetSecondFactor(tx, id)
    await revokeLinks(tx, id)
    // A browser that somebody used with the old password must neither be trusted nor go unreported.
    await forgetDevices(tx, id, change.deviceToken)
    await queueMail(tx, passwordChangedMail({ id, email, language }, siteUrl()), now())
  })
  services.recordEvent({ action: 'password_change', accountId: id })
  services.recordEvent({ action: 'session_end', accountId: id })
  // Whoever guessed at the old password has locked nobody out of the new one.
  await clearAttempts(db, { rule: accountRule, subject: email })
  return passwordHash
}
