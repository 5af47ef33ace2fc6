import type { AppContext } from '../http/app-env.ts'
import type { SyncMiddleware } from '../http/sync-middleware.ts'

/** Address of the reports of violations of the policy. */
export const policyReportsPath = '/api/csp-reports'

/**
 * Sources that our pages may load from. Scripts and styles come from our own files alone, apart from the first script
 * of a document, which the policy names by its digest: nothing in the built site needs `unsafe-inline`, since frameworks set style properties through the object model, which the policy leaves alone. Strings
 * become markup or script addresses only by the two policies of `apps/web/src/shared/trusted-types.ts`.
 */
const pageDirectives = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default org-answers',
  'report-uri': policyReportsPath,
  'report-to': 'csp',
}

/** Parts of a page's policy that differ from page to page. */
export interface PagePolicyOptions {
  /**
   * Sites that may frame the page; null for every document: `*` excludes those of WebViews, files and sandboxes, which
   * have no network address. @default our own
   */
  ancestors?: string | null
  /** Digests of the scripts inside of the page, as sources. @default none */
  scripts?: readonly string[] | undefined
  /** Sources of styles, or the digest of the only one. @default our own files */
  styles?: string
  /** Origins of pictures besides our own, as in {@link ImageSources}. @default none */
  images?: readonly string[]
  /** Origin of the map's style, tiles and fonts. @default none */
  map?: string | null
}

/** The policy of a page of ours. */
export function pagePolicy({
  ancestors = "'self'",
  scripts = [],
  styles = pageDirectives['style-src'],
  images = [],
  map = null,
}: PagePolicyOptions = {}): string {
  return policy({
    ...pageDirectives,
    'script-src': [pageDirectives['script-src'], ...scripts].join(' '),
    'style-src': styles,
    // A map asks for its style, tiles and fonts by fetch, and for its icons as pictures.
    'img-src': [pageDirectives['img-src'], ...images, map ?? []].flat().join(' '),
    'connect-src': [pageDirectives['connect-src'], map ?? []].flat().join(' '),
    ...(ancestors === null ? {} : { 'frame-ancestors': ancestors }),
  })
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

/** Headers of every page. */
export const pageHeaders = {
  ...always,
  'Content-Security-Policy': pagePolicy(),
  'Reporting-Endpoints': `csp="${policyReportsPath}"`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'Origin-Agent-Cluster': '?1',
}

/** Data loads nothing and is not framed; the other page headers have no meaning there. */
const dataHeaders = {
  ...always,
  // `base-uri` and `form-action` do not fall back to `default-src`.
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

/** Puts the headers of pages or, below /api, of data on every answer, and the request's id. Headers that a response sets itself stay. */
export const securityHeaders: SyncMiddleware = {
  before(c) {
    // Node takes them at once, and lets the answer's own replace them. Web headers cost each call several times as much.
    const outgoing = c.env?.outgoing
    if (outgoing !== undefined) setAll(c, (name, value) => outgoing.setHeader(name, value))
  },
  // Without a connection: in tests.
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
  // The address of a shared conversation is its secret.
  const isSecret = path.startsWith('/auth/') || path.startsWith('/shared/')
  set('Referrer-Policy', isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin')
  if (path.startsWith('/shared/')) set('X-Robots-Tag', 'noindex, nofollow')
  if (c.get('secure')) set('Strict-Transport-Security', hsts)
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
