import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisConnection } from '../platform/process/redis.ts'

/** Result of one use. Times in milliseconds. */
export interface Usage {
  /** Time to wait when there was none left, else 0. */
  waitMs: number
  /** Uses that are left in the window. */
  left: number
  /** Time until the window ends. */
  resetMs: number
}

/** Counts what each key has used within a window that starts with its first use. */
export interface UsageLimiter {
  /**
   * Uses one; gives the milliseconds to wait when there is none left, else 0. A refused use is not counted.
   *
   * @param most limit of this key, which may change within a window
   */
  take: (key: string, most: number) => Promise<number>
  /** Uses one, as `take` does, and gives what is left. */
  use: (key: string, most: number) => Promise<Usage>
  /** The milliseconds to wait when there is none left, else 0. Uses nothing. */
  wait: (key: string, most: number) => Promise<number>
  /** Notes what was used only after the fact, over the limit, too. */
  add: (key: string, points: number) => Promise<void>
}

/** Options of a counter. */
export interface UsageLimit {
  /** Name of the counter, which separates two limits on one key. */
  name: string
  seconds: number
}

/**
 * One limit of one process, or with Redis of all instances together. While Redis is away each instance counts for
 * itself.
 */
export function createUsageLimiter(
  { name, seconds }: UsageLimit,
  redis: RedisConnection | null,
): UsageLimiter {
  // Counted without a limit and compared here: a limit that changes keeps what was used.
  const settings = { keyPrefix: `limit:${name}`, points: Number.MAX_SAFE_INTEGER, duration: seconds }
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
  const spend = async (key: string, most: number): Promise<Usage> => {
    const used = await limiter.consume(key)
    const resetMs = waitOf(used)
    if (used.consumedPoints <= most) return { waitMs: 0, left: most - used.consumedPoints, resetMs }
    await limiter.reward(key, 1)
    return { waitMs: resetMs, left: 0, resetMs }
  }
  return {
    use: spend,
    take: async (key, most) => (await spend(key, most)).waitMs,
    async wait(key, most) {
      const used = await limiter.get(key)
      return used !== null && used.consumedPoints >= most ? waitOf(used) : 0
    },
    async add(key, used) {
      await limiter.penalty(key, used)
    },
  }
}
