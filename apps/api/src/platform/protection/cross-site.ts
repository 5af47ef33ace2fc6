import { hasSessionCookie } from '../http/session-cookie.ts'
import type { AppContext } from '../http/app-env.ts'
import type { SyncMiddleware } from '../http/sync-middleware.ts'
import { HttpError } from '../http/http-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses calls that change something and come from another site. `Sec-Fetch-Site` decides where a browser
 * sends it, `Origin` where it does not; a call with neither is a program's, and must bring no session.
 *
 * Paths in `open` take calls of other sites: they use no session.
 *
 * The order is that of Go's `http.CrossOriginProtection` (https://words.filippo.io/csrf/).
 */
export function refuseCrossSite(options: {
  publicUrl: URL | null
  open?: ReadonlySet<string>
}): SyncMiddleware {
  return {
    before(c) {
      if (options.open?.has(c.req.path) === true) return
      if (!safeMethods.has(c.req.method) && !isOwnSite(c, options.publicUrl)) {
        throw new HttpError('forbidden', 'This call must come from our own site.')
      }
    },
  }
}

function isOwnSite(c: AppContext, publicUrl: URL | null): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return true
  const origin = c.req.header('origin')
  if (origin === undefined) return site === undefined && !hasSessionCookie(c)
  if (publicUrl !== null && origin === publicUrl.origin) return true
  // Browsers without Sec-Fetch-Site: the page and the call name the same host. The scheme is not compared,
  // because a proxy may end TLS without saying so.
  return site === undefined && URL.canParse(origin) && new URL(origin).host === c.req.header('host')
}
