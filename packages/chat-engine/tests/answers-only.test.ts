// @vitest-environment node
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createChatEngine } from '../src/index.ts'
import { createMemoryStorage } from '../src/testing.ts'
import { createAnswersOnly } from './answers-only-example.ts'

// Bodies as in a browser whose ReadableStream is no async iterable, such as Safari before 27.
beforeEach(() => {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call)
    if (response.body !== null)
      Object.defineProperty(response.body, Symbol.asyncIterator, { value: undefined })
    return response
  })
})

/** Starts a server that answers by the number of received messages, and an engine connected to it. */
async function startChat(answer: (messages: number, response: ServerResponse) => void) {
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const messages = await json(request)
    answer(Array.isArray(messages) ? messages.length : 0, response)
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const transport = createAnswersOnly(`http://127.0.0.1:${port}`)
  const engine = createChatEngine({
    transport,
    storage: createMemoryStorage(),
    disclaimer: { required: false },
  })
  onTestFinished(() => {
    engine.dispose()
    server.closeAllConnections()
    server.close()
  })
  await engine.start()
  const key = engine.conversations.get().selectedKey ?? ''
  return {
    engine,
    key,
    phase: () => engine.thread(key).get().run.phase,
    texts: () =>
      engine
        .thread(key)
        .get()
        .messageKeys.map((each) => engine.message(each).get()?.text),
  }
}

it('a server that only answers is a whole chat, which brings along what was said', async () => {
  const { engine, key, phase, texts } = await startChat((messages, response) => {
    response.write('I was told ')
    response.end(`${messages} messages.`)
  })
  expect(engine.access.get().status).toBe('guest')
  for (const question of ['One?', 'Two?']) {
    expect(engine.send(key, { text: question })).toBe('sent')
    await expect.poll(phase).toBe('done')
  }
  expect(texts()).toEqual(['One?', 'I was told 1 messages.', 'Two?', 'I was told 3 messages.'])
  const [, , second = ''] = engine.thread(key).get().messageKeys
  expect(engine.edit(second, { text: 'Three?' })).toBe('sent')
  await expect.poll(phase).toBe('done')
  expect(texts()).toEqual(['One?', 'I was told 1 messages.', 'Three?', 'I was told 3 messages.'])
})

it('its answer ends at the server when it is stopped', async () => {
  let isClosed = false
  const { engine, key, phase, texts } = await startChat((_, response) => {
    response.on('close', () => (isClosed = true))
    response.write('Begun')
  })
  engine.send(key, { text: 'One?' })
  await expect.poll(texts).toEqual(['One?', 'Begun'])
  await engine.stop(key)
  await expect.poll(() => isClosed).toBe(true)
  expect(phase()).toBe('stopped')
})

it('its refusal is told', async () => {
  const { engine, key, phase } = await startChat((_, response) => response.writeHead(503).end())
  engine.send(key, { text: 'One?' })
  await expect.poll(phase).toBe('failed')
  expect(engine.thread(key).get().statusLine?.text).toBe('Chat failed: 503')
})

it('the document shows it to the letter', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(read('../../../docs/adopt-chat-engine.md')).toContain(read('./answers-only-example.ts').trim())
})
