import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { longestStep } from './longest-step.ts'

function work(ms: number): void {
  const { user } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - user < ms * 1000);
}

it.each([
  ['the first step', [60, 1, 1]],
  ['a step in the middle', [1, 60, 1]],
  ['the last step', [1, 1, 60]],
])('measures %s', async (_name, steps) => {
  const longest = await longestStep(async () => {
    for (const ms of steps) {
      work(ms)
      await nextTurn()
    }
  })
  expect(longest).toBeGreaterThanOrEqual(55)
})
