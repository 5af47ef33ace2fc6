// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createAnswersOnlyTransport } from './adapters/answers-only-transport.ts'
import { createChatEngine } from './engine.ts'
import { createMemoryStorage } from './testing/start-engine.ts'
import type { ChatInput } from './transport/transport.ts'
import type { ChatEngineOptions, GivenMessage } from './types.ts'

const greeting: GivenMessage = { role: 'assistant', text: 'Hello, I am Ada.' }

function createVisitorEngine(options: Partial<ChatEngineOptions> = {}) {
  const sent: ChatInput[] = []
  const transport = createAnswersOnlyTransport({
    send: async (input) => {
      sent.push(input)
      return {
        streamId: null,
        events: (async function* events() {
          yield { type: 'text-delta', text: 'Dark rooms.', seq: 1 } as const
          yield { type: 'stream-end', seq: 2 } as const
        })(),
      }
    },
  })
  const engine = createChatEngine({ transport, storage: createMemoryStorage(), ...options })
  const key = () => engine.conversations.get().selectedKey ?? ''
  const texts = () =>
    engine
      .thread(key())
      .get()
      .messageKeys.map((each) => engine.message(each).get()?.text)
  const ask = async (text: string) => {
    expect(engine.send(key(), { text })).toBe('sent')
    await expect.poll(() => engine.thread(key()).get().run.phase).toBe('done')
  }
  return { engine, sent, key, texts, ask }
}

describe('initialMessages', () => {
  it('are there before the start, as in a server render, and after it', async () => {
    const { engine, texts } = createVisitorEngine({ initialMessages: [greeting] })
    expect(texts()).toEqual(['Hello, I am Ada.'])
    await engine.start()
    expect(texts()).toEqual(['Hello, I am Ada.'])
    expect(engine.conversations.get().items).toHaveLength(1)
  })

  it('go along with a question', async () => {
    const { engine, sent, ask, texts } = createVisitorEngine({ initialMessages: [greeting] })
    await engine.start()
    await ask('What helps me sleep?')
    expect(sent[0]?.conversation).toMatchObject([{ role: 'assistant', content: 'Hello, I am Ada.' }])
    expect(texts()).toEqual(['Hello, I am Ada.', 'What helps me sleep?', 'Dark rooms.'])
  })

  it('are stored with a conversation that was asked in, and not once for each page', async () => {
    const storage = createMemoryStorage()
    const initialMessages = [greeting]
    const first = createVisitorEngine({ initialMessages, storage })
    await first.engine.start()
    await first.engine.refresh()
    const second = createVisitorEngine({ initialMessages, storage })
    await second.engine.start()
    await second.ask('What helps me sleep?')
    const third = createVisitorEngine({ initialMessages, storage })
    await third.engine.start()
    expect(third.texts()).toEqual(['Hello, I am Ada.'])
    const stored = third.engine.conversations.get().items.filter(({ key }) => key !== third.key())
    expect(stored.map(({ title }) => title)).toEqual(['What helps me sleep?'])
  })
})

describe('setMessages', () => {
  it('replaces the messages, and keeps the identity of those that stay', async () => {
    const { engine, key, ask, texts, sent } = createVisitorEngine()
    await engine.start()
    await ask('One?')
    const before = engine.thread(key()).get().messageKeys
    const kept = before.flatMap((each) => engine.message(each).get() ?? []).slice(0, 1)
    expect(engine.setMessages(key(), [...kept, { role: 'assistant', text: 'Mine.' }])).toBe('set')
    expect(texts()).toEqual(['One?', 'Mine.'])
    expect(engine.thread(key()).get().messageKeys[0]).toBe(before[0])
    expect(engine.message(before[1] ?? '').get()).toBeUndefined()
    await ask('Two?')
    expect(sent[1]?.conversation?.map(({ content }) => content)).toEqual(['One?', 'Mine.'])
  })

  it('stores what a visitor has then', async () => {
    const storage = createMemoryStorage()
    const { engine, key } = createVisitorEngine({ storage })
    await engine.start()
    engine.setMessages(key(), [{ role: 'user', text: 'Imported?' }, greeting])
    const after = createVisitorEngine({ storage })
    await after.engine.start()
    expect(after.texts()).toEqual(['Imported?', 'Hello, I am Ada.'])
  })

  it('names why nothing was replaced', async () => {
    const { engine, key } = createVisitorEngine()
    expect(engine.setMessages('x', [])).toBe('not_started')
    await engine.start()
    expect(engine.setMessages('x', [])).toBe('unknown_conversation')
    engine.send(key(), { text: 'One?' })
    expect(engine.setMessages(key(), [])).toBe('busy')
    await expect.poll(() => engine.thread(key()).get().run.phase).toBe('done')
    const nothing: readonly GivenMessage[] = JSON.parse('[{}]')
    expect(() => engine.setMessages(key(), nothing)).toThrow('A message needs a role and a text')
  })
})
