import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { countAnswer } from '../../platform/process/answer-count.ts'
import { writeIndex } from './index-writes.ts'

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
})
