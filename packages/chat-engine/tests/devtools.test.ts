import { afterEach, expect, it, vi } from 'vitest'
import { attachDevtools, createReplayTransport, type Devtools, recordEngine } from '../src/devtools.ts'
import {
  type AnswerEvent,
  type ChatEngineOptions,
  createAnswersOnlyTransport,
  createChatEngine,
} from '../src/index.ts'
import { createMemoryStorage } from '../src/testing.ts'

const attached: Devtools[] = []
afterEach(() => {
  for (const each of attached.splice(0)) each.detach()
})

async function* answer(): AsyncGenerator<AnswerEvent> {
  yield { type: 'text-delta', text: 'Dark ', seq: 1 }
  yield { type: 'text-delta', text: 'rooms.', seq: 2 }
  yield { type: 'stream-end', seq: 3 }
}

async function open(given: Partial<ChatEngineOptions> = {}) {
  const options: ChatEngineOptions = {
    transport: createAnswersOnlyTransport({ send: async () => ({ streamId: null, events: answer() }) }),
    storage: createMemoryStorage(),
    ...given,
  }
  const engine = createChatEngine(options)
  await engine.start()
  const key = engine.conversations.get().selectedKey ?? ''
  const ask = async () => {
    expect(engine.send(key, { text: 'What helps me sleep?' })).toBe('sent')
    await expect.poll(() => engine.thread(key).get().run.phase).toMatch(/^(?:done|failed)$/u)
    return engine.message(engine.thread(key).get().messageKeys.at(-1) ?? '').get()
  }
  return { engine, options, ask }
}

it('records the phases and events of the last answer, and leaves the own callbacks in place', async () => {
  const onEvent = vi.fn<(event: AnswerEvent) => void>()
  const { engine, options, ask } = await open({ onEvent })
  let ms = 0
  const recorder = recordEngine({ engine, options, now: () => (ms += 1) })
  await ask()
  const first = recorder.entries.get()
  expect(first.map((entry) => (entry.type === 'event' ? entry.event.type : entry.type))).toEqual([
    'phase',
    'phase',
    'text-delta',
    'text-delta',
    'stream-end',
    'phase',
  ])
  expect(first.map((entry) => entry.ms)).toEqual(first.map((entry) => entry.ms).toSorted((a, b) => a - b))
  expect(onEvent).toHaveBeenCalledTimes(3)
  await ask()
  expect(recorder.entries.get()).toHaveLength(first.length)
  recorder.stop()
  expect(options.onEvent).toBe(onEvent)
})

it('replays a recording into another engine', async () => {
  const { engine, options, ask } = await open()
  const recorder = recordEngine({ engine, options })
  await ask()
  const stored: unknown = JSON.parse(JSON.stringify(recorder.entries.get()))
  const recording = Array.isArray(stored) ? stored : []
  const again = await open({ transport: createReplayTransport(recording, { speed: Infinity }) })
  expect(await again.ask()).toMatchObject({ text: 'Dark rooms.', status: 'complete' })
})

it('shows events and state in a panel, and goes without a trace', async () => {
  const { engine, options, ask } = await open()
  const devtools = attachDevtools({ engine, options })
  attached.push(devtools)
  await ask()
  const { shadowRoot } = document.querySelector('aside[aria-label="Chat engine"]') ?? document.body
  await expect
    .poll(() => shadowRoot?.querySelector('ol')?.textContent)
    .toContain('text-delta {"text":"rooms."}')
  await expect.poll(() => shadowRoot?.querySelector('pre')?.textContent).toContain('"phase": "done"')
  devtools.detach()
  expect(document.querySelector('aside')).toBeNull()
  expect(options.onEvent).toBeUndefined()
})

it('records failures', async () => {
  const { engine, options, ask } = await open({
    transport: createAnswersOnlyTransport({
      send: () => Promise.reject(Object.assign(new Error('no'), { status: 500 })),
    }),
  })
  const recorder = recordEngine({ engine, options })
  await ask()
  expect(recorder.entries.get()).toContainEqual(
    expect.objectContaining({ type: 'error', error: expect.objectContaining({ status: 500 }) }),
  )
})
