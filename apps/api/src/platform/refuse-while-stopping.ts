import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { HttpError } from './http-error.ts'
import type { Lifecycle } from './lifecycle.ts'

const secondsToRestart = 2

/**
 * Sends new calls to another instance, or away for a moment, once this one is on its way out. Answers that still
 * run here can be read and stopped.
 */
export function refuseWhileStopping(lifecycle: Lifecycle): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    if (lifecycle.stopping && !c.req.path.startsWith('/api/chat/streams/')) {
      c.header('Connection', 'close')
      throw new HttpError('unavailable', 'The server is restarting. Please try again in a moment.', {
        retryAfterSeconds: secondsToRestart,
      })
    }
    return next()
  }
}
