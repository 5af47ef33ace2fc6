import type { AppContext } from './app-env.ts'

/**
 * Returns the base URL of links in emails and to payment pages: the public address, or this machine. Never the address that a request
 * is for, which anybody can forge.
 */
export function siteUrlOf(publicUrl: URL | null, port: number): URL {
  return publicUrl ?? new URL(`http://localhost:${port}/`)
}

/** Returns the origin that a request is for, from its Host header; anybody can forge it. */
export function askedOrigin(c: AppContext): string {
  return `${c.get('secure') ? 'https' : 'http'}://${new URL(c.req.url).host}`
}
