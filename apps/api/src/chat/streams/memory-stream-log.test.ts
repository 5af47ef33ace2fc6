import { beforeEach, describe, expect, it } from 'vitest'
import { openRecords, type RecordReader } from '../../../tests/record-reader.ts'
import { createTestClock, settle, type TestClock } from '../../../tests/test-clock.ts'
import { createMemoryStreamLog } from './memory-stream-log.ts'
import type { StopReason, StreamLog } from './stream-log.ts'

describe('the stream log in memory', () => {
  let clock: TestClock
  let log: StreamLog
  let stops: StopReason[]
  beforeEach(() => {
    clock = createTestClock()
    log = createMemoryStreamLog({ clock })
    stops = []
  })

  const open = (id = 'a') => log.open({ id, ownerId: 'owner', onStop: (reason) => stops.push(reason) })
  const read = (after = 0, id = 'a') => openRecords(log, id, after)
  const all = (reader: RecordReader) => reader.rest()

  it('replays what was, then tails what comes, for any number of readers', async () => {
    const writer = await open()
    writer.append('one')
    writer.append('two')
    const readers = await Promise.all([read(), read(1), read(2), read(99)])
    const reading = readers.map(all)
    await settle()
    writer.append('three')
    await writer.end()
    const three = { id: 3, data: 'three' }
    expect(await Promise.all(reading)).toEqual([
      [{ id: 1, data: 'one' }, { id: 2, data: 'two' }, three],
      [{ id: 2, data: 'two' }, three],
      [three],
      [three],
    ])
  })

  it('ignores what a producer says after the end', async () => {
    const writer = await open()
    await writer.end()
    writer.append('late')
    expect(await all(await read())).toEqual([])
    expect(await log.state('a')).toEqual({ ownerId: 'owner', ended: true, lastId: 0 })
  })

  it('stops once, and never after the end', async () => {
    const writer = await open()
    expect(await log.stop('a', 'user')).toBe(true)
    expect(await log.stop('a', 'user')).toBe(false)
    expect(await log.stop('unknown', 'user')).toBe(false)
    await writer.end()
    expect(await log.stop('a', 'user')).toBe(false)
    expect(stops).toEqual(['user'])
  })

  it('stops a stream that has had no reader for 60 s', async () => {
    await open()
    await clock.advance(59_999)
    expect(stops).toEqual([])
    await clock.advance(1)
    expect(stops).toEqual(['abandoned'])
  })

  it('counts the 60 s from when the last reader left', async () => {
    await open()
    await clock.advance(50_000)
    const [first, second] = await Promise.all([read(), read()])
    await clock.advance(600_000)
    first.close()
    first.close()
    await clock.advance(120_000)
    expect(stops).toEqual([])
    second.close()
    await clock.advance(30_000)
    const third = await read()
    await clock.advance(30_000)
    third.close()
    await clock.advance(59_999)
    expect(stops).toEqual([])
    await clock.advance(1)
    expect(stops).toEqual(['abandoned'])
  })

  it('gives a closed reader nothing more, and tells it nothing', async () => {
    const writer = await open()
    const [closed, other] = await Promise.all([log.read('a', 0), log.read('a', 0)])
    if (closed === undefined || other === undefined) throw new Error('There is no such stream.')
    const told: string[] = []
    closed.onNews = () => told.push('closed')
    other.onNews = () => told.push('other')
    closed.close()
    writer.append('one')
    writer.append('two')
    await settle()
    expect([closed.take(), told]).toEqual([null, ['other']])
  })

  it('keeps an ended stream for five minutes, and nothing afterwards', async () => {
    const writer = await open()
    expect(await log.claim('key', 'a', 'print')).toEqual({ streamId: 'a', fingerprint: 'print', isNew: true })
    writer.append('one')
    await writer.end()
    await clock.advance(299_999)
    expect(await all(await read())).toHaveLength(1)
    await clock.advance(1)
    expect(await log.read('a', 0)).toBeUndefined()
    expect(await log.claim('key', 'b', 'print')).toMatchObject({ streamId: 'b', isNew: true })
    expect(clock.waiting).toBe(0)
  })

  it('gives a key to who claims it first', async () => {
    await log.claim('key', 'a', 'one')
    expect(await log.claim('key', 'b', 'two')).toEqual({ streamId: 'a', fingerprint: 'one', isNew: false })
  })
})
