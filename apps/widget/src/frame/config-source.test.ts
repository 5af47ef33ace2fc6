import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConfigSource } from './config-source.ts'
import { defaultLists } from './session/services.ts'

const own = { ...defaultLists, config: { ...defaultLists.config, title: 'Ask the shop' } }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('begins with the configuration that arrives in time, and has nothing more', async () => {
  const { first, later } = createConfigSource(() => Promise.resolve(own), defaultLists, 1500)
  expect([await first, await later]).toEqual([own, null])
})

it('begins with the defaults while the configuration is slow, and has it later', async () => {
  const slow = Promise.withResolvers<typeof own>()
  const { first, later } = createConfigSource(() => slow.promise, defaultLists, 1500)
  await vi.advanceTimersByTimeAsync(1500)
  expect(await first).toBe(defaultLists)
  await vi.advanceTimersByTimeAsync(60_000)
  slow.resolve(own)
  expect(await later).toBe(own)
})

it.each([0, 5000])('keeps the defaults where it cannot be loaded, after %d ms', async (ms) => {
  const failing = Promise.withResolvers<typeof own>()
  const { first, later } = createConfigSource(() => failing.promise, defaultLists, 1500)
  await vi.advanceTimersByTimeAsync(ms)
  failing.reject(new TypeError('fetch failed'))
  expect([await first, await later]).toEqual([defaultLists, null])
})
