import type { Clock } from '../src/platform/process/clock.ts'

/** A clock that a test moves. */
export interface TestClock extends Clock {
  /** Moves the time and runs what is due, letting promises settle in between. */
  advance: (ms: number) => Promise<void>
  /** Number of pending timers. */
  readonly waiting: number
}

export function createTestClock(start = Date.UTC(2026, 10, 21)): TestClock {
  let now = start
  const due = new Set<{ at: number; run: () => void }>()
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run }
      due.add(entry)
      return () => due.delete(entry)
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const next = [...due].filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        due.delete(next)
        now = next.at
        next.run()
      }
      now = end
      await settle()
    },
    get waiting() {
      return due.size
    },
  }
}

/** Lets everything that is ready run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
