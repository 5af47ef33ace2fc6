// @vitest-environment node
import {
  convertToModelMessages,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessageChunk,
  createUIMessageStreamResponse,
  validateUIMessages,
} from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createAiSdkTransport } from '../src/ai-sdk.ts'
import { conformanceChecks } from '../src/testing.ts'
import { block, respondWith, startAiServer } from './ai-sdk-server.ts'
import { startChat } from './start-ai-chat.ts'

const search = { toolCallId: 't1', toolName: 'search' }

describe('an answer', () => {
  it('has text, reasoning, tools, sources, files, data and metadata as parts', async () => {
    const chunks: UIMessageChunk[] = [
      { type: 'start', messageId: 'a1', messageMetadata: { model: 'm-1' } },
      { type: 'start-step' },
      { type: 'reasoning-start', id: 'r1' },
      { type: 'reasoning-delta', id: 'r1', delta: 'They want ' },
      { type: 'reasoning-delta', id: 'r1', delta: 'to sleep.' },
      { type: 'reasoning-end', id: 'r1' },
      ...block('1', 'Let me ', 'look.'),
      { type: 'tool-input-start', ...search },
      { type: 'tool-input-delta', toolCallId: 't1', inputTextDelta: '{"query":"sleep"}' },
      { type: 'tool-input-available', ...search, input: { query: 'sleep' } },
      { type: 'tool-output-available', toolCallId: 't1', output: ['Dark rooms'] },
      { type: 'finish-step' },
      { type: 'start-step' },
      { type: 'source-url', sourceId: 's1', url: 'https://example.org/sleep', title: 'Sleep' },
      { type: 'source-document', sourceId: 's2', mediaType: 'application/pdf', title: 'Study' },
      { type: 'file', url: 'https://example.org/room.png', mediaType: 'image/png' },
      { type: 'data-weather', id: 'w', data: 'grey' },
      { type: 'data-weather', id: 'w', data: 'blue' },
      { type: 'data-notice', data: 'Searching', transient: true },
      ...block('2', 'Dark rooms.'),
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop', messageMetadata: { tokens: 70 } },
    ]
    const chat = await startChat(() => respondWith(...chunks))
    await chat.ask()
    expect(chat.answer()).toMatchObject({
      text: 'Let me look.\n\nDark rooms.',
      status: 'complete',
      metadata: { model: 'm-1', finishReason: 'stop', tokens: 70 },
      parts: [
        { type: 'reasoning', id: 'r1', text: 'They want to sleep.' },
        { type: 'text', text: 'Let me look.' },
        {
          type: 'tool',
          id: 't1',
          name: 'search',
          state: 'output-available',
          input: { query: 'sleep' },
          output: ['Dark rooms'],
          error: null,
        },
        { type: 'source', id: 's1', url: 'https://example.org/sleep', title: 'Sleep' },
        { type: 'source', id: 's2', url: null, title: 'Study' },
        { type: 'file', mimeType: 'image/png', url: 'https://example.org/room.png' },
        { type: 'data', id: 'w', name: 'weather', value: 'blue' },
        { type: 'text', text: '\n\nDark rooms.' },
      ],
    })
    expect(chat.events).toContainEqual(
      expect.objectContaining({ type: 'data-received', name: 'notice', value: 'Searching' }),
    )
    const states = chat.events.flatMap((event) =>
      event.type === 'part-changed' && event.part.type === 'tool' ? event.part.state : [],
    )
    expect(states).toEqual(['input-streaming', 'input-available', 'output-available'])
  })

  it('has the failures of tools, the denied ones too, and drops a step that is done again', async () => {
    const chat = await startChat(() =>
      respondWith(
        { type: 'start-step' },
        ...block('1', 'Kept.'),
        { type: 'start-step' },
        ...block('2', 'Dropped.'),
        { type: 'tool-input-available', toolCallId: 't0', toolName: 'dropped', input: {} },
        { type: 'reset-step' },
        { type: 'tool-input-error', ...search, input: 'x', errorText: 'No query.' },
        { type: 'tool-input-available', toolCallId: 't2', toolName: 'book', input: {} },
        { type: 'tool-approval-request', toolCallId: 't2', approvalId: 'p1' },
        { type: 'tool-output-denied', toolCallId: 't2' },
        { type: 'tool-input-available', toolCallId: 't3', toolName: 'book', input: {} },
        { type: 'tool-output-error', toolCallId: 't3', errorText: 'Full.' },
        { type: 'finish' },
      ),
    )
    await chat.ask()
    expect(chat.answer()).toMatchObject({ text: 'Kept.', status: 'complete' })
    expect(chat.answer()?.parts).toMatchObject([
      { type: 'text', text: 'Kept.' },
      { type: 'tool', id: 't1', state: 'output-error', error: 'No query.' },
      { type: 'tool', id: 't2', name: 'book', state: 'output-error', error: 'denied' },
      { type: 'tool', id: 't3', state: 'output-error', error: 'Full.' },
    ])
  })

  it('of streamText, with a tool that it runs, is read whole', async () => {
    const usage = {
      inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 5, text: 5, reasoning: undefined },
    }
    const finish = (reason: 'stop' | 'tool-calls') =>
      ({ type: 'finish', finishReason: { unified: reason, raw: reason }, usage }) as const
    const model = new MockLanguageModelV4({
      doStream: [
        {
          stream: convertArrayToReadableStream([
            { type: 'stream-start', warnings: [] },
            { type: 'tool-call', toolCallId: 't1', toolName: 'search', input: '{"query":"sleep"}' },
            finish('tool-calls'),
          ]),
        },
        {
          stream: convertArrayToReadableStream([
            { type: 'stream-start', warnings: [] },
            { type: 'text-start', id: '1' },
            { type: 'text-delta', id: '1', delta: 'Dark ' },
            { type: 'text-delta', id: '1', delta: 'rooms.' },
            { type: 'text-end', id: '1' },
            finish('stop'),
          ]),
        },
      ],
    })
    const chat = await startChat(async ({ body }) => {
      const result = streamText({
        model,
        messages: await convertToModelMessages(body.messages),
        tools: {
          search: tool({
            inputSchema: jsonSchema<{ query: string }>({
              type: 'object',
              properties: { query: { type: 'string' } },
            }),
            execute: ({ query }) => [`About ${query}`],
          }),
        },
        stopWhen: isStepCount(2),
      })
      return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) })
    })
    await chat.ask()
    expect(chat.answer()).toMatchObject({ text: 'Dark rooms.', status: 'complete' })
    expect(chat.answer()?.parts).toMatchObject([
      { type: 'tool', name: 'search', state: 'output-available', output: ['About sleep'] },
      { type: 'text', text: 'Dark rooms.' },
    ])
  })
})

describe('a question', () => {
  it('brings the conversation along as UI messages that the AI SDK accepts, without reasoning', async () => {
    const chat = await startChat(
      () =>
        respondWith(
          { type: 'reasoning-start', id: 'r1' },
          { type: 'reasoning-delta', id: 'r1', delta: 'Secret.' },
          { type: 'reasoning-end', id: 'r1' },
          { type: 'tool-input-available', ...search, input: { query: 'sleep' } },
          { type: 'tool-output-available', toolCallId: 't1', output: ['Dark rooms'] },
          { type: 'tool-input-available', toolCallId: 't2', toolName: 'book', input: {} },
          { type: 'data-weather', id: 'w', data: 'blue' },
          ...block('1', 'Dark rooms.'),
          { type: 'finish' },
        ),
      { body: ({ text }) => ({ length: text.length }), headers: { 'X-Page': 'sleep' } },
    )
    await chat.ask('One?')
    await chat.ask('Two?', { page: '/sleep' })
    const [first, second] = chat.calls.map(({ body }) => body)
    expect(first?.id).toBe(chat.key)
    expect(second).toEqual({
      id: chat.key,
      trigger: 'submit-message',
      length: 4,
      messages: [
        { id: chat.messages()[0]?.key, role: 'user', parts: [{ type: 'text', text: 'One?' }] },
        {
          id: chat.messages()[1]?.key,
          role: 'assistant',
          parts: [
            {
              type: 'tool-search',
              toolCallId: 't1',
              state: 'output-available',
              input: { query: 'sleep' },
              output: ['Dark rooms'],
            },
            { type: 'data-weather', id: 'w', data: 'blue' },
            { type: 'step-start' },
            { type: 'text', text: 'Dark rooms.' },
          ],
        },
        {
          id: chat.messages()[2]?.key,
          role: 'user',
          metadata: { page: '/sleep' },
          parts: [{ type: 'text', text: 'Two?' }],
        },
      ],
    })
    const messages = await validateUIMessages({ messages: second?.messages })
    expect(await convertToModelMessages(messages)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool-call' }] },
      { role: 'tool' },
      { role: 'assistant', content: [{ type: 'text', text: 'Dark rooms.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Two?' }] },
    ])
  })

  it('takes images along as files', async () => {
    const chat = await startChat(() => respondWith(...block('1', 'A tree.'), { type: 'finish' }))
    const image = { mimeType: 'image/png', data: 'AA==', name: 'tree.png' }
    chat.engine.send(chat.key, { text: 'What is it?', images: [image] })
    await expect.poll(chat.phase).toBe('done')
    const messages = await validateUIMessages({ messages: chat.calls[0]?.body.messages })
    expect(messages[0]?.parts).toEqual([
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==', filename: 'tree.png' },
      { type: 'text', text: 'What is it?' },
    ])
  })
})

describe('a failure', () => {
  it('within a stream keeps what was said', async () => {
    const broken = Promise.resolve().then(() => Promise.reject(new Error('The model is busy.')))
    broken.catch(() => undefined)
    const chat = await startChat(() => respondWith(...block('1', 'Dark'), broken))
    await chat.ask()
    expect(chat.answer()).toMatchObject({ text: 'Dark', status: 'failed', error: 'The model is busy.' })
  })

  it('is an answer that the server stops', async () => {
    const chat = await startChat(() =>
      respondWith(...block('1', 'Dark'), { type: 'abort', reason: 'Too long.' }),
    )
    await chat.ask()
    expect(chat.answer()).toMatchObject({
      text: 'Dark',
      status: 'failed',
      error: 'Too long.',
      failure: { code: 'aborted' },
    })
  })

  it('before the stream has the status and words of the server', async () => {
    const chat = await startChat(() => Response.json({ error: 'Slow down.' }, { status: 429 }))
    await chat.ask()
    expect(chat.answer()?.failure).toMatchObject({ kind: 'rate_limit', status: 429, reason: 'Slow down.' })
  })

  it('is a connection that breaks, where nothing can be resumed', async () => {
    let cut = () => {}
    const chat = await startChat((call) => {
      cut = call.cut
      return respondWith(...block('1', 'Dark'), new Promise(() => undefined))
    })
    chat.engine.send(chat.key, { text: 'One?' })
    await expect.poll(() => chat.answer()?.text).toBe('Dark')
    cut()
    await expect.poll(chat.phase).toBe('failed')
    expect(chat.answer()).toMatchObject({ text: 'Dark', status: 'interrupted' })
    expect(chat.calls).toHaveLength(1)
  })
})

describe('an answer that can be resumed', () => {
  const whole: UIMessageChunk[] = [
    { type: 'tool-input-available', ...search, input: {} },
    ...block('1', 'Dark ', 'rooms.'),
    { type: 'tool-output-available', toolCallId: 't1', output: 1 },
    { type: 'finish' },
  ]

  /** Begins an answer of which the first part arrives; `replay` answers the request to resume it. */
  async function begin(replay: () => Response) {
    const cuts: (() => void)[] = []
    const chat = await startChat(
      (call) => {
        cuts.push(call.cut)
        return call.method === 'GET'
          ? replay()
          : respondWith(...whole.slice(0, 3), new Promise(() => undefined))
      },
      { resume: true },
    )
    chat.engine.send(chat.key, { text: 'One?' })
    await expect.poll(() => chat.answer()?.text).toBe('Dark ')
    return { ...chat, cut: () => cuts[0]?.() }
  }

  it('is taken up after a broken connection, and nothing is doubled', async () => {
    const chat = await begin(() => respondWith(...whole))
    chat.cut()
    await expect.poll(chat.phase).toBe('done')
    expect(chat.calls[1]?.path).toBe(`/api/chat/${chat.key}/stream`)
    expect(chat.answer()).toMatchObject({ text: 'Dark rooms.', status: 'complete' })
    expect(chat.answer()?.parts).toMatchObject([
      { type: 'tool', state: 'output-available' },
      { type: 'text', text: 'Dark rooms.' },
    ])
  })

  it('is taken up by a page that is loaded again', async () => {
    const chat = await begin(() => respondWith(...whole))
    chat.engine.dispose()
    const after = await chat.reload()
    await expect.poll(after.phase).toBe('done')
    expect(after.answer()).toMatchObject({ text: 'Dark rooms.', status: 'complete' })
  })

  it('does not look whole when the server has nothing left of it', async () => {
    const chat = await begin(() => new Response(null, { status: 204 }))
    chat.cut()
    await expect.poll(chat.phase).toBe('failed')
    expect(chat.answer()).toMatchObject({ text: 'Dark ', status: 'interrupted' })
  })

  it('is stopped by a call of the application', async () => {
    const stopped: string[] = []
    const chat = await startChat(() => respondWith(...block('1', 'Begun'), new Promise(() => undefined)), {
      resume: true,
      stop: async (id) => void stopped.push(id),
    })
    chat.engine.send(chat.key, { text: 'One?' })
    await expect.poll(() => chat.answer()?.text).toBe('Begun')
    await chat.engine.stop(chat.key)
    expect(stopped).toEqual([chat.key])
    expect(chat.phase()).toBe('stopped')
  })
})

it('ends an answer at the server when it is stopped', async () => {
  const chat = await startChat(() => respondWith(...block('1', 'Begun'), new Promise(() => undefined)))
  chat.engine.send(chat.key, { text: 'One?' })
  await expect.poll(() => chat.answer()?.text).toBe('Begun')
  await chat.engine.stop(chat.key)
  await chat.calls[0]?.closed
  expect(chat.phase()).toBe('stopped')
})

describe('the conformance kit for visitors', () => {
  const unused = () => {
    throw new Error('Only the names are wanted.')
  }
  const names = conformanceChecks({ createVisitorTransport: unused }).map(({ name }) => name)

  it.each(names)('%s', async (name) => {
    const { api } = await startAiServer(() =>
      respondWith(...block('1', 'Dark ', 'rooms.'), { type: 'finish' }),
    )
    const checks = conformanceChecks({ createVisitorTransport: () => createAiSdkTransport({ api }) })
    await expect(checks.find((one) => one.name === name)?.run()).resolves.toBeUndefined()
  })
})
