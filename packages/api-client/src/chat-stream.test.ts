import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ProtocolError, SequencedChatEvent } from './chat-events.ts'
import type { ChatStream } from './chat-stream.ts'
import { createApiClient } from './client.ts'
import { json, startServer, stream } from './testing/http-server.ts'

async function collect({ events }: ChatStream): Promise<SequencedChatEvent[]> {
  const all: SequencedChatEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

function eventText(...events: unknown[]) {
  return events.map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

const DONE = 'data: [DONE]\n\n'

async function chatWith(writes: readonly (string | Uint8Array)[]) {
  const faults: ProtocolError[] = []
  const { baseUrl } = await startServer(stream(writes))
  const client = createApiClient({ baseUrl, onProtocolError: (fault) => faults.push(fault) })
  const opened = await client.chat({ text: 'Hello?' })
  return { streamId: opened.streamId, events: await collect(opened), faults }
}

describe('a stream', () => {
  it('gives the events of the contract under the names of this side, numbered', async () => {
    const { streamId, events, faults } = await chatWith([
      eventText(
        { type: 'message', content: { user_id: 'u', assistant_id: 'a', conversation_id: 'c' } },
        { type: 'status', content: 'Searching…' },
        { type: 'LLM_Response', content: 'Sleep [1]' },
        { type: 'citations', content: ['[1] Title (https://example.org)'] },
        { type: 'product_update', content: { original: '<product>Z</product>', replacement: '<a>Z</a>' } },
        { type: 'conv_title', content: { id: 'c', title: 'Sleep' } },
        { type: 'error', message: 'The model is busy.', code: 'unavailable' },
      ),
      DONE,
    ])
    expect(streamId).toBe('stream-1')
    expect(faults).toEqual([])
    expect(events).toEqual([
      { seq: 1, type: 'message-started', userId: 'u', assistantId: 'a', conversationId: 'c' },
      { seq: 2, type: 'status-changed', text: 'Searching…' },
      { seq: 3, type: 'text-delta', text: 'Sleep [1]' },
      { seq: 4, type: 'citations-replaced', citations: ['[1] Title (https://example.org)'] },
      { seq: 5, type: 'product-resolved', original: '<product>Z</product>', replacement: '<a>Z</a>' },
      { seq: 6, type: 'title-changed', conversationId: 'c', title: 'Sleep' },
      { seq: 7, type: 'stream-error', message: 'The model is busy.', code: 'unavailable' },
      { seq: 8, type: 'stream-end' },
    ])
  })

  it('also reads the other forms of the wire contract', async () => {
    const options = [{ name: 'Zinc', url: 'https://shop.example/z', price: '$9', image: null }]
    const { events } = await chatWith([
      eventText(
        { type: 'LLM_Response', text: 'a' },
        { type: 'LLM_Response', delta: 'b' },
        { type: 'conv_title', id: 7, title: 'Sleep' },
        { type: 'citations', content: [{ citation_num: 1, title: 'T', url: 'https://example.org' }] },
        { type: 'product_update', content: { original: '<product>Z</product>', replacement: options } },
        { type: 'error', content: 'Broken.' },
        { type: 'error', content: { message: 'Broken.', code: 'x' } },
        { type: 'status', content: '' },
        { type: 'outcome', content: 'partial' },
        { type: 'approval', content: { reviewer: 'Dr. Ada', reviewed_at: '2026-11-02' } },
        { type: 'suggestions', content: ['One?', 2, 'Two?', 'Three?', 'Four?'] },
      ),
      DONE,
    ])
    expect(events).toMatchObject([
      { type: 'text-delta', text: 'a' },
      { type: 'text-delta', text: 'b' },
      { type: 'title-changed', conversationId: '7', title: 'Sleep' },
      { type: 'citations-replaced', citations: [{ citation_num: 1 }] },
      { type: 'product-resolved', replacement: options },
      { type: 'stream-error', message: 'Broken.', code: null },
      { type: 'stream-error', message: 'Broken.', code: 'x' },
      { type: 'status-changed', text: '' },
      { type: 'outcome-decided', outcome: 'partial' },
      { type: 'approval-noticed', approval: { reviewer: 'Dr. Ada', reviewed_at: '2026-11-02' } },
      { type: 'suggestions-replaced', suggestions: ['One?', 'Two?', 'Three?'] },
      { type: 'stream-end' },
    ])
  })

  it('skips and counts what it does not understand', async () => {
    const { events, faults } = await chatWith([
      eventText(
        { type: 'unheard_of' },
        { type: 'LLM_Response', content: 7 },
        { type: 'citations', content: 'x' },
        { type: 'outcome', content: 'perhaps' },
        { type: 'suggestions', content: 'x' },
      ),
      'data: {not json\n\n',
      'data: 7\n\ndata: null\n\ndata: {}\n\n',
      eventText({ type: 'LLM_Response', content: 'Still here.' }),
      DONE,
    ])
    expect(faults.map(({ fault }) => fault)).toEqual([
      'broken_field',
      'broken_field',
      'broken_field',
      'broken_field',
      'not_json',
      'broken_field',
      'broken_field',
      'unknown_type',
    ])
    expect(faults.at(-1)?.count).toBe(8)
    expect(faults[4]?.data).toBe('{not json')
    expect(events.map(({ type }) => type)).toEqual(['data', 'text-delta', 'stream-end'])
  })

  it('passes on events of unknown types', async () => {
    const { events } = await chatWith([
      eventText({ type: 'weather', content: { sky: 'blue' } }, { type: 'tick', n: 1 }),
      DONE,
    ])
    expect(events.slice(0, 2)).toEqual([
      { type: 'data', name: 'weather', value: { sky: 'blue' }, seq: 1 },
      { type: 'data', name: 'tick', value: { type: 'tick', n: 1 }, seq: 2 },
    ])
  })

  it('never throws at what it is sent', () => {
    return fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string())), async (datas) => {
        const body = datas.map((data) => `data: ${data.replaceAll(/[\r\n]/gu, ' ')}\n\n`).join('') + DONE
        const client = createApiClient({
          fetch: () =>
            Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })),
        })
        const events = await collect(await client.chat({ text: 'x' }))
        expect(events.at(-1)).toMatchObject({ type: 'stream-end' })
      }),
      { numRuns: 200 },
    )
  })

  it('may be cut anywhere, in the middle of a character too', async () => {
    const bytes = new TextEncoder().encode(
      eventText({ type: 'LLM_Response', content: 'Schlaf 😴 [1]' }) + DONE,
    )
    const { events } = await chatWith(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    expect(events).toMatchObject([{ text: 'Schlaf 😴 [1]' }, { type: 'stream-end' }])
  })

  it('ignores pings, and what comes after the sentinel', async () => {
    const late = eventText({ type: 'LLM_Response', content: 'late' })
    const { events } = await chatWith([': ping\n\n', DONE, late])
    expect(events).toEqual([{ type: 'stream-end', seq: 1 }])
  })

  it('that ends without the sentinel can be told from one that is complete', async () => {
    const { events } = await chatWith([eventText({ type: 'LLM_Response', content: 'Half' })])
    expect(events.map(({ type }) => type)).toEqual(['text-delta'])
  })

  it.each(['data: [DONE]', 'data:[DONE]', 'data: [DONE]\n', 'id: 2\r\ndata: [DONE]\r\n'])(
    'is complete with %j at its very end, without the blank line',
    async (end) => {
      const text = eventText({ type: 'LLM_Response', content: 'Whole' })
      for (const writes of [[text + end], [text, ...Array.from(end)]]) {
        const { events, faults } = await chatWith(writes)
        expect(events.map(({ type }) => type)).toEqual(['text-delta', 'stream-end'])
        expect(faults).toEqual([])
      }
    },
  )

  it.each(['data: [DON', 'data: {"type":"LLM_Response","content":"half', 'data: x[DONE]', ': data: [DONE]'])(
    'is not complete with %j at its end',
    async (end) => {
      const { events, faults } = await chatWith([eventText({ type: 'LLM_Response', content: 'Half' }), end])
      expect(events.map(({ type }) => type)).toEqual(['text-delta'])
      expect(faults).toEqual([])
    },
  )

  it('counts events without ids on from the last', async () => {
    const piece = (content: string) => `data: ${JSON.stringify({ type: 'LLM_Response', content })}\n\n`
    const { events } = await chatWith([piece('a'), `id: 7\n${piece('b')}`, piece('c'), DONE])
    expect(events.map(({ seq }) => seq)).toEqual([1, 7, 8, 9])
  })

  it('that breaks off throws', async () => {
    const { baseUrl } = await startServer((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(eventText({ type: 'LLM_Response', content: 'Half' }), () => response.destroy())
    })
    const opened = await createApiClient({ baseUrl }).chat({ text: 'x' })
    await expect(collect(opened)).rejects.toMatchObject({ name: 'ApiError', code: 'network' })
  })

  it('ends with its signal, and closes the connection', async () => {
    const closed = vi.fn<() => void>()
    const { baseUrl } = await startServer((response) => {
      response.on('close', closed)
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(eventText({ type: 'LLM_Response', content: 'Half' }))
    })
    const controller = new AbortController()
    const opened = await createApiClient({ baseUrl }).chat({ text: 'x' }, { signal: controller.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const event of opened.events) {
        seen.push(event.type)
        controller.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'aborted' })
    expect(seen).toEqual(['text-delta'])
    await expect.poll(() => closed).toHaveBeenCalledOnce()
  })
})

describe('a failure before the stream', () => {
  it('is any status but 200', async () => {
    const body = { error: 'Login required to continue', code: 'login_required', request_id: 'r' }
    const { baseUrl } = await startServer(json(body, 401))
    await expect(createApiClient({ baseUrl }).chat({ text: 'x' })).rejects.toMatchObject({
      status: 401,
      code: 'login_required',
      reason: 'Login required to continue',
    })
  })

  it('is any other content type', async () => {
    const { baseUrl } = await startServer(json({ ok: true }))
    await expect(createApiClient({ baseUrl }).chat({ text: 'x' })).rejects.toMatchObject({
      status: 200,
      code: 'unexpected_answer',
    })
  })
})

describe('resumeStream', () => {
  it('asks for what comes after the last event, and numbers on from it', async () => {
    const { baseUrl, requests } = await startServer(
      stream([`data: ${JSON.stringify({ type: 'LLM_Response', content: 'rest' })}\n\n`, DONE]),
    )
    const opened = await createApiClient({ baseUrl }).resumeStream('s/1', { afterSeq: 41 })
    expect(requests[0]).toMatchObject({ url: '/api/chat/streams/s%2F1', headers: { 'last-event-id': '41' } })
    if (opened === null) throw new Error('Nothing was left.')
    expect(await collect(opened)).toEqual([
      { type: 'text-delta', text: 'rest', seq: 42 },
      { type: 'stream-end', seq: 43 },
    ])
  })

  it('gives null when nothing is left, and throws when the stream is unknown', async () => {
    const left = await startServer((response) => response.writeHead(204).end())
    expect(await createApiClient(left).resumeStream('s1')).toBeNull()
    const unknown = await startServer(json({ error: 'Not found.', code: 'not_found', request_id: 'r' }, 404))
    await expect(createApiClient(unknown).resumeStream('s1')).rejects.toMatchObject({ code: 'not_found' })
  })
})
