import type { AppContext } from './app-env.ts'

/**
 * What links in e-mails and to payment pages start with: the public address, or this machine. Never what a request
 * says it is for, which anybody can make up.
 */
export function siteUrlOf(publicUrl: URL | null, port: number): URL {
  return publicUrl ?? new URL(`http://localhost:${port}/`)
}

/** The origin that a request says it is for, by which the browser knows us; anybody can make it up. */
export function askedOrigin(c: AppContext): string {
  return `${c.get('secure') ? 'https' : 'http'}://${new URL(c.req.url).host}`
}
