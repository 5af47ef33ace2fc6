import { getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from './app-env.ts'

/** The browser ties a `__Host-` cookie to this very host, over https. */
const secureName = '__Host-session'
const plainName = 'session'

/** The session's token as the browser sent it. */
export function readSessionCookie(c: AppContext): string | undefined {
  return getCookie(c, c.get('secure') ? secureName : plainName)
}

/** Returns whether a request has a session cookie of any name, valid or not: the site's or a frame's. */
export function hasSessionCookie(c: AppContext): boolean {
  return Object.keys(getCookie(c)).some((name) => /^(?:__Host-)?(?:embed-)?session$/u.test(name))
}

/** Hands the token to the browser until the session ends. */
export function writeSessionCookie(c: AppContext, token: string, expiresAt: Date): void {
  set(c, token, { expires: expiresAt })
}

/** Takes the token from the browser. */
export function clearSessionCookie(c: AppContext): void {
  set(c, '', { maxAge: 0 })
}

function set(c: AppContext, value: string, life: { expires: Date } | { maxAge: number }): void {
  const secure = c.get('secure')
  setCookie(c, secure ? secureName : plainName, value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure,
    ...life,
  })
}
