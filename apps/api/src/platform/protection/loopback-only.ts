import type { AppContext, ServerBindings } from '../http/app-env.ts'
import { HttpError } from '../http/http-error.ts'
import { isLoopback } from './loopback.ts'
import type { SyncMiddleware } from '../http/sync-middleware.ts'

/** Request headers that proxies add, besides those of {@link proxyPrefixes}. Browsers send none of them. */
const proxyHeaders = new Set([
  'cdn-loop',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'forwarded',
  'forwarded-for',
  'front-end-https',
  'max-forwards',
  'proxy-connection',
  'true-client-ip',
  'via',
  'wl-proxy-client-ip',
  'x-amzn-trace-id',
  'x-bluecoat-via',
  'x-client-ip',
  'x-cloud-trace-context',
  'x-cluster-client-ip',
  'x-coming-from',
  'x-host',
  'x-nginx-proxy',
  'x-request-start',
  'x-rewrite-url',
  'x-scheme',
  'x-varnish',
])

/** Beginnings of the names of such headers. */
const proxyPrefixes = [
  'cf-',
  'fly-',
  'x-appengine-',
  'x-arr-',
  'x-azure-',
  'x-envoy-',
  // `X-Forwarded`, `X-Forwarded-For`, `X-Forward-For`.
  'x-forward',
  'x-original-',
  'x-proxy',
  'x-real-',
  'x-traefik-',
  'x-vercel-',
]

/**
 * Refuses requests that do not come from this machine, with 403. A demonstration has accounts with a public password
 * and a readable outbox; listening on loopback does not protect it from a reverse proxy on the same machine or from
 * DNS rebinding. Checked are the hosts of `Host` and `Origin`, the headers that proxies add, and the protocol version:
 * no browser uses HTTP/1.0, which nginx speaks to its upstreams by default.
 */
export function loopbackOnly(): SyncMiddleware {
  const isLoopbackUrl = skipAccepted(readsLoopback)
  return {
    before(c) {
      if (isProxied(c)) {
        throw new HttpError(
          'forbidden',
          'This server is a demonstration and must not stand behind a proxy. Set DEMO=off and PUBLIC_URL first.',
        )
      }
      if (!isLocal(c, isLoopbackUrl)) {
        throw new HttpError(
          'forbidden',
          'This server is a demonstration and answers only on its own machine, at localhost.',
        )
      }
    },
  }
}

function isProxied(c: AppContext): boolean {
  if (protocolVersion(c.env) === '1.0') return true
  // `c.req.header()` builds an object of all headers for every request; Node already has one.
  for (const name in c.env?.incoming?.headers ?? c.req.header()) {
    if (proxyHeaders.has(name) || proxyPrefixes.some((prefix) => name.startsWith(prefix))) return true
  }
  return false
}

function isLocal(c: AppContext, isLoopbackUrl: (url: string) => boolean): boolean {
  const host = c.req.header('host')
  const origin = c.req.header('origin')
  return (
    isLoopbackUrl(originOf(c.req.url)) &&
    (host === undefined || isLoopbackUrl(`http://${host}`)) &&
    (origin === undefined || origin === 'null' || isLoopbackUrl(origin))
  )
}

/** The part of an address before its path: few different ones come, and parsing each takes longer than all other checks. */
function originOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  return path === -1 ? url : url.slice(0, path)
}

function readsLoopback(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}

/** Skips the check for texts that passed before; at most eight are kept. */
function skipAccepted(accepts: (text: string) => boolean): (text: string) => boolean {
  const accepted = new Set<string>()
  return (text) => {
    if (accepted.has(text)) return true
    if (!accepts(text)) return false
    if (accepted.size >= 8) accepted.clear()
    accepted.add(text)
    return true
  }
}

// Undefined in tests that call `app.request()`.
function protocolVersion(bindings: Partial<ServerBindings> | undefined): string | undefined {
  return bindings?.incoming?.httpVersion
}
