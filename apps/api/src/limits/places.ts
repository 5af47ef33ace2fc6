import type { RedisConnection } from '../platform/redis.ts'

/** Places that a key has at once, such as answers under way. */
export interface Places {
  /** Takes a place under a name of its own; false when there is none left. */
  enter: (key: string, place: string, atOnce: number) => Promise<boolean>
  leave: (key: string, place: string) => Promise<void>
}

/** Places of one process. */
export function createMemoryPlaces(): Places {
  const taken = new Map<string, Set<string>>()
  return {
    async enter(key, place, atOnce) {
      const places = taken.get(key) ?? new Set()
      if (places.size >= atOnce) return false
      taken.set(key, places.add(place))
      return true
    },
    async leave(key, place) {
      const places = taken.get(key)
      places?.delete(place)
      if (places?.size === 0) taken.delete(key)
    },
  }
}

// Longer than an answer may take: what an instance held that died is free again after this.
const leaseSeconds = 360

// By Redis' clock: the instances' own may differ.
const enterScript = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`

/** Places of all instances together. While Redis is away each instance counts its own. */
export function createRedisPlaces(redis: RedisConnection): Places {
  const own = createMemoryPlaces()
  const setKey = (key: string) => `places:${key}`
  return {
    async enter(key, place, atOnce) {
      if (!(await own.enter(key, place, atOnce))) return false
      const entered = await redis
        .eval(enterScript, {
          keys: [setKey(key)],
          arguments: [place, String(atOnce), String(leaseSeconds)],
        })
        .catch(() => 1)
      if (entered === 1) return true
      await own.leave(key, place)
      return false
    },
    async leave(key, place) {
      await own.leave(key, place)
      await redis.zRem(setKey(key), place).catch(() => undefined)
    },
  }
}
