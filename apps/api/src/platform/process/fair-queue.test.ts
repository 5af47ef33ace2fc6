import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Starts tasks that end by hand; `started` lists their names in the order in which they began. */
function start(names: readonly string[], atOnce: number) {
  const queue = createFairQueue(atOnce)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const results = names.map((name) =>
    queue.run(name.slice(0, 1), () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    }),
  )
  const end = async (name: string) => {
    ends.get(name)?.()
    await results[names.indexOf(name)]
    await Promise.resolve()
  }
  return { started, end }
}

it('takes keys in turn, however many tasks one of them has', async () => {
  const { started, end } = start(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'], 1)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('runs as many at once as it may, and goes on after a failure', async () => {
  const { started, end } = start(['a1', 'a2', 'b1'], 2)
  expect(started).toEqual(['a1', 'a2'])
  await end('a2')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  const queue = createFairQueue(1)
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('b', () => Promise.resolve('next'))).toBe('next')
})
