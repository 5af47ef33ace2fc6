import type { RedisServer } from '@org/services'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRecords, type RecordReader } from '../../../tests/record-reader.ts'
import { createTestClock, type TestClock } from '../../../tests/test-clock.ts'
import { startTestRedis } from '../../../tests/services.ts'
import { openRedis } from '../../platform/process/redis.ts'
import { systemClock } from '../../platform/process/clock.ts'
import { createRedisStreamLog, type RedisStreamLogOptions } from './redis-stream-log.ts'
import type { NewStream, StopReason, StreamLog, StreamRecord } from './stream-log.ts'

const service = await startTestRedis()

describe.skipIf(service === undefined)('the stream log between instances', () => {
  let redis: RedisServer
  let instances: { log: StreamLog; die: () => void; orphans: string[] }[] = []
  let stops: StopReason[]
  let run = 0
  beforeEach(() => {
    if (service === undefined) return
    redis = service
    stops = []
    run += 1
  })
  afterEach(async () => {
    for (const { log } of instances) await log.close()
    instances = []
  })
  afterAll(() => redis.stop())

  const startInstance = async (options: Partial<RedisStreamLogOptions> = {}) => {
    const location = { url: redis.url, prefix: `test-${run}:` }
    const quiet = pino({ level: 'silent' })
    const [connection, blocking] = await Promise.all([openRedis(location, quiet), openRedis(location, quiet)])
    const orphans: string[] = []
    const log = createRedisStreamLog({
      redis: connection,
      blocking,
      clock: systemClock,
      onOrphan: (id) => orphans.push(id),
      ...options,
    })
    const instance = {
      log: {
        ...log,
        async close() {
          await log.close()
          connection.destroy()
        },
      },
      orphans,
      /** Leaves Redis without a word, as a killed process does. */
      die() {
        connection.destroy()
        blocking.destroy()
      },
    }
    instances.push(instance)
    return instance
  }
  const stream = (id = 'a'): NewStream => ({
    id,
    ownerId: 'owner',
    onStop: (reason) => stops.push(reason),
  })
  const read = (log: StreamLog, after = 0, id = 'a') => openRecords(log, id, after)
  const all = (reader: RecordReader) => reader.rest()
  const text = (records: StreamRecord[]) => records.map(({ id, data }) => `${id}${data}`).join(' ')

  it('replays what was, then tails what comes, for any number of readers at any instance', async () => {
    const [one, two] = [(await startInstance()).log, (await startInstance()).log]
    const writer = await one.open(stream())
    writer.append('one')
    writer.append('two')
    const readers = await Promise.all([read(one), read(two), read(two, 1), read(two, 99)])
    const reading = readers.map(all)
    writer.append('three')
    for (let more = 4; more <= 60; more += 1) writer.append('x')
    await writer.end()
    const [own, ...others] = await Promise.all(reading)
    expect(own).toHaveLength(60)
    expect(others[0]).toEqual(own)
    expect(others[1]).toEqual(own?.slice(1))
    expect(others[2]?.at(-1)).toEqual({ id: 60, data: 'x' })
  })

  it('says nothing twice to a reader who comes from the instance that makes the stream', async () => {
    const [one, two] = [(await startInstance()).log, (await startInstance()).log]
    const writer = await one.open(stream())
    // Redis, and so the other instance, has none of what was read at the first one.
    const reading = all(await read(two, 2))
    for (const data of ['one', 'two', 'three']) writer.append(data)
    await writer.end()
    expect(text(await reading)).toBe('3three')
  })

  it('shows a stream at another instance as soon as it is open, and after its end', async () => {
    const [one, two] = [(await startInstance()).log, (await startInstance()).log]
    const writer = await one.open(stream())
    expect(await two.state('a')).toEqual({ ownerId: 'owner', ended: false, lastId: 0 })
    writer.append('one')
    await writer.end()
    expect(await two.state('a')).toEqual({ ownerId: 'owner', ended: true, lastId: 1 })
    expect(text(await all(await read(two)))).toBe('1one')
    expect(await two.state('unknown')).toBeUndefined()
    expect(await two.read('unknown', 0)).toBeUndefined()
  })

  it('brings a stop to the producer, once, and never after the end', async () => {
    const [one, two] = [(await startInstance()).log, (await startInstance()).log]
    const writer = await one.open(stream())
    expect(await two.stop('a', 'user')).toBe(true)
    await expect.poll(() => stops).toEqual(['user'])
    expect(await one.stop('a', 'user')).toBe(false)
    await writer.end()
    expect(await two.stop('unknown', 'user')).toBe(false)
    expect(stops).toEqual(['user'])
  })

  it('gives a key to who claims it first, at whatever instance, until it is discarded', async () => {
    const [one, two] = [(await startInstance()).log, (await startInstance()).log]
    expect(await one.claim('key', 'a', 'print')).toMatchObject({ isNew: true })
    expect(await two.claim('key', 'b', 'other')).toEqual({
      streamId: 'a',
      fingerprint: 'print',
      isNew: false,
    })
    await one.discard('a')
    expect(await two.claim('key', 'b', 'other')).toMatchObject({ streamId: 'b', isNew: true })
  })

  it('forgets a key no later than the stream that it leads to', async () => {
    const { log } = await startInstance({ keepEndedMs: 60_000 })
    await log.claim('guest:1', 'stream-1', 'a')
    const writer = await log.open({ id: 'stream-1', ownerId: null, onStop: () => undefined })
    await writer.end()
    const connection = await openRedis({ url: redis.url, prefix: `test-${run}:` }, pino({ level: 'silent' }))
    expect(await connection.pTTL('claim:guest:1')).toBeLessThanOrEqual(60_000)
    connection.destroy()
  })

  it('ends the stream of a producer that is gone, with an error, within seconds', async () => {
    const one = await startInstance({ producerMs: 2000 })
    const [two, three] = [
      await startInstance({ producerMs: 2000 }),
      await startInstance({ producerMs: 2000 }),
    ]
    const writer = await one.log.open(stream())
    writer.append('half')
    const reading = [read(two.log), read(three.log)].map(async (reader) => all(await reader))
    await expect.poll(async () => (await two.log.state('a'))?.lastId).toBe(1)
    one.die()
    for (const records of await Promise.all(reading)) {
      expect(records).toHaveLength(2)
      expect(JSON.parse(records[1]?.data ?? '')).toMatchObject({ type: 'error', code: 'interrupted' })
    }
    expect(await two.log.state('a')).toEqual({ ownerId: 'owner', ended: true, lastId: 2 })
    expect([...two.orphans, ...three.orphans]).toEqual(['a'])
  })

  it('finds the stream of a dead producer ended, though nobody read it', async () => {
    const [one, two] = [await startInstance({ producerMs: 1000 }), await startInstance()]
    await one.log.open(stream())
    one.die()
    await expect.poll(async () => (await two.log.state('a'))?.ended).toBe(true)
    expect(await two.log.stop('a', 'user')).toBe(false)
    expect(two.orphans).toEqual(['a'])
  })

  describe('by the clock of the producer', () => {
    let clock: TestClock
    beforeEach(() => {
      clock = createTestClock()
    })

    it('stops a stream that has had no reader for 60 s, at any instance', async () => {
      const one = await startInstance({ clock })
      await one.log.open(stream())
      await clock.advance(59_999)
      expect(stops).toEqual([])
      await clock.advance(1)
      await expect.poll(() => stops).toEqual(['abandoned'])
    })

    it('goes on while somebody reads it at another instance', async () => {
      const [one, two] = [await startInstance({ clock }), await startInstance()]
      const writer = await one.log.open(stream())
      const reading = all(await read(two.log))
      await clock.advance(60_000)
      writer.append('still here')
      await writer.end()
      expect(text(await reading)).toBe('1still here')
      expect(stops).toEqual([])
    })
  })

  it('cuts off readers of other instances’ streams when it closes, without an end', async () => {
    const [one, two] = [await startInstance(), await startInstance()]
    await one.log.open(stream())
    const reader = await read(two.log)
    await Promise.all([expect(reader.next()).rejects.toThrow('not read here'), two.log.close()])
  })

  it('goes on for its own readers while Redis is away, and brings what was missed when it is back', async () => {
    const one = await startInstance({ producerMs: 5000 })
    const before = await one.log.open(stream())
    before.append('one')
    const reading = all(await read(one.log))
    await redis.stop()
    before.append('two')
    const during = await one.log.open(stream('b'))
    during.append('alone')
    expect(await one.log.claim('key', 'b', 'print')).toMatchObject({ isNew: true })
    expect(text((await (await read(one.log, 0, 'b')).next()) ?? [])).toBe('1alone')
    const again = await startTestRedis(redis.port)
    if (again === undefined) throw new Error('There is no Redis.')
    redis = again
    const two = await startInstance()
    await expect.poll(async () => (await two.log.state('a'))?.lastId).toBe(2)
    await expect.poll(async () => (await two.log.state('b'))?.lastId).toBe(1)
    const elsewhere = [read(two.log, 1), read(two.log, 0, 'b')].map(async (reader) => all(await reader))
    before.append('three')
    await Promise.all([before.end(), during.end()])
    expect(text(await reading)).toBe('1one 2two 3three')
    expect((await Promise.all(elsewhere)).map(text)).toEqual(['2two 3three', '1alone'])
  })
})
