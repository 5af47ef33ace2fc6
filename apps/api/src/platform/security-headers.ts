import type { MiddlewareHandler, Next } from 'hono'
import type { AppContext, AppEnv } from './app-env.ts'

/**
 * What our pages may load. Scripts and styles come from our own files alone: nothing in the built site needs
 * `unsafe-inline`, since frameworks set style properties through the object model, which the policy leaves alone.
 */
const pageDirectives = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' https: data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

const pagePolicy = frameablePolicy("'self'")

/**
 * The policy of a page of ours that other sites may frame.
 *
 * @param styles whence its styles come, or the digest of the only one
 */
export function frameablePolicy(ancestors: string, styles = pageDirectives['style-src']): string {
  return policy({ ...pageDirectives, 'style-src': styles, 'frame-ancestors': ancestors })
}

/** For files that are data: whatever they hold, it runs and loads nothing. */
export const inertPolicy = policy({
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'frame-ancestors': "'self'",
  sandbox: '',
})

const always = {
  'Content-Security-Policy': pagePolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'Origin-Agent-Cluster': '?1',
}

const hsts = 'max-age=63072000; includeSubDomains'

/**
 * Puts the headers on every answer, the request's id, and on the API's that nothing keeps them: nearly all of them are
 * about a person. What an answer says of its own stays.
 */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const headers = {
      ...always,
      'X-Request-Id': c.get('requestId'),
      // The fragment of /auth/callback never leaves the browser; its address need not either.
      'Referrer-Policy': c.req.path.startsWith('/auth/') ? 'no-referrer' : 'strict-origin-when-cross-origin',
      ...(c.req.path.startsWith('/api/') ? { 'Cache-Control': 'no-store' } : {}),
      ...(c.get('secure') ? { 'Strict-Transport-Security': hsts } : {}),
    }
    const outgoing = c.env?.outgoing
    if (outgoing === undefined) return addMissing(headers, c, next)
    // Node takes them at once, and lets the answer's own replace them. Web headers cost each call several times as much.
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
    return next()
  }
}

// Where there is no connection: in tests.
async function addMissing(headers: Record<string, string>, c: AppContext, next: Next): Promise<void> {
  await next()
  for (const [name, value] of Object.entries(headers)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
