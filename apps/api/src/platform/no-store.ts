import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Keeps answers out of every cache, unless a handler says otherwise: nearly all of them are about a person. */
export function noStore(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}
