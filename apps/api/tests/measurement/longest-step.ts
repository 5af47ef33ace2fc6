import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 1

/**
 * Milliseconds of the longest synchronous step of this thread while `run` is under way. Other processes delay the event
 * loop, too: a step is no longer than the processor time of the thread between two turns.
 */
export async function longestStep(run: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution })
  let before = process.threadCpuUsage()
  let longest = 0
  let isRunning = true
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (isRunning) setImmediate(turn)
  }
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      before = process.threadCpuUsage()
      turn()
      resolve()
    })
  })
  delay.enable()
  // The histogram counts from its first tick on.
  await new Promise((resolve) => setTimeout(resolve, 5 * resolution))
  await run()
  await new Promise((resolve) => setTimeout(resolve, 2 * resolution))
  isRunning = false
  delay.disable()
  return Math.min(longest, Math.max(0, delay.max / 1e6 - resolution))
}
