import { setImmediate as turn } from 'node:timers/promises'

/** A running measurement of {@link watchLoop}. */
export interface LoopWatch {
  /** Resolves with the longest turn so far, in ms. */
  stop: () => Promise<number>
}

/**
 * Measures the longest turn of the event loop, in ms of this thread's CPU time: work of other programs does not count,
 * collections of garbage on this thread do. Keeps the processor busy until it stops.
 */
export function watchLoop(): LoopWatch {
  let longest = 0
  let isRunning = true
  let last = threadMs()
  const tick = (): void => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(tick)
  }
  setImmediate(tick)
  return {
    async stop() {
      await turn()
      isRunning = false
      return longest
    },
  }
}

const nothing = new Int32Array(new SharedArrayBuffer(4))

/**
 * CPU time of this thread in ms. The kernel brings the counter up to date when a thread waits, otherwise once in 4 ms:
 * waits for a moment first, without which two readings would be off by as much.
 */
export function threadMs(): number {
  Atomics.wait(nothing, 0, 0, 0.001)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
