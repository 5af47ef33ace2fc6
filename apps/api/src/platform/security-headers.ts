import type { AppContext } from './app-env.ts'
import type { CallPart } from './every-call.ts'

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

const always = Object.entries({
  'Content-Security-Policy': pagePolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'Origin-Agent-Cluster': '?1',
})

const hsts = 'max-age=63072000; includeSubDomains'

/**
 * Puts the headers on every answer, the request's id, and on the API's that nothing keeps them: nearly all of them are
 * about a person. What an answer says of its own stays.
 */
export const securityHeaders: CallPart = {
  before(c) {
    // Node takes them at once, and lets the answer's own replace them. Web headers cost each call several times as much.
    const outgoing = c.env?.outgoing
    if (outgoing !== undefined) setAll(c, (name, value) => outgoing.setHeader(name, value))
  },
  // Where there is no connection: in tests.
  after(c) {
    if (c.env?.outgoing !== undefined) return
    setAll(c, (name, value) => {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    })
  },
}

function setAll(c: AppContext, set: (name: string, value: string) => void): void {
  for (const [name, value] of always) set(name, value)
  const { path } = c.req
  set('X-Request-Id', c.get('requestId'))
  // The fragment of /auth/callback never leaves the browser; its address need not either.
  set('Referrer-Policy', path.startsWith('/auth/') ? 'no-referrer' : 'strict-origin-when-cross-origin')
  if (path.startsWith('/api/')) set('Cache-Control', 'no-store')
  if (c.get('secure')) set('Strict-Transport-Security', hsts)
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
