import type { AppContext, ServerBindings } from './app-env.ts'
import { HttpError } from './http-error.ts'
import { isLoopback } from './loopback.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

/** Request headers that proxies add, besides `X-Forwarded-*`. Browsers send none of them. */
const proxyHeaders = new Set([
  'cdn-loop',
  'cf-connecting-ip',
  'cf-ray',
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'front-end-https',
  'true-client-ip',
  'via',
  'x-amzn-trace-id',
  'x-client-ip',
  'x-cloud-trace-context',
  'x-cluster-client-ip',
  'x-host',
  'x-rewrite-url',
  'x-scheme',
])

/** Beginnings of the names of such headers. */
const proxyPrefixes = [
  'x-arr-',
  'x-azure-',
  'x-envoy-',
  'x-forwarded-',
  'x-original-',
  'x-real-',
  'x-vercel-',
]

/**
 * Refuses requests that do not come from this machine, with 403. A demonstration has accounts with a public password
 * and a readable outbox; listening on loopback does not protect it from a reverse proxy on the same machine or from
 * DNS rebinding. Checked are the hosts of `Host` and `Origin`, the headers that proxies add, and the protocol version:
 * no browser uses HTTP/1.0, which nginx speaks to its upstreams by default.
 */
export function loopbackOnly(): SyncMiddleware {
  return {
    before(c) {
      if (isProxied(c)) {
        throw new HttpError(
          'forbidden',
          'This server is a demonstration and must not stand behind a proxy. Set DEMO=off and PUBLIC_URL first.',
        )
      }
      if (!isLocal(c)) {
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
  return Object.keys(c.req.header()).some(
    (name) => proxyHeaders.has(name) || proxyPrefixes.some((prefix) => name.startsWith(prefix)),
  )
}

function isLocal(c: AppContext): boolean {
  const host = c.req.header('host')
  const origin = c.req.header('origin')
  return (
    isLoopbackUrl(c.req.url) &&
    (host === undefined || isLoopbackUrl(`http://${host}`)) &&
    (origin === undefined || origin === 'null' || isLoopbackUrl(origin))
  )
}

function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}

// Undefined in tests that call `app.request()`.
function protocolVersion(bindings: Partial<ServerBindings> | undefined): string | undefined {
  return bindings?.incoming?.httpVersion
}
