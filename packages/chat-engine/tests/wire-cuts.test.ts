// @vitest-environment node
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answered,
  broken,
  bytesFrom,
  bytesOf,
  EVENTS,
  open,
  retries,
  TEXT,
  unanswered,
  upTo,
  whole,
} from './answer-stream.ts'
import { DONE, eventText, html, json, stream } from './misbehaving-server.ts'
import type { Behaviour } from './misbehaving-server.ts'
import { startChat } from './start-chat.ts'
import type { ChatUnderTest } from './start-chat.ts'

const half = EVENTS.slice(0, 4).join('')
const HALF_TEXT = 'Süßer Schlaf '

function resumedAfter({ server }: ChatUnderTest) {
  return server.requestsOf('GET', '/api/chat/streams/stream-1').map(({ headers }) => headers['last-event-id'])
}

describe('an answer that is cut off', () => {
  it('in the middle of an event, wherever that is, is taken up: its text is whole and not doubled', async () => {
    const chat: Behaviour[] = []
    const resume: Behaviour[] = []
    const test = await startChat({ chat, resume })
    for (let bytes = 0; bytes <= bytesFrom(0).length; bytes++) {
      chat.push(upTo(bytes))
      resume.splice(0, resume.length, whole)
      test.ask()
      await test.ended()
      expect([bytes, test.run().phase, test.screen().messages?.at(-1)?.text]).toEqual([bytes, 'done', TEXT])
    }
  }, 30_000)

  it('again and again is taken up again and again', async () => {
    const cuts = fc.array(fc.nat(bytesFrom(0).length), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(cuts, async ([first = 0, ...rest]) => {
        const test = await startChat({ chat: [upTo(first)], resume: [...rest.map(upTo), whole] })
        test.ask()
        await expect.poll(test.screen).toMatchObject(answered())
        test.engine.dispose()
      }),
      { numRuns: 50 },
    )
  }, 30_000)

  it('in the middle of a character never shows half of it', async () => {
    const test = await startChat({ chat: [open(half)], resume: [whole] })
    test.ask()
    await expect
      .poll(test.screen)
      .toMatchObject({ phase: 'streaming', line: 'Searching…', messages: [{}, { text: HALF_TEXT }] })
    const texts: string[] = []
    const [, messageKey = ''] = test.engine.thread(test.key()).get().messageKeys
    const message = test.engine.message(messageKey)
    message.subscribe(() => texts.push(message.get()?.text ?? ''))
    // Up to the second of the four bytes of 😴.
    const inside = bytesFrom(0).indexOf(0xf0) + 2
    await test.connections[0]?.write(bytesFrom(0).subarray(bytesOf(4), inside))
    test.connections[0]?.cut()
    await expect.poll(test.screen).toMatchObject(answered())
    expect(texts.filter((text) => !TEXT.startsWith(text))).toEqual([])
    expect(resumedAfter(test)).toEqual(['4'])
  })

  it('shows what came of it, and that it is being taken up', async () => {
    const test = await startChat({
      chat: [open(half)],
      resume: [whole],
      limits: { reconnectDelaysMs: [250] },
    })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'streaming', messages: [{}, { text: HALF_TEXT }] })
    test.connections[0]?.cut()
    await expect
      .poll(test.screen)
      .toMatchObject({ phase: 'reconnecting', messages: [{}, { text: HALF_TEXT, status: 'streaming' }] })
    test.advance(250)
    await expect.poll(test.screen).toMatchObject(answered())
  })

  it.each<[string, Behaviour[]]>([
    ['is unknown to the server', [json({ error: 'Not found.', code: 'not_found' }, 404)]],
    ["is another person's", [json({ error: 'Sign in.', code: 'login_required' }, 401)]],
    ['cannot be had three times', [html(502), html(503), ({ cut }) => cut()]],
    ['says nothing new three times', [open(), open(), open()].map(cutAtOnce)],
    ['may be asked for in ten minutes', [json({ error: 'Slow down.' }, 429, { 'Retry-After': '600' })]],
  ])("and %s keeps what came, says 'Streaming failed' and can be asked again", async (_, resume) => {
    const attempts = resume.length
    const test = await startChat({ chat: [open(half), whole], resume: [...resume] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ messages: [{}, { text: HALF_TEXT }] })
    test.connections[0]?.cut()
    await expect.poll(test.screen).toMatchObject(broken(HALF_TEXT))
    expect(test.run()).toMatchObject({ kind: 'stream', message: 'Streaming failed' })
    expect(resumedAfter(test)).toHaveLength(attempts)
    await retries(test)
  })

  it("and has no name is not taken up: 'Streaming failed'", async () => {
    const nameless: Behaviour = async ({ head, write, cut }) => {
      head(200, { 'Content-Type': 'text/event-stream' })
      await write(half)
      cut()
    }
    const test = await startChat({ chat: [nameless, whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'failed', line: 'Streaming failed' })
    expect(test.server.requestsOf('GET', '/api/chat/streams/stream-1')).toEqual([])
    await retries(test)
  })

  it('is taken up through what proxies say while a server starts', async () => {
    const test = await startChat({
      chat: [upTo(bytesOf(4))],
      resume: [html(502), html(200), whole],
    })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered())
  })

  it('is not taken up before the server allows it', async () => {
    const busy = json({ error: 'Slow down.' }, 429, { 'Retry-After': '7' })
    const test = await startChat({ chat: [upTo(bytesOf(4))], resume: [busy, whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'reconnecting' })
    await expect.poll(() => resumedAfter(test)).toHaveLength(1)
    await expect.poll(() => test.timers).toContain(7000)
    test.advance(6999)
    test.engine.resume()
    expect(resumedAfter(test)).toHaveLength(1)
    test.advance(1)
    await expect.poll(test.screen).toMatchObject(answered())
  })

  it('is taken up as soon as the network is back, although all attempts were used up', async () => {
    const offline: Behaviour = ({ cut }) => cut()
    const test = await startChat({ chat: [upTo(bytesOf(4))], resume: [offline, offline, offline, whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'failed', line: 'Streaming failed' })
    test.engine.resume()
    await expect.poll(test.screen).toMatchObject(answered())
  })
})

const nothing: Behaviour = ({ head, end }) => {
  head(204, {})
  end()
}

describe('a stream that ends without [DONE]', () => {
  it('is complete when the server has nothing more to say', async () => {
    const test = await startChat({ isGuest: true, chat: [stream(...EVENTS)], resume: [nothing] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered())
    expect(resumedAfter(test)).toEqual(['7'])
  })

  it('is what the history says when the server has forgotten the stream', async () => {
    const message = { parent_id: null, images: [], created_at: '2026-11-20T09:00:00Z', feedback: null }
    const test = await startChat({
      chat: [stream(half)],
      resume: [nothing],
      messages: json({
        items: [
          { ...message, id: 'a1', role: 'assistant', content: `${HALF_TEXT}😴`, status: 'interrupted' },
          { ...message, id: 'u1', role: 'user', content: 'What helps me sleep?', status: 'complete' },
        ],
        next_cursor: null,
      }),
    })
    test.ask()
    await expect.poll(test.screen).toMatchObject({
      messages: [{}, { text: `${HALF_TEXT}😴`, status: 'interrupted', error: 'Streaming failed' }],
    })
  })

  it("keeps what came and says 'Streaming failed' when it cannot be taken up", async () => {
    const test = await startChat({ chat: [stream(half), whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(broken(HALF_TEXT))
    await retries(test)
  })

  it("after an error event keeps the error's own words", async () => {
    const error = eventText({ type: 'error', message: 'The model is busy.', code: 'busy' }, 5)
    const test = await startChat({ chat: [stream(half, error), whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(unanswered('The model is busy.', { text: HALF_TEXT }))
    await retries(test)
  })
})

describe('a connection that says nothing', () => {
  it('for 45 s is lost: the answer is taken up', async () => {
    const test = await startChat({ chat: [open(half)], resume: [whole] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'streaming', messages: [{}, { text: HALF_TEXT }] })
    test.advance(44_999)
    expect(test.screen().phase).toBe('streaming')
    test.advance(1)
    await expect.poll(test.screen).toMatchObject(answered())
    expect(resumedAfter(test)).toEqual(['4'])
  })

  it('but pings is kept, for minutes', async () => {
    const test = await startChat({ chat: [open(half)] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'streaming', messages: [{}, { text: HALF_TEXT }] })
    for (let quarters = 0; quarters < 20; quarters++) {
      test.advance(15_000)
      const before = test.timers.length
      await test.connections[0]?.write(': ping\n\n')
      await expect.poll(() => test.timers.length).toBeGreaterThan(before)
    }
    test.advance(44_999)
    expect(test.screen().phase).toBe('streaming')
    await test.connections[0]?.write(EVENTS.slice(4).join('') + DONE)
    await expect.poll(test.screen).toMatchObject(answered())
    expect(resumedAfter(test)).toEqual([])
  })

  it('and says nothing again each time it is taken up is given up', async () => {
    const test = await startChat({ chat: [open(half), whole], resume: [open(), open(), open()] })
    test.ask()
    await expect.poll(test.screen).toMatchObject({ phase: 'streaming', messages: [{}, { text: HALF_TEXT }] })
    for (let attempt = 1; attempt <= 3; attempt++) {
      test.advance(45_000)
      await expect.poll(() => resumedAfter(test)).toHaveLength(attempt)
      await expect.poll(test.screen).toMatchObject({ phase: 'streaming' })
    }
    test.advance(45_000)
    await expect.poll(test.screen).toMatchObject(broken(HALF_TEXT))
    await retries(test)
  })

  it("from the beginning is 'Streaming failed', and the question is not lost", async () => {
    const test = await startChat({ chat: [() => undefined, whole] })
    test.ask()
    await expect.poll(() => test.connections).toHaveLength(1)
    test.advance(44_999)
    expect(test.screen().phase).toBe('submitting')
    test.advance(1)
    await expect.poll(test.screen).toMatchObject(unanswered('Streaming failed'))
    expect(test.run()).toMatchObject({ kind: 'network' })
    await retries(test)
    const [first, second] = test.questions()
    expect(second).toEqual(first)
  })

  it('while a picture is on its way is given the time that this takes', async () => {
    const test = await startChat({ chat: [() => undefined] })
    const image = { mimeType: 'image/png', data: 'A'.repeat(320_000), name: 'label.png' }
    test.engine.send(test.key(), { text: 'What is this?', images: [image] })
    await expect.poll(() => test.connections).toHaveLength(1)
    test.advance(54_999)
    expect(test.screen().phase).toBe('submitting')
    test.advance(1)
    await expect.poll(test.screen).toMatchObject({ phase: 'failed', line: 'Streaming failed' })
  })
})

function cutAtOnce(behave: Behaviour): Behaviour {
  return async (connection) => {
    await behave(connection)
    connection.cut()
  }
}

describe('an answer that comes one byte at a time', () => {
  it('is the same answer', async () => {
    const test = await startChat({ chat: [open(...Array.from(bytesFrom(0), (byte) => Uint8Array.of(byte)))] })
    test.ask()
    await expect.poll(test.screen).toMatchObject(answered())
  })
})
