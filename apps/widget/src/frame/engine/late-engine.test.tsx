import { type ChatEngine, createChatEngine } from '@org/chat-engine'
import { createMemoryStorage, createScriptedTransport } from '@org/chat-engine/testing'
import { ChatProvider, type ChatView, createChatView, EngineComposer } from '@org/ui-kit/engine'
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLateEngine, type LateEngine } from './late-engine.ts'

let storage: ReturnType<typeof createMemoryStorage>
let engine: ChatEngine
let late: LateEngine
let view: ChatView

beforeEach(async () => {
  storage = createMemoryStorage({ disclaimer: '2025-09-15' })
  engine = createChatEngine({ transport: createScriptedTransport({}), storage })
  late = createLateEngine({ storage, disclaimer: { required: true } })
  view = createChatView()
  await engine.start()
})
afterEach(() => engine.dispose())

const key = () => engine.conversations.get().selectedKey ?? ''
const lateKey = () => late.conversations.get().selectedKey ?? ''
const draft = () => engine.draft(key()).get()
const questions = () =>
  engine
    .thread(key())
    .get()
    .messageKeys.flatMap((messageKey) => engine.message(messageKey).get() ?? [])
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)

it('has one conversation with the draft, which is shown until the engine has loaded', () => {
  late.setDraft(lateKey(), { text: 'How much' })
  expect(late.draft(lateKey()).get().text).toBe('How much')
  expect(late.access.get().status).toBe('unknown')
})

it('shares the acknowledgement of the disclaimer with the engine', () => {
  const fresh = createLateEngine({ storage: createMemoryStorage(), disclaimer: { required: true } })
  expect(fresh.disclaimer.get()).toEqual({ required: true, acknowledged: false })
  fresh.acknowledgeDisclaimer()
  expect(fresh.disclaimer.get().acknowledged).toBe(true)
  expect(late.disclaimer.get().acknowledged).toBe(true)
})

it('passes on an acknowledgement that came after the engine was created', async () => {
  const empty = createMemoryStorage()
  const unread = createChatEngine({ transport: createScriptedTransport({}), storage: empty })
  await unread.start()
  const fresh = createLateEngine({ storage: empty, disclaimer: { required: true } })
  fresh.acknowledgeDisclaimer()
  fresh.send(key(), { text: 'How much magnesium?' })
  fresh.handOver(unread, view)
  expect(unread.disclaimer.get().acknowledged).toBe(true)
  expect(fresh.waiting.get()).toBeNull()
  expect(unread.draft(unread.conversations.get().selectedKey ?? '').get().text).toBe('')
  unread.dispose()
})

it('puts what was written after the stored draft', () => {
  engine.setDraft(key(), { text: 'Stored.' })
  late.setDraft(lateKey(), { text: 'Written.' })
  late.handOver(engine, view)
  expect(draft().text).toBe('Stored.\n\nWritten.')
})

it('lets a question wait, and asks it with the choice of that moment', () => {
  expect(late.send(lateKey(), { text: 'How much magnesium?' })).toBe('sent')
  expect(late.waiting.get()).toBe('How much magnesium?')
  expect('messageKey' in late.thread(lateKey()).get().run).toBe(true)
  view.choice.set({ authors: ['Ada'], tools: [] })
  const send = vi.spyOn(engine, 'send')
  late.handOver(engine, view)
  expect(send).toHaveBeenCalledExactlyOnceWith(key(), {
    text: 'How much magnesium?',
    authors: ['Ada'],
    tools: [],
  })
  expect(questions()).toEqual(['How much magnesium?'])
  expect(late.waiting.get()).toBeNull()
})

it('puts a waiting question that was stopped back before the text written after it', async () => {
  late.send(lateKey(), { text: 'First' })
  late.setDraft(lateKey(), { text: 'Second' })
  await late.stop(lateKey())
  expect(late.waiting.get()).toBeNull()
  expect(late.draft(lateKey()).get().text).toBe('First\n\nSecond')
  late.handOver(engine, view)
  expect(questions()).toEqual([])
  expect(draft().text).toBe('First\n\nSecond')
})

it('keeps a question that the engine refuses in the draft', () => {
  late.send(lateKey(), { text: 'x'.repeat(100_000) })
  late.handOver(engine, view)
  expect(questions()).toEqual([])
  expect(draft().text).toHaveLength(100_000)
})

it('shows files as being prepared, and reports those that the engine refuses', async () => {
  await late.attach(lateKey(), [new File(['no image'], 'notes.txt')])
  expect(late.draft(lateKey()).get().pending).toEqual([
    { id: 'early-0', name: 'notes.txt', progress: 'reading' },
  ])
  late.handOver(engine, view)
  await vi.waitFor(() => expect(view.problem.get()?.threadKey).toBe(key()))
  expect(view.problem.get()?.texts).toHaveLength(1)
})

it('hands over once, and not before a conversation is selected', () => {
  const unstarted = createChatEngine({ transport: createScriptedTransport({}), storage })
  late.setDraft(lateKey(), { text: 'Kept' })
  late.handOver(unstarted, view)
  late.handOver(engine, view)
  late.handOver(engine, view)
  expect(draft().text).toBe('Kept')
})

describe('between the handover and the next render', () => {
  let root: Root
  let page: HTMLElement
  beforeEach(() => {
    page = document.createElement('div')
    root = createRoot(page)
  })
  afterEach(() => root.unmount())

  /** The composer of the engine, or of its stand-in; `act` runs before React shows the engine's. */
  function Box({ isHandedOver, act }: { isHandedOver: boolean; act: () => void }) {
    useLayoutEffect(() => act())
    return <EngineComposer engine={isHandedOver ? engine : late} />
  }
  const show = (isHandedOver: boolean, act: () => void = () => undefined) =>
    flushSync(() =>
      root.render(
        <ChatProvider engine={engine} view={view}>
          <Box isHandedOver={isHandedOver} act={act} />
        </ChatProvider>,
      ),
    )

  it('text stays', () => {
    show(false, () => {
      late.handOver(engine, view)
      late.setDraft(lateKey(), { text: 'How much magnesium?' })
    })
    show(true)
    expect(page.querySelector('textarea')?.value).toBe('How much magnesium?')
  })

  it('a question is asked, and can be stopped', async () => {
    show(false, () => {
      late.handOver(engine, view)
      late.send(lateKey(), { text: 'How much magnesium?' })
    })
    show(true)
    expect(questions()).toEqual(['How much magnesium?'])
    await late.stop(lateKey())
    expect(engine.thread(key()).get().run.phase).toBe('stopped')
  })

  it('a file is attached', async () => {
    late.handOver(engine, view)
    const refused = await late.attach(lateKey(), [new File(['no image'], 'notes.txt')])
    expect(refused.map(({ reason }) => reason)).toEqual(['type'])
  })
})
