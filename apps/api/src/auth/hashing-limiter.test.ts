import { describe, expect, it } from 'vitest'
import { createHashingLimiter } from './hashing-limiter.ts'

describe('createHashingGate', () => {
  it('runs as many at once as it has places, in the order of asking', async () => {
    const limiter = createHashingLimiter(2)
    const started: number[] = []
    const finish: (() => void)[] = []
    const tasks = [0, 1, 2, 3].map((number) =>
      limiter.run(async () => {
        started.push(number)
        await new Promise<void>((resolve) => finish.push(resolve))
      }),
    )
    expect(started).toEqual([0, 1])
    finish[1]?.()
    await tasks[1]
    expect(started).toEqual([0, 1, 2])
    finish[0]?.()
    await tasks[0]
    expect(started).toEqual([0, 1, 2, 3])
    for (const done of finish) done()
    await Promise.all(tasks)
  })

  it('gives a place back when a task fails', async () => {
    const limiter = createHashingLimiter(1)
    await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await limiter.run(() => Promise.resolve('next'))).toBe('next')
  })

  it('turns people away when too many are waiting', async () => {
    const limiter = createHashingLimiter(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const all = Array.from({ length: 202 }, () => limiter.run(() => promise))
    await expect(all.at(-1)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    resolve()
    await Promise.all(all.slice(0, -1))
  })
})
