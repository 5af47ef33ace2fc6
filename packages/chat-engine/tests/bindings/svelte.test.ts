// @vitest-environment node
import { get } from 'svelte/store'
import { expect, it } from 'vitest'
import { createStore } from '../../src/index.ts'
import { createChatStores, toReadable } from '../../src/svelte.ts'
import { createEchoEngine } from './scripted-chat.ts'

it('stores follow the selected conversation, its messages and its input', async () => {
  const { engine, release } = createEchoEngine()
  const { conversations, thread, message, composer } = createChatStores(engine)
  const selected = thread()
  const { text, state, send } = composer()
  const texts: string[] = []
  const leave = text.subscribe((value) => texts.push(value))
  expect(get(selected)).toBeNull()
  expect(get(state).disabledBy).toBe('loading')
  await engine.start()
  expect(get(conversations).status).toBe('ready')
  text.set('Hel')
  text.update((before) => `${before}lo?`)
  expect(get(state)).toMatchObject({ text: 'Hello?', canSend: true })
  expect(send()).toBe('sent')
  expect(get(selected)?.isRunning).toBe(true)
  expect(texts).toEqual(['', 'Hel', 'Hello?', ''])
  leave()
  text.set('Later')
  expect(texts).toHaveLength(4)
  release()
  await expect.poll(() => get(selected)?.isRunning).toBe(false)
  const keys = get(selected)?.messageKeys ?? []
  expect(keys.map((key) => get(message(key))?.text)).toEqual(['Hello?', 'You said: Hello?'])
})

it('a readable calls back at once, and only for another value', () => {
  const store = createStore({ count: 1 })
  const seen: number[] = []
  const leave = toReadable({
    get: () => store.get().count,
    subscribe: store.subscribe,
  }).subscribe((value) => seen.push(value))
  store.set({ count: 1 })
  store.set({ count: 2 })
  leave()
  store.set({ count: 3 })
  expect(seen).toEqual([1, 2])
})
