// @vitest-environment node
import type { Message, Page } from '@org/api-client'
import { describe, expect, it } from 'vitest'
import { createScriptedStream } from '../testing/scripted-stream.ts'
import { httpFailure, storedConversation, storedMessage } from '../testing/scripted-transport.ts'
import { startEngine } from '../testing/start-engine.ts'

const two = {
  listConversations: () =>
    Promise.resolve({ items: [storedConversation('a'), storedConversation('b')], nextCursor: null }),
}
const page = (...items: Message[]): Page<Message> => ({ items, nextCursor: null })

describe('the messages of a conversation', () => {
  it('arrive newest first and are reversed for display', async () => {
    const test = await startEngine({
      ...two,
      listMessages: () =>
        Promise.resolve(page(storedMessage('m2', { role: 'assistant' }), storedMessage('m1'))),
    })
    expect(test.messages().map(({ id }) => id)).toEqual(['m1', 'm2'])
    expect(test.engine.thread('a').get()).toMatchObject({ history: 'ready', hasOlder: false })
  })

  it("'load on demand for the selected conversation' alone, and once", async () => {
    const test = await startEngine({ ...two, listMessages: (id) => Promise.resolve(page(storedMessage(id))) })
    expect(test.transport.callsOf('listMessages')).toEqual([['a', null]])
    test.engine.select('b')
    await test.settle()
    test.engine.select('a')
    await test.settle()
    expect(test.transport.callsOf('listMessages')).toEqual([
      ['a', null],
      ['b', null],
    ])
  })

  it('bring their citations and products in both shapes of tool_context', async () => {
    const test = await startEngine({
      ...two,
      listMessages: () =>
        Promise.resolve(
          page(
            storedMessage('m2', {
              role: 'assistant',
              toolContext: [{ citation_num: 2, citation_string: 'Two', url: 'https://example.org/2' }],
            }),
            storedMessage('m1', {
              role: 'assistant',
              toolContext: {
                citations: ['[1] One (https://example.org/1)'],
                outcome: 'partial',
                approval: { id: 'x', reviewer: 'Dr. Ada', reviewed_at: '2026-11-02' },
                suggestions: ['How much zinc do adults need?'],
                products: [
                  { label: 'Zinc', results: [{ product: 'Zinc', product_url: 'https://shop.example/z' }] },
                ],
              },
            }),
          ),
        ),
    })
    expect(test.messages()).toMatchObject([
      {
        citations: [{ number: 1, title: 'One', url: 'https://example.org/1' }],
        products: { Zinc: [{ name: 'Zinc', url: 'https://shop.example/z' }] },
        outcome: 'partial',
        approval: { reviewer: 'Dr. Ada', reviewedAt: '2026-11-02' },
        suggestions: ['How much zinc do adults need?'],
      },
      { citations: [{ number: 2, title: 'Two', url: 'https://example.org/2' }] },
    ])
    expect(test.engine.products.get()).toHaveProperty('Zinc')
  })

  it("that come too late: 'stale responses are ignored'", async () => {
    let answer: (messages: Page<Message>) => void = () => undefined
    const test = await startEngine({
      ...two,
      listMessages: (id) =>
        id === 'b'
          ? Promise.resolve(page())
          : new Promise((resolve) => {
              answer = resolve
            }),
    })
    await test.engine.remove('a')
    answer(page(storedMessage('ghost')))
    await test.settle()
    expect(test.engine.thread('a').get().messageKeys).toEqual([])
    expect(test.engine.message('ghost').get()).toBeUndefined()
  })

  it('can be loaded again after a failure', async () => {
    let isDown = true
    const test = await startEngine({
      ...two,
      listMessages: () => (isDown ? httpFailure(500) : Promise.resolve(page(storedMessage('m1')))),
    })
    expect(test.engine.thread('a').get().history).toBe('failed')
    isDown = false
    await test.engine.reload('a')
    expect(test.messages()).toHaveLength(1)
  })

  it('come before what is asked while they load', async () => {
    let answer: (messages: Page<Message>) => void = () => undefined
    const test = await startEngine({
      ...two,
      listMessages: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    expect(test.engine.send('a', { text: 'New' })).toBe('sent')
    await test.settle()
    expect(test.transport.questions).toEqual([])
    answer(page(storedMessage('old')))
    await test.settle()
    expect(test.messages().map(({ text }) => text)).toEqual(['Text of old', 'New', ''])
    expect(test.transport.questions).toMatchObject([{ text: 'New', conversationId: 'a' }])
  })

  it('are paged by cursor, upwards', async () => {
    const test = await startEngine({
      ...two,
      listMessages: (_, { cursor }) =>
        Promise.resolve(
          cursor === null
            ? { items: [storedMessage('m4'), storedMessage('m3')], nextCursor: 'older' }
            : { items: [storedMessage('m2'), storedMessage('m1')], nextCursor: null },
        ),
    })
    expect(test.engine.thread('a').get().hasOlder).toBe(true)
    await test.engine.loadOlder('a')
    expect(test.messages().map(({ id }) => id)).toEqual(['m1', 'm2', 'm3', 'm4'])
    expect(test.engine.thread('a').get()).toMatchObject({ hasOlder: false, isLoadingOlder: false })
  })

  it('are paged also when an answer comes to the end of a broken stream meanwhile', async () => {
    let arrive = (): void => undefined
    const rest = createScriptedStream()
    const test = await startEngine({
      ...two,
      listMessages: async (_, { cursor }) => {
        if (cursor === null) return { items: [storedMessage('m2')], nextCursor: 'older' }
        await new Promise<void>((resolve) => {
          arrive = resolve
        })
        return page(storedMessage('m1'))
      },
      reconnect: () => Promise.resolve(rest),
    })
    await test.settle()
    test.engine.send('a', { text: 'And naps?' })
    await test.settle()
    const stream = test.transport.lastStream()
    stream.push({ type: 'message-started', userId: 'u', assistantId: 'v', conversationId: 'a' })
    stream.fail()
    await test.settle()
    const older = test.engine.loadOlder('a')
    test.clock.advance(250)
    await test.settle()
    rest.replay({ type: 'stream-end', seq: 2 })
    await test.settle()
    expect(test.engine.thread('a').get().run.phase).toBe('done')
    arrive()
    await older
    expect(test.engine.thread('a').get()).toMatchObject({ hasOlder: false, isLoadingOlder: false })
    expect(test.messages()[0]?.id).toBe('m1')
  })

  it('keep their keys when they are loaded again', async () => {
    const test = await startEngine({
      ...two,
      listMessages: () =>
        Promise.resolve(page(storedMessage('m2', { role: 'assistant' }), storedMessage('m1'))),
    })
    await test.engine.reload('a')
    test.engine.send('a', { text: 'More' })
    await test.settle()
    test.transport
      .lastStream()
      .push(
        { type: 'message-started', userId: 'm3', assistantId: 'm4', conversationId: 'a' },
        { type: 'stream-end' },
      )
    await test.settle()
    const { messageKeys } = test.engine.thread('a').get()
    const stored = ['m4', 'm3', 'm2', 'm1'].map((id) => storedMessage(id))
    Object.assign(test.transport, { listMessages: () => Promise.resolve(page(...stored)) })
    await test.engine.reload('a')
    expect(test.engine.thread('a').get().messageKeys).toEqual(messageKeys)
  })

  it("that were broken off say 'Streaming failed'", async () => {
    const test = await startEngine({
      ...two,
      listMessages: () =>
        Promise.resolve(page(storedMessage('m1', { role: 'assistant', status: 'interrupted' }))),
    })
    expect(test.messages()).toMatchObject([{ text: 'Text of m1', error: 'Streaming failed' }])
  })
})

describe('an answer that is running at the server when the page is loaded', () => {
  const running = storedMessage('m2', { role: 'assistant', status: 'streaming', content: 'Sleep is' })
  const detail = { ...storedConversation('a'), activeStreamId: 'stream-7' }

  it('is taken up from its first event, and what is shown never shrinks', async () => {
    const stream = createScriptedStream('stream-7')
    const test = await startEngine({
      ...two,
      listMessages: () => Promise.resolve(page(running, storedMessage('m1'))),
      getConversation: () => Promise.resolve(detail),
      reconnect: () => Promise.resolve(stream),
    })
    expect(test.engine.thread('a').get().run).toEqual({ phase: 'streaming', messageKey: 'm2' })
    expect(test.transport.callsOf('reconnect')).toEqual([['stream-7', 0]])
    stream.push({ type: 'text-delta', text: 'Sleep' })
    await test.settle()
    expect(test.messages()[1]?.text).toBe('Sleep is')
    stream.push({ type: 'text-delta', text: ' is good.' }, { type: 'stream-end' })
    await test.settle()
    expect(test.messages()[1]).toMatchObject({ text: 'Sleep is good.', status: 'complete' })
  })

  it('can be stopped', async () => {
    const test = await startEngine({
      ...two,
      listMessages: () => Promise.resolve(page(running, storedMessage('m1'))),
      getConversation: () => Promise.resolve(detail),
      reconnect: () => Promise.resolve(createScriptedStream('stream-7')),
    })
    await test.engine.stop('a')
    expect(test.transport.callsOf('stop')).toEqual([['stream-7']])
    expect(test.messages()[1]).toMatchObject({ text: 'Sleep is', status: 'stopped' })
  })

  it('is loaded again when it ended between the two answers', async () => {
    const pages = [page(running), page({ ...running, status: 'complete', content: 'Sleep is good.' })]
    const test = await startEngine({
      ...two,
      listMessages: () => Promise.resolve(pages.shift() ?? page()),
      getConversation: () => Promise.resolve({ ...detail, activeStreamId: null }),
    })
    expect(test.messages()).toMatchObject([{ text: 'Sleep is good.', status: 'complete' }])
    expect(test.engine.thread('a').get().run.phase).toBe('idle')
  })

  it('is loaded again when nothing of its stream is left', async () => {
    const pages = [page(running), page({ ...running, status: 'complete', content: 'Sleep is good.' })]
    const test = await startEngine({
      ...two,
      listMessages: () => Promise.resolve(pages.shift() ?? page()),
      getConversation: () => Promise.resolve(detail),
      reconnect: () => Promise.resolve(null),
    })
    await test.settle()
    expect(test.messages()).toMatchObject([{ text: 'Sleep is good.', status: 'complete', error: null }])
    expect(test.engine.thread('a').get()).toMatchObject({ run: { phase: 'idle' }, statusLine: null })
  })

  it("keeps the partial answer and shows 'Streaming failed' when its stream is unknown", async () => {
    const test = await startEngine({
      ...two,
      listMessages: () => Promise.resolve(page(running)),
      getConversation: () => Promise.resolve(detail),
      reconnect: () => httpFailure(404),
    })
    expect(test.messages()).toMatchObject([
      { text: 'Sleep is', status: 'interrupted', error: 'Streaming failed' },
    ])
  })
})
