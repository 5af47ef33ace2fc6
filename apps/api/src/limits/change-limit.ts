import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../platform/http/app-env.ts'
import type { AnswerLimiter, LimitedCall } from './answer-limiter.ts'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Paths whose calls count against the quotas of questions, and the sign-out, which must always work. */
const uncounted = /^\/api\/(?:chat|chat\/streams\/[^/]+\/stop|logout)$/u

/**
 * Counts each call of a signed-in account that changes something, so that no call is without a limit. Calls that cost more
 * have a lower limit of their own.
 *
 * @param perMinute calls of one account within a minute, of all kinds together
 */
export function limitChanges(
  limiter: Pick<AnswerLimiter, 'use'>,
  perMinute: number,
): MiddlewareHandler<AppEnv> {
  const call: LimitedCall = {
    name: 'changes',
    points: perMinute,
    seconds: 60,
    text: 'Too many changes in a short time. Please wait a moment.',
  }
  return async (c, next) => {
    const user = c.get('user')
    const isCounted = user !== null && !safeMethods.has(c.req.method) && !uncounted.test(c.req.path)
    if (isCounted) await limiter.use(call, user.id)
    await next()
  }
}
