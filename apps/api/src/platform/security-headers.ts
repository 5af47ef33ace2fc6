import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

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

/** The policy of a page of ours that other sites may frame. */
export function frameablePolicy(ancestors: string): string {
  return policy({ ...pageDirectives, 'frame-ancestors': ancestors })
}

/** For files that are data: whatever they hold, it runs and loads nothing. */
export const inertPolicy = policy({
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'frame-ancestors': "'self'",
  sandbox: '',
})

const always = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['Origin-Agent-Cluster', '?1'],
] as const

const hsts = 'max-age=63072000; includeSubDomains'

/** Puts the headers on every answer. A handler's own policy stays. */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    const put = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    for (const [name, value] of always) headers.set(name, value)
    // A response that a handler built itself has missed what was set on the context before it.
    headers.set('X-Request-Id', c.get('requestId'))
    put('Content-Security-Policy', pagePolicy)
    // The fragment of /auth/callback never leaves the browser; its address need not either.
    put(
      'Referrer-Policy',
      c.req.path.startsWith('/auth/') ? 'no-referrer' : 'strict-origin-when-cross-origin',
    )
    put('Cross-Origin-Resource-Policy', 'same-origin')
    if (c.get('secure')) headers.set('Strict-Transport-Security', hsts)
  }
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
