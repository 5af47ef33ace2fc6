import { describe, expect, it, vi } from 'vitest'
import { createHeapBudget } from './heap-budget.ts'

describe('a heap budget', () => {
  it('grants waiting operations in their order as soon as there is enough', async () => {
    const budget = createHeapBudget(10)
    const [first, second, third] = [budget.open(), budget.open(), budget.open()]
    await first.wait(8)
    const granted: string[] = []
    const waits = [
      second.wait(6).then(() => granted.push('second')),
      third.wait(2).then(() => granted.push('third')),
    ]
    // The third would fit, but must not overtake: a large one would wait for ever.
    expect([budget.open().take(3), granted]).toEqual([false, []])
    first.release()
    await Promise.all(waits)
    expect(granted).toEqual(['second', 'third'])
    second.release()
    expect(budget.open().take(8)).toBe(true)
  })

  it('refuses at once what it never has, and lets nobody wait behind it', async () => {
    vi.useFakeTimers()
    try {
      const budget = createHeapBudget(10)
      await budget.open().wait(4)
      await expect(budget.open().wait(11)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(budget.open().wait(6)).resolves.toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses after the longest wait, and lets the next one in', async () => {
    vi.useFakeTimers()
    try {
      const budget = createHeapBudget(10, { waitMs: 1000 })
      budget.open().take(8)
      const large = budget.open().wait(6)
      const small = budget.open().wait(2)
      const [refused] = await Promise.all([
        large.catch((error: unknown) => error),
        vi.advanceTimersByTimeAsync(1000),
      ])
      expect(refused).toMatchObject({ code: 'unavailable' })
      await expect(small).resolves.toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends the offers that hold most and are due, and no more than it needs', async () => {
    let time = 0
    const budget = createHeapBudget(10, { graceMs: 100, now: () => time })
    const ended: string[] = []
    const hold = (name: string, bytes: number) => {
      const memory = budget.open()
      const withdraw = memory.offer(() => {
        ended.push(name)
        memory.release()
      })
      memory.take(bytes)
      return { memory, withdraw }
    }
    hold('small', 2)
    hold('large', 3)
    hold('withdrawn', 3).withdraw()
    time = 99
    const { memory } = hold('new', 2)
    expect([memory.reclaim(3), ended]).toEqual([false, []])
    time = 100
    expect([memory.reclaim(3), ended]).toEqual([true, ['large']])
    await memory.wait(3)
    // An operation never ends itself.
    time = 1000
    expect([memory.reclaim(3), ended]).toEqual([false, ['large', 'small']])
    // A wait ends them as well.
    hold('last', 2)
    time = 2000
    await budget.open().wait(2)
    expect(ended).toEqual(['large', 'small', 'new'])
  })
})
