import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { newId } from './ids.ts'

/** Settles `requestId`: a proxy's own where it is sane, else a new one. `securityHeaders` puts it on the answer. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    c.set('requestId', /^[\w=-]{1,64}$/u.test(given) ? given : newId())
    await next()
  }
}
