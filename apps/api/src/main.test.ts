import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messageListSchema } from '@org/api-client/contract'
import { firstOf, parseStream } from '../tests/chat-app.ts'
import { type PacedProvider, startPacedProvider } from '../tests/measurement/paced-provider.ts'
import { killPrograms, openBrowser, startServerProcess } from '../tests/server-process.ts'

const start = startServerProcess
const question = 'How much magnesium does an adult need, and what helps me sleep?'

/** A demonstration account's browser. */
async function signIn(url: string) {
  const browser = openBrowser(url)
  const account = { email: 'user@example.com', password: 'demonstration-only' }
  expect((await browser.post('/api/login', account)).status).toBe(200)
  return { get: browser.get, ask: (body: object) => browser.post('/api/chat', body) }
}

/** Reads a stream up to a type of event, and gives the ids that its first event names. */
async function readUntil(answer: Response, type: string) {
  if (answer.body === null) throw new Error('There is no stream.')
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes(`"type":"${type}"`)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The stream ended: ${text}`)
    text += value
  }
  // The process that feeds it is about to die.
  reader.closed.catch(() => undefined)
  return firstOf(parseStream(text.slice(0, text.lastIndexOf('\n\n') + 2)).events, 'message').content
}

describe('the server as a process', () => {
  let dataDir: string
  let provider: PacedProvider
  beforeAll(async () => {
    provider = await startPacedProvider()
    dataDir = await mkdtemp(join(tmpdir(), 'org-api-main-'))
  })
  afterEach(killPrograms)
  afterAll(async () => {
    await provider.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('serves the demonstration, finishes a running answer after SIGTERM, and ends with 0', async () => {
    // A server that waited for its grace to pass would be too late for this test.
    const server = start({ DATA_DIR: dataDir, STOP_GRACE_SECONDS: '600' })
    const answer = await (await signIn(await server.ready)).ask({ text: question })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    server.signal('SIGTERM')
    const text = await answer.text()
    expect(text).toContain('"type":"citations"')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    const { code, output } = await server.exited
    expect(code).toBe(0)
    expect(output).toMatch(/Address {4}http:\/\/localhost:\d+\//u)
    expect(output).toContain('user@example.com, client@example.com, admin@example.com')
  }, 180_000)

  it('keeps every acknowledged message through kill -9, and takes questions again', async () => {
    provider.holdAt(3)
    const first = start({ DATA_DIR: dataDir, ...provider.environment })
    const before = await signIn(await first.ready)
    const answer = await before.ask({ text: question })
    const ids = await readUntil(answer, 'LLM_Response')
    first.signal('SIGKILL')
    await first.exited

    provider.goOn()
    const second = start({ DATA_DIR: dataDir, ...provider.environment })
    const after = await signIn(await second.ready)
    const path = `/api/conversations/${ids.conversation_id}/messages`
    const { items } = messageListSchema.parse(await (await after.get(path)).json())
    expect(items).toMatchObject([
      { id: ids.assistant_id, role: 'assistant', status: 'interrupted' },
      { id: ids.user_id, role: 'user', content: question, status: 'complete' },
    ])
    const again = await after.ask({ text: '', parent_id: ids.user_id })
    expect((await again.text()).endsWith('data: [DONE]\n\n')).toBe(true)
    second.signal('SIGTERM')
    expect((await second.exited).code).toBe(0)
  }, 180_000)

  it('tells the readers of several running answers when its grace is over, and ends with 0', async () => {
    provider.holdAt(3)
    const server = start({ DATA_DIR: dataDir, STOP_GRACE_SECONDS: '0', ...provider.environment })
    const person = await signIn(await server.ready)
    const answers = await Promise.all([1, 2, 3, 4].map(() => person.ask({ text: question })))
    server.signal('SIGTERM')
    for (const answer of answers) {
      const text = await answer.text()
      expect(text).toContain('"code":"interrupted"')
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    }
    expect((await server.exited).code).toBe(0)
  }, 180_000)

  it('lives through a promise that nobody watches, drains at a signal, and ends at once at the next', async () => {
    provider.holdAt(3)
    // The whole of what goes wrong: there is nobody to catch it.
    const stray = `const timer = setInterval(() => {
      if (process.listenerCount('unhandledRejection') === 0) return
      clearInterval(timer)
      Promise.reject(new Error('stray'))
    }, 20)`
    const server = start({
      DATA_DIR: dataDir,
      STOP_GRACE_SECONDS: '600',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}`,
      ...provider.environment,
    })
    const person = await signIn(await server.ready)
    const answer = await person.ask({ text: question })
    await readUntil(answer, 'LLM_Response')
    server.signal('SIGTERM')
    await expect.poll(async () => (await person.get('/readyz')).status).toBe(503)
    // Sooner than a second after the first it may be the same one, passed on by a wrapper.
    await sleep(1100)
    server.signal('SIGTERM')
    const { code, output } = await server.exited
    expect(code).toBe(1)
    expect(output).toContain('"msg":"unhandled rejection"')
    provider.goOn()
  }, 180_000)

  it('refuses a data directory that another server has open', async () => {
    const first = start({ DATA_DIR: dataDir })
    await first.ready
    const { code, output } = await start({ DATA_DIR: dataDir }).exited
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /is in use by process \d+\. Stop that server, or set DATA_DIR to another directory\.\n$/u,
      ),
    ])
    first.signal('SIGINT')
    expect((await first.exited).code).toBe(0)
  }, 180_000)

  it('names what is wrong with the configuration, and ends with 1', async () => {
    const { code, output } = await start({ DATABASE_URL: 'nonsense', LOG_LEVEL: 'loud' }).exited
    expect(code).toBe(1)
    expect(output).toContain('  - DATABASE_URL must be a postgres:// address\n  - LOG_LEVEL must be one of')
  })

  it.each([
    [
      { DATA_DIR: import.meta.filename },
      /^The database cannot be used \(DATA_DIR .*\): it is not a folder\.\n$/u,
    ],
    [
      { DATA_DIR: join(import.meta.filename, 'data') },
      /^The database cannot be used \(DATA_DIR .*\): a part of its path is not a folder\.\n$/u,
    ],
    [
      { DATABASE_URL: 'postgres://u:s3cret@127.0.0.1:1/x' },
      /^The database cannot be used \(DATABASE_URL at 127\.0\.0\.1:1\): nothing listens there\.\n$/u,
    ],
  ])('says in one sentence that it cannot start with %o', async (environment, sentence) => {
    const { code, output } = await start(environment).exited
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
  })

  it('says so when its port is taken, and leaves the data directory free', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, output } = await start({ DATA_DIR: dataDir, PORT: port }).exited
    other.close()
    expect([code, output]).toEqual([
      1,
      `Cannot listen on 127.0.0.1, port ${port}: it is in use; stop what listens there, or set PORT to another.\n`,
    ])
    expect(await readdir(dataDir)).toEqual(['database'])
  }, 180_000)
})
