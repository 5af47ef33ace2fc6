import { describe, expect, it } from 'vitest'
import { createHashingLimiter } from './hashing-limiter.ts'

describe('createHashingLimiter', () => {
  it('runs as many at once as it has places, and senders in turn', async () => {
    const limiter = createHashingLimiter(2)
    const started: string[] = []
    const finish: (() => void)[] = []
    const tasks = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) =>
      limiter.run(name.slice(0, 1), async () => {
        started.push(name)
        await new Promise<void>((resolve) => finish.push(resolve))
      }),
    )
    expect(started).toEqual(['a1', 'a2'])
    for (const [index, next] of ['a3', 'b1', 'a4'].entries()) {
      finish[index]?.()
      await expect.poll(() => started.at(-1)).toBe(next)
    }
    for (const done of finish) done()
    await Promise.all(tasks)
  })

  it('gives a place back when a task fails', async () => {
    const limiter = createHashingLimiter(1)
    await expect(limiter.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await limiter.run('a', () => Promise.resolve('next'))).toBe('next')
  })

  it('refuses a sender with too many waiting tasks, and nobody else', async () => {
    const limiter = createHashingLimiter(1)
    const { promise, resolve } = Promise.withResolvers<string>()
    const many = Array.from({ length: 1002 }, () => limiter.run('a', () => promise))
    await expect(many.at(-1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 })
    const other = limiter.run('b', () => Promise.resolve('other'))
    resolve('mine')
    expect(await other).toBe('other')
    await Promise.all(many.slice(0, -1))
    expect(await limiter.run('a', () => Promise.resolve('again'))).toBe('again')
  })

  it('turns people away when too many are waiting in all', async () => {
    const limiter = createHashingLimiter(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const all = Array.from({ length: 5002 }, (_, index) => limiter.run(`${index}`, () => promise))
    await expect(all.at(-1)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    resolve()
    await Promise.all(all.slice(0, -1))
  })
})
