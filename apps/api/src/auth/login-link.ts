import { and, eq, isNull } from 'drizzle-orm'
import { getCookie, setCookie } from 'hono/cookie'
import { users } from '../db/schema/auth.ts'
import { countHourly } from '../limits/attempts.store.ts'
import { queueWritten } from '../mail/outbox.store.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import { loginLinkMail, type Reader } from './auth.mails.ts'
import { type AuthServices, issueLink, normalisedEmail } from './auth.service.ts'
import { findKnownDevice } from './known-devices.store.ts'
import { mailResetLink } from './password-change.ts'
import { newToken } from './tokens.ts'

/** A request for a sign-in link. */
export interface LoginLinkRequest extends Reader {
  clientAddress: string
  deviceToken: string | undefined
  /** Token of the cookie that binds the link to the browser. */
  browserToken: string
  /** Path of our own site to open after the sign-in. */
  returnTo: string | undefined
}

/**
 * Sends a link that signs in, if there is such an account: the response does not wait for the lookup. The link of an
 * address that was never confirmed chooses a password instead, because a stranger may have chosen the present one.
 * Earlier links stay valid until they expire, so that requests of strangers revoke none.
 *
 * @throws {HttpError} 429 for too many from one address, together with reset links
 */
export async function requestLoginLink(services: AuthServices, request: LoginLinkRequest): Promise<void> {
  const { db, background, now, siteUrl, resetsPerHour } = services
  const { language, browserToken, returnTo } = request
  const email = normalisedEmail(request.email)
  const isKnown = (await findKnownDevice(db, email, request.deviceToken)) !== undefined
  if (!isKnown) {
    const subject = countedAddress(request.clientAddress)
    await countHourly(db, { name: 'reset', limit: resetsPerHour, subject }, now())
  }
  background.run('sending a sign-in link', async () => {
    const [user] = await db
      .select({ id: users.id, verifiedAt: users.verifiedAt })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.disabledAt)))
    const outcome = user === undefined ? 'failure' : 'success'
    services.recordEvent({ action: 'login_link', outcome, accountId: user?.id ?? null })
    if (user === undefined) return
    if (user.verifiedAt === null) return mailResetLink(services, { ...user, email, language })
    // Strangers who use up the e-mails of an address keep no link from a browser of its owner.
    const kind = isKnown ? 'own-login-link' : 'login-link'
    await queueWritten(db, { kind, recipient: email, now: now() }, async () => {
      const tokens = await issueLink({ db, now }, { kind: 'login', userId: user.id, browserToken })
      const link = { siteUrl: siteUrl(), type: 'login', tokens, returnTo } as const
      return loginLinkMail({ id: user.id, email, language }, link)
    })
  })
}

/** Returns the token of the browser's cookie for links that sign in. */
export function readBrowserToken(c: AppContext): string | undefined {
  const token = getCookie(c, cookieName(c))
  return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
}

/** Gives the browser a cookie for as long as its link lives; returns the cookie's token. */
export function bindBrowser(c: AppContext, lifeMs: number): string {
  const token = readBrowserToken(c) ?? newToken()
  setCookie(c, cookieName(c), token, {
    httpOnly: true,
    path: '/',
    secure: c.get('secure'),
    maxAge: lifeMs / 1000,
    sameSite: 'Lax',
  })
  return token
}

function cookieName(c: AppContext): string {
  return c.get('secure') ? '__Host-login-link' : 'login-link'
}
