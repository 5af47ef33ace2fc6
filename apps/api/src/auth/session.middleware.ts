import type { MiddlewareHandler, Next } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { readRecoveryCookie, readSessionCookie, writeSessionCookie } from '../platform/http/session-cookie.ts'
import type { SiteSession } from '../platform/http/principal.ts'
import { createFindSession, type FoundSession, proofMs, type SessionRules } from './session.store.ts'

/**
 * Settles `c.get('session')`, `c.get('recovery')` and `c.get('user')` from the cookies of sessions, and renews that of the
 * session when its time has come.
 */
export function session(options: {
  db: Db
  rules: SessionRules
  now: () => Date
}): MiddlewareHandler<AppEnv> {
  const findSession = createFindSession(options.db)
  return (c, next) => {
    const token = readSessionCookie(c)
    const recovery = readRecoveryCookie(c)
    if (recovery !== undefined) return withRecovery(c, next, { token, recovery })
    return token === undefined ? next() : withSession(c, next, token)
  }

  async function withRecovery(
    c: AppContext,
    next: Next,
    { token, recovery }: { token: string | undefined; recovery: string },
  ): Promise<void> {
    const now = options.now()
    const found = await findSession(recovery, { rules: options.rules, now, mayRenew: false })
    if (found?.purpose === 'recovery') c.set('recovery', toSiteSession(found, now))
    await (token === undefined ? next() : withSession(c, next, token))
  }

  async function withSession(c: AppContext, next: Next, token: string): Promise<void> {
    // Signing in or out sets the cookie itself; renewing it in the same answer would undo that.
    const mayRenew = c.req.method === 'GET'
    const now = options.now()
    const found = await findSession(token, { rules: options.rules, now, mayRenew })
    const current = found === undefined ? null : toSiteSession(found, now)
    // A recovery session has a cookie of its own.
    c.set('session', current?.purpose === 'recovery' ? null : current)
    c.set('user', current?.purpose === 'site' ? current.user : null)
    await next()
    if (found?.renewed !== undefined) writeSessionCookie(c, found.renewed.token, found.renewed.expiresAt)
  }
}

function toSiteSession(found: FoundSession, now: Date): SiteSession | null {
  const { id, purpose, user, createdAt, factorAt, provenAt, hasSecondFactor, isDemonstration } = found
  const { oidcOrganisationId } = found
  if (purpose === 'frame' || purpose === 'visitor') return null
  // The password of a demonstration's accounts is public: a proof by it would prove nothing.
  const isProven = isDemonstration || isRecent(provenAt, now)
  const about = { createdAt, factorAt, hasSecondFactor, isDemonstration, isProven, oidcOrganisationId }
  return { id, purpose, user, ...about }
}

// A proof of the future was stored before the clock was set back; its age is unknown.
function isRecent(provenAt: Date | null, now: Date): boolean {
  if (provenAt === null) return false
  const age = now.getTime() - provenAt.getTime()
  return age >= 0 && age <= proofMs
}
