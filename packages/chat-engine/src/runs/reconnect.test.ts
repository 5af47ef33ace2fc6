// @vitest-environment node
import { ApiError } from '@org/api-client'
import { describe, expect, it } from 'vitest'
import { createScriptedStream } from '../testing/scripted-stream.ts'
import { httpFailure, storedConversation, storedMessage, visitor } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'
import type { EngineUnderTest } from '../testing/start-engine.ts'

const offline = () => Promise.reject(new TypeError('offline'))

async function askAndBreak(test: EngineUnderTest) {
  expect(test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })).toBe('sent')
  await test.settle()
  test.transport.lastStream().push({ type: 'text-delta', text: 'Dark' })
  test.transport.lastStream().fail()
  await test.settle()
}

function attemptsOf({ transport }: EngineUnderTest) {
  return transport.callsOf('reconnect').length
}

describe('the attempts to take up a broken stream', () => {
  it.each([
    [0, [250, 1000, 3000]],
    [0.5, [187.5, 750, 2250]],
    [0.999, [126, 501, 1502]],
  ])('are spread by chance (%d): between half of the wait and the whole', async (chance, waits) => {
    const test = await startEngine({ reconnect: offline }, { random: () => chance })
    await askAndBreak(test)
    for (const [attempt, ms] of waits.entries()) {
      test.clock.advance(ms - 2)
      await test.settle()
      expect(attemptsOf(test)).toBe(attempt)
      test.clock.advance(2)
      await test.settle()
      expect(attemptsOf(test)).toBe(attempt + 1)
    }
  })

  it('wait for as long as the server asks, and the usual wait more', async () => {
    const busy = new ApiError({ code: 'unavailable', status: 503, retryAfterSeconds: 20 })
    const test = await startEngine({ reconnect: () => Promise.reject(busy) })
    await askAndBreak(test)
    test.clock.advance(250)
    await test.settle()
    test.clock.advance(20_999)
    await test.settle()
    expect(attemptsOf(test)).toBe(1)
    test.clock.advance(1)
    await test.settle()
    expect(attemptsOf(test)).toBe(2)
  })

  it('begin anew with everything new that arrives', async () => {
    let seq = 1
    const test = await startEngine({
      reconnect: () => {
        const rest = createScriptedStream('stream-1', seq++)
        rest.push({ type: 'text-delta', text: '.' })
        rest.close()
        return Promise.resolve(rest)
      },
    })
    await askAndBreak(test)
    for (let attempt = 0; attempt < 10; attempt++) {
      test.clock.advance(250)
      await test.settle()
    }
    expect(test.messages()[1]).toMatchObject({ text: 'Dark..........', status: 'streaming' })
  })
})

describe('resume', () => {
  it('makes the next attempt at once', async () => {
    const rest = createScriptedStream('stream-1', 1)
    const test = await startEngine({ reconnect: () => Promise.resolve(rest) })
    await askAndBreak(test)
    test.engine.resume()
    test.engine.resume()
    await test.settle()
    expect(attemptsOf(test)).toBe(1)
    rest.push({ type: 'text-delta', text: ' rooms.' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Dark rooms.', status: 'complete' })
  })

  it('leaves alone a server that asked for it', async () => {
    const busy = new ApiError({ code: 'unavailable', status: 503, retryAfterSeconds: 20 })
    const test = await startEngine({ reconnect: () => Promise.reject(busy) })
    await askAndBreak(test)
    test.clock.advance(250)
    await test.settle()
    test.engine.resume()
    await test.settle()
    expect(attemptsOf(test)).toBe(1)
  })

  it('takes up what had been given up for want of a connection', async () => {
    let isOffline = true
    const replay = createScriptedStream('stream-1')
    const test = await startEngine({ reconnect: () => (isOffline ? offline() : Promise.resolve(replay)) })
    await askAndBreak(test)
    for (const ms of [250, 1000, 3000]) {
      test.clock.advance(ms)
      await test.settle()
    }
    expect(test.engine.thread(test.selectedKey()).get()).toMatchObject({
      run: { phase: 'failed' },
      statusLine: { text: 'Streaming failed' },
    })
    isOffline = false
    test.engine.resume()
    await test.settle()
    replay.push(
      { type: 'text-delta', text: 'Dark' },
      { type: 'text-delta', text: ' rooms.' },
      { type: 'stream-end' },
    )
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Dark rooms.', status: 'complete', error: null })
    expect(test.engine.thread(test.selectedKey()).get().statusLine).toBeNull()
  })

  it.each([
    ['that the server does not know', () => httpFailure(404)],
    ['that was asked again', offline],
  ])('leaves an answer %s', async (_, reconnect) => {
    const test = await startEngine({ reconnect })
    await askAndBreak(test)
    for (const ms of [250, 1000, 3000]) {
      test.clock.advance(ms)
      await test.settle()
    }
    test.engine.retry(test.selectedKey())
    await test.settle()
    const before = attemptsOf(test)
    test.engine.resume()
    await test.settle()
    expect(attemptsOf(test)).toBe(before)
  })

  it('loads what could not be loaded', async () => {
    let isOffline = true
    const test = await startEngine({
      listConversations: () =>
        isOffline ? offline() : Promise.resolve({ items: [storedConversation('a')], nextCursor: null }),
      listMessages: () =>
        isOffline ? offline() : Promise.resolve({ items: [storedMessage('m')], nextCursor: null }),
    })
    expect(test.engine.conversations.get().status).toBe('failed')
    isOffline = false
    test.engine.resume()
    await test.settle()
    expect(test.engine.conversations.get()).toMatchObject({ status: 'ready', items: [{}, { key: 'a' }] })
    isOffline = true
    test.engine.select('a')
    await test.settle()
    expect(test.engine.thread('a').get().history).toBe('failed')
    isOffline = false
    test.engine.resume()
    await test.settle()
    expect(test.engine.thread('a').get()).toMatchObject({ history: 'ready', messageKeys: ['m'] })
  })
})

describe('an answer that nobody read for a while', () => {
  const ended = { type: 'stream-end' } as const

  it.each([
    ['stopped', { phase: 'stopped' }, null],
    ['interrupted', { phase: 'failed', kind: 'stream' }, 'Streaming failed'],
  ] as const)('does not look complete when the server has %s it', async (status, run, line) => {
    const rest = createScriptedStream('stream-1', 2)
    const test = await startEngine({
      reconnect: () => Promise.resolve(rest),
      listMessages: () =>
        Promise.resolve({
          items: [storedMessage('a', { role: 'assistant', content: 'Dark', parentId: 'u', status })],
          nextCursor: null,
        }),
    })
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    await test.settle()
    test.transport
      .lastStream()
      .push(
        { type: 'message-started', userId: 'u', assistantId: 'a', conversationId: 'c' },
        { type: 'text-delta', text: 'Dark' },
      )
    test.transport.lastStream().fail()
    await test.settle()
    test.clock.advance(250)
    rest.push(ended)
    await test.settle()
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Dark', status, error: line })
    expect(test.engine.thread(test.selectedKey()).get()).toMatchObject({ run })
  })

  it.each([
    [59_000, 'complete'],
    [61_000, 'interrupted'],
  ])('of a guest, whose answers no server keeps, after %i ms is %s', async (ms, status) => {
    const rest = createScriptedStream('stream-1')
    let isOffline = true
    const test = await startEngine({
      ...visitor,
      reconnect: () => (isOffline ? offline() : Promise.resolve(rest)),
    })
    await askAndBreak(test)
    for (const wait of [250, 1000, 3000, ms - 4250]) {
      test.clock.advance(wait)
      await test.settle()
    }
    isOffline = false
    test.engine.resume()
    rest.push({ type: 'text-delta', text: 'Dark' }, ended)
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Dark', status })
  })
})
