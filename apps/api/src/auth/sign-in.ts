import type { LoginResponse, SecondFactorDetail } from '@org/api-client/contract'
import type { Db } from '../db/database.ts'
import { findFirstMembership } from '../organisations/organisations.store.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Account } from '../platform/http/principal.ts'
import {
  clearRecoveryCookie,
  readRecoveryCookie,
  readSessionCookie,
  writeRecoveryCookie,
  writeSessionCookie,
} from '../platform/http/session-cookie.ts'
import type { AuthServices } from './auth.service.ts'
import { readFactorReason } from './factors/factor-reason.store.ts'
import { listPasskeys } from './factors/passkeys.store.ts'
import { countRecoveryCodes } from './factors/recovery-codes.store.ts'
import { hasTotp } from './factors/totp.ts'
import { readDeviceCookie, recognizeDevice } from './known-devices.ts'
import { endSession, openSession, type SignInProof } from './session.store.ts'

/** A sign-in on our own pages. */
export interface SignIn {
  /** True right after a sign-up, when the first device is no news. @default false */
  isFirst?: boolean
  /** @default none, as after a link */
  proof?: SignInProof
  /** Hash of the password at the time it was compared. */
  passwordHash?: string | undefined
  /** Id of the session that the new one takes the place of. @default the one of the browser's cookie */
  replaces?: string | undefined
  /** The organisation whose identity provider has signed the person in. */
  oidcOrganisationId?: string | undefined
}

/**
 * Signs a person in with a new token: one planted before is worth nothing after.
 *
 * @throws {HttpError} 401 `second_factor_required` when the second step is missing: the cookie that was set opens that
 * step alone
 */
export async function signIn(
  services: AuthServices,
  c: AppContext,
  user: Account,
  { isFirst = false, proof, passwordHash, replaces, oidcOrganisationId }: SignIn = {},
): Promise<void> {
  const { db, sessionRules } = services
  if (replaces === undefined) await endOwnSession(services, c)
  await endRecovery(services, c)
  const opened = await openSession(db, user.id, {
    rules: sessionRules,
    now: services.now(),
    device: c.req.header('user-agent'),
    passwordHash,
    replaces,
    oidcOrganisationId,
    ...(proof && { proof }),
  })
  writeSessionCookie(c, opened.token, opened.expiresAt)
  if (opened.purpose === 'factor') throw await secondFactorRequired(services, user.id)
  await recognizeDevice(services, c, user, { isFirst })
}

/** The answer to a sign-in; a new session is about the organisation that was joined first. */
export async function signedIn(db: Db, { id, email, role }: Account): Promise<LoginResponse> {
  const organisation = role === 'client' ? await findFirstMembership(db, id) : undefined
  return { ok: true, authenticated: true, role, email, ...(organisation && { organisation }) }
}

/**
 * Opens the session of a recovery link, which chooses a new password and nothing else. Whoever is signed in stays so until
 * the password is chosen: the link may be a stranger's. The browser becomes known only then; the owner gets an e-mail.
 */
export async function openRecovery(
  services: AuthServices,
  c: AppContext,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  const { db, sessionRules, now } = services
  const before = readRecoveryCookie(c)
  if (before !== undefined) await endSession(db, before)
  const { token, expiresAt } = await openSession(db, id, {
    rules: sessionRules,
    now: now(),
    purpose: 'recovery',
    device: c.req.header('user-agent'),
    passwordHash,
  })
  writeRecoveryCookie(c, token, expiresAt)
}

/** Ends the recovery session of the browser's cookie, if there is one. */
export async function endRecovery({ db }: Pick<AuthServices, 'db'>, c: AppContext): Promise<void> {
  const token = readRecoveryCookie(c)
  if (token === undefined) return
  await endSession(db, token)
  clearRecoveryCookie(c)
}

/** Ends the session of the browser's cookie. */
export async function endOwnSession({ db }: Pick<AuthServices, 'db'>, c: AppContext): Promise<void> {
  const token = readSessionCookie(c)
  if (token !== undefined) await endSession(db, token)
}

/** Address and device of a request, by which attempts are counted. */
export function originOf(c: AppContext): { clientAddress: string; deviceToken: string | undefined } {
  return { clientAddress: c.get('clientAddress'), deviceToken: readDeviceCookie(c) }
}

async function secondFactorRequired({ db, sessionRules }: AuthServices, userId: string): Promise<HttpError> {
  const methods: SecondFactorDetail['methods'] = []
  if (await hasTotp(db, userId)) methods.push('totp')
  if ((await listPasskeys(db, userId)).length > 0) methods.push('passkey')
  if ((await countRecoveryCodes(db, userId)) > 0) methods.push('recovery_code')
  const setup = methods.length === 0
  const reason = setup ? ((await readFactorReason(db, userId, sessionRules)) ?? null) : null
  const sentence = setup
    ? 'Set up a second factor to sign in.'
    : 'Confirm the sign-in with your second factor.'
  return new HttpError('second_factor_required', sentence, {
    detail: { methods, setup, reason } satisfies SecondFactorDetail,
  })
}
