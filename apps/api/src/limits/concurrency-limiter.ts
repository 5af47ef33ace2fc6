import type { RedisConnection } from '../platform/process/redis.ts'

/** Places that a key has at once, such as answers under way. */
export interface ConcurrencyLimiter {
  /** Takes a place under a name of its own; false when there is none left. */
  acquire: (key: string, place: string, atOnce: number) => Promise<boolean>
  release: (key: string, place: string) => Promise<void>
  /** Names of the places that are taken, at every instance. */
  taken: (key: string) => Promise<string[]>
}

/** Places of one process. */
export function createMemoryConcurrencyLimiter(): ConcurrencyLimiter {
  const taken = new Map<string, Set<string>>()
  return {
    async acquire(key, place, atOnce) {
      const places = taken.get(key) ?? new Set()
      if (places.size >= atOnce) return false
      taken.set(key, places.add(place))
      return true
    },
    async release(key, place) {
      const places = taken.get(key)
      places?.delete(place)
      if (places?.size === 0) taken.delete(key)
    },
    taken: async (key) => [...(taken.get(key) ?? [])],
  }
}

// Lease in ms: slots of a dead instance are free after it; a live instance renews three times as often.
const deadAfterMs = 15_000

// By Redis' clock: the instances' own may differ.
const now = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

const enterScript = `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

const takenScript = `${now}
return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')`

const keepScript = `${now}
for place = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[place]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`

/**
 * Places of all instances together. While Redis is unreachable each instance counts its own, and publishes them once it
 * is back.
 *
 * @param options.leaseMs for how long a place is held by an instance that is gone @default 15_000
 */
export function createRedisConcurrencyLimiter(
  redis: RedisConnection,
  { leaseMs = deadAfterMs }: { leaseMs?: number } = {},
): ConcurrencyLimiter {
  const own = createMemoryConcurrencyLimiter()
  const held = new Map<string, Set<string>>()
  let beat: NodeJS.Timeout | undefined
  const setKey = (key: string) => `places:${key}`

  function keep(): void {
    for (const [key, places] of held) {
      redis
        .eval(keepScript, { keys: [setKey(key)], arguments: [String(leaseMs), ...places] })
        .catch(() => undefined)
    }
  }

  function hold(key: string, place: string): void {
    held.set(key, (held.get(key) ?? new Set()).add(place))
    beat ??= setInterval(keep, leaseMs / 3).unref()
  }

  function letGo(key: string, place: string): void {
    const places = held.get(key)
    places?.delete(place)
    if (places?.size === 0) held.delete(key)
    if (held.size > 0) return
    clearInterval(beat)
    beat = undefined
  }

  return {
    async acquire(key, place, atOnce) {
      if (!(await own.acquire(key, place, atOnce))) return false
      const entered = await redis
        .eval(enterScript, {
          keys: [setKey(key)],
          arguments: [place, String(atOnce), String(leaseMs)],
        })
        .catch(() => 1)
      if (entered === 1) {
        hold(key, place)
        return true
      }
      await own.release(key, place)
      return false
    },
    async release(key, place) {
      letGo(key, place)
      await own.release(key, place)
      await redis.zRem(setKey(key), place).catch(() => undefined)
    },
    async taken(key) {
      const everywhere = await redis.eval(takenScript, { keys: [setKey(key)], arguments: [] }).catch(() => [])
      return [
        ...new Set([...(await own.taken(key)), ...(Array.isArray(everywhere) ? everywhere.map(String) : [])]),
      ]
    },
  }
}
