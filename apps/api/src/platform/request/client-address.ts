import type { AppContext, ServerBindings } from '../http/app-env.ts'
import type { SyncMiddleware } from '../http/sync-middleware.ts'

/**
 * Settles `clientAddress` and `secure`. Each trusted proxy appends the address it was called from, so the
 * visitor's stands that many places from the right of `X-Forwarded-For`; anything further left is the visitor's
 * own claim.
 *
 * @param options.trustedProxyHops how many proxies of ours stand in front
 * @param options.publicUrl the address that people use, when it is known
 */
export function clientAddress(options: { trustedProxyHops: number; publicUrl: URL | null }): SyncMiddleware {
  const { trustedProxyHops: hops, publicUrl } = options
  const isPublicSecure = publicUrl?.protocol === 'https:'
  if (hops === 0) {
    return {
      before(c) {
        c.set('clientAddress', peerAddress(c.env) ?? 'unknown')
        c.set('secure', isPublicSecure)
      },
    }
  }
  return {
    before(c) {
      const forwarded = listed(c, 'x-forwarded-for').at(-hops)
      c.set('clientAddress', withoutPort(forwarded) ?? peerAddress(c.env) ?? 'unknown')
      // Proxies pass this one on or write it anew, so it may hold fewer entries than there are proxies.
      const schemes = listed(c, 'x-forwarded-proto')
      const scheme = schemes.at(-Math.min(hops, schemes.length))
      c.set('secure', isPublicSecure || scheme === 'https')
    },
  }
}

function listed(c: AppContext, header: string): string[] {
  return (c.req.header(header) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

// Some proxies note the port as well, which is another one for every connection.
function withoutPort(address: string | undefined): string | undefined {
  return address?.replace(/^\[(.*)\](?::\d+)?$/u, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/u, '$1')
}

// Empty in tests that call `app.request()`.
function peerAddress(bindings: Partial<ServerBindings> | undefined): string | undefined {
  return bindings?.incoming?.socket.remoteAddress
}
