import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { startTestRedis } from '../../tests/services.ts'
import { openRedis, type RedisConnection } from '../platform/process/redis.ts'
import { createMemoryConcurrencyLimiter, createRedisConcurrencyLimiter } from './concurrency-limiter.ts'
import { createUsageLimiter } from './usage-limiter.ts'

const server = await startTestRedis()
const connections: RedisConnection[] = []

async function connect(prefix: string): Promise<RedisConnection> {
  const connection = await openRedis({ url: server?.url ?? '', prefix }, pino({ level: 'silent' }))
  connections.push(connection)
  return connection
}

afterEach(() => {
  for (const connection of connections.splice(0)) if (connection.isOpen) connection.destroy()
})
afterAll(() => server?.stop())

const hourly = { name: 'hourly', seconds: 3600 }

describe.each([
  { where: 'memory', open: async () => null, present: true },
  { where: 'Redis', open: () => connect(`${randomUUID()}:`), present: server !== undefined },
])('limits in $where', ({ open, present }) => {
  it.skipIf(!present)('let through what is allowed, key by key, then say how long to wait', async () => {
    const limiter = createUsageLimiter(hourly, await open())
    expect([await limiter.take('a', 2), await limiter.take('a', 2), await limiter.take('b', 2)]).toEqual([
      0, 0, 0,
    ])
    const wait = await limiter.take('a', 2)
    expect(wait).toBeGreaterThan(3_590_000)
    expect(wait).toBeLessThanOrEqual(3_600_000)
    expect(await limiter.wait('b', 2)).toBe(0)
    await limiter.add('b', 5)
    expect(await limiter.wait('b', 2)).toBeGreaterThan(3_590_000)
    expect(await limiter.wait('unknown', 2)).toBe(0)
  })

  it.skipIf(!present)('give no more places than there are, and give a place back once', async () => {
    const redis = await open()
    const places = redis === null ? createMemoryConcurrencyLimiter() : createRedisConcurrencyLimiter(redis)
    expect([await places.acquire('a', '1', 2), await places.acquire('a', '2', 2)]).toEqual([true, true])
    expect([await places.acquire('a', '3', 2), await places.acquire('b', '4', 1)]).toEqual([false, true])
    await places.release('a', '1')
    await places.release('a', '1')
    expect([await places.acquire('a', '3', 2), await places.acquire('a', '5', 2)]).toEqual([true, false])
    expect([(await places.taken('a')).toSorted(), await places.taken('c')]).toEqual([['2', '3'], []])
  })
})

it.skipIf(server === undefined)('list the places of every instance', async () => {
  const prefix = `${randomUUID()}:`
  const [one, two] = [
    createRedisConcurrencyLimiter(await connect(prefix)),
    createRedisConcurrencyLimiter(await connect(prefix)),
  ]
  await one.acquire('a', '1', 2)
  await two.acquire('a', '2', 2)
  expect((await one.taken('a')).toSorted()).toEqual(['1', '2'])
  expect((await two.taken('a')).toSorted()).toEqual(['1', '2'])
})

it('never makes anybody wait longer than the window, when the clock is set back', async () => {
  const limiter = createUsageLimiter(hourly, null)
  await limiter.add('a', 2)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  try {
    expect([await limiter.wait('a', 2), await limiter.take('a', 2)]).toEqual([3_600_000, 3_600_000])
  } finally {
    vi.useRealTimers()
  }
})

describe.skipIf(server === undefined)('limits of two instances', () => {
  it('give back the places of an instance that is killed, and none of one that lives', async () => {
    const prefix = `${randomUUID()}:`
    const [one, two, three] = [await connect(prefix), await connect(prefix), await connect(prefix)]
    const leaseMs = 900
    const limiterOf = (redis: RedisConnection) => createRedisConcurrencyLimiter(redis, { leaseMs })
    const [dying, living, other] = [limiterOf(one), limiterOf(two), limiterOf(three)]
    expect([await dying.acquire('a', '1', 2), await living.acquire('a', '2', 2)]).toEqual([true, true])
    one.destroy()
    await expect.poll(() => living.acquire('a', '3', 2)).toBe(true)
    // Unless it was heard of, its own first place has run out by now.
    await sleep(leaseMs)
    await two.ping()
    expect(await other.acquire('a', '4', 2)).toBe(false)
    await living.release('a', '2')
    expect(await other.acquire('a', '4', 2)).toBe(true)
  })

  it('are one', async () => {
    const prefix = `${randomUUID()}:`
    const [one, two] = [await connect(prefix), await connect(prefix)]
    const limiters = [createUsageLimiter(hourly, one), createUsageLimiter(hourly, two)] as const
    expect([await limiters[0].take('a', 2), await limiters[1].take('a', 2)]).toEqual([0, 0])
    expect(await limiters[0].take('a', 2)).toBeGreaterThan(0)
    const places = [createRedisConcurrencyLimiter(one), createRedisConcurrencyLimiter(two)] as const
    expect([await places[0].acquire('a', '1', 1), await places[1].acquire('a', '2', 1)]).toEqual([
      true,
      false,
    ])
    await places[0].release('a', '1')
    expect(await places[1].acquire('a', '2', 1)).toBe(true)
  })

  it('are each instance’s own while Redis is away', async () => {
    const redis = await connect(`${randomUUID()}:`)
    const [limiter, places] = [createUsageLimiter(hourly, redis), createRedisConcurrencyLimiter(redis)]
    redis.destroy()
    expect([await limiter.take('a', 2), await limiter.take('a', 2)]).toEqual([0, 0])
    expect(await limiter.take('a', 2)).toBeGreaterThan(0)
    expect([await places.acquire('a', '1', 1), await places.acquire('a', '2', 1)]).toEqual([true, false])
    await places.release('a', '1')
  })
})
