import { authLinkTypeSchema, type LoginResponse, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { say } from '../languages/say.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { type AuthServices, checkCredentials, openLink, signUp, type VerifiedUser } from './auth.service.ts'
import { bindBrowser, readBrowserToken, requestLoginLink } from './login-link.ts'
import { readDeviceCookie, recognizeDevice } from './known-devices.ts'
import { linkSecret } from './one-time-token.store.ts'
import { changePassword, recoveryMs, requestReset } from './password-change.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '../platform/http/session-cookie.ts'
import type { SessionUser, SiteSession } from '../platform/http/principal.ts'
import { type SessionLife, endSession, openSession } from './session.store.ts'

/** Dependencies of the account calls. */
export interface AuthRoutesOptions extends AuthServices {
  sessionLife: SessionLife
  /** Signs out whoever signed in inside a widget's frame. */
  endFrameSession: (c: AppContext) => Promise<void>
}

/** Signing in, up and out, links in e-mails, passwords, and who is signed in. */
export function mountAuth(app: Hono<AppEnv>, services: AuthRoutesOptions): void {
  const { db } = services

  // A new token at every sign-in: one planted before is worth nothing after.
  async function signIn(
    c: AppContext,
    user: SessionUser & Partial<VerifiedUser>,
    { purpose = 'site', isFirst = false }: { purpose?: SiteSession['purpose']; isFirst?: boolean } = {},
  ) {
    await endOwnSession(c)
    const life = purpose === 'recovery' ? { idleMs: recoveryMs, maxMs: recoveryMs } : services.sessionLife
    const device = c.req.header('user-agent')
    const { token, expiresAt } = await openSession(db, user.id, {
      life,
      now: services.now(),
      purpose,
      device,
      passwordHash: user.passwordHash,
    })
    writeSessionCookie(c, token, expiresAt)
    // After a recovery link the browser becomes known only when a password was chosen; the owner gets an e-mail then.
    if (purpose === 'site') await recognizeDevice(services, c, user, { isFirst })
  }

  async function endOwnSession(c: AppContext): Promise<void> {
    const token = readSessionCookie(c)
    if (token !== undefined) await endSession(db, token)
  }

  serve(app, routes.me, (_c, { user }) => ({
    authenticated: user !== null,
    role: user?.role ?? null,
    email: user === null || user.isVisitor ? null : user.email,
  }))

  serve(app, routes.login, async (c, { body }): Promise<LoginResponse> => {
    const user = await checkCredentials(services, { ...body, ...originOf(c) })
    await signIn(c, user)
    services.recordEvent({ action: 'sign_in', accountId: user.id })
    return { ok: true, authenticated: true, role: user.role, email: user.email }
  })

  serve(app, routes.logout, async (c) => {
    // In a widget's frame there is a person without a session of the site.
    const user = c.get('session')?.user ?? c.get('user')
    if (user !== null) services.recordEvent({ action: 'sign_out', accountId: user.id })
    await endOwnSession(c)
    await services.endFrameSession(c)
    clearSessionCookie(c)
    return { ok: true }
  })

  serve(app, routes.signup, async (c, { body }) => {
    const language = readerLanguage(c)
    const { user, isNew } = await signUp(services, { ...body, language, ...originOf(c) })
    if (user !== null) {
      await signIn(c, user, { isFirst: isNew })
      services.recordEvent({ action: 'sign_in', accountId: user.id })
    }
    return services.signupConfirmation
      ? { message: say(language, 'Confirmation email sent.') }
      : { redirect: '/chat' }
  })

  mountLinkRequests(app, services)

  serve(app, routes.authCallback, async (c, { body }) => {
    const kind = authLinkTypeSchema.safeParse(body.type).data
    const user = await openLink(services, kind, linkSecret(body.access_token, body.refresh_token), {
      token: readBrowserToken(c),
      isConfirmed: body.confirmed,
    })
    await signIn(c, user, { purpose: kind === 'recovery' ? 'recovery' : 'site', isFirst: kind === 'signup' })
    if (kind === 'signup') services.recordEvent({ action: 'sign_in', accountId: user.id })
    return { ok: true }
  })

  serve(
    app,
    routes.updatePassword,
    async (c, { body, user }) => {
      const session = c.get('session')
      const passwordHash = await changePassword(services, {
        session,
        newPassword: body.new_password,
        currentPassword: body.current_password,
        ...originOf(c),
        language: readerLanguage(c),
      })
      // The recovery session ends here; the person signs in with the new password next.
      if (session?.purpose === 'recovery') {
        clearSessionCookie(c)
        await recognizeDevice(services, c, user, { isFirst: true })
      } else await signIn(c, { ...user, passwordHash })
      return { ok: true }
    },
    { caller: (c) => c.get('user') ?? c.get('session')?.user ?? null },
  )
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
    const browserToken = bindBrowser(c)
    const { email, return_to: returnTo } = body
    await requestLoginLink(services, { email, returnTo, browserToken, language, ...originOf(c) })
    return { message: say(language, 'If the email exists, a sign-in link was sent.') }
  })
}

/** Address and device of a request, by which attempts are counted. */
function originOf(c: AppContext): { clientAddress: string; deviceToken: string | undefined } {
  return { clientAddress: c.get('clientAddress'), deviceToken: readDeviceCookie(c) }
}
