import type { SyncMiddleware } from '../http/sync-middleware.ts'
import { HttpError } from '../http/http-error.ts'
import type { Lifecycle } from '../process/lifecycle.ts'

const secondsToRestart = 2

/**
 * Sends new calls of the API to another instance, or away for a moment, once this one is on its way out. Answers that still
 * run here can be read and stopped.
 */
export function refuseWhileStopping(lifecycle: Lifecycle): SyncMiddleware {
  return {
    before(c) {
      const { path } = c.req
      if (!lifecycle.stopping || !path.startsWith('/api/') || path.startsWith('/api/chat/streams/')) return
      c.header('Connection', 'close')
      throw new HttpError('unavailable', 'The server is restarting. Please try again in a moment.', {
        retryAfterSeconds: secondsToRestart,
      })
    },
  }
}
