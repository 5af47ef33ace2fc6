import { randomUUID } from 'node:crypto'
import type { SyncMiddleware } from './sync-middleware.ts'

/** Settles `requestId`: a proxy's own where it is sane, else a new one. `securityHeaders` puts it on the answer. */
export const requestId: SyncMiddleware = {
  before(c) {
    const given = c.req.header('x-request-id')
    c.set('requestId', given !== undefined && /^[\w=-]{1,64}$/u.test(given) ? given : randomUUID())
  },
}
