import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { countAnswer } from '../../platform/process/answer-count.ts'
import { writeIndex } from './index-writes.ts'

describe('writeIndex', () => {
  let database: TestDatabase
  let finished: string[]
  beforeEach(async () => {
    database = await openTestDatabase()
    finished = []
  })
  afterEach(() => database.close())

  const write = (name: string, sleep: (ms: number) => Promise<unknown>) =>
    writeIndex(
      database.db,
      () => {
        finished.push(name)
        return Promise.resolve(name)
      },
      sleep,
    )

  it('starts the next write after a rest while an answer runs', async () => {
    const rest = Promise.withResolvers<void>()
    const sleep = vi.fn<(ms: number) => Promise<void>>(() => rest.promise)
    const endAnswer = countAnswer()
    try {
      expect(await write('first', sleep)).toBe('first')
      const second = write('second', sleep)
      // A read that was queued after the second write would be answered after it.
      await database.db.execute('select 1')
      expect(finished).toEqual(['first'])
      rest.resolve()
      await second
    } finally {
      endAnswer()
    }
    expect(finished).toEqual(['first', 'second'])
    const [ms] = sleep.mock.calls[0] ?? []
    expect(ms).toBeGreaterThan(0)
    expect(ms).toBeLessThanOrEqual(1000)
  })

  it('rests for nobody', async () => {
    const sleep = vi.fn<(ms: number) => Promise<void>>(() => Promise.resolve())
    await Promise.all([write('first', sleep), write('second', sleep)])
    expect(finished).toEqual(['first', 'second'])
    expect(sleep).not.toHaveBeenCalled()
  })

  it('goes on after a write that fails', async () => {
    const failing = writeIndex(database.db, () => Promise.reject(new Error('no room')))
    const next = write('next', () => Promise.resolve())
    await expect(failing).rejects.toThrow('no room')
    expect(await next).toBe('next')
  })
})
