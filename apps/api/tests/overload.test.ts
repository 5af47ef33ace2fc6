import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answerText } from './chat-app.ts'
import { type PacedProvider, startPacedProvider } from './measurement/paced-provider.ts'
import { killPrograms, openBrowser, startServerProcess } from './server-process.ts'
import { startTestPostgres } from './services.ts'
import { onePixel } from './pictures.ts'
import { openSlowLine, type SlowLine } from './measurement/slow-line.ts'
import { readStream } from './stream-reader.ts'

const words = Array.from({ length: 40 }, (_, index) => `word${index + 1} `).join('')
const account = { email: 'person@example.com', password: 'a phrase of some length' }
const count = <Item>(items: readonly Item[], item: Item) => items.filter((other) => other === item).length

let provider: PacedProvider
let dataDir: string
beforeAll(async () => {
  provider = await startPacedProvider()
  dataDir = await mkdtemp(join(tmpdir(), 'org-api-overload-'))
})
afterEach(async () => {
  provider.goOn()
  await killPrograms()
})
afterAll(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (environment: Record<string, string>, openFiles?: string) => {
  const server = startServerProcess({ ...provider.environment, ...environment }, openFiles)
  return { ...server, url: await server.ready }
}

const postgres = await startTestPostgres()

describe.skipIf(postgres === undefined)('a database', () => {
  let line: SlowLine
  beforeAll(async () => {
    line = await openSlowLine(postgres?.url ?? '')
  })
  afterAll(async () => {
    await line.close()
    await postgres?.stop()
  })

  /** Makes many calls at once that each ask the database twice; gives their statuses as they come. */
  const askMuch = (browser: ReturnType<typeof openBrowser>, calls: number) => {
    const statuses: number[] = []
    const ask = async () => {
      const response = await browser.get('/api/conversations')
      await response.arrayBuffer()
      if (response.status !== 200) expect(response.headers.get('retry-after')).toBe('5')
      statuses.push(response.status)
    }
    return { statuses, all: Promise.all(Array.from({ length: calls }, ask)) }
  }

  it('that answers half a second late serves as many as it can: the others are refused, and running answers go on', async () => {
    const server = await start({ DATABASE_URL: line.url })
    const browser = openBrowser(server.url)
    await browser.post('/api/signup', account)
    provider.holdAt(20)
    const running = readStream(await browser.post('/api/chat', { text: 'Anything?' }))
    await running.until('word2 ')
    line.delay(500)
    // Ten connections run twenty statements a second. Reads that waited 5 s for one get 503, and 429 after 8 s for the
    // person's other reads.
    const started = performance.now()
    const { statuses, all } = askMuch(browser, 200)
    await all
    expect(count(statuses, 200)).toBeGreaterThan(20)
    const refused = count(statuses, 503) + count(statuses, 429)
    expect(refused).toBeGreaterThan(20)
    expect(count(statuses, 200) + refused).toBe(200)
    expect(performance.now() - started).toBeLessThan(15_000)
    provider.goOn()
    await running.until('word40 ')
    line.delay(0)
    expect(answerText((await running.rest()).events)).toBe(words)
    expect((await browser.get('/api/conversations')).status).toBe(200)
  }, 120_000)

  it('that stands still is told at once, and is used again when it goes on', async () => {
    const server = await start({ DATABASE_URL: line.url })
    const browser = openBrowser(server.url)
    expect((await browser.post('/api/login', account)).status).toBe(200)
    await askMuch(browser, 20).all
    line.hold()
    expect((await browser.get('/readyz')).status).toBe(503)
    expect((await browser.get('/healthz')).status).toBe(200)
    const { statuses, all } = askMuch(browser, 20)
    // Those that found a slot wait for their connection, the others not for long.
    await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(10)
    expect(count(statuses, 503) + count(statuses, 429)).toBe(statuses.length)
    line.goOn()
    await all
    await expect.poll(async () => (await browser.get('/readyz')).status).toBe(200)
    const after = askMuch(browser, 20)
    await after.all
    expect(count(after.statuses, 200)).toBe(20)
  }, 120_000)
})

describe('a machine', () => {
  it('with few open files tells whoever comes beyond to come again, and serves on those who were there', async () => {
    const server = await start({ DATA_DIR: dataDir, DEMO: 'off' }, '256')
    const { port } = new URL(server.url)
    const early = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (agent?: Agent) => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = { port, path: '/api/authors', ...(agent === undefined ? {} : { agent }) }
        request(options).once('response', resolve).once('error', reject).end()
      })
      const { statusCode: status, headers } = response
      return { status, after: headers['retry-after'], body: await text(response) }
    }
    expect(await ask(early)).toMatchObject({ status: 200 })

    const silent: Socket[] = []
    const fill = async (more: number) => {
      for (let opened = 0; opened < more; opened += 1) {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => undefined)
        silent.push(socket)
        await once(socket, 'connect')
      }
    }
    await fill(90)
    const refused = await ask()
    expect([refused.status, refused.after]).toEqual([503, '5'])
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'unavailable' })
    // Also beyond the connections that get a response.
    await fill(300)
    expect(await ask(early)).toMatchObject({ status: 200 })
    for (const socket of silent) socket.destroy()
    await expect.poll(async () => (await ask()).status).toBe(200)
    early.destroy()
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  }, 120_000)

  it('with little memory refuses giant bodies and many images, holds slow readers, and lives', async () => {
    const many = { GUEST_QUESTIONS_PER_MINUTE: '1000', GUEST_ANSWERS_AT_ONCE: '100' }
    const small = { NODE_OPTIONS: '--max-old-space-size=256', DATA_DIR: dataDir, DEMO: 'off' }
    const server = await start({ ...small, ...many })
    const send = async (body: string) => {
      try {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(`${server.url}/api/chat`, { method: 'POST', headers, body })
        return { status: response.status, text: await response.text() }
      } catch {
        // A client that is refused while sending may see only a closed connection.
        return { status: 0, text: '' }
      }
    }
    const question = { text: 'What is on these?' }
    const picture = Buffer.concat([onePixel, Buffer.alloc(4_900_000)]).toString('base64')
    const bodies = {
      long: JSON.stringify({ text: 'x'.repeat(60_000_000) }),
      large: JSON.stringify({ text: 'x'.repeat(70_000_000) }),
      empty: `{"text":"x","more":[${'{},'.repeat(20_000_000)}{}]}`,
      pictures: JSON.stringify({ ...question, images: Array.from({ length: 8 }, () => ({ data: picture })) }),
    }
    // Nobody reads these.
    const unread = await Promise.all(
      Array.from({ length: 20 }, () => openBrowser(server.url).post('/api/chat', question)),
    )
    expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200))
    const answers = await Promise.all(
      Object.entries(bodies).flatMap(([kind, body]) =>
        Array.from({ length: 2 }, async () => ({ kind, ...(await send(body)) })),
      ),
    )
    const statusesOf = (wanted: string) =>
      answers.filter(({ kind }) => kind === wanted).map(({ status }) => status)
    const outcomes = { long: [422, 503], large: [413], empty: [413, 503], pictures: [200, 503] }
    for (const [kind, allowed] of Object.entries(outcomes)) {
      expect([kind, statusesOf(kind).filter((status) => ![0, ...allowed].includes(status))]).toEqual([
        kind,
        [],
      ])
    }
    // It is alive, and asks the model for whoever comes now.
    const calm = await send(JSON.stringify(question))
    expect(calm.text).toContain('word40 ')
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
    for (const { body } of unread) await body?.cancel().catch(() => undefined)
  }, 120_000)
})
