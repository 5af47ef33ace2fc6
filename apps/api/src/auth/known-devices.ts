import { getCookie, setCookie } from 'hono/cookie'
import { queueMail } from '../mail/outbox.store.ts'
import type { AppContext } from '../platform/http/app-env.ts'
import type { Account } from '../platform/http/principal.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { newDeviceMail } from './auth.mails.ts'
import type { AuthServices } from './auth.service.ts'
import { deviceMemoryMs, isDeviceOf, rememberDevice, replaceDeviceToken } from './known-devices.store.ts'
import { newToken } from './tokens.ts'

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser on which an account has
 * signed in has a budget of guesses of its own, so that guessing elsewhere locks nobody out. Frames of other sites have
 * a cookie of their own, which browsers keep apart for each site.
 */
const names = { site: 'device', frame: 'embed-device' } as const

/** Place of a sign-in: on our own pages, or in a widget's frame. */
export type SignInPlace = keyof typeof names

/** Returns the token of the browser's device cookie. */
export function readDeviceCookie(c: AppContext, place: SignInPlace = 'site'): string | undefined {
  const token = getCookie(c, nameOf(c, place))
  return token !== undefined && /^[\w-]{43}$/u.test(token) ? token : undefined
}

/**
 * Makes the browser a known device of the person who has just signed in on it.
 *
 * @param options.isFirst true right after a sign-up, when the first device is no news. Otherwise an e-mail tells the
 * person of a sign-in on a new device.
 */
export async function recognizeDevice(
  services: AuthServices,
  c: AppContext,
  user: Account,
  { place = 'site', isFirst = false }: { place?: SignInPlace; isFirst?: boolean } = {},
): Promise<void> {
  const { db, background, siteUrl } = services
  const now = services.now()
  const given = readDeviceCookie(c, place)
  const isKnown = given !== undefined && (await isDeviceOf(db, user.id, given))
  const token = isKnown ? given : newToken()
  // A token from before the first sign-in may be known to others: it never becomes one of this account.
  if (given !== undefined && !isKnown) await replaceDeviceToken(db, given, token)
  const isNew = await rememberDevice(db, { userId: user.id, token, now })
  if (isNew || token !== given) writeDeviceCookie(c, token, place)
  if (!isNew || isFirst) return
  const reader = { id: user.id, email: user.email, language: readerLanguage(c) }
  background.run('reporting a sign-in on a new device', async () => {
    await queueMail(db, newDeviceMail(reader, siteUrl(), now), now)
  })
}

function nameOf(c: AppContext, place: SignInPlace): string {
  return c.get('secure') ? `__Host-${names[place]}` : names[place]
}

function writeDeviceCookie(c: AppContext, token: string, place: SignInPlace): void {
  const secure = c.get('secure')
  const isPartitioned = place === 'frame' && secure
  setCookie(c, nameOf(c, place), token, {
    httpOnly: true,
    path: '/',
    secure,
    maxAge: deviceMemoryMs / 1000,
    sameSite: isPartitioned ? 'None' : 'Lax',
    ...(isPartitioned ? { partitioned: true } : {}),
  })
}
