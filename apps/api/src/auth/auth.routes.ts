import { authLinkTypeSchema, type LoginResponse, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { say } from '../languages/say.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { requireProof } from '../platform/request/guards.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import {
  type AuthServices,
  checkCredentials,
  loginLinkMs,
  openLink,
  signUp,
  signupLinkMs,
} from './auth.service.ts'
import { bindBrowser, readBrowserToken, requestLoginLink } from './login-link.ts'
import { recognizeDevice } from './known-devices.ts'
import { linkSecret } from './one-time-token.store.ts'
import { changePassword, requestReset } from './password-change.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { clearRecoveryCookie, clearSessionCookie } from '../platform/http/session-cookie.ts'
import type { SessionUser, SiteSession } from '../platform/http/principal.ts'
import { mountSecondFactor } from './second-factor.routes.ts'
import type { SignInProof } from './session.store.ts'
import { endOwnSession, endRecovery, openRecovery, originOf, signedIn, signIn } from './sign-in.ts'

/** Dependencies of the account calls. */
export interface AuthRoutesOptions extends AuthServices {
  /** Signs out whoever signed in inside a widget's frame. Returns true where the cookies of our site are not theirs. */
  endFrameSession: (c: AppContext) => Promise<boolean>
}

/** Signing in, up and out, links in e-mails, passwords, and who is signed in. */
export function mountAuth(app: Hono<AppEnv>, services: AuthRoutesOptions): void {
  serve(app, routes.me, (_c, { user }) => ({
    authenticated: user !== null,
    role: user?.role ?? null,
    email: user === null || user.isVisitor ? null : user.email,
    ...(user?.organisation && { organisation: user.organisation }),
  }))

  serve(app, routes.login, async (c, { body }): Promise<LoginResponse> => {
    const user = await checkCredentials(services, { ...body, ...originOf(c) })
    await signIn(services, c, user, { proof: passwordProof(services), passwordHash: user.passwordHash })
    services.recordEvent({ action: 'sign_in', accountId: user.id })
    return signedIn(services.db, user)
  })

  serve(app, routes.logout, async (c) => {
    // In a widget's frame there is a person without a session of the site.
    const user = c.get('session')?.user ?? c.get('user')
    if (user !== null) services.recordEvent({ action: 'sign_out', accountId: user.id })
    if (await services.endFrameSession(c)) return { ok: true }
    await endRecovery(services, c)
    await endOwnSession(services, c)
    clearSessionCookie(c)
    return { ok: true }
  })

  serve(app, routes.signup, async (c, { body }) => {
    const language = readerLanguage(c)
    const browserToken = services.signupConfirmation ? bindBrowser(c, signupLinkMs) : undefined
    const { user, isNew } = await signUp(services, { ...body, language, browserToken, ...originOf(c) })
    if (user !== null) {
      const { passwordHash } = user
      await signIn(services, c, user, { isFirst: isNew, proof: passwordProof(services), passwordHash })
      services.recordEvent({ action: 'sign_in', accountId: user.id })
    }
    return services.signupConfirmation
      ? { message: say(language, 'Confirmation email sent.') }
      : { redirect: '/chat' }
  })

  mountLinkRequests(app, services)
  mountSecondFactor(app, services)

  serve(app, routes.authCallback, async (c, { body }) => {
    const kind = authLinkTypeSchema.safeParse(body.type).data
    const user = await openLink(services, kind, linkSecret(body.access_token, body.refresh_token), {
      token: readBrowserToken(c),
      isConfirmed: body.confirmed,
    })
    if (kind === 'recovery') {
      await openRecovery(services, c, user)
      return { ok: true }
    }
    const { passwordHash } = user
    await signIn(services, c, user, { isFirst: kind === 'signup', passwordHash })
    services.recordEvent({ action: 'sign_in', accountId: user.id })
    return { ok: true }
  })

  serve(
    app,
    routes.updatePassword,
    async (c, { body }) => {
      const session = sessionToChange(c, body.current_password)
      // The password alone must not change what the second factor protects.
      if (session.purpose === 'site' && session.hasSecondFactor) requireProof(c)
      const passwordHash = await changePassword(services, {
        session,
        newPassword: body.new_password,
        currentPassword: body.current_password,
        ...originOf(c),
        language: readerLanguage(c),
      })
      const { user } = session
      if (session.purpose === 'recovery') {
        // The person signs in with the new password next, also where another account was signed in.
        clearRecoveryCookie(c)
        await endOwnSession(services, c)
        clearSessionCookie(c)
        // With a second factor the browser becomes known by the sign-in: its budget of codes is its own from then on.
        if (!session.hasSecondFactor) await recognizeDevice(services, c, user, { isFirst: true })
      } else {
        const proof = { ...passwordProof(services), factorAt: session.factorAt }
        const oidcOrganisationId = session.oidcOrganisationId ?? undefined
        await signIn(services, c, user, { proof, passwordHash, oidcOrganisationId })
      }
      return { ok: true }
    },
    { caller: passwordChanger },
  )
}

/** The signed-in person, or one whom a recovery link lets choose a password; nobody who still owes a second step. */
function passwordChanger(c: AppContext): SessionUser | null {
  return c.get('user') ?? c.get('recovery')?.user ?? null
}

/**
 * Returns the session whose account gets a new password: that of a recovery link, except where the signed-in person types
 * the current one.
 *
 * @throws {HttpError} 403 in the frame of a widget
 */
function sessionToChange(c: AppContext, currentPassword: string | undefined): SiteSession {
  const [session, recovery] = [c.get('session'), c.get('recovery')]
  const isOwn = session?.purpose === 'site' && currentPassword !== undefined
  const chosen = isOwn ? session : (recovery ?? session)
  if (chosen === null) throw new HttpError('forbidden', 'Please do this on our own site.')
  return chosen
}

function passwordProof({ now }: AuthServices): SignInProof {
  return { factorAt: null, provenAt: now() }
}

/** Requests for links in e-mails, which are answered the same for every address. */
function mountLinkRequests(app: Hono<AppEnv>, services: AuthServices): void {
  serve(app, routes.resetPassword, async (c, { body }) => {
    const language = readerLanguage(c)
    await requestReset(services, { email: body.email, language, ...originOf(c) })
    return { message: say(language, 'If the email exists, a reset link was sent.') }
  })

  serve(app, routes.loginLink, async (c, { body }) => {
    const language = readerLanguage(c)
    const browserToken = bindBrowser(c, loginLinkMs)
    const { email, return_to: returnTo } = body
    await requestLoginLink(services, { email, returnTo, browserToken, language, ...originOf(c) })
    return { message: say(language, 'If the email exists, a sign-in link was sent.') }
  })
}
