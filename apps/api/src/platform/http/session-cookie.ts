import { getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from './app-env.ts'

/** The browser ties a `__Host-` cookie to this very host, over https. */
const secureName = '__Host-session'
const plainName = 'session'

/** Cookie of the session that a recovery link opens. It leaves the cookie of whoever is signed in alone. */
const recoveryNames = { secure: '__Host-recovery', plain: 'recovery' } as const

/** The session's token as the browser sent it. */
export function readSessionCookie(c: AppContext): string | undefined {
  return getCookie(c, sessionName(c))
}

/** Returns whether a request has a session cookie of any name, valid or not: the site's, a frame's or a recovery link's. */
export function hasSessionCookie(c: AppContext): boolean {
  return Object.keys(getCookie(c)).some((name) => /^(?:__Host-)?(?:(?:embed-)?session|recovery)$/u.test(name))
}

/** Hands the token to the browser until the session ends. */
export function writeSessionCookie(c: AppContext, token: string, expiresAt: Date): void {
  set(c, sessionName(c), token, { expires: expiresAt })
}

/** Takes the token from the browser. */
export function clearSessionCookie(c: AppContext): void {
  set(c, sessionName(c), '', { maxAge: 0 })
}

/** The token of a recovery session as the browser sent it. */
export function readRecoveryCookie(c: AppContext): string | undefined {
  return getCookie(c, recoveryName(c))
}

/** Hands the token of a recovery session to the browser until the session ends. */
export function writeRecoveryCookie(c: AppContext, token: string, expiresAt: Date): void {
  set(c, recoveryName(c), token, { expires: expiresAt })
}

/** Takes the token of a recovery session from the browser. */
export function clearRecoveryCookie(c: AppContext): void {
  set(c, recoveryName(c), '', { maxAge: 0 })
}

function sessionName(c: AppContext): string {
  return c.get('secure') ? secureName : plainName
}

function recoveryName(c: AppContext): string {
  return c.get('secure') ? recoveryNames.secure : recoveryNames.plain
}

function set(c: AppContext, name: string, value: string, life: { expires: Date } | { maxAge: number }): void {
  const secure = c.get('secure')
  setCookie(c, name, value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, ...life })
}
