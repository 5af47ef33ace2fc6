import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeyQueues, type Release } from './key-queues.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { atOnce: 2, mostWaiting: 3, waitMs: 1000 }

/** Acquires slots; `held` has the name of each task that runs, in the order in which they began. */
function open() {
  const queues = createKeyQueues(limits)
  const held: string[] = []
  const releases = new Map<string, Release>()
  const refused: string[] = []
  const acquire = async (name: string) => {
    const result = await queues.acquire(name.slice(0, 1))
    if (result === undefined) refused.push(name)
    else {
      held.push(name)
      releases.set(name, result)
    }
  }
  const start = async (...names: string[]) => {
    for (const name of names) void acquire(name)
    await vi.advanceTimersByTimeAsync(0)
  }
  const end = async (name: string) => {
    releases.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { start, end, held, refused }
}

it('starts a task of another key at once, however many of one key wait', async () => {
  const { start, end, held } = open()
  await start('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3')
  expect(held).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a2')
  await end('b1')
  await end('a1')
  expect(held).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'b3', 'a4'])
})

it('refuses what waits too long, and more than may wait, and runs the others of the key', async () => {
  const { start, end, held, refused } = open()
  await start('a1', 'a2', 'a3', 'a4')
  await vi.advanceTimersByTimeAsync(600)
  await start('a5', 'a6')
  expect(refused).toEqual(['a6'])
  await end('a1')
  await vi.advanceTimersByTimeAsync(400)
  expect(refused).toEqual(['a6', 'a4'])
  await end('a2')
  expect(held).toEqual(['a1', 'a2', 'a3', 'a5'])
  expect(vi.getTimerCount()).toBe(0)
})

it('has every slot again once all tasks have ended', async () => {
  const { start, end, held } = open()
  await start('a1', 'a2', 'a3')
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  await start('a4', 'a5', 'a6')
  expect(held).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
})
