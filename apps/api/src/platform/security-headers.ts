import type { AppContext } from './app-env.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

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
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** What every page of ours says of itself. */
export const pageHeaders = {
  ...always,
  'Content-Security-Policy': pagePolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'Origin-Agent-Cluster': '?1',
}

/** Data loads nothing and is framed by nobody; what else a page says of itself means nothing there. */
const dataHeaders = {
  ...always,
  // Where bases and forms lead is not the default's.
  'Content-Security-Policy': policy({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
  // Nearly all of it is about a person.
  'Cache-Control': 'no-store',
}

const hsts = 'max-age=63072000; includeSubDomains'

/** Puts the headers of pages or, below /api, of data on every answer, and the request's id. What an answer says of its own stays. */
export const securityHeaders: SyncMiddleware = {
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

const ofPages = Object.entries(pageHeaders)
const ofData = Object.entries(dataHeaders)

function setAll(c: AppContext, set: (name: string, value: string) => void): void {
  const { path } = c.req
  for (const [name, value] of path.startsWith('/api/') ? ofData : ofPages) set(name, value)
  set('X-Request-Id', c.get('requestId'))
  // The fragment of /auth/callback never leaves the browser; its address need not either.
  set('Referrer-Policy', path.startsWith('/auth/') ? 'no-referrer' : 'strict-origin-when-cross-origin')
  if (c.get('secure')) set('Strict-Transport-Security', hsts)
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
