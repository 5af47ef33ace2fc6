import { getCookie, setCookie } from 'hono/cookie'
import type { MiddlewareHandler, Next } from 'hono'
import type { VerifiedUser } from '../auth/auth.service.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import {
  createFindSession,
  endSession,
  extendSession,
  openSession,
  type SessionRules,
} from '../auth/session.store.ts'
import { newToken, tokenHash } from '../auth/tokens.ts'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { isVisitorOfOwner } from '../visitors/visitors.store.ts'
import { type EmbedTokens, type EmbedVisitor, tokenSeconds } from './embed-token.ts'

/** Dependencies of sessions inside a frame. */
export interface EmbedSessionOptions {
  db: Db
  tokens: EmbedTokens
  rules: SessionRules
  now: () => Date
}

/** Sessions of people who signed in inside a widget. */
export interface EmbedSessions {
  /**
   * Settles `c.get('user')` from the frame's cookie or token where the site's own session has not. The token of a visitor
   * whom the page has identified comes before any cookie.
   */
  middleware: MiddlewareHandler<AppEnv>
  /** The visitor whose token came along. */
  visitor: (c: AppContext) => Promise<EmbedVisitor | undefined>
  /** Signs somebody in: by the frame's cookie, and by the visitor's token where one came along. */
  open: (c: AppContext, user: VerifiedUser) => Promise<void>
  /** Account of the visitor whom the site has identified for the token that came along. */
  identified: (c: AppContext) => Promise<string | undefined>
  /** Signs the visitor of a token in to the account of their identity, or extends that session. */
  identify: (c: AppContext, visitor: EmbedVisitor, accountId: string) => Promise<void>
  /**
   * Signs out whoever the frame's cookie and token belong to.
   *
   * @returns true for a visitor whom the page has identified: the cookies may be those of another person, and stay
   */
  close: (c: AppContext) => Promise<boolean>
}

/** Calls of an identified visitor, who has conversations and nothing else of an account. */
const visitorPaths =
  /^\/api\/(?:me|logout|chat|conversations|messages|images|embed|handover|authors|tools)(?:\/|$)/u

/** A share link is public until it is revoked, and a visitor has no page on which to revoke it. */
const sharePaths = /\/share$/u

/** Life of a visitor's session in ms: that of a token, with time for its renewal. */
const visitorSessionMs = 2 * tokenSeconds * 1000

/** The browser keeps it apart for every site that the frame stands on (CHIPS). */
const secureName = '__Host-embed-session'
const plainName = 'embed-session'

/** Sessions inside a frame: another cookie than the site's, another key, and never a role. */
export function createEmbedSessions({ db, tokens, rules, now }: EmbedSessionOptions): EmbedSessions {
  const findSession = createFindSession(db)

  async function visitor(c: AppContext): Promise<EmbedVisitor | undefined> {
    const token = /^Bearer ([\w.-]{1,1000})$/u.exec(c.req.header('authorization') ?? '')?.[1]
    return token === undefined ? undefined : tokens.read(token, now())
  }

  async function secrets(c: AppContext): Promise<string[]> {
    const known = await visitor(c)
    // The token first: it is that of the page's visitor, and the cookie may be of a person before them.
    return [known && visitorSecret(known), readCookie(c)].flatMap((secret) => secret ?? [])
  }

  return {
    visitor,
    middleware(c, next) {
      const hasToken = c.req.header('authorization') !== undefined
      const hasCookie = c.req.header('cookie') !== undefined && c.get('user') === null
      return hasToken || hasCookie ? withSession(c, next) : next()
    },
    async open(c, user) {
      for (const secret of await secrets(c)) await endSession(db, frameKey(secret))
      const secret = newToken()
      const { passwordHash } = user
      const device = c.req.header('user-agent')
      const about = { rules, now: now(), purpose: 'frame', device, passwordHash } as const
      const { expiresAt } = await openSession(db, user.id, { ...about, token: frameKey(secret) })
      writeCookie(c, secret, { expires: expiresAt })
      const known = await visitor(c)
      if (known === undefined) return
      await openSession(db, user.id, { ...about, token: frameKey(visitorSecret(known)) })
    },
    async identified(c) {
      const known = await visitor(c)
      return known && identifiedAccount(known)
    },
    async identify(c, known, accountId) {
      const token = frameKey(visitorSecret(known))
      if ((await identifiedAccount(known)) === accountId) {
        await extendSession(db, token, new Date(now().getTime() + visitorSessionMs))
        return
      }
      const device = c.req.header('user-agent')
      const life = { idleMs: visitorSessionMs, maxMs: visitorSessionMs }
      const about = { rules: { ...rules, life }, now: now(), token, purpose: 'visitor', device } as const
      await openSession(db, accountId, about)
    },
    async close(c) {
      const known = await visitor(c)
      if (known !== undefined && (await identifiedAccount(known)) !== undefined) {
        await endSession(db, frameKey(visitorSecret(known)))
        return true
      }
      for (const secret of await secrets(c)) await endSession(db, frameKey(secret))
      if (readCookie(c) !== undefined) writeCookie(c, '', { maxAge: 0 })
      return false
    },
  }

  async function withSession(c: AppContext, next: Next): Promise<void> {
    const known = await visitor(c)
    if (known?.identified === true) {
      // A page of our own site's domain brings the cookie of whoever is signed in there, and the frame's may be of a person
      // before: the visitor's conversations must not become theirs, nor when the visitor's session has ended.
      c.set('session', null)
      c.set('recovery', null)
      c.set('user', await find([visitorSecret(known)], known, c.req.path))
    } else if (c.get('user') === null) c.set('user', await find(await secrets(c), known, c.req.path))
    await next()
  }

  async function identifiedAccount(known: EmbedVisitor): Promise<string | undefined> {
    const found = await findSession(frameKey(visitorSecret(known)), { rules, now: now(), mayRenew: false })
    return found?.purpose === 'visitor' && (await isVisitorOfOwner(db, found.user.id, known.cfg))
      ? found.user.id
      : undefined
  }

  async function find(
    given: readonly string[],
    known: EmbedVisitor | undefined,
    path: string,
  ): Promise<SessionUser | null> {
    for (const secret of given) {
      const found = await findSession(frameKey(secret), { rules, now: now(), mayRenew: false })
      if (found?.purpose === 'visitor') {
        const isTheirs = visitorPaths.test(path) && !sharePaths.test(path)
        return isTheirs && known !== undefined && (await isVisitorOfOwner(db, found.user.id, known.cfg))
          ? { ...found.user, role: null, organisation: null, isVisitor: true }
          : null
      }
      // A session inside another site's page must not have the admin role.
      if (found !== undefined) return { ...found.user, role: null, organisation: null }
    }
    return null
  }
}

// A key of another kind than the site's: neither works in the other's place.
function frameKey(secret: string): string {
  return `frame:${secret}`
}

function visitorSecret({ cfg, visitor }: Pick<EmbedVisitor, 'cfg' | 'visitor'>): string {
  return tokenHash(`${cfg}:${visitor}`)
}

function readCookie(c: AppContext): string | undefined {
  return getCookie(c, c.get('secure') ? secureName : plainName)
}

function writeCookie(c: AppContext, value: string, life: { expires: Date } | { maxAge: number }): void {
  const secure = c.get('secure')
  setCookie(c, secure ? secureName : plainName, value, {
    httpOnly: true,
    path: '/',
    secure,
    // Browsers take SameSite=None over https alone.
    sameSite: secure ? 'None' : 'Lax',
    ...(secure ? { partitioned: true } : {}),
    ...life,
  })
}
