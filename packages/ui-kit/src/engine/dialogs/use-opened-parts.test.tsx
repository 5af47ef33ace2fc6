import { createChatEngine, type ChatTransport } from '@org/chat-engine'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerEvents, createDemoTransport, numbered } from '../../../tests/demo-transport.ts'
import { ChatProvider } from '../chat-provider.tsx'
import { createChatView } from '../chat-view.ts'
import { type ReportOpened, useOpenedParts } from './use-opened-parts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Reporter({ report }: { report: ReportOpened }) {
  useOpenedParts(report)
  return null
}

/** Asks, and opens a product while the answer is still running. */
async function openWhileStreaming(report: ReportOpened) {
  const { promise: rest, resolve: finish } = Promise.withResolvers<void>()
  const send: ChatTransport['send'] = async () => ({
    streamId: 'stream-1',
    events: (async function* events() {
      for await (const event of numbered(answerEvents)) {
        if (event.type === 'suggestions-replaced') await rest
        yield event
      }
    })(),
  })
  const engine = createChatEngine({
    transport: createDemoTransport({ send }),
    disclaimer: { required: false },
  })
  const view = createChatView()
  const { unmount } = render(
    <ChatProvider engine={engine} view={view}>
      <Reporter report={report} />
    </ChatProvider>,
  )
  await act(async () => {
    void engine.start()
    await vi.advanceTimersByTimeAsync(100)
  })
  const key = engine.create()
  engine.send(key, { text: 'When is it best?' })
  await act(() => vi.advanceTimersByTimeAsync(100))
  const messageKey = engine.thread(key).get().messageKeys.at(-1) ?? ''
  expect(engine.message(messageKey).get()?.status).toBe('streaming')
  act(() => view.dialog.set({ kind: 'product', messageKey, name: 'Zinc', options: [] }))
  return { finish, unmount, settle: () => act(() => vi.advanceTimersByTimeAsync(100)) }
}

it('reports a product that is opened while its answer is running, once the answer has ended', async () => {
  const report = vi.fn<ReportOpened>()
  const { finish, settle } = await openWhileStreaming(report)
  await settle()
  expect(report).not.toHaveBeenCalled()
  finish()
  await settle()
  expect(report.mock.calls).toEqual([['answer-2', { products: ['Zinc'] }]])
})

it('reports it also when the page of the chat is left before', async () => {
  const report = vi.fn<ReportOpened>()
  const { finish, settle, unmount } = await openWhileStreaming(report)
  unmount()
  finish()
  await settle()
  expect(report).toHaveBeenCalledOnce()
})

it('repeats a report that fails after 2 s and 10 s, and no more', async () => {
  const report = vi.fn<ReportOpened>(() => Promise.reject(new Error('Answer not found.')))
  const { finish, settle } = await openWhileStreaming(report)
  finish()
  await settle()
  expect(report).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(report).toHaveBeenCalledTimes(2)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(report).toHaveBeenCalledTimes(3)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(report).toHaveBeenCalledTimes(3)
})
