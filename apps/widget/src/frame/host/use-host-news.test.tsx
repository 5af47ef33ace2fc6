import { createChatEngine } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport } from '@org/chat-engine/testing'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createHostBridge } from './host-bridge.ts'
import { useHostNews } from './use-host-news.ts'

const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Starts an engine and reports its events to a bridge without a page. */
async function start(open: boolean) {
  const transport = createScriptedTransport()
  const engine = createChatEngine({
    transport,
    storage: createMemoryStorage({ disclaimer: '2025-09-15' }),
  })
  ends.push(() => engine.dispose())
  await engine.start()
  const bridge = {
    ...createHostBridge(window),
    event: vi.fn<(name: string, data: unknown) => void>(),
    unread: vi.fn<(count: number) => void>(),
  }
  const hook = renderHook((isOpen: boolean) => useHostNews(engine, bridge, isOpen), { initialProps: open })
  const send = async (): Promise<void> => {
    const count = transport.streams.length
    engine.send(engine.conversations.get().selectedKey ?? '', { text: 'How much magnesium?' })
    await waitFor(() => expect(transport.streams).toHaveLength(count + 1))
  }
  const finish = (): void => {
    transport.lastStream().push({ type: 'text-delta', text: 'Some.' }, { type: 'stream-end' })
  }
  return { transport, bridge, hook, send, finish }
}

it('reports questions and answers without their texts', async () => {
  const { bridge, hook, send, finish } = await start(true)
  await send()
  expect(bridge.event.mock.calls).toEqual([['message', { role: 'user' }]])
  finish()
  await waitFor(() => expect(bridge.event).toHaveBeenCalledTimes(2))
  expect(bridge.event.mock.calls[1]).toEqual(['message', { role: 'assistant' }])
  expect(JSON.stringify(bridge.event.mock.calls)).not.toContain('magnesium')
  expect(hook.result.current).toBe(0)
  expect(bridge.unread).not.toHaveBeenCalled()
})

it('counts the answers that end while the widget is closed, until it is opened', async () => {
  const { bridge, hook, send, finish } = await start(false)
  await send()
  finish()
  await waitFor(() => expect(hook.result.current).toBe(1))
  expect(bridge.unread.mock.calls).toEqual([[1]])
  hook.rerender(true)
  expect(hook.result.current).toBe(0)
  expect(bridge.unread.mock.calls).toEqual([[1], [0]])
})

it('reports a failed answer by its kind', async () => {
  const { transport, bridge, send } = await start(true)
  await send()
  transport
    .lastStream()
    .push({ type: 'stream-error', message: 'The model failed.', code: null }, { type: 'stream-end' })
  await waitFor(() => expect(bridge.event).toHaveBeenCalledWith('error', { kind: expect.any(String) }))
})
