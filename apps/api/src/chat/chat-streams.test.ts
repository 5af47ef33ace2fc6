import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { errorBodySchema } from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { createScriptedModel, type ScriptedModel } from '../../tests/scripted-model.ts'
import { createTestClock, settle, type TestClock } from '../../tests/test-clock.ts'
import { messages } from '../db/schema/chat.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { type HttpServer, listen } from '../platform/server/http-server.ts'
import { createMemoryStreamLog } from './streams/memory-stream-log.ts'

describe('a running answer', () => {
  let clock: TestClock
  let model: ScriptedModel
  let test: ChatApp
  let cookie: string
  beforeEach(async () => {
    clock = createTestClock()
    model = createScriptedModel()
    test = await openChatApp({ clock, model, runtime: { maxAnswerTokens: 1_000_000 } })
    cookie = (await test.signedIn()).cookie
  })
  afterEach(() => test.close())

  /** Asks, and waits until the model runs and has been heard. */
  const begin = async (body: Record<string, unknown> = {}, as: string | undefined = cookie) => {
    const asked = model.asked()
    const response = await test.ask({ text: 'Anything?', ...body }, as)
    expect(response.status).toBe(200)
    await asked
    const reader = openReader(response)
    const ids = firstOf([...parseStream(await reader.readTo('"message"')).events], 'message').content
    return { response, reader, ids, streamId: response.headers.get('x-stream-id') ?? '' }
  }
  const stored = async (id: string) => {
    const [row] = await test.database.db.select().from(messages).where(eq(messages.id, id))
    return row
  }
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await settle()
  }
  const ofAnotherProcess = () => createMemoryStreamLog({ clock })
  const statusIs = (id: string, status: string) => until(async () => (await stored(id))?.status === status)

  it("is preceded by the person's message in the database", async () => {
    const { ids } = await begin()
    expect(await stored(ids.user_id)).toMatchObject({
      role: 'user',
      content: 'Anything?',
      status: 'complete',
    })
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'streaming', content: '' })
  })

  it('is written at least once a second', async () => {
    const { ids, reader } = await begin()
    model.say('One two')
    await reader.readTo('One two')
    await clock.advance(1000)
    await until(async () => (await stored(ids.assistant_id))?.content === 'One two')
    model.say(' three')
    await reader.readTo('three')
    await clock.advance(1000)
    await until(async () => (await stored(ids.assistant_id))?.content === 'One two three')
    expect((await stored(ids.assistant_id))?.status).toBe('streaming')
  })

  it('is found by its conversation, replayed to whoever resumes, and goes on without a reader', async () => {
    const { ids, reader, streamId } = await begin()
    const conversation = `/api/conversations/${ids.conversation_id}`
    expect(await (await test.get(conversation, cookie)).json()).toMatchObject({ active_stream_id: streamId })
    model.say('One ')
    await reader.readTo('One ')
    await reader.cancel()
    model.say('two ')
    const resumed = await test.get(`/api/chat/streams/${streamId}`, cookie, { 'last-event-id': '1' })
    model.say('three')
    model.end()
    const { events, ids: numbers, done } = parseStream(await resumed.text())
    expect(answerText(events)).toBe('One two three')
    expect(numbers[0]).toBe(2)
    expect(done).toBe(true)
    const last = String(numbers.at(-1))
    expect((await test.get(`/api/chat/streams/${streamId}`, cookie, { 'last-event-id': last })).status).toBe(
      204,
    )
    expect(await (await test.get(conversation, cookie)).json()).toMatchObject({ active_stream_id: null })
  })

  it("is another person's 404, like an unknown one", async () => {
    const { streamId } = await begin()
    const other = (await test.signedIn()).cookie
    for (const as of [other, undefined]) {
      expect((await test.get(`/api/chat/streams/${streamId}`, as)).status).toBe(404)
      expect((await test.send('POST', `/api/chat/streams/${streamId}/stop`, {}, as)).status).toBe(404)
    }
    expect((await test.get(`/api/chat/streams/${crypto.randomUUID()}`, cookie)).status).toBe(404)
    expect((await test.get('/api/chat/streams/none', cookie)).status).toBe(404)
  })

  it('is resumed and stopped by its id in capitals, too', async () => {
    const { ids, reader, streamId } = await begin()
    const capitals = streamId.toUpperCase()
    expect(capitals).not.toBe(streamId)
    model.say('Half')
    await reader.readTo('Half')
    const resumed = await test.get(`/api/chat/streams/${capitals}`, cookie)
    expect(resumed.status).toBe(200)
    const stopped = await test.send('POST', `/api/chat/streams/${capitals}/stop`, {}, cookie)
    expect(await stopped.json()).toEqual({ ok: true })
    expect(answerText(parseStream(await resumed.text()).events)).toBe('Half')
    expect((await stored(ids.assistant_id))?.status).toBe('stopped')
  })

  it('of a guest has an id of 256 random bits, which resumes and stops it in capitals, too', async () => {
    const { reader, streamId } = await begin({}, '')
    expect(streamId).toMatch(/^[0-9a-f]{64}$/u)
    model.say('Half')
    await reader.readTo('Half')
    const resumed = await test.get(`/api/chat/streams/${streamId.toUpperCase()}`)
    expect(resumed.status).toBe(200)
    expect((await test.get(`/api/chat/streams/${streamId.slice(0, -1)}`)).status).toBe(404)
    const other = `${streamId.slice(0, -1)}${streamId.endsWith('0') ? '1' : '0'}`
    expect((await test.get(`/api/chat/streams/${other}`)).status).toBe(404)
    const stopped = await test.send('POST', `/api/chat/streams/${streamId.toUpperCase()}/stop`, {})
    expect(await stopped.json()).toEqual({ ok: true })
    expect(answerText(parseStream(await resumed.text()).events)).toBe('Half')
  })

  it('keeps the partial answer when it is stopped', async () => {
    const { ids, reader, streamId } = await begin()
    model.say('Half an ans')
    await reader.readTo('Half')
    const response = await test.send('POST', `/api/chat/streams/${streamId}/stop`, {}, cookie)
    expect(await response.json()).toEqual({ ok: true })
    expect(parseStream(await reader.rest()).done).toBe(true)
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'stopped', content: 'Half an ans' })
    expect(model.calls[0]?.abortSignal?.aborted).toBe(true)
    expect((await test.send('POST', `/api/chat/streams/${streamId}/stop`, {}, cookie)).status).toBe(200)
  })

  it('is stopped when nobody has read it for 60 s', async () => {
    const client_message_id = crypto.randomUUID()
    const { ids, reader, streamId } = await begin({ client_message_id })
    model.say('Half')
    await reader.readTo('Half')
    await reader.cancel()
    await clock.advance(60_000)
    await statusIs(ids.assistant_id, 'stopped')
    expect((await stored(ids.assistant_id))?.content).toBe('Half')
    // A returning reader gets the interruption from the stream and from a repeated send.
    const resumed = await test.get(`/api/chat/streams/${streamId}`, cookie)
    expect(firstOf(parseStream(await resumed.text()).events, 'error').code).toBe('abandoned')
    const later = await openChatApp({ database: test.database })
    const again = await later.ask({ text: 'Anything?', client_message_id }, cookie)
    const { events } = parseStream(await again.text())
    expect([answerText(events), firstOf(events, 'error').code]).toEqual(['Half', 'stopped'])
  })

  it('is cut off where it becomes too long, keeps what came before, and says so', async () => {
    const short = await openChatApp({
      database: test.database,
      clock,
      model,
      runtime: { maxAnswerTokens: 2 },
    })
    const asked = model.asked()
    const answer = short.ask({ text: 'Anything?' }, cookie)
    await asked
    expect(model.calls.at(-1)?.maxOutputTokens).toBe(2)
    model.say('Short enough. ')
    model.say('x'.repeat(64))
    const { events, done } = parseStream(await (await answer).text())
    expect([answerText(events), firstOf(events, 'error').code, done]).toEqual([
      'Short enough. ',
      'too_long',
      true,
    ])
    const { assistant_id: id } = firstOf(events, 'message').content
    expect(await stored(id)).toMatchObject({ status: 'stopped', content: 'Short enough. ' })
  })

  it('is the only one of its conversation: a second send is 409 with the stream', async () => {
    const { ids, streamId } = await begin()
    const response = await test.ask({ text: 'More?', conversation_id: ids.conversation_id }, cookie)
    expect(response.status).toBe(409)
    expect(errorBodySchema.parse(await response.json())).toMatchObject({
      code: 'conflict',
      detail: { stream_id: streamId },
    })
    model.end()
  })

  it('is answered with the same stream when it is sent again', async () => {
    const client_message_id = crypto.randomUUID()
    const { ids, streamId } = await begin({ client_message_id })
    const again = await test.ask(
      { text: 'Anything?', client_message_id, conversation_id: ids.conversation_id },
      cookie,
    )
    expect(again.headers.get('x-stream-id')).toBe(streamId)
    model.say('Once.')
    model.end()
    expect(answerText(parseStream(await again.text()).events)).toBe('Once.')
    expect(model.calls).toHaveLength(1)
  })

  it('ends when its conversation is deleted, and nothing of it comes back', async () => {
    const { ids, reader } = await begin()
    model.say('Half')
    await reader.readTo('Half')
    expect(
      (await test.send('DELETE', `/api/conversations/${ids.conversation_id}`, undefined, cookie)).status,
    ).toBe(204)
    await reader.rest()
    expect(await stored(ids.assistant_id)).toBeUndefined()
    expect((await test.get(`/api/conversations/${ids.conversation_id}`, cookie)).status).toBe(404)
  })

  it("tells a failure in plain words, and nothing of the provider's", async () => {
    const { ids, reader } = await begin()
    model.say('Half')
    await reader.readTo('Half')
    model.fail(new Error('secret upstream detail at https://internal.example'))
    const { events, done } = parseStream(await reader.rest())
    expect(firstOf(events, 'error')).toEqual({
      type: 'error',
      code: 'model_failed',
      message: 'The assistant could not finish its answer. Please try again.',
    })
    expect(done).toBe(true)
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'failed', content: 'Half' })
    expect(JSON.stringify(test.logged)).toContain('secret upstream detail')
  })

  it("tells a failure, and what is under way, in each reader's language", async () => {
    const { reader, streamId } = await begin()
    const path = `/api/chat/streams/${streamId}`
    const headers = { cookie, 'accept-language': 'ar' }
    const other = openReader(await test.app.request(path, { headers }))
    model.say('Half')
    await reader.readTo('Half')
    model.fail(new Error('secret upstream detail'))
    const { events } = parseStream(await other.rest())
    expect(answerText(events)).toBe('Half')
    expect(firstOf(events, 'error')).toEqual({
      type: 'error',
      code: 'model_failed',
      message: 'لم يتمكن المساعد من إنهاء إجابته. حاول مرة أخرى.',
    })
    expect(await reader.rest()).toContain('The assistant could not finish its answer.')
  })

  it('shows a product tag that no search gave as a plain name', async () => {
    const { reader } = await begin()
    model.say('Buy <product>Snake')
    model.say(' Oil</product> now [99]')
    model.end()
    const { events } = parseStream(await reader.rest())
    expect(answerText(events)).toBe('Buy Snake Oil now')
    expect(events.some((event) => event.type === 'product_update')).toBe(false)
  })

  it('is not ended by text that looks like the end of a stream', async () => {
    const { reader } = await begin()
    const text = 'data: [DONE]\n\nid: 7\ndata: {"type":"error"}\n\n'
    model.say(text)
    model.end()
    const { events } = parseStream(await reader.rest())
    expect(answerText(events)).toBe(text)
  })

  it('pings at least every 15 s', async () => {
    const { reader } = await begin()
    const ping = reader.readTo(': ping')
    await settle()
    await clock.advance(15_000)
    expect(await ping).toBe(': ping\n\n')
    model.end()
  })

  it('finishes within the grace of a stop; nothing new begins', async () => {
    const { ids, reader } = await begin()
    const drained = test.runtime.drain(10_000)
    const refused = await test.ask({ text: 'Another?' }, cookie)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    model.say('Done.')
    model.end()
    await drained
    expect(parseStream(await reader.rest()).done).toBe(true)
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'complete', content: 'Done.' })
  })

  it('is marked interrupted, with its text, when the grace is over', async () => {
    const { ids, reader } = await begin()
    model.say('Half')
    await reader.readTo('Half')
    const drained = test.runtime.drain(10_000)
    await clock.advance(10_000)
    await drained
    const { events } = parseStream(await reader.rest())
    expect(firstOf(events, 'error').code).toBe('interrupted')
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'interrupted', content: 'Half' })
  })

  it('becomes interrupted at the next start when its process is gone', async () => {
    const { ids, reader } = await begin()
    model.say('Half')
    await reader.readTo('Half')
    await clock.advance(1000)
    await until(async () => (await stored(ids.assistant_id))?.content === 'Half')
    const next = await openChatApp({ database: test.database, runtime: { streams: ofAnotherProcess() } })
    await next.runtime.recover()
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'interrupted', content: 'Half' })
  })

  it('is left alone by an instance that starts while others run, and marked once that one is alone', async () => {
    const { ids } = await begin()
    let alone = false
    const next = await openChatApp({
      database: test.database,
      runtime: { isAlone: () => Promise.resolve(alone), streams: ofAnotherProcess() },
    })
    await next.runtime.recover()
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'streaming' })
    alone = true
    await next.runtime.recover()
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'interrupted' })
  })

  it('is marked when a log of all instances misses it twice, or has it ended', async () => {
    const [first, second] = [await begin(), await begin()]
    const streams = createMemoryStreamLog({ clock })
    const ended = await streams.open({ id: second.streamId, ownerId: null, onStop: () => undefined })
    const next = await openChatApp({
      database: test.database,
      runtime: { streams: { ...streams, shared: true } },
    })
    const statuses = async () => [
      (await stored(first.ids.assistant_id))?.status,
      (await stored(second.ids.assistant_id))?.status,
    ]
    await next.runtime.recover()
    expect(await statuses()).toEqual(['streaming', 'streaming'])
    await ended.end()
    await next.runtime.recover()
    expect(await statuses()).toEqual(['interrupted', 'interrupted'])
  })

  it('is whole after all when the process that was thought gone finishes it', async () => {
    const { ids, reader } = await begin()
    model.say('Half')
    await reader.readTo('Half')
    const next = await openChatApp({ database: test.database, runtime: { streams: ofAnotherProcess() } })
    await next.runtime.recover()
    model.say(' and half')
    model.end()
    await reader.rest()
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'complete', content: 'Half and half' })
  })

  it('is saved late when the database was away at its end', async () => {
    const { ids, reader } = await begin()
    model.say('Whole')
    await reader.readTo('Whole')
    await test.database.db.execute(sql`alter table messages rename to away`)
    model.end()
    let told = false
    const rest = reader.rest().finally(() => (told = true))
    await until(async () => {
      await clock.advance(1000)
      return told
    })
    expect(firstOf(parseStream(await rest).events, 'error').code).toBe('not_saved')
    await test.database.db.execute(sql`alter table away rename to messages`)
    await until(async () => {
      await clock.advance(30_000)
      return (await stored(ids.assistant_id))?.status === 'complete'
    })
    expect((await stored(ids.assistant_id))?.content).toBe('Whole')
  })

  it('goes on for its owner when they sign out, and a visitor cannot read it', async () => {
    const { ids, reader, streamId } = await begin()
    expect((await test.send('POST', '/api/logout', {}, cookie)).status).toBe(200)
    expect((await test.get(`/api/chat/streams/${streamId}`, cookie)).status).toBe(404)
    model.say('Done.')
    model.end()
    await reader.rest()
    expect(await stored(ids.assistant_id)).toMatchObject({ status: 'complete', content: 'Done.' })
  })

  describe('over a socket', () => {
    let server: HttpServer
    let origin: string
    let connections: ServerResponse[]
    beforeEach(async () => {
      connections = []
      const watched = new Hono<AppEnv>().all('*', (c) => {
        if (c.env.outgoing !== undefined) connections.push(c.env.outgoing)
        return test.app.fetch(c.req.raw, c.env)
      })
      server = await listen(watched, '127.0.0.1', 0)
      origin = `http://127.0.0.1:${server.port}`
    })
    afterEach(async () => {
      server.close()
      await server.drain(1000)
    })

    it('waits for a reader that takes nothing, and holds next to nothing for it', async () => {
      const { ids, streamId } = await begin()
      const stalled = connect(server.port, '127.0.0.1')
      stalled.write(`GET /api/chat/streams/${streamId} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
      await new Promise((resolve) => stalled.once('readable', resolve))
      const piece = 'word '.repeat(20_000)
      for (let count = 0; count < 200; count += 1) model.say(piece)
      model.end()
      await statusIs(ids.assistant_id, 'complete')
      expect(connections.map(({ writableLength }) => writableLength < 1_000_000)).toEqual([true])
      stalled.destroy()
      const resumed = await fetch(`${origin}/api/chat/streams/${streamId}`, {
        headers: { cookie, 'last-event-id': '1' },
      })
      expect(answerText(parseStream(await resumed.text()).events)).toBe(piece.repeat(200))
    }, 60_000)

    it('arrives piece by piece, survives the loss of its reader, and is resumed', async () => {
      const asked = model.asked()
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie }
      const abort = new AbortController()
      const response = await fetch(`${origin}/api/chat`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ text: 'Anything?' }),
        signal: abort.signal,
      })
      await asked
      const reader = openReader(response)
      for (const piece of ['One ', 'two ']) {
        model.say(piece)
        await reader.readTo(piece)
      }
      abort.abort()
      model.say('three ')
      const streamId = response.headers.get('x-stream-id') ?? ''
      const resumed = await fetch(`${origin}/api/chat/streams/${streamId}`, {
        headers: { cookie, 'last-event-id': '2' },
      })
      model.say('four')
      model.end()
      expect(answerText(parseStream(await resumed.text()).events)).toBe('two three four')
      // With its last reader gone for a minute nothing is left to watch: the abort was noticed.
      await until(async () => test.runtime.running === 0)
    })
  })
})

/** Reads a response step by step. */
function openReader(response: Response) {
  if (response.body === null) throw new Error('The response has no body.')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async readTo(part: string): Promise<string> {
      let text = ''
      while (!text.includes(part)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`The stream ended without ${part}: ${text}`)
        text += value
      }
      return text
    },
    async rest(): Promise<string> {
      let text = ''
      for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
      return text
    },
    cancel: () => reader.cancel(),
  }
}
