import { expect, it, vi } from 'vitest'
import { connectEngine, createComposerStore, createThreadStore } from '../../src/stores.ts'
import { createEchoEngine } from './scripted-chat.ts'

it('a thread store follows the selection, and changes only with what it shows', async () => {
  const { engine, release } = createEchoEngine()
  const thread = createThreadStore(engine)
  const listener = vi.fn<() => void>()
  const leave = thread.subscribe(listener)
  await engine.start()
  const first = thread.get()
  expect(first?.key).toBe(engine.conversations.get().selectedKey)
  expect(thread.get()).toBe(first)
  engine.send(first?.key ?? '', { text: 'Hello?' })
  expect(thread.get()).toMatchObject({ isRunning: true })
  const second = engine.create()
  expect(thread.get()?.key).toBe(second)
  listener.mockClear()
  release()
  await expect.poll(() => engine.thread(first?.key ?? '').get().run.phase).toBe('done')
  // Another conversation's thread.
  expect(listener).not.toHaveBeenCalled()
  leave()
  engine.select(first?.key ?? '')
  expect(listener).not.toHaveBeenCalled()
})

it('a store with a key stays with its conversation', async () => {
  const { engine } = createEchoEngine()
  await engine.start()
  const key = engine.conversations.get().selectedKey ?? ''
  const composer = createComposerStore(engine, key)
  engine.setDraft(key, { text: 'Half a thought' })
  engine.send(key, { text: 'Hello?' })
  engine.create()
  expect(composer.get()).toMatchObject({ text: 'Half a thought', isRunning: true, canSend: false })
})

it('a connection starts the engine and resumes it when a person returns, until it ends', async () => {
  const { engine } = createEchoEngine()
  const resume = vi.spyOn(engine, 'resume')
  const disconnect = connectEngine(engine)
  await expect.poll(() => engine.conversations.get().status).toBe('ready')
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  const { length } = resume.mock.calls
  expect(length).toBeGreaterThan(1)
  disconnect()
  window.dispatchEvent(new Event('online'))
  expect(resume.mock.calls).toHaveLength(length)
})
