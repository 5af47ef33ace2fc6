import type { Role } from '@org/api-client/contract'
import { and, eq } from 'drizzle-orm'
import { type Change, recordChange } from '../../audit/audit.store.ts'
import type { RecordSecurityEvent, SecurityAction } from '../../audit/security-events.ts'
import { isOnly, lockAdministrators } from '../../auth/administrators.ts'
import { accountDisabledMail } from '../../auth/auth.mails.ts'
import { endInvitation } from '../../auth/invitations.store.ts'
import { revokeLinks } from '../../auth/one-time-token.store.ts'
import { resetSecondFactor } from '../../auth/second-factor.service.ts'
import { endSessionById, endSessionsOf, holdSession } from '../../auth/session.store.ts'
import type { StreamLog } from '../../chat/streams/stream-log.ts'
import { recentStreamIds } from '../../conversations/messages.store.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { sessions, users } from '../../db/schema/auth.ts'
import { readMailLanguages } from '../../mail/mail-language.store.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import { isUuid } from '../../platform/process/ids.ts'
import { isPersonal } from './account-list.ts'
import { changeRole } from '../../organisations/organisations.store.ts'

/** Dependencies of changes of accounts. */
export interface AccountChangeServices {
  db: Db
  now: () => Date
  siteUrl: () => URL
  recordEvent: RecordSecurityEvent
  streams: Pick<StreamLog, 'stop'>
}

/** An administrator, the session of the request, and the account to change. */
export interface AccountEdit {
  accountId: string
  actorId: string
  sessionId: string
}

interface LockedAccount {
  id: string
  email: string
  role: Role
  verifiedAt: Date | null
  disabledAt: Date | null
  secondFactorAt: Date | null
  isOnlyAdministrator: boolean
}

/**
 * Gives an account another role and ends its sessions. A role that the account has already changes nothing.
 *
 * @throws {HttpError} 409 for the only administrator, the last owner of an organisation, the own account, and an account that
 *   is not confirmed
 */
export async function setRole(services: AccountChangeServices, edit: AccountEdit, role: Role): Promise<void> {
  const isChanged = await changeAccount(services, edit, async (tx, account) => {
    if (account.role === role) return []
    refuseOnlyAdministrator(account)
    refuseOwn(edit)
    // Whoever signed up with a foreign address must not get a role before its owner has confirmed it.
    if (account.verifiedAt === null && role !== null) {
      throw new HttpError('conflict', 'The address of this account is not confirmed yet.')
    }
    await changeRole(tx, account, { role, now: services.now() })
    await endInvitation(tx, account.id)
    await endSessionsOf(tx, account.id)
    return [{ field: 'role', before: account.role ?? 'user', after: role ?? 'user' }]
  })
  if (isChanged) note(services, edit, 'role_change', 'session_end')
}

/**
 * Disables an account, which ends its sessions, links and running answers, or enables it again. Its widgets go on.
 *
 * @throws {HttpError} 409 for the only administrator and the own account
 */
export async function setDisabled(
  services: AccountChangeServices,
  edit: AccountEdit,
  disabled: boolean,
): Promise<void> {
  const { db, now, siteUrl } = services
  const isChanged = await changeAccount(services, edit, async (tx, account) => {
    if (disabled === (account.disabledAt !== null)) return []
    refuseOnlyAdministrator(account)
    refuseOwn(edit)
    await tx
      .update(users)
      .set({ disabledAt: disabled ? now() : null, updatedAt: now() })
      .where(eq(users.id, account.id))
    await endSessionsOf(tx, account.id)
    if (disabled) await queueMail(tx, accountDisabledMail(await readerOf(tx, account), siteUrl()), now())
    // A link of before must not open an account that was enabled again.
    else await revokeLinks(tx, account.id)
    return [{ field: 'disabled', before: !disabled, after: disabled }]
  })
  if (!isChanged) return
  if (!disabled) return note(services, edit, 'account_enable')
  note(services, edit, 'account_disable', 'session_end')
  for (const streamId of await recentStreamIds(db, { userId: edit.accountId })) {
    await services.streams.stop(streamId, 'user')
  }
}

/**
 * Removes all second factors of an account, ends its sessions, and informs its owner by e-mail.
 *
 * @throws {HttpError} 409 for the own account and for one without a second factor
 */
export async function resetFactors(services: AccountChangeServices, edit: AccountEdit): Promise<void> {
  await changeAccount(services, edit, async (tx, account) => {
    refuseOwn(edit)
    if (account.secondFactorAt === null) throw new HttpError('conflict', 'This account has no second factor.')
    await resetSecondFactor(tx, account.id, { reader: await readerOf(tx, account), services })
    return [{ field: 'second_factor', before: true, after: false }]
  })
  note(services, edit, 'factor_reset', 'session_end')
}

/** Ends all sessions of an account; of the own one, all but the one of the request. */
export async function endAllSessions(services: AccountChangeServices, edit: AccountEdit): Promise<void> {
  const isChanged = await changeAccount(services, edit, async (tx, account) => {
    const before = await tx.$count(sessions, eq(sessions.userId, account.id))
    await endSessionsOf(tx, account.id, edit.sessionId)
    const after = await tx.$count(sessions, eq(sessions.userId, account.id))
    return before === after ? [] : [{ field: 'sessions', before, after }]
  })
  if (isChanged) note(services, edit, 'session_end')
}

/**
 * Ends one session of an account.
 *
 * @throws {HttpError} 404 for an unknown session, and for one of another account
 */
export async function endOneSession(
  services: AccountChangeServices,
  edit: AccountEdit,
  id: string,
): Promise<void> {
  await changeAccount(services, edit, async (tx, account) => {
    const before = await tx.$count(sessions, eq(sessions.userId, account.id))
    if (!isUuid(id) || !(await endSessionById(tx, account.id, id))) throw notFound('Session not found.')
    return [{ field: 'sessions', before, after: before - 1 }]
  })
  note(services, edit, 'session_end')
}

/**
 * Changes an account in a transaction that holds it, and records the change. The accounts of administrators and the
 * actor's session are held as well: an administrator who was disabled meanwhile changes nothing.
 *
 * @param change returns the changed fields; none when nothing changes
 * @returns false when nothing has changed
 * @throws {HttpError} 404 for an unknown account and that of an identified visitor, 401 when the actor was signed out
 */
async function changeAccount(
  { db, now }: AccountChangeServices,
  { accountId, actorId, sessionId }: AccountEdit,
  change: (tx: Transaction, account: LockedAccount) => Promise<Change['changes']>,
): Promise<boolean> {
  if (!isUuid(accountId)) throw notFound('Account not found.')
  return db.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx)
    const [account] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, accountId), isPersonal))
      .for('update')
    await holdSession(tx, actorId, sessionId)
    if (account === undefined) throw notFound('Account not found.')
    const isOnlyAdministrator = isOnly(administrators, account.id)
    const changes = await change(tx, { ...account, isOnlyAdministrator })
    if (changes.length === 0) return false
    const entry = { action: 'update', kind: 'account_access', subject: '' } as const
    const noted = { ...entry, organisationId: null, accountId: account.id, changes }
    await recordChange(tx, noted, { actorId, at: now() })
    return true
  })
}

function refuseOnlyAdministrator({ isOnlyAdministrator }: LockedAccount): void {
  if (!isOnlyAdministrator) return
  throw new HttpError('conflict', 'This is the only administrator. Make somebody else one first.')
}

function refuseOwn({ accountId, actorId }: AccountEdit): void {
  if (accountId !== actorId) return
  throw new HttpError('conflict', 'Ask another administrator to change your own account.')
}

async function readerOf(tx: Transaction, { id, email }: LockedAccount) {
  const languageOf = await readMailLanguages(tx, [id])
  return { id, email, language: languageOf(id) }
}

function note(
  { recordEvent }: AccountChangeServices,
  { accountId }: AccountEdit,
  ...actions: SecurityAction[]
): void {
  for (const action of actions) recordEvent({ action, accountId })
}
