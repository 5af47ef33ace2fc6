import type { MiddlewareHandler } from 'hono'
import type { AppContext, AppEnv } from './app-env.ts'

/** Synchronous middleware of every call. */
export interface SyncMiddleware {
  /** Before the call is answered. What it throws is answered instead, unseen by the parts beside it. */
  before?: (c: AppContext) => void
  /** Once the answer's headers are there, after that many milliseconds. */
  after?: (c: AppContext, ms: number) => void
}

/**
 * The parts as one middleware: `before` in their order, `after` in the reverse one. A middleware for each would be a
 * promise and a turn of the queue for each, which all of them together do not cost.
 */
export function syncMiddleware(...parts: readonly SyncMiddleware[]): MiddlewareHandler<AppEnv> {
  const first = parts.flatMap(({ before }) => before ?? [])
  const last = parts.flatMap(({ after }) => after ?? []).toReversed()
  const begin = (c: AppContext): void => {
    for (const before of first) before(c)
  }
  if (last.length === 0) {
    return (c, next) => {
      begin(c)
      return next()
    }
  }
  return async (c, next) => {
    const started = performance.now()
    begin(c)
    await next()
    const ms = performance.now() - started
    for (const after of last) after(c, ms)
  }
}
