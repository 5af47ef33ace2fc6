import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Settles `requestId`: a proxy's own where it is sane, else a new one. `securityHeaders` puts it on the answer. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const given = c.req.header('x-request-id')
    c.set('requestId', given !== undefined && /^[\w=-]{1,64}$/u.test(given) ? given : randomUUID())
    return next()
  }
}
