import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { countAnswer } from '../../platform/process/answer-count.ts'
import { writeIndex, writeIndexFor } from './index-writes.ts'

describe('writeIndex', () => {
  let database: TestDatabase
  let time = 0
  let rests: number[]
  const timing = {
    now: () => time,
    sleep: (ms: number) => {
      rests.push(ms)
      time += ms
      return Promise.resolve()
    },
  }
  beforeEach(async () => {
    database = await openTestDatabase()
    // The database may have served other tests, and was filled in real time: the rest of an earlier write is over.
    // Whole milliseconds: sums and differences of fractions would be inexact.
    time = Math.ceil(Math.max(time, performance.now())) + 10_000
    rests = []
  })
  afterEach(() => database.close())

  /** Writes for some milliseconds; returns the time of its start. */
  const write = (ms: number) =>
    writeIndex(
      database.db,
      () => {
        const startedAt = time
        time += ms
        return Promise.resolve(startedAt)
      },
      timing,
    )

  it('waits nine times the duration of the last write while an answer runs', async () => {
    const endAnswer = countAnswer()
    try {
      const start = await write(20)
      time += 15
      expect(await write(10)).toBe(start + 20 + 180)
      time += 90
      expect(await write(10)).toBe(start + 200 + 10 + 90)
    } finally {
      endAnswer()
    }
    expect(rests).toEqual([165])
  })

  it('waits for no longer than half a second', async () => {
    const endAnswer = countAnswer()
    try {
      await write(5000)
      await write(10)
    } finally {
      endAnswer()
    }
    expect(rests).toEqual([500])
  })

  it('does not wait without answers', async () => {
    await write(20)
    await write(20)
    expect(rests).toEqual([])
  })

  it('waits after a write that failed', async () => {
    const endAnswer = countAnswer()
    try {
      const failing = () => {
        time += 20
        return Promise.reject(new Error('no room'))
      }
      await expect(writeIndex(database.db, failing, timing)).rejects.toThrow('no room')
      await write(20)
    } finally {
      endAnswer()
    }
    expect(rests).toEqual([180])
  })

  it('begins one transaction at a time, so that those that wait hold no connection, and lets writers take turns', async () => {
    const begin = vi.spyOn(database.db, 'transaction')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const order: string[] = []
    const first = writeIndex(database.db, () => {
      start()
      return released
    })
    const others = ['one', 'one', 'one', 'two'].map((writer) =>
      writeIndexFor(database.db, writer, async () => void order.push(writer)),
    )
    await started
    expect(begin).toHaveBeenCalledTimes(1)
    release()
    await Promise.all([first, ...others])
    expect(order).toEqual(['one', 'two', 'one', 'one'])
    begin.mockRestore()
  })

  it('refuses further writes of an account while many of it wait, and none of another', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const blocking = writeIndex(database.db, () => released)
    const write = (writer: string) => writeIndexFor(database.db, writer, () => Promise.resolve(200))
    const writes = Array.from({ length: 21 }, () => write('one'))
    await expect(write('one')).rejects.toMatchObject({ status: 429 })
    const other = write('other')
    release()
    await blocking
    expect(await Promise.all([...writes, other])).toHaveLength(22)
    expect(await write('one')).toBe(200)
  })

  it('writes within another write', async () => {
    const write = writeIndex(database.db, (tx) => writeIndex(tx, () => Promise.resolve('written')))
    expect(await write).toBe('written')
  })
})
