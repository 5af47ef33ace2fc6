import { type LoginResponse, routes } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { users } from '../db/schema/auth.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { accountDisabled, HttpError, loginRequired, notFound } from '../platform/http/http-error.ts'
import type { Account, SessionUser, SiteSession } from '../platform/http/principal.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { isUuid } from '../platform/process/ids.ts'
import { readSessionCookie, writeSessionCookie } from '../platform/http/session-cookie.ts'
import { serve } from '../platform/request/contract-route.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { requireProof } from '../platform/request/guards.ts'
import { type AuthServices, confirmPassword } from './auth.service.ts'
import { readFactorReason } from './factors/factor-reason.store.ts'
import { acceptPasskey, passkeyCreation, passkeyRequest, readNewPasskey } from './factors/passkeys.ts'
import { listPasskeys } from './factors/passkeys.store.ts'
import { countRecoveryCodes } from './factors/recovery-codes.store.ts'
import { readDeviceCookie } from './known-devices.ts'
import { hasTotp, startTotp } from './factors/totp.ts'
import {
  confirmTotp,
  createPasskey,
  type FactorPerson,
  proveFactor,
  removeFactor,
  replaceRecoveryCodes,
} from './second-factor.service.ts'
import { proveSession } from './session.store.ts'
import { originOf, signedIn, signIn } from './sign-in.ts'

/** Challenges in an hour for one account, or, before anybody is known, from one address. */
const challengesPerHour = 300

/** Serves the second step of a sign-in, sign-ins by passkey, and the second factors of an account. */
export function mountSecondFactor(app: Hono<AppEnv>, services: AuthServices): void {
  mountSecondStep(app, services)
  mountProof(app, services)
  mountTotp(app, services)
  mountPasskeys(app, services)

  serve(
    app,
    routes.accountSecondFactor,
    async (c, { user }) => {
      const { isDemonstration, isProven, oidcOrganisationId } = setupSession(c)
      const { db, sessionRules } = services
      const passkeys = await listPasskeys(db, user.id)
      return {
        available: !isDemonstration,
        required: (await readFactorReason(db, user.id, sessionRules)) !== undefined,
        totp: await hasTotp(db, user.id),
        proven: isProven,
        organisation_sign_in: oidcOrganisationId !== null,
        recovery_codes: await countRecoveryCodes(db, user.id),
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
        })),
      }
    },
    { caller: setupCaller },
  )

  serve(app, routes.renewRecoveryCodes, async (c, { user }) => {
    const subject = { ...subjectOf(c, user), session: setupSession(c) }
    return { recovery_codes: await replaceRecoveryCodes(services, subject) }
  })
}

function mountSecondStep(app: Hono<AppEnv>, services: AuthServices): void {
  const { db, now, recordEvent } = services

  serve(app, routes.loginSecondFactor, async (c, { body }) => {
    const session = c.get('session')
    if (session?.purpose !== 'factor') throw loginRequired()
    await proveFactor(services, subjectOf(c, session.user), body)
    return enter(c, session.user, session.id)
  })

  serve(app, routes.passkeyChallenge, async (c, { body }) => {
    const session = c.get('session')
    const isAnyone = body.any_account || session === null
    const userId = isAnyone ? null : session.user.id
    const subject = userId ?? countedAddress(c.get('clientAddress'))
    await countHourly(db, { name: 'passkey', limit: challengesPerHour, subject }, now())
    return { options: { ...(await passkeyRequest(services, userId)) } }
  })

  serve(app, routes.loginPasskey, async (c, { body }) => {
    const id = await acceptPasskey(services, { userId: null, passkey: body.passkey })
    const [user] = id === undefined ? [] : await db.select().from(users).where(eq(users.id, id))
    if (user === undefined || user.verifiedAt === null) {
      recordEvent({ action: 'sign_in', outcome: 'failure', accountId: user?.id ?? null })
      throw new HttpError('invalid_credentials', 'No account has this passkey.')
    }
    if (user.disabledAt !== null) {
      recordEvent({ action: 'sign_in', outcome: 'failure', accountId: user.id })
      throw accountDisabled()
    }
    return enter(c, { id: user.id, email: user.email, role: user.role })
  })

  async function enter(c: AppContext, user: Account, replaces?: string): Promise<LoginResponse> {
    const proof = { factorAt: now(), provenAt: now() }
    await signIn(services, c, user, { proof, replaces })
    recordEvent({ action: 'sign_in', accountId: user.id })
    return signedIn(db, user)
  }
}

function mountProof(app: Hono<AppEnv>, services: AuthServices): void {
  serve(
    app,
    routes.proveIdentity,
    async (c, { body, user }) => {
      const session = setupSession(c)
      if ('password' in body) {
        // A stolen password must not open what the second factor protects.
        if (session.hasSecondFactor) throw new HttpError('forbidden', 'Please use your second factor.')
        await confirmPassword(services, { email: user.email, password: body.password, ...originOf(c) })
      } else {
        await proveFactor(services, subjectOf(c, user), body).catch(asForbidden)
      }
      await renewProven(services, c, session)
      return { ok: true }
    },
    { caller: setupCaller },
  )
}

/** Gives a session whose person has proved their identity a new token. */
async function renewProven(
  { db, sessionRules: rules, now }: AuthServices,
  c: AppContext,
  session: SiteSession,
): Promise<void> {
  const token = readSessionCookie(c)
  if (token === undefined) throw loginRequired()
  const renewed = await proveSession(db, { session, token, rules, now: now() })
  if (renewed !== undefined) writeSessionCookie(c, renewed.token, renewed.expiresAt)
}

function mountTotp(app: Hono<AppEnv>, services: AuthServices): void {
  serve(
    app,
    routes.startTotp,
    async (c, { user }) => {
      requireSetup(c)
      const account = { userId: user.id, email: user.email, issuer: services.siteUrl().hostname }
      const started = await startTotp(services.db, services, account)
      if (started === undefined) throw new HttpError('conflict', 'An authenticator app is set up already.')
      return started
    },
    { caller: setupCaller },
  )

  serve(
    app,
    routes.confirmTotp,
    async (c, { body, user }) => {
      const session = requireSetup(c)
      const codes = await confirmTotp(services, { ...subjectOf(c, user), session, code: body.code })
      await renewSession(services, c, session)
      return { recovery_codes: codes }
    },
    { caller: setupCaller },
  )

  serve(app, routes.removeTotp, async (c, { user }) => {
    const subject = { ...subjectOf(c, user), session: setupSession(c) }
    if (!(await removeFactor(services, { ...subject, passkeyId: null }))) throw notFound()
    return null
  })
}

function mountPasskeys(app: Hono<AppEnv>, services: AuthServices): void {
  serve(
    app,
    routes.passkeyOptions,
    async (c, { user }) => {
      requireSetup(c)
      return { options: { ...(await passkeyCreation(services, { userId: user.id, email: user.email })) } }
    },
    { caller: setupCaller },
  )

  serve(
    app,
    routes.createPasskey,
    async (c, { body, user }) => {
      const session = requireSetup(c)
      const row = await readNewPasskey(services, { userId: user.id, ...body })
      if (row === undefined)
        throw new HttpError('malformed', 'The passkey could not be read. Please try again.')
      const codes = await createPasskey(services, { ...subjectOf(c, user), session, row })
      await renewSession(services, c, session)
      return { recovery_codes: codes }
    },
    { caller: setupCaller },
  )

  serve(app, routes.removePasskey, async (c, { user }) => {
    const subject = { ...subjectOf(c, user), session: setupSession(c) }
    const passkeyId = c.req.param('id') ?? ''
    if (!isUuid(passkeyId) || !(await removeFactor(services, { ...subject, passkeyId }))) throw notFound()
    return null
  })
}

/** Gives a session that has just set up a factor a new token, and signs in whoever had to set it up first. */
async function renewSession(services: AuthServices, c: AppContext, session: SiteSession): Promise<void> {
  const now = services.now()
  await signIn(services, c, session.user, {
    proof: { factorAt: now, provenAt: now },
    replaces: session.id,
  })
  if (session.purpose === 'factor') services.recordEvent({ action: 'sign_in', accountId: session.user.id })
}

/**
 * Returns who may see and set up the second factors: the signed-in person, or one who must set up the first factor to sign
 * in. Whoever still owes the code of an existing factor may not.
 */
function setupCaller(c: AppContext): SessionUser | null {
  const session = c.get('session')
  if (session?.purpose === 'factor' && !session.hasSecondFactor) return session.user
  return session?.purpose === 'site' ? session.user : null
}

function setupSession(c: AppContext): SiteSession {
  const session = c.get('session')
  // The frame of a widget must not reach the account.
  if (session === null || setupCaller(c) === null) {
    throw new HttpError('forbidden', 'Please do this on our own site.')
  }
  return session
}

/** Returns the session for a change that adds a factor: a fresh proof keeps borrowed browsers from adding one. */
function requireSetup(c: AppContext): SiteSession {
  const session = setupSession(c)
  if (session.isDemonstration) {
    throw new HttpError('forbidden', 'The accounts of the demonstration have no second factor.')
  }
  requireProof(c)
  return session
}

function subjectOf(c: AppContext, { id, email }: SessionUser): FactorPerson {
  return { id, email, language: readerLanguage(c), deviceToken: readDeviceCookie(c) }
}

/** The person stays signed in after a wrong proof: the status is not 401. */
function asForbidden(error: unknown): never {
  if (!(error instanceof HttpError) || error.code !== 'invalid_credentials') throw error
  throw new HttpError('forbidden', error.sentence)
}
