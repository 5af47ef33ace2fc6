import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisConnection } from '../platform/process/redis.ts'

/** Counts what each key has used within a window that starts with its first use. */
export interface UsageLimiter {
  /** Uses one; gives the milliseconds to wait when there is none left, else 0. */
  take: (key: string) => Promise<number>
  /** The milliseconds to wait when there is none left, else 0. Uses nothing. */
  wait: (key: string) => Promise<number>
  /** Notes what was used only after the fact, over the limit, too. */
  add: (key: string, points: number) => Promise<void>
}

/** Options of a limit. */
export interface UsageLimit {
  /** Name of the counter, which separates two limits on one key. */
  name: string
  points: number
  seconds: number
}

/**
 * One limit of one process, or with Redis of all instances together. While Redis is away each instance counts for
 * itself.
 */
export function createUsageLimiter(
  { name, points, seconds }: UsageLimit,
  redis: RedisConnection | null,
): UsageLimiter {
  const settings = { keyPrefix: `limit:${name}`, points, duration: seconds }
  const memory = new RateLimiterMemory(settings)
  const limiter =
    redis === null
      ? memory
      : new RateLimiterRedis({
          ...settings,
          storeClient: redis,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
  // A clock that was set back makes a window seem longer than it is.
  const waitOf = ({ msBeforeNext }: RateLimiterRes) => Math.min(Math.max(1, msBeforeNext), seconds * 1000)
  return {
    async take(key) {
      try {
        await limiter.consume(key)
        return 0
      } catch (error) {
        if (error instanceof RateLimiterRes) return waitOf(error)
        throw error
      }
    },
    async wait(key) {
      const used = await limiter.get(key)
      return used !== null && used.consumedPoints >= points ? waitOf(used) : 0
    },
    async add(key, used) {
      await limiter.penalty(key, used)
    },
  }
}
