// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { answered, bytesFrom, EVENTS, open, retries, TEXT, unanswered, whole } from './answer-stream.ts'
import { DONE, eventText, html, json, started, stream, token } from './misbehaving-server.ts'
import type { Behaviour } from './misbehaving-server.ts'
import { QUESTION, startChat } from './start-chat.ts'

describe('an answer that is no event stream', () => {
  const endless: Behaviour = async ({ head, write }) => {
    head(200, { 'Content-Type': 'text/html' })
    await write('<!doctype html>'.padEnd(100_000, ' '))
  }

  it.each<[string, Behaviour]>([
    ['an HTML page with status 200', html()],
    ['an HTML page that never ends', endless],
    ['JSON with status 200', json({ answer: 'Sleep well.' })],
    [
      'a type that only begins like one',
      ({ head, end }) => {
        head(200, { 'Content-Type': 'text/event-stream-v2' })
        end(EVENTS.join('') + DONE)
      },
    ],
    [
      'no type',
      ({ head, end }) => {
        head(200, {})
        end(EVENTS.join('') + DONE)
      },
    ],
    [
      'a stream with a status of its own',
      ({ head, end }) => {
        head(206, { 'Content-Type': 'text/event-stream' })
        end(EVENTS.join('') + DONE)
      },
    ],
    [
      'no content',
      ({ head, end }) => {
        head(204, {})
        end()
      },
    ],
    [
      'a redirection to a page',
      ({ head, end }) => {
        head(302, { Location: '/login' })
        end()
      },
    ],
  ])("such as %s is 'Streaming failed'; the question stays and can be asked again", async (_, behave) => {
    const test = await startChat({ chat: [behave, whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(unanswered('Streaming failed'))
    expect(test.run()).toMatchObject({ phase: 'failed', kind: 'server', message: 'Streaming failed' })
    await retries(test)
  })

  it('because the connection broke before it is the same, and is asked again under the same UUID', async () => {
    const test = await startChat({ chat: [({ cut }) => cut(), whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(unanswered('Streaming failed'))
    expect(test.run()).toMatchObject({ kind: 'network' })
    await retries(test)
    const [first, second] = test.questions()
    expect(second).toEqual(first)
  })
})

describe('a question that is refused', () => {
  it.each<[number, string, Behaviour, object]>([
    [
      403,
      'JSON',
      json({ error: 'Not for you.', code: 'forbidden', request_id: 'r' }, 403),
      { kind: 'server' },
    ],
    [403, 'HTML', html(403), { kind: 'server' }],
    [413, 'JSON', json({ error: 'Too large.', code: 'too_large' }, 413), { kind: 'server' }],
    [
      422,
      'a list of details',
      json({ error: 'Invalid.', detail: [{ path: 'text' }] }, 422),
      { kind: 'server' },
    ],
    [
      429,
      'JSON',
      json({ error: 'Slow down.', code: 'rate_limited' }, 429, { 'Retry-After': '7' }),
      { kind: 'rate_limit', retryAfterSeconds: 7 },
    ],
    [
      429,
      'nothing',
      ({ head, end }) => {
        head(429, {})
        end()
      },
      { kind: 'rate_limit', retryAfterSeconds: null },
    ],
    [
      500,
      'half its JSON',
      ({ head, write, cut }) => {
        head(500, { 'Content-Type': 'application/json', 'Content-Length': '100' })
        void write('{"error":').then(cut)
      },
      { kind: 'server' },
    ],
    [502, 'HTML', html(502), { kind: 'server' }],
    [
      503,
      'JSON',
      json({ error: 'Later.', code: 'unavailable' }, 503, { 'Retry-After': '30' }),
      { kind: 'server', retryAfterSeconds: 30 },
    ],
    [504, 'HTML', html(504, { 'Retry-After': 'soon' }), { kind: 'server', retryAfterSeconds: null }],
  ])(
    "with a %i and %s shows 'Chat failed: {status}', and can be asked again",
    async (status, _, behave, run) => {
      const line = `Chat failed: ${status}`
      const test = await startChat({ chat: [behave, whole] })
      test.ask()
      await expect.poll(test.screen).toMatchObject(unanswered(line))
      expect(test.run()).toMatchObject({ phase: 'failed', message: line, ...run })
      await retries(test)
      const [first, second] = test.questions()
      expect(second).toEqual(first)
    },
  )

  it.each<[string, Behaviour, string]>([
    [
      'its words',
      json({ error: 'Please sign in to go on.', code: 'login_required' }, 401),
      'Please sign in to go on.',
    ],
    ['words under detail', json({ detail: 'Please sign in to go on.' }, 401), 'Please sign in to go on.'],
    ['no words', json({}, 401), 'Login required to continue'],
    ['a page', html(401), 'Login required to continue'],
  ])('with a 401 and %s is taken back, says so, and waits for the sign-in', async (_, behave, line) => {
    const test = await startChat({ isGuest: true, chat: [behave, whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'failed', line, messages: [], draft: QUESTION })
    expect(test.run()).toMatchObject({ kind: 'auth' })
    expect(test.engine.access.get().pendingPrompt).toMatchObject({ text: QUESTION })
    // Once on start, once because of the refusal.
    await expect.poll(() => test.server.requestsOf('GET', '/api/chat/anon-status')).toHaveLength(2)
    expect(test.engine.sendPendingPrompt()).toBe('sent')
    await expect.poll(test.screen).toMatchObject({ ...answered(), draft: '' })
  })

  it('because another one is being answered goes back into the composer, and that answer is followed', async () => {
    const stored = { created_at: '2026-11-20T09:00:00Z', images: [], feedback: null }
    const other = [
      { ...stored, id: 'a2', parent_id: 'u2', role: 'assistant', content: 'Süßer', status: 'streaming' },
      { ...stored, id: 'u2', parent_id: 'a1', role: 'user', content: 'And naps?', status: 'complete' },
    ]
    const detail = { stream_id: 'stream-2' }
    const test = await startChat({
      chat: [
        stream(started(1), token('First.', 2), DONE),
        json({ error: 'Running.', code: 'conflict', detail }, 409),
      ],
      messages: json({ items: other, next_cursor: null }),
      conversation: json({
        id: 'c1',
        title: 'Sleep',
        active_stream_id: 'stream-2',
        created_at: stored.created_at,
        updated_at: stored.created_at,
      }),
      resume: [whole],
    })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered('First.'))
    test.ask('What about tea?')
    await expect.poll(test.screen).toMatchObject({
      phase: 'done',
      line: null,
      draft: 'What about tea?',
      messages: [
        { role: 'user', text: 'And naps?' },
        { role: 'assistant', text: TEXT, status: 'complete' },
      ],
    })
    expect(test.server.requestsOf('GET', '/api/chat/streams/stream-2')).toHaveLength(1)
  })

  it("because its UUID was used for another shows 'Chat failed: 409'", async () => {
    const test = await startChat({ chat: [json({ error: 'Used.', code: 'conflict' }, 409)] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(unanswered('Chat failed: 409'))
  })
})

describe('an answer that goes wrong on its way', () => {
  const error = eventText({ type: 'error', message: 'The model is busy.', code: 'busy' })

  it('by an error event keeps its text, shows the message and can be asked for again', async () => {
    const test = await startChat({ chat: [stream(started(), token('Süßer '), error, DONE), whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(unanswered('The model is busy.', { text: 'Süßer ' }))
    expect(test.run()).toMatchObject({ kind: 'stream', message: 'The model is busy.' })
    await retries(test)
    // The server has the question: it is to answer it again.
    expect(test.questions()[1]).toMatchObject({ text: '', parent_id: 'u1', conversation_id: 'c1' })
  })

  it('shows the message at once, while the stream goes on', async () => {
    const test = await startChat({ chat: [open(token('Süßer '), error, token('Schlaf'))] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({
      phase: 'streaming',
      line: 'The model is busy.',
      messages: [{}, { text: 'Süßer Schlaf' }],
    })
  })

  it('is asked for again by a guest under another UUID, or they would get the same one', async () => {
    const test = await startChat({ isGuest: true, chat: [stream(started(), error, DONE), whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(unanswered('The model is busy.'))
    await retries(test)
    expect(test.questions().map(({ text }) => text)).toEqual([QUESTION, QUESTION])
    expect(new Set(test.questions().map((question) => question['client_message_id'])).size).toBe(2)
  })

  it('by unknown and broken events goes on without them, and tells the protocol hook', async () => {
    const noise = [
      eventText({ type: 'telemetry', content: 1 }),
      'data: {not json\n\n',
      'data: null\n\n',
      eventText({ type: 'LLM_Response', content: 5 }),
      eventText({ type: 'citations', content: 'none' }),
      eventText({ type: 'product_update', content: {} }),
      eventText({ type: 'error' }),
      'event: message\nid\nretry: never\nfoo: bar\n\n',
      ': a comment\n\n',
      'data: \ufffd\u0000\n\n',
    ]
    const test = await startChat({ chat: [stream(...EVENTS.flatMap((event) => [event, ...noise]), DONE)] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered())
    expect(test.protocolErrors.map(({ fault }) => fault).slice(0, 8)).toEqual([
      'unknown_type',
      'not_json',
      'broken_field',
      'broken_field',
      'broken_field',
      'broken_field',
      'broken_field',
      'not_json',
    ])
    expect(test.protocolErrors).toHaveLength(8 * EVENTS.length)
  })

  it('by an event of 8 MB is whole', async () => {
    const test = await startChat({ chat: [stream(token('x'.repeat(8_000_000)), DONE)] })
    test.ask()
    await test.ended()
    expect(test.screen().messages?.[1]?.text).toHaveLength(8_000_000)
  })

  it("by an event without end is 'Streaming failed', with what came before, and not asked for over and over", async () => {
    const megabyte = 'x'.repeat(1_000_000)
    const endless: Behaviour = async ({ head, write }) => {
      head()
      await write(EVENTS.slice(0, 4).join(''))
      await write('id: 5\ndata: {"type":"LLM_Response","content":"')
      for (let megabytes = 0; megabytes < 40; megabytes++) await write(megabyte)
    }
    const test = await startChat({ chat: [endless, whole], resume: [endless, endless, endless] })
    test.ask()
    await test.ended()
    await expect
      .poll(test.screen)
      .toMatchObject(unanswered('Streaming failed', { text: 'Süßer Schlaf ', status: 'interrupted' }))
    expect(test.server.requestsOf('GET', '/api/chat/streams/stream-1')).toEqual([])
    await retries(test)
  }, 30_000)
})

describe('what comes after the end', () => {
  it.each([
    ['[DONE] a second time', DONE],
    ['more of the answer', token(' And more.', 8) + DONE],
    ['an error', eventText({ type: 'error', message: 'Too late.' }, 8)],
    ['half an event', 'id: 8\ndata: {"type":'],
    ['bytes that are no text', new Uint8Array([0, 255, 254, 10, 10, 13])],
  ])('is left out: %s', async (_, late) => {
    const test = await startChat({ chat: [stream(bytesFrom(0), late)] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered())
    expect(test.protocolErrors).toEqual([])
    expect(test.server.requestsOf('GET', '/api/chat/streams/stream-1')).toEqual([])
  })

  it('is not waited for: the connection is closed', async () => {
    const closed: string[] = []
    const test = await startChat({
      chat: [
        async ({ head, write, whenClosed }) => {
          whenClosed(() => closed.push('closed'))
          head()
          await write(bytesFrom(0))
        },
      ],
    })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered())
    await expect.poll(() => closed).toEqual(['closed'])
  })
})
