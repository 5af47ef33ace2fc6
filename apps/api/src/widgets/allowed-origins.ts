import { createHash } from 'node:crypto'
import { invalid } from '../platform/http/http-error.ts'

/** Pages without an origin of their own: WebViews, sandboxed and file documents. */
const opaque = 'null'

/**
 * The origins that a widget may stand on, exact and each once: lower-case host, no path, default port dropped. None
 * at all is `null`: every site.
 *
 * @throws {HttpError} 422 naming the entries that are neither an http(s) origin nor the literal `null`
 */
export function toAllowedOrigins(lines: readonly string[] | null | undefined): string[] | null {
  const given = (lines ?? []).map((line) => line.trim()).filter((line) => line !== '')
  const read = given.map((line) => ({ line, origin: toOrigin(line) }))
  const wrong = read.filter(({ origin }) => origin === undefined).map(({ line }) => line)
  if (wrong.length > 0)
    throw invalid([{ path: 'allowed_origins', message: 'Invalid: {0}' }], wrong.join(', '))
  const origins = [...new Set(read.flatMap(({ origin }) => origin ?? []))]
  return origins.length === 0 ? null : origins
}

/**
 * Returns whether a source expression of a policy can name an origin. None matches a document without an origin, not even
 * `*`, and their grammar has no IPv6 addresses: browsers skip such a source.
 */
function isNameable(origin: string): boolean {
  return origin !== opaque && !origin.includes('[')
}

/**
 * The `frame-ancestors` of a widget's document; null for none: the handshake decides alone. Our own pages preview it, so
 * that they may always frame it.
 */
export function frameAncestors(allowed: readonly string[] | null): string | null {
  return allowed?.every(isNameable) === true ? [...allowed, "'self'"].join(' ') : null
}

/**
 * Checks the documents around a widget, the nearest first, as its handshake saw them.
 *
 * A list with `null` or an IPv6 address cannot be enforced by `frame-ancestors`, so every ancestor must be in it. Any site can put a
 * widget into an opaque document of its own (a `data:` frame), so at most one ancestor may be opaque: the page of a
 * WebView or file, which nothing else frames. A window that an opaque frame opened looks the same.
 */
export function mayBeFramedBy(
  allowed: readonly string[] | null,
  ancestors: readonly string[],
  own: string,
): boolean {
  if (allowed === null) return true
  const isAllowed = (origin: string) => origin === own || allowed.includes(origin)
  if (allowed.every(isNameable)) return ancestors.slice(0, 1).every(isAllowed)
  return ancestors.every(isAllowed) && ancestors.filter((origin) => origin === opaque).length <= 1
}

/** Names a list of origins: a token that was given under another list must be renewed. */
export function originsKey(allowed: readonly string[] | null): string {
  return createHash('sha256').update(JSON.stringify(allowed)).digest('base64url').slice(0, 16)
}

/** Claims of an embed token that say where it may be used. */
export interface WidgetClaims {
  cfg: string
  /** {@link originsKey} of the widget's list when its page was checked. */
  origins: string
}

/** Returns whether an embed token belongs to a widget whose origins are those that its page was checked against. */
export function isTokenOf(
  claims: WidgetClaims | undefined,
  widget: { id: string; allowedOrigins: readonly string[] | null },
): boolean {
  return claims?.cfg === widget.id && claims.origins === originsKey(widget.allowedOrigins)
}

/**
 * The exact origin of a line, or the literal `null`; undefined for anything else. Only what stays the same when it is
 * read as an address: no user, path, wildcard or control character gets through.
 */
export function toOrigin(line: string): string | undefined {
  if (line === opaque) return opaque
  if (!/^https?:\/\/[^\s/?#@\\*,;'"]+\/?$/iu.test(line) || !URL.canParse(line)) return undefined
  const { origin, hostname } = new URL(line)
  return /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])$/u.test(hostname) ? origin : undefined
}
