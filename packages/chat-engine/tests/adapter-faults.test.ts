// @vitest-environment node
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAiSdkTransport } from '../src/ai-sdk.ts'
import { type ChatTransport, createChatEngine } from '../src/index.ts'
import { createOpenAiTransport } from '../src/openai.ts'
import { createMemoryStorage } from '../src/testing.ts'
import { type Behaviour, eventText, startServer } from './misbehaving-server.ts'
import { completion, completionEnd, openStreamOf, streamOf } from './openai-server.ts'

type Protocol = 'completions' | 'responses' | 'ai-sdk'

function createTransport(protocol: Protocol, baseUrl: string, silenceMs: number): ChatTransport {
  if (protocol === 'ai-sdk') return createAiSdkTransport({ api: `${baseUrl}/chat`, silenceMs })
  const own = protocol === 'responses' ? ({ protocol } as const) : {}
  return createOpenAiTransport({ baseUrl, model: 'm', silenceMs, ...own })
}

/** Asks a server of a protocol one question; resolves to the answer once its run is over. */
async function ask(protocol: Protocol, behave: Behaviour, silenceMs = 30_000) {
  const { baseUrl } = await startServer(behave)
  const engine = createChatEngine({
    transport: createTransport(protocol, baseUrl, silenceMs),
    storage: createMemoryStorage(),
  })
  onTestFinished(() => engine.dispose())
  await engine.start()
  const key = engine.create()
  expect(engine.send(key, { text: 'What helps me sleep?' })).toBe('sent')
  const { get } = engine.thread(key)
  await expect.poll(() => get().run.phase, { timeout: 10_000 }).toMatch(/^(?:done|failed|stopped)$/u)
  return engine.message(get().messageKeys.at(-1) ?? '').get()
}

const finished: Record<Protocol, readonly object[]> = {
  completions: [completion({ content: 'Dark rooms.' }), ...completionEnd().slice(0, 1)],
  'ai-sdk': [
    { type: 'start' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Dark rooms.' },
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: 'stop' },
  ],
  responses: [
    { type: 'response.output_text.delta', item_id: 'i', content_index: 0, delta: 'Dark rooms.' },
    { type: 'response.completed', response: { status: 'completed' } },
  ],
}
const protocols = ['completions', 'ai-sdk', 'responses'] as const

describe.each(protocols)('an answer of %s that is finished', (protocol) => {
  it('is whole when the connection breaks before [DONE]', async () => {
    const answer = await ask(protocol, async ({ head, write, cut }) => {
      head()
      for (const chunk of finished[protocol]) await write(eventText(chunk))
      cut()
    })
    expect(answer).toMatchObject({ status: 'complete', text: 'Dark rooms.' })
  })

  it('does not wait for the whole silence when the server leaves the connection open', async () => {
    const startedAt = performance.now()
    const answer = await ask(protocol, openStreamOf(finished[protocol], []))
    expect(answer).toMatchObject({ status: 'complete', text: 'Dark rooms.' })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

it.each(protocols)('an error without a type fails an answer of %s in its words', async (protocol) => {
  const chunks = [...finished[protocol].slice(0, -1), { error: { message: 'Overloaded.', code: 'busy' } }]
  expect(await ask(protocol, streamOf(chunks, ''))).toMatchObject({
    text: 'Dark rooms.',
    error: 'Overloaded.',
  })
})

it('parallel tool calls under one index are told apart by their ids', async () => {
  const call = (id: string, name: string, json: string) =>
    completion({ tool_calls: [{ index: 0, id, function: { name, arguments: json } }] })
  const more = completion({ tool_calls: [{ index: 0, id: 'b', function: { arguments: '2}' } }] })
  const chunks = [
    call('a', 'search', '{"q":1}'),
    call('b', 'look', '{"q":'),
    more,
    ...completionEnd('tool_calls'),
  ]
  const answer = await ask('completions', streamOf(chunks))
  expect(answer?.parts).toMatchObject([
    { type: 'tool', id: 'a', name: 'search', input: { q: 1 } },
    { type: 'tool', id: 'b', name: 'look', input: { q: 2 } },
  ])
})

it('a text that comes whole, without deltas, is shown once', async () => {
  const done = (id: string, text: string) => ({
    type: 'response.output_text.done',
    item_id: id,
    content_index: 0,
    text,
  })
  const [delta, end] = finished.responses
  const answer = await ask(
    'responses',
    streamOf([delta, done('i', 'Dark rooms.'), done('j', 'And quiet.'), end]),
  )
  expect(answer?.text).toBe('Dark rooms.\n\nAnd quiet.')
})

describe('addresses that a page could run', () => {
  const hostile = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
  ]

  it.each(hostile)('are left out of sources and files: %j', async (url) => {
    const chunks = [
      { type: 'source-url', sourceId: 's', url, title: 'T' },
      { type: 'file', mediaType: 'text/html', url },
      ...finished['ai-sdk'],
    ]
    expect((await ask('ai-sdk', streamOf(chunks)))?.parts.slice(0, 2)).toMatchObject([
      { type: 'source', id: 's', url: null, title: 'T' },
      { type: 'file', url: url.startsWith('data:') ? url : '' },
    ])
    const annotation = { type: 'url_citation', url, title: 'T' }
    const added = { type: 'response.output_text.annotation.added', annotation }
    const answer = await ask('responses', streamOf([added, ...finished.responses]))
    expect(answer?.parts[0]).toMatchObject({ type: 'source', url: null, title: 'T' })
  })

  it.each(['https://a.example/x', 'http://a.example', '/docs/sleep', 'data:image/png;base64,AA=='])(
    'are not %j',
    async (url) => {
      const chunks = [{ type: 'file', mediaType: 'image/png', url }, ...finished['ai-sdk']]
      expect((await ask('ai-sdk', streamOf(chunks)))?.parts[0]).toMatchObject({ type: 'file', url })
    },
  )
})
