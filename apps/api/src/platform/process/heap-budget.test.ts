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
      const budget = createHeapBudget(10, 1000)
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
})
