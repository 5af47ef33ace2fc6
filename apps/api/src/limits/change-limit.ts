import type { MiddlewareHandler, Next } from 'hono'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { countedAddress } from '../platform/request/counted-address.ts'
import type { AnswerLimiter, LimitedCall } from './answer-limiter.ts'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls by which a guest changes the record of an answer. All other calls of guests have limits of their own. */
const guestChanges = /^\/api\/(?:messages\/[^/]+\/feedback|chat\/answers\/[^/]+\/opened)$/u

/** Paths whose calls count against the quotas of questions, and the sign-out, which must always work. */
const uncounted = /^\/api\/(?:chat|chat\/streams\/[^/]+\/stop|logout)$/u

/**
 * Counts each call that changes something, so that no call is without a limit. Calls that cost more have a lower limit of
 * their own.
 *
 * @param perMinute calls of one account, or of the guests of one address, within a minute, of all kinds together
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
  const count = async (c: AppContext, next: Next) => {
    const user = c.get('user')
    const { path } = c.req
    if (user === null) {
      if (guestChanges.test(path)) await limiter.use(call, countedAddress(c.get('clientAddress')))
    } else if (!uncounted.test(path)) await limiter.use(call, user.id)
    await next()
  }
  // A call that changes nothing costs no promise.
  return (c, next) => (safeMethods.has(c.req.method) ? next() : count(c, next))
}
