// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { createScriptedStream } from '../testing/scripted-stream.ts'
import { httpFailure, storedConversation } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'
import type { EngineUnderTest } from '../testing/start-engine.ts'

function runOf({ engine, selectedKey }: EngineUnderTest) {
  return engine.thread(selectedKey()).get().run
}

function lineOf({ engine, selectedKey }: EngineUnderTest) {
  return engine.thread(selectedKey()).get().statusLine
}

async function ask(test: EngineUnderTest, text = 'What helps me sleep?') {
  expect(test.engine.send(test.selectedKey(), { text })).toBe('sent')
  await test.settle()
}

describe('a run', () => {
  it("is 'idle, then streaming (tracking the assistant message id), then done when the sentinel arrives'", async () => {
    const test = await startEngine()
    expect(runOf(test)).toEqual({ phase: 'idle' })
    test.engine.send(test.selectedKey(), { text: 'What helps me sleep?' })
    const messageKey = test.messages()[1]?.key
    expect(runOf(test)).toEqual({ phase: 'submitting', messageKey })
    await test.settle()
    expect(runOf(test)).toEqual({ phase: 'streaming', messageKey })
    test.transport.lastStream().push({ type: 'stream-end' })
    await test.settle()
    expect(runOf(test)).toEqual({ phase: 'done' })
  })

  it("'the assistant message starts empty and grows with each chunk'", async () => {
    const test = await startEngine()
    test.engine.send(test.selectedKey(), { text: '  What helps me sleep?  ' })
    expect(test.messages()).toMatchObject([
      { role: 'user', text: 'What helps me sleep?', status: 'complete' },
      { role: 'assistant', text: '', status: 'pending' },
    ])
    await test.settle()
    test.transport.lastStream().push({ type: 'text-delta', text: 'Dark' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Dark', status: 'streaming', citations: null })
    test.transport.lastStream().push({ type: 'text-delta', text: ' rooms.' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Dark rooms.', status: 'complete', citations: [] })
  })

  it('confirms the ids of the first event while the keys stay the same', async () => {
    const test = await startEngine()
    await ask(test)
    const { messageKeys } = test.engine.thread(test.selectedKey()).get()
    const key = test.selectedKey()
    test.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u1', assistantId: 'a1', conversationId: 'c1' })
    await test.settle()
    expect(test.engine.thread(test.selectedKey()).get().messageKeys).toBe(messageKeys)
    expect(test.messages()).toMatchObject([{ id: 'u1' }, { id: 'a1', parentId: 'u1' }])
    expect(test.selectedKey()).toBe(key)
    expect(test.engine.conversations.get().items[0]).toMatchObject({ key, id: 'c1' })
  })

  it('sends the id of the conversation once it is known, and a UUID that makes a retry safe', async () => {
    const test = await startEngine()
    await ask(test)
    test.transport
      .lastStream()
      .push(
        { type: 'message-started', userId: 'u1', assistantId: 'a1', conversationId: 'c1' },
        { type: 'stream-end' },
      )
    await test.settle()
    await ask(test, 'And naps?')
    expect(test.transport.questions).toMatchObject([
      { text: 'What helps me sleep?', clientMessageId: expect.stringMatching(/^[0-9a-f-]{36}$/u) },
      { text: 'And naps?', conversationId: 'c1' },
    ])
    expect(test.transport.questions[0]).not.toHaveProperty('conversationId')
  })

  it("'conv_title event renames the conversation'", async () => {
    const test = await startEngine()
    await ask(test)
    expect(test.titles()).toEqual(['New chat'])
    test.transport.lastStream().push({ type: 'title-changed', conversationId: 'c1', title: 'Sleep' })
    await test.settle()
    expect(test.titles()).toEqual(['Sleep'])
    expect(test.engine.conversations.get().items[0]?.id).toBe('c1')
  })

  it("'citations event attaches the citations to the streaming assistant message', 'product_update fills a product store'", async () => {
    const test = await startEngine()
    await ask(test)
    test.transport.lastStream().push(
      { type: 'citations-replaced', citations: ['[1] Sleep facts (https://example.org/sleep)'] },
      {
        type: 'product-resolved',
        original: '<product>Magnesium</product>',
        replacement: [{ name: 'Magnesium', url: 'https://shop.example/m', price: '$19' }],
      },
      { type: 'outcome-decided', outcome: 'partial' },
      { type: 'approval-noticed', approval: { reviewer: 'Dr. Ada', reviewed_at: '2026-11-02' } },
      { type: 'suggestions-replaced', suggestions: ['And for women?'] },
    )
    await test.settle()
    const magnesium = [{ name: 'Magnesium', url: 'https://shop.example/m', price: '$19' }]
    expect(test.messages()[1]).toMatchObject({
      citations: [{ number: 1, title: 'Sleep facts', url: 'https://example.org/sleep' }],
      products: { Magnesium: magnesium },
      outcome: 'partial',
      approval: { reviewer: 'Dr. Ada', reviewedAt: '2026-11-02' },
      suggestions: ['And for women?'],
    })
    expect(test.engine.products.get()).toEqual({ Magnesium: magnesium })
  })

  it('tells readers at most once a frame, however many events arrive', async () => {
    const test = await startEngine()
    await ask(test)
    const [, answer] = test.messages()
    const listener = vi.fn<() => void>()
    test.engine.message(answer?.key ?? '').subscribe(listener)
    for (let piece = 0; piece < 50; piece++) {
      test.transport.lastStream().push({ type: 'text-delta', text: 'x' })
    }
    await test.settle()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(test.messages()[1]?.text).toHaveLength(50)
    expect(test.clock.framesWaiting()).toBe(0)
  })

  it('wakes only the readers of the message that grows', async () => {
    const test = await startEngine()
    await ask(test)
    const [user] = test.messages()
    const listener = vi.fn<() => void>()
    test.engine.message(user?.key ?? '').subscribe(listener)
    test.engine.thread(test.selectedKey()).subscribe(listener)
    test.engine.conversations.subscribe(listener)
    test.transport.lastStream().push({ type: 'text-delta', text: 'x' })
    await test.settle()
    expect(listener).not.toHaveBeenCalled()
  })

  it('shows the whole text before the end, without waiting for a frame', async () => {
    const test = await startEngine()
    await ask(test)
    test.transport.lastStream().push({ type: 'text-delta', text: 'All of it.' }, { type: 'stream-end' })
    await expect.poll(() => runOf(test).phase).toBe('done')
    expect(test.messages()[1]?.text).toBe('All of it.')
  })

  it('lets several conversations stream at once', async () => {
    const test = await startEngine({
      listConversations: () =>
        Promise.resolve({ items: [storedConversation('a'), storedConversation('b')], nextCursor: null }),
    })
    expect(test.engine.send('a', { text: 'one' })).toBe('sent')
    expect(test.engine.send('b', { text: 'two' })).toBe('sent')
    await test.settle()
    test.transport.streams[1]?.push({ type: 'text-delta', text: 'second' })
    test.transport.streams[0]?.push({ type: 'text-delta', text: 'first' })
    await test.settle()
    const textOf = (key: string) =>
      test.engine.message(test.engine.thread(key).get().messageKeys.at(-1) ?? '').get()?.text
    expect([textOf('a'), textOf('b')]).toEqual(['first', 'second'])
  })
})

describe('the status line', () => {
  it("shows the status; an empty one clears it, and '1.5 s after the end a lingering status clears'", async () => {
    const test = await startEngine()
    await ask(test)
    test.transport.lastStream().push({ type: 'status-changed', text: 'Searching…' })
    await test.settle()
    expect(lineOf(test)).toEqual({ tone: 'busy', text: 'Searching…' })
    test.transport.lastStream().push({ type: 'status-changed', text: '' })
    await test.settle()
    expect(lineOf(test)).toBeNull()
    test.transport.lastStream().push({ type: 'status-changed', text: 'Writing…' }, { type: 'stream-end' })
    await test.settle()
    test.clock.advance(1499)
    expect(lineOf(test)).toEqual({ tone: 'busy', text: 'Writing…' })
    test.clock.advance(1)
    expect(lineOf(test)).toBeNull()
  })

  it.each(['stopped', 'cut off'])("'1.5 s after the end' of an answer that is %s, too", async (how) => {
    const test = await startEngine({ reconnect: () => httpFailure(404) })
    await ask(test)
    test.transport.lastStream().push({ type: 'status-changed', text: 'Writing…' })
    await test.settle()
    if (how === 'stopped') await test.engine.stop(test.selectedKey())
    else {
      test.transport.lastStream().close()
      await test.settle()
      test.clock.advance(250)
      await test.settle()
    }
    test.clock.advance(1500)
    expect(lineOf(test)).toEqual(how === 'stopped' ? null : { tone: 'error', text: 'Streaming failed' })
  })

  it("'on start the status line clears', and a new run keeps its own when the old one is due to clear", async () => {
    const test = await startEngine()
    await ask(test)
    test.transport.lastStream().push({ type: 'status-changed', text: 'Writing…' }, { type: 'stream-end' })
    await test.settle()
    await ask(test, 'And naps?')
    expect(lineOf(test)).toBeNull()
    test.transport.lastStream().push({ type: 'status-changed', text: 'Writing…' })
    await test.settle()
    test.clock.advance(1500)
    expect(lineOf(test)).toEqual({ tone: 'busy', text: 'Writing…' })
  })

  it("'stream error events show their message' in the place of the status, and keep it", async () => {
    const test = await startEngine()
    await ask(test)
    test.transport
      .lastStream()
      .push(
        { type: 'text-delta', text: 'Part' },
        { type: 'stream-error', message: 'The model is busy.', code: 'busy' },
        { type: 'status-changed', text: 'Still here' },
        { type: 'stream-end' },
      )
    await test.settle()
    test.clock.advance(10_000)
    expect(lineOf(test)).toEqual({ tone: 'error', text: 'The model is busy.' })
    expect(runOf(test)).toMatchObject({ phase: 'failed', kind: 'stream', message: 'The model is busy.' })
    expect(test.messages()[1]).toMatchObject({ text: 'Part', status: 'failed', error: 'The model is busy.' })
  })
})

describe('a failure before the stream', () => {
  it.each([
    [500, 'server', 'Chat failed: 500'],
    [429, 'rate_limit', 'Chat failed: 429'],
    [413, 'server', 'Chat failed: 413'],
  ])("a %i shows 'Chat failed: {status}'", async (status, kind, message) => {
    const test = await startEngine({ send: () => httpFailure(status) })
    await ask(test)
    expect(runOf(test)).toMatchObject({ phase: 'failed', kind, message })
    expect(lineOf(test)).toEqual({ tone: 'error', text: message })
    expect(test.messages()).toMatchObject([{ role: 'user' }, { status: 'failed', error: message }])
  })

  it("a server that cannot be reached shows 'Streaming failed'", async () => {
    const test = await startEngine({ send: () => Promise.reject(new TypeError('fetch failed')) })
    await ask(test)
    expect(runOf(test)).toMatchObject({ phase: 'failed', kind: 'network', message: 'Streaming failed' })
  })

  it('is asked again under the same UUID', async () => {
    let isDown = true
    const answer = createScriptedStream()
    const test = await startEngine({ send: () => (isDown ? httpFailure(503) : Promise.resolve(answer)) })
    await ask(test)
    isDown = false
    expect(test.engine.retry(test.selectedKey())).toBe('sent')
    await test.settle()
    answer.push({ type: 'text-delta', text: 'Now.' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()).toMatchObject([{ role: 'user' }, { text: 'Now.', status: 'complete' }])
    const [first, second] = test.transport.questions
    expect(second).toEqual(first)
  })
})

describe('stop', () => {
  it("is 'aborted by the user (silent)': ends the answer here and at the server", async () => {
    const test = await startEngine()
    await ask(test)
    test.transport.lastStream().push({ type: 'text-delta', text: 'Half' })
    await test.settle()
    await test.engine.stop(test.selectedKey())
    expect(runOf(test)).toEqual({ phase: 'stopped' })
    expect(lineOf(test)).toBeNull()
    expect(test.messages()[1]).toMatchObject({ text: 'Half', status: 'stopped', error: null })
    expect(test.transport.callsOf('stop')).toEqual([['stream-1']])
  })

  it('leaves out what arrives afterwards', async () => {
    const test = await startEngine()
    await ask(test)
    await test.engine.stop(test.selectedKey())
    test.transport.lastStream().push({ type: 'text-delta', text: 'late' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: '', status: 'stopped' })
  })

  it('reaches the server also when it is pressed before the answer began', async () => {
    const answer = createScriptedStream('late-stream')
    let begin: () => void = () => undefined
    const test = await startEngine({
      send: () =>
        new Promise((resolve) => {
          begin = () => resolve(answer)
        }),
    })
    await ask(test)
    await test.engine.stop(test.selectedKey())
    expect(runOf(test)).toEqual({ phase: 'stopped' })
    begin()
    await test.settle()
    expect(test.transport.callsOf('stop')).toEqual([['late-stream']])
  })

  it('cuts the connection of a question that names no stream within 3 s', async () => {
    const signals: AbortSignal[] = []
    const test = await startEngine({
      send: (_, { signal }) => {
        if (signal !== undefined) signals.push(signal)
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
        })
      },
    })
    await ask(test)
    await test.engine.stop(test.selectedKey())
    expect(signals[0]?.aborted).toBe(false)
    test.clock.advance(3000)
    expect(signals[0]?.aborted).toBe(true)
    await test.settle()
    expect(runOf(test)).toEqual({ phase: 'stopped' })
  })

  it('cuts the connection at once where an answer that has begun has no name', async () => {
    const signals: AbortSignal[] = []
    const test = await startEngine({
      send: (_, { signal }) => {
        if (signal !== undefined) signals.push(signal)
        return Promise.resolve(createScriptedStream(null))
      },
    })
    await ask(test)
    await test.engine.stop(test.selectedKey())
    expect(signals[0]?.aborted).toBe(true)
    expect(test.transport.callsOf('stop')).toEqual([])
    expect(runOf(test)).toEqual({ phase: 'stopped' })
  })

  it('survives a server that refuses', async () => {
    const test = await startEngine({ stop: () => httpFailure(500) })
    await ask(test)
    await test.engine.stop(test.selectedKey())
    expect(runOf(test)).toEqual({ phase: 'stopped' })
    await ask(test, 'Again?')
    expect(runOf(test).phase).toBe('streaming')
  })
})

describe('a stream that ends without the sentinel', () => {
  it('is taken up again after the last event', async () => {
    const rest = createScriptedStream('stream-1', 2)
    const test = await startEngine({ reconnect: () => Promise.resolve(rest) })
    await ask(test)
    test.transport
      .lastStream()
      .push({ type: 'text-delta', text: 'One, ' }, { type: 'text-delta', text: 'two' })
    test.transport.lastStream().fail()
    await test.settle()
    expect(runOf(test).phase).toBe('reconnecting')
    test.clock.advance(250)
    await test.settle()
    expect(test.transport.callsOf('reconnect')).toEqual([['stream-1', 2]])
    rest.replay({ type: 'text-delta', text: 'two', seq: 2 })
    rest.push({ type: 'text-delta', text: ', three' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'One, two, three', status: 'complete' })
  })

  it("keeps the partial answer and shows 'Streaming failed' when it cannot be", async () => {
    const test = await startEngine({ reconnect: () => httpFailure(404) })
    await ask(test)
    test.transport.lastStream().push({ type: 'text-delta', text: 'Part' })
    test.transport.lastStream().close()
    await test.settle()
    test.clock.advance(250)
    await test.settle()
    expect(test.messages()[1]).toMatchObject({
      text: 'Part',
      status: 'interrupted',
      error: 'Streaming failed',
    })
    expect(runOf(test)).toMatchObject({ phase: 'failed', kind: 'stream', message: 'Streaming failed' })
    expect(lineOf(test)).toEqual({ tone: 'error', text: 'Streaming failed' })
  })

  it('is given up after its last attempt', async () => {
    const test = await startEngine({ reconnect: () => Promise.reject(new TypeError('offline')) })
    await ask(test)
    test.transport.lastStream().close()
    await test.settle()
    for (const ms of [250, 1000, 3000]) {
      expect(runOf(test).phase).toBe('reconnecting')
      test.clock.advance(ms)
      await test.settle()
    }
    expect(runOf(test).phase).toBe('failed')
    expect(test.transport.callsOf('reconnect')).toHaveLength(3)
  })

  it('can be stopped while it is being taken up', async () => {
    const test = await startEngine({ reconnect: () => Promise.reject(new TypeError('offline')) })
    await ask(test)
    test.transport.lastStream().close()
    await test.settle()
    await test.engine.stop(test.selectedKey())
    await test.settle()
    expect(runOf(test)).toEqual({ phase: 'stopped' })
    expect(test.transport.callsOf('stop')).toEqual([['stream-1']])
  })

  it('is answered again under the question that the server has', async () => {
    const test = await startEngine({ reconnect: () => httpFailure(404) })
    await ask(test)
    test.transport
      .lastStream()
      .push({ type: 'message-started', userId: 'u1', assistantId: 'a1', conversationId: 'c1' })
    test.transport.lastStream().close()
    await test.settle()
    test.clock.advance(250)
    await test.settle()
    expect(test.engine.retry(test.selectedKey())).toBe('sent')
    await test.settle()
    expect(test.transport.questions[1]).toMatchObject({ text: '', parentId: 'u1', conversationId: 'c1' })
    expect(test.messages()).toHaveLength(2)
  })
})
