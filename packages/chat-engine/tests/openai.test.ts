// @vitest-environment node
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChatEngine } from '../src/index.ts'
import { createOpenAiTransport, type OpenAiTransportOptions } from '../src/openai.ts'
import { conformanceChecks, createMemoryStorage } from '../src/testing.ts'
import { type Behaviour, type Connection, eventText, html, json } from './misbehaving-server.ts'
import { completion, completionEnd, openStreamOf, startModelServer, streamOf } from './openai-server.ts'

async function startChat(options: Partial<OpenAiTransportOptions>, ...behaviours: Behaviour[]) {
  const server = await startModelServer(...behaviours)
  const transport = createOpenAiTransport({ baseUrl: `${server.baseUrl}/v1/`, model: 'm-1', ...options })
  const engine = createChatEngine({ transport, storage: createMemoryStorage() })
  onTestFinished(() => engine.dispose())
  await engine.start()
  const key = engine.create()
  const messages = () =>
    engine
      .thread(key)
      .get()
      .messageKeys.map((each) => engine.message(each).get())
  const phase = () => engine.thread(key).get().run.phase
  return {
    engine,
    server,
    key,
    phase,
    messages,
    answer: () => messages().at(-1),
    line: () => engine.thread(key).get().statusLine?.text,
    ask: async (text = 'What helps me sleep?') => {
      expect(engine.send(key, { text })).toBe('sent')
      await expect.poll(phase).toMatch(/^(?:done|failed|stopped)$/u)
    },
  }
}

const call = (delta: object) => completion({ tool_calls: [{ index: 0, ...delta }] })
const args = (json: string) => call({ function: { arguments: json } })

describe('chat completions', () => {
  it('give text, reasoning, tool calls and usage', async () => {
    const chat = await startChat(
      {},
      streamOf([
        completion({ role: 'assistant', content: '' }),
        completion({ reasoning_content: 'They want ' }),
        completion({ reasoning_content: 'to sleep.' }),
        completion({ content: 'Let me ' }),
        completion({ content: 'look.' }),
        call({ id: 'call_1', type: 'function', function: { name: 'search', arguments: '' } }),
        args('{"que'),
        args('ry":"sleep"}'),
        ...completionEnd('tool_calls'),
      ]),
    )
    await chat.ask()
    expect(chat.answer()).toMatchObject({
      text: 'Let me look.',
      status: 'complete',
      parts: [
        { type: 'reasoning', text: 'They want to sleep.' },
        { type: 'text', text: 'Let me look.' },
        { type: 'tool', id: 'call_1', name: 'search', state: 'input-available', input: { query: 'sleep' } },
      ],
      metadata: {
        finishReason: 'tool_calls',
        model: 'm-1-2026',
        usage: { inputTokens: 45, outputTokens: 25, totalTokens: 70 },
      },
    })
  })

  it("read OpenRouter's and Mistral's names for reasoning, and several calls", async () => {
    const calls = [0, 1].map((index) => ({
      index,
      id: `call_${index}`,
      function: { name: 'search', arguments: index === 0 ? '{}' : 'no JSON' },
    }))
    const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Still.' }] }]
    const chat = await startChat(
      {},
      streamOf([
        completion({ reasoning: 'First.' }),
        completion({ content: [{ type: 'text', text: 'Dark rooms.' }] }),
        completion({ content: thinking }),
        completion({ tool_calls: calls }),
        ...completionEnd('tool_calls'),
      ]),
    )
    await chat.ask()
    expect(chat.answer()?.parts).toMatchObject([
      { type: 'reasoning', text: 'First.' },
      { type: 'text', text: 'Dark rooms.' },
      { type: 'reasoning', text: 'Still.' },
      { type: 'tool', id: 'call_0', input: {} },
      { type: 'tool', id: 'call_1', input: 'no JSON' },
    ])
  })

  it('are asked for with the conversation, without what was reasoned', async () => {
    const answer = streamOf([
      completion({ reasoning: 'Secret.' }),
      completion({ content: 'Dark rooms.' }),
      ...completionEnd(),
    ])
    const body = { temperature: 0, stream_options: undefined }
    const headers = () => Promise.resolve({ Authorization: 'Bearer t' })
    const chat = await startChat({ instructions: 'Be brief.', body, headers }, answer, answer)
    await chat.ask('One?')
    await chat.ask('Two?')
    const [, second] = chat.server.requestsOf('POST', '/v1/chat/completions')
    expect(second?.headers.authorization).toBe('Bearer t')
    expect(second?.body).toEqual({
      model: 'm-1',
      stream: true,
      temperature: 0,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'Dark rooms.' },
        { role: 'user', content: 'Two?' },
      ],
    })
  })

  it('take images', async () => {
    const chat = await startChat({}, streamOf([completion({ content: 'A tree.' }), ...completionEnd()]))
    const image = { mimeType: 'image/png', data: 'AA==', name: 'tree.png' }
    chat.engine.send(chat.key, { text: 'What is it?', images: [image] })
    await expect.poll(chat.phase).toBe('done')
    expect(chat.server.requests[0]?.body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
        ],
      },
    ])
  })

  it('end without [DONE] after a finish reason, and are cut off without either', async () => {
    const chunks = [completion({ content: 'Dark rooms.' })]
    const chat = await startChat({}, streamOf([...chunks, ...completionEnd()], ''), streamOf(chunks, ''))
    await chat.ask()
    expect(chat.answer()).toMatchObject({ text: 'Dark rooms.', status: 'complete' })
    await chat.ask('And now?')
    expect(chat.answer()).toMatchObject({ text: 'Dark rooms.', status: 'interrupted' })
  })

  it('pass on what is no completion as data, and leave out what is no JSON', async () => {
    const chat = await startChat({}, async ({ head, write, end }) => {
      head(200, { 'Content-Type': 'text/event-stream' })
      await write(': OPENROUTER PROCESSING\n\ndata: {broken\n\n')
      await write(eventText({ object: 'moderation', flagged: false }))
      await write(eventText(completion({ content: 'Dark rooms.' })))
      end('data: [DONE]\n\n')
    })
    await chat.ask()
    expect(chat.answer()?.parts).toEqual([
      { type: 'data', id: '1', name: 'moderation', value: { object: 'moderation', flagged: false } },
      { type: 'text', text: 'Dark rooms.' },
    ])
  })
})

const response = (type: string, fields: object = {}) => ({ type: `response.${type}`, ...fields })
const item = (done: 'added' | 'done', fields: object) => response(`output_item.${done}`, { item: fields })
const text = (id: string, delta: string) =>
  response('output_text.delta', { item_id: id, content_index: 0, delta })
const annotation = { type: 'url_citation', url: 'https://example.org/sleep', title: 'Sleep' }
const failure = { code: 'insufficient_quota', message: 'You exceeded your quota.' }

describe('responses', () => {
  it('give text, reasoning, tool calls, sources, usage and unknown events', async () => {
    const usage = { input_tokens: 45, output_tokens: 25, total_tokens: 70 }
    const chat = await startChat(
      { protocol: 'responses' },
      streamOf(
        [
          response('created', { response: { id: 'resp_1', status: 'in_progress' } }),
          response('in_progress'),
          item('added', { id: 'rs_1', type: 'reasoning', summary: [] }),
          response('reasoning_summary_text.delta', {
            item_id: 'rs_1',
            summary_index: 0,
            delta: 'They want ',
          }),
          response('reasoning_summary_text.delta', { item_id: 'rs_1', summary_index: 0, delta: 'to sleep.' }),
          response('reasoning_summary_text.done', { item_id: 'rs_1', text: 'They want to sleep.' }),
          item('added', { id: 'ws_1', type: 'web_search_call', status: 'in_progress' }),
          response('web_search_call.searching', { item_id: 'ws_1' }),
          item('done', {
            id: 'ws_1',
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'search', query: 'sleep' },
          }),
          item('added', { id: 'msg_1', type: 'message', role: 'assistant', content: [] }),
          response('content_part.added', { item_id: 'msg_1' }),
          text('msg_1', 'Dark '),
          text('msg_1', 'rooms.'),
          response('output_text.annotation.added', { item_id: 'msg_1', annotation }),
          response('output_text.annotation.added', { item_id: 'msg_1', annotation }),
          response('output_text.done', { item_id: 'msg_1', text: 'Dark rooms.' }),
          text('msg_2', 'Regular hours.'),
          item('added', {
            id: 'fc_1',
            type: 'function_call',
            call_id: 'call_1',
            name: 'book',
            arguments: '',
          }),
          response('function_call_arguments.delta', { item_id: 'fc_1', delta: '{"bed"' }),
          item('done', {
            id: 'fc_1',
            type: 'function_call',
            call_id: 'call_1',
            name: 'book',
            arguments: '{"bed":1}',
          }),
          response('weather.changed', { sequence_number: 9, sky: 'blue' }),
          response('completed', { response: { status: 'completed', model: 'm-1-2026', usage } }),
        ],
        '',
      ),
    )
    await chat.ask()
    expect(chat.answer()).toMatchObject({
      text: 'Dark rooms.\n\nRegular hours.',
      status: 'complete',
      metadata: {
        finishReason: 'completed',
        model: 'm-1-2026',
        usage: { inputTokens: 45, outputTokens: 25, totalTokens: 70 },
      },
    })
    expect(chat.answer()?.parts).toMatchObject([
      { type: 'reasoning', text: 'They want to sleep.' },
      {
        type: 'tool',
        id: 'ws_1',
        name: 'web_search',
        state: 'output-available',
        input: { type: 'search', query: 'sleep' },
      },
      { type: 'text', text: 'Dark rooms.' },
      { type: 'source', url: 'https://example.org/sleep', title: 'Sleep' },
      { type: 'text', text: '\n\nRegular hours.' },
      { type: 'tool', id: 'call_1', name: 'book', state: 'input-available', input: { bed: 1 } },
      { type: 'data', name: 'response.weather.changed', value: { sky: 'blue' } },
    ])
    expect(chat.answer()?.parts).toHaveLength(7)
  })

  it('are asked for by input and instructions', async () => {
    const chat = await startChat(
      { protocol: 'responses', instructions: 'Be brief.' },
      streamOf([text('m', 'A tree.'), response('completed', { response: {} })]),
    )
    const image = { mimeType: 'image/png', data: 'AA==', name: 'tree.png' }
    chat.engine.send(chat.key, { text: 'What is it?', images: [image] })
    await expect.poll(chat.phase).toBe('done')
    expect(chat.server.requestsOf('POST', '/v1/responses')[0]?.body).toEqual({
      model: 'm-1',
      stream: true,
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
          ],
        },
      ],
    })
  })

  it('say why they are incomplete', async () => {
    const details = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    const chat = await startChat(
      { protocol: 'responses' },
      streamOf([text('m', 'Dark'), response('incomplete', { response: details })], ''),
    )
    await chat.ask()
    expect(chat.answer()).toMatchObject({
      status: 'complete',
      metadata: { finishReason: 'max_output_tokens' },
    })
  })

  it('are cut off without an end', async () => {
    const chat = await startChat({ protocol: 'responses' }, streamOf([text('m', 'Dark')], ''))
    await chat.ask()
    expect(chat.answer()).toMatchObject({ text: 'Dark', status: 'interrupted' })
  })
})

describe('a failure', () => {
  it.each([
    ['chat-completions', { error: failure }],
    ['responses', { type: 'error', error: failure }],
    ['responses', { type: 'error', ...failure }],
    ['responses', response('failed', { response: { error: failure } })],
  ] as const)('within a stream of %s keeps what was said: %o', async (protocol, event) => {
    const said = protocol === 'responses' ? text('m', 'Dark') : completion({ content: 'Dark' })
    const chat = await startChat({ protocol }, streamOf([said, event], ''))
    await chat.ask()
    expect(chat.answer()).toMatchObject({
      text: 'Dark',
      status: 'failed',
      error: 'You exceeded your quota.',
      failure: { code: 'insufficient_quota' },
    })
  })

  it('before the stream has the status, code and words of the server', async () => {
    const busy = json({ error: { ...failure, code: null, type: 'rate_limit' } }, 429, { 'Retry-After': '7' })
    const chat = await startChat({}, busy, json({ error: 'Overloaded.' }, 503), html(502))
    await chat.ask()
    expect(chat.answer()?.failure).toMatchObject({
      kind: 'rate_limit',
      status: 429,
      code: 'rate_limit',
      reason: 'You exceeded your quota.',
      retryAfterSeconds: 7,
    })
    expect(chat.line()).toBe('Chat failed: 429')
    await chat.ask('Again?')
    expect(chat.answer()?.failure).toMatchObject({ status: 503, reason: 'Overloaded.' })
    await chat.ask('And again?')
    expect(chat.answer()?.failure).toMatchObject({ status: 502, reason: null })
  })

  it('is what is no event stream', async () => {
    const chat = await startChat({}, json({ choices: [] }), ({ head, end }) => {
      head(204)
      end()
    })
    await chat.ask()
    expect(chat.answer()).toMatchObject({ status: 'interrupted', failure: { code: 'unexpected_answer' } })
    await chat.ask('And now?')
    expect(chat.answer()).toMatchObject({ status: 'failed', failure: { kind: 'server' } })
  })

  it('is a stream that falls silent', async () => {
    const connections: Connection[] = []
    const chat = await startChat(
      { silenceMs: 50 },
      openStreamOf([completion({ content: 'Dark' })], connections),
    )
    await chat.ask()
    expect(chat.answer()).toMatchObject({ text: 'Dark', status: 'interrupted', failure: { code: 'timeout' } })
  })
})

it('ends an answer at the server when it is stopped', async () => {
  const connections: Connection[] = []
  const chat = await startChat({}, openStreamOf([completion({ content: 'Begun' })], connections))
  chat.engine.send(chat.key, { text: 'One?' })
  await expect.poll(() => chat.answer()?.text).toBe('Begun')
  const closed = new Promise<void>((resolve) => connections[0]?.whenClosed(resolve))
  await chat.engine.stop(chat.key)
  await closed
  expect(chat.phase()).toBe('stopped')
})

it.each([undefined, {}, { baseUrl: '/v1' }, { model: 'm' }])(
  'needs a base URL and a model: %o',
  (options) => {
    expect(() => Reflect.apply(createOpenAiTransport, null, [options])).toThrow(
      new TypeError('createOpenAiTransport needs a baseUrl and a model, both strings'),
    )
  },
)

describe.each(['chat-completions', 'responses'] as const)(
  'the conformance kit for visitors, %s',
  (protocol) => {
    const begin = protocol === 'responses' ? text('m', 'Dark ') : completion({ content: 'Dark ' })
    const rest =
      protocol === 'responses'
        ? [text('m', 'rooms.'), response('completed', { response: {} })]
        : [completion({ content: 'rooms.' }), ...completionEnd()]

    async function start() {
      const { baseUrl } = await startModelServer(streamOf([begin, ...rest]))
      return createOpenAiTransport({ baseUrl, model: 'm-1', protocol })
    }
    const unused = () => {
      throw new Error('Only the names are wanted.')
    }
    const names = conformanceChecks({ createVisitorTransport: unused }).map(({ name }) => name)

    it('has three checks', () => expect(names).toHaveLength(3))

    it.each(names)('%s', async (name) => {
      const transport = await start()
      const check = conformanceChecks({ createVisitorTransport: () => transport }).find(
        (one) => one.name === name,
      )
      await expect(check?.run()).resolves.toBeUndefined()
    })
  },
)
