import type { PasskeyResponse } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import {
  type Counter,
  clearAttempts,
  countAttempt,
  factorDeviceRule,
  factorRule,
  refuseLocked,
} from '../limits/attempts.store.ts'
import { findKnownDevice, forgetDevices } from './known-devices.store.ts'
import { queueMail } from '../mail/outbox.store.ts'
import { endSessionsBesideProvider } from '../organisations/enforced-sign-in.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import type { SiteSession } from '../platform/http/principal.ts'
import type { Language } from '../languages/say.ts'
import { type FactorChange, secondFactorMail } from './auth.mails.ts'
import type { AuthServices } from './auth.service.ts'
import { acceptPasskey } from './factors/passkeys.ts'
import { addPasskey, listPasskeys, type PasskeyRow, removePasskey } from './factors/passkeys.store.ts'
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  renewRecoveryCodes,
  takeRecoveryCode,
} from './factors/recovery-codes.store.ts'
import { acceptTotp, hasTotp, removeTotp } from './factors/totp.ts'
import { lockAccount } from './one-time-token.store.ts'
import { endSessionsOf, holdSession } from './session.store.ts'

/** Proof of a second factor: a code of an app or a recovery code, or the answer of a passkey. */
export type FactorProof = { code: string } | { passkey: PasskeyResponse }

/** Dependencies of changes of second factors. */
type FactorServices = Pick<AuthServices, 'db' | 'now' | 'siteUrl' | 'recordEvent'>

/** The account of a proof, and the language of e-mails about it. */
export interface FactorSubject {
  id: string
  email: string
  language: Language
}

/** A subject in a browser, whose device cookie may be known. */
export interface FactorPerson extends FactorSubject {
  deviceToken: string | undefined
}

/**
 * Checks a second factor. Wrong codes are counted and lock like wrong passwords; a code works once. A browser that has
 * passed the second step before has a budget of its own: whoever has the password locks the owner out of no such browser.
 *
 * @throws {HttpError} 401 for a wrong proof, 429 after too many wrong codes
 */
export async function proveFactor(
  services: AuthServices,
  { deviceToken, ...subject }: FactorPerson,
  proof: FactorProof,
): Promise<void> {
  const { db, recordEvent } = services
  const accountId = subject.id
  if ('passkey' in proof) {
    if ((await acceptPasskey(services, { userId: accountId, passkey: proof.passkey })) === accountId) return
    recordEvent({ action: 'factor_check', outcome: 'failure', accountId })
    throw wrongProof('This passkey does not belong to your account.')
  }
  await services.secretBox.load()
  const device = await findKnownDevice(db, subject.email, deviceToken)
  const counter: Counter =
    device === undefined
      ? { rule: factorRule, subject: accountId }
      : { rule: factorDeviceRule, subject: `${accountId} ${device}` }
  const { isAccepted, isLocked } = await db.transaction((tx) =>
    acceptCode(services, tx, { ...subject, code: proof.code, counter }),
  )
  if (isAccepted) return
  recordEvent({ action: 'factor_check', outcome: 'failure', accountId })
  if (isLocked) recordEvent({ action: 'lock', accountId })
  throw wrongProof('This code is not valid.')
}

// The account is locked for the time of the check: requests sent at once cannot outrun the count.
async function acceptCode(
  services: AuthServices,
  tx: Transaction,
  { code, counter, ...subject }: FactorSubject & { code: string; counter: Counter },
): Promise<{ isAccepted: boolean; isLocked: boolean }> {
  const now = services.now()
  const userId = subject.id
  const digits = code.replaceAll(/\s/gu, '')
  const isTotp = /^\d{6}$/u.test(digits)
  await lockAccount(tx, userId)
  // A recovery code has 140 random bits: a lock would protect it from nobody, and keep its owner out.
  if (isTotp) await refuseLocked(tx, [counter], now)
  const isAccepted = isTotp
    ? await acceptTotp(tx, services, { userId, code: digits })
    : await takeRecoveryCode(tx, userId, code)
  if (!isAccepted) return { isAccepted, isLocked: (await countAttempt(tx, [counter], now)).length > 0 }
  await clearAttempts(tx, counter)
  if (!isTotp) {
    services.recordEvent({ action: 'recovery_code_use', accountId: userId })
    await mailChange(services, tx, subject, 'recovery-code-used')
  }
  return { isAccepted, isLocked: false }
}

/**
 * Confirms the authenticator app of an account by its first code.
 *
 * @returns new recovery codes; none when the account has codes already
 * @throws {HttpError} 422 for a wrong code
 */
export async function confirmTotp(
  services: AuthServices,
  { session, code, ...subject }: FactorPerson & { session: SiteSession; code: string },
): Promise<string[]> {
  await services.secretBox.load()
  return services.db.transaction(async (tx) => {
    await lockAccount(tx, subject.id)
    await holdSession(tx, subject.id, session.id)
    const given = { userId: subject.id, code: code.replaceAll(/\s/gu, ''), confirms: true }
    if (!(await acceptTotp(tx, services, given))) {
      throw new HttpError('invalid', 'This code is not valid.', {
        fields: [{ path: 'code', message: 'This code is not valid.' }],
      })
    }
    return completeSetup(services, tx, { ...subject, session, change: 'totp-added' })
  })
}

/**
 * Stores a new passkey of an account.
 *
 * @returns new recovery codes; none when the account has codes already
 * @throws {HttpError} 409 when the passkey is stored already, or the account has too many
 */
export async function createPasskey(
  services: FactorServices,
  { session, row, ...subject }: FactorPerson & { session: SiteSession; row: PasskeyRow },
): Promise<string[]> {
  return services.db.transaction(async (tx) => {
    await lockAccount(tx, subject.id)
    await holdSession(tx, subject.id, session.id)
    if ((await listPasskeys(tx, subject.id)).length >= mostPasskeys || !(await addPasskey(tx, row))) {
      throw new HttpError('conflict', 'This passkey cannot be added.')
    }
    return completeSetup(services, tx, { ...subject, session, change: 'passkey-added' })
  })
}

/** Passkeys of one account. */
const mostPasskeys = 20

/** Returns whether a locked account has a second factor: a request at once may have removed what the session had. */
async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [user] = await tx
    .select({ secondFactorAt: users.secondFactorAt })
    .from(users)
    .where(eq(users.id, userId))
  return user !== undefined && user.secondFactorAt !== null
}

async function completeSetup(
  services: FactorServices,
  tx: Transaction,
  { session, change, ...subject }: FactorPerson & { session: SiteSession; change: FactorChange },
): Promise<string[]> {
  const now = services.now()
  const { id, deviceToken } = subject
  const isFirst = !(await hasSecondFactor(tx, id))
  if (isFirst) {
    // Other places were signed in by the password alone, and must get no budget of codes.
    await endSessionsOf(tx, id, session.id)
    await forgetDevices(tx, id, deviceToken)
  }
  await tx
    .update(users)
    .set({ ...(isFirst && { secondFactorAt: now }), updatedAt: now })
    .where(eq(users.id, id))
  await mailChange(services, tx, subject, change)
  services.recordEvent({ action: 'factor_add', accountId: id })
  // Codes of before the first factor would be unknown to its owner.
  return !isFirst && (await countRecoveryCodes(tx, id)) > 0 ? [] : renewRecoveryCodes(tx, id, now)
}

/**
 * Removes the authenticator app, or a passkey, of an account, and ends its other sessions: a lost phone may have one.
 * Without a factor left, its recovery codes go, too.
 *
 * @param options.passkeyId null for the authenticator app
 * @returns false when the account has no such factor
 */
export async function removeFactor(
  services: FactorServices,
  { session, passkeyId, ...subject }: FactorSubject & { session: SiteSession; passkeyId: string | null },
): Promise<boolean> {
  const { id } = subject
  const isRemoved = await services.db.transaction(async (tx) => {
    await lockAccount(tx, id)
    await holdSession(tx, id, session.id)
    const gone = passkeyId === null ? await removeTotp(tx, id) : await removePasskey(tx, id, passkeyId)
    if (!gone) return false
    if (!(await hasTotp(tx, id)) && (await listPasskeys(tx, id)).length === 0) await clearFactors(tx, id)
    await endSessionsOf(tx, id, session.id)
    await mailChange(services, tx, subject, passkeyId === null ? 'totp-removed' : 'passkey-removed')
    return true
  })
  if (isRemoved) services.recordEvent({ action: 'factor_remove', accountId: id })
  return isRemoved
}

/**
 * Replaces the recovery codes of an account. Returns the new ones.
 *
 * @throws {HttpError} 404 for an account without a second factor: its codes would open the next one
 */
export async function replaceRecoveryCodes(
  services: FactorServices,
  { session, ...subject }: FactorSubject & { session: SiteSession },
): Promise<string[]> {
  const { id } = subject
  const codes = await services.db.transaction(async (tx) => {
    // Of two requests at once, each would otherwise leave ten codes.
    await lockAccount(tx, id)
    await holdSession(tx, id, session.id)
    if (!(await hasSecondFactor(tx, id))) throw notFound('Set up a second factor first.')
    await mailChange(services, tx, subject, 'recovery-codes-renewed')
    return renewRecoveryCodes(tx, id, services.now())
  })
  services.recordEvent({ action: 'recovery_code_renewal', accountId: id })
  return codes
}

/**
 * Removes all second factors of an account whose owner has lost them, and ends its sessions.
 *
 * @param told the reader of an e-mail about it, and the site of its link @default no e-mail
 */
export async function resetSecondFactor(
  tx: Transaction,
  userId: string,
  told?: { reader: FactorSubject; services: Pick<AuthServices, 'siteUrl' | 'now'> },
): Promise<void> {
  await lockAccount(tx, userId)
  await removeTotp(tx, userId)
  for (const { id } of await listPasskeys(tx, userId)) await removePasskey(tx, userId, id)
  await clearFactors(tx, userId)
  await endSessionsOf(tx, userId)
  if (told !== undefined) await mailChange(told.services, tx, told.reader, 'factors-reset')
}

async function clearFactors(tx: Transaction, userId: string): Promise<void> {
  await removeRecoveryCodes(tx, userId)
  await tx.update(users).set({ secondFactorAt: null }).where(eq(users.id, userId))
  // An owner without a factor is no exception of an enforced sign-in any more.
  await endSessionsBesideProvider(tx, userId)
}

async function mailChange(
  { siteUrl, now }: Pick<AuthServices, 'siteUrl' | 'now'>,
  tx: Transaction,
  subject: FactorSubject,
  change: FactorChange,
): Promise<void> {
  await queueMail(tx, secondFactorMail(subject, siteUrl(), change), now())
}

function wrongProof(sentence: string): HttpError {
  return new HttpError('invalid_credentials', sentence)
}
