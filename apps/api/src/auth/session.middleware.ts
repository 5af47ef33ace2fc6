import type { MiddlewareHandler, Next } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { readSessionCookie, writeSessionCookie } from '../platform/http/session-cookie.ts'
import { type SessionLife, createFindSession } from './session.store.ts'

/** Settles `c.get('session')` and `c.get('user')` from the session's cookie, and renews the cookie when its time has come. */
export function session(options: { db: Db; life: SessionLife; now: () => Date }): MiddlewareHandler<AppEnv> {
  const findSession = createFindSession(options.db)
  return (c, next) => {
    const token = readSessionCookie(c)
    return token === undefined ? next() : withSession(c, next, token)
  }

  async function withSession(c: AppContext, next: Next, token: string): Promise<void> {
    // Signing in or out sets the cookie itself; renewing it in the same answer would undo that.
    const mayRenew = c.req.method === 'GET'
    const found = await findSession(token, { life: options.life, now: options.now(), mayRenew })
    const current =
      found === undefined || found.purpose === 'frame' || found.purpose === 'visitor'
        ? null
        : { ...found, purpose: found.purpose }
    c.set('session', current)
    c.set('user', current?.purpose === 'site' ? current.user : null)
    await next()
    if (found?.renewed !== undefined) writeSessionCookie(c, found.renewed.token, found.renewed.expiresAt)
  }
}
