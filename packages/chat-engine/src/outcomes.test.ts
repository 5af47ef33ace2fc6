// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createApiTransport, createChatEngine } from './index.ts'
import { createDisclaimer } from './stores/disclaimer.ts'
import { createScriptedTransport, storedMessage } from './testing/scripted-transport.ts'
import { createEngineUnderTest, createMemoryStorage, startEngine } from './testing/start-engine.ts'

describe('the outcome of a question', () => {
  it('distinguishes an engine that was not started from a conversation that it does not have', async () => {
    const test = createEngineUnderTest()
    expect(test.engine.send('a', { text: 'Hello?' })).toBe('not_started')
    await test.engine.start()
    expect(test.engine.send('a', { text: 'Hello?' })).toBe('unknown_conversation')
    expect(test.engine.send(test.selectedKey(), { text: 'Hello?' })).toBe('sent')
    expect(test.engine.send(test.selectedKey(), { text: 'And then?' })).toBe('busy')
  })

  it('names a message that is not there, or is not of the wanted role', async () => {
    const test = await startEngine({
      listConversations: () =>
        Promise.resolve({
          items: [{ id: 'c', title: 'C', createdAt: null, updatedAt: null }],
          nextCursor: null,
        }),
      listMessages: () =>
        Promise.resolve({
          items: [storedMessage('a1', { role: 'assistant', parentId: 'q1' }), storedMessage('q1')],
          nextCursor: null,
        }),
    })
    expect(test.engine.edit('nothing', { text: 'What?' })).toBe('unknown_message')
    expect(test.engine.edit('a1', { text: 'What?' })).toBe('unknown_message')
    expect(test.engine.regenerate('q1')).toBe('unknown_message')
    expect(await test.engine.rate('nothing', 'up')).toMatchObject({
      ok: false,
      error: { kind: 'unknown_message' },
    })
    expect(await test.engine.rename('nothing', 'Name')).toMatchObject({
      ok: false,
      error: { kind: 'unknown_conversation' },
    })
    expect(test.engine.retry('nothing')).toBe('unknown_conversation')
  })
})

describe('the gate before the first message', () => {
  it('exists only where it was asked for', async () => {
    const transport = createScriptedTransport()
    const engine = createChatEngine({ transport, storage: createMemoryStorage() })
    await engine.start()
    expect(engine.disclaimer.get()).toEqual({ required: false, acknowledged: false })
    expect(engine.send(engine.conversations.get().selectedKey ?? '', { text: 'Hello?' })).toBe('sent')
    expect(createDisclaimer({ storage: createMemoryStorage(), disclaimer: {} }).isOpen()).toBe(false)
  })
})

describe('a missing argument', () => {
  /** Calls as code without types does. */
  const untyped = (called: (...args: never[]) => unknown, ...args: unknown[]) => {
    return () => {
      Reflect.apply(called, undefined, args)
    }
  }

  it('is named instead of a crash later', async () => {
    expect(untyped(createChatEngine)).toThrow(
      new TypeError('createChatEngine needs a transport: createChatEngine({ transport })'),
    )
    expect(untyped(createChatEngine, {})).toThrow(TypeError)
    expect(untyped(createApiTransport)).toThrow(
      new TypeError('createApiTransport needs the calls of createApiClient()'),
    )
    const test = await startEngine()
    expect(untyped(test.engine.send, test.selectedKey(), 'Hello?')).toThrow(
      new TypeError('A question needs a text: { text: string }'),
    )
    expect(untyped(test.engine.send, test.selectedKey())).toThrow(TypeError)
    expect(test.messages()).toEqual([])
  })
})
