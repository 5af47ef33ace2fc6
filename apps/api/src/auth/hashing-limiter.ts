import { availableParallelism } from 'node:os'
import { HttpError } from '../platform/http/http-error.ts'
import { createFairQueue } from '../platform/process/fair-queue.ts'

/** More waiting than this is an attack, or a machine that is too small. */
const mostWaiting = 5000

/**
 * Waiting tasks of one sender. They delay nobody else, and a sender that waits sends fewer requests than one that is refused
 * at once and tries again.
 */
const mostOfSender = 1000

const retryAfterSeconds = 5

/** Lets as many tasks run at once as there are processors: more would only make each of them slower. */
export interface HashingLimiter {
  /**
   * @param sender key of the address or account: senders take turns, so that the sign-ins of one keep nobody else out
   * @throws {HttpError} 429 when too many of the sender are waiting, 503 when too many are waiting in all
   */
  run: <Result>(sender: string, task: () => Promise<Result>) => Promise<Result>
}

/** @param places how many run at once @default the number of processors */
export function createHashingLimiter(places = availableParallelism()): HashingLimiter {
  const queue = createFairQueue(places)
  const begun = new Map<string, number>()
  let all = 0
  return {
    async run(sender, task) {
      const before = begun.get(sender) ?? 0
      if (before >= mostOfSender + places) {
        throw new HttpError('rate_limited', 'Too many attempts. Please wait and try again.', {
          retryAfterSeconds,
        })
      }
      if (all >= mostWaiting + places) {
        throw new HttpError('unavailable', 'Too many people are signing in. Please try again shortly.', {
          retryAfterSeconds,
        })
      }
      begun.set(sender, before + 1)
      all += 1
      try {
        return await queue.run(sender, task)
      } finally {
        all -= 1
        const left = (begun.get(sender) ?? 1) - 1
        if (left === 0) begun.delete(sender)
        else begun.set(sender, left)
      }
    },
  }
}
