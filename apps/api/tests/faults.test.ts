import { execFileSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { conversationListSchema, conversationSchema, messageListSchema } from '@org/api-client/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { answerText, firstOf } from './chat-app.ts'
import { type PacedProvider, startPacedProvider } from './measurement/paced-provider.ts'
import { killPrograms, openBrowser, startServerProcess } from './server-process.ts'
import { startTestPostgres, startTestRedis } from './services.ts'
import { readStream } from './stream-reader.ts'

/** More of them by `pnpm --filter @org/api run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 2)
const awaySeconds = 10
const words = Array.from({ length: 40 }, (_, index) => `word${index + 1} `).join('')

let provider: PacedProvider
beforeAll(async () => {
  provider = await startPacedProvider({ paceMs: 100 })
})
afterEach(killPrograms)
afterAll(() => provider.close())

const start = async (environment: Record<string, string>) => {
  const server = startServerProcess({ ...provider.environment, ...environment })
  return { ...server, url: await server.ready }
}
const account = { email: 'person@example.com', password: 'a phrase of some length' }
const people = [account, { ...account, email: 'another@example.com' }]
const messagesOf = async (browser: ReturnType<ReturnType<typeof openBrowser>['at']>, id: string | null) =>
  messageListSchema.parse(await (await browser.get(`/api/conversations/${id}/messages`)).json()).items

/** A question of one of the people that has been acknowledged, and what was read of its answer. */
interface Acknowledged {
  person: number
  question: { text: string; client_message_id: string }
  conversation_id: string | null
  user_id: string
  assistant_id: string
  streamId: string
  seen: string
}

type Browser = ReturnType<typeof openBrowser>

/** Signs everybody in anew, in the order of `people`. */
async function signInAll(url: string): Promise<Browser[]> {
  return Promise.all(
    people.map(async (person) => {
      const browser = openBrowser(url)
      expect((await browser.post('/api/login', person)).status).toBe(200)
      return browser
    }),
  )
}

/** Each question is there with one answer, up to the last second of what was read, and nothing besides. */
async function expectKept(browser: Browser, own: readonly Acknowledged[]): Promise<void> {
  for (const { conversation_id: id, user_id: question, assistant_id: answer, seen } of own) {
    // With a shared log, an answer is given up once its instance has been silent for some seconds.
    await expect.poll(async () => (await messagesOf(browser, id))[0]?.status).toBe('interrupted')
    const stored = await messagesOf(browser, id)
    expect(stored).toMatchObject([
      { id: answer, status: 'interrupted' },
      { id: question, content: 'Anything?', status: 'complete' },
    ])
    const content = stored[0]?.content ?? '-'
    expect(words.startsWith(content)).toBe(true)
    // A second of text at most: 10 words, and those on their way when it was killed. A busy machine is slower.
    expect(seen.split(' ').length - content.split(' ').length).toBeLessThanOrEqual(30)
  }
}

/** Nothing of other people's can be read. */
async function expectHidden(browser: Browser, others: readonly Acknowledged[]): Promise<void> {
  for (const { conversation_id: id, streamId } of others) {
    for (const path of [`/api/conversations/${id}/messages`, `/api/chat/streams/${streamId}`]) {
      expect([401, 404]).toContain((await browser.get(path)).status)
    }
  }
}

describe.each([
  { where: 'the embedded database', postgres: undefined, redis: undefined },
  { where: 'PostgreSQL', postgres: await startTestPostgres(), redis: undefined },
  { where: 'PostgreSQL and Redis', postgres: await startTestPostgres(), redis: await startTestRedis() },
])('kill -9 on $where', ({ where, postgres, redis }) => {
  const isThere =
    (postgres !== undefined || !where.includes('PostgreSQL')) &&
    (redis !== undefined || !where.includes('Redis'))
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'org-api-faults-'))
  })
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await postgres?.stop()
    await redis?.stop()
  })

  it.skipIf(!isThere)(
    `loses nothing that was acknowledged, doubles no answer, and shows nobody another's (${rounds} rounds)`,
    async () => {
      const place: Record<string, string> = {
        ...(postgres === undefined ? { DATA_DIR: dataDir, DEMO: 'off' } : { DATABASE_URL: postgres.url }),
        ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
      }
      const acknowledged: Acknowledged[] = []
      // None may end of itself before the kill comes.
      provider.holdAt(40)
      onTestFinished(provider.goOn)
      let server = await start(place)
      for (const person of people) {
        expect((await openBrowser(server.url).post('/api/signup', person)).status).toBe(200)
      }
      for (let round = 0; round < rounds; round += 1) {
        const asking = await signInAll(server.url)
        const streams = await Promise.all(
          // One has asked twice, the other once.
          [0, 1, 0].map(async (person) => {
            const question = { text: 'Anything?', client_message_id: randomUUID() }
            const response = await asking[person]?.post('/api/chat', question)
            return { person, question, stream: readStream(response ?? Response.error()) }
          }),
        )
        await streams[0]?.stream.until(`word${randomInt(1, 40)} `)
        server.signal('SIGKILL')
        for (const { person, question, stream } of streams) {
          const { events } = await stream.rest()
          const ids = firstOf(events, 'message').content
          const { streamId } = stream
          acknowledged.push({ person, question, ...ids, streamId, seen: answerText(events) })
        }
        await server.exited
        server = await start(place)
        const browsers = await signInAll(server.url)
        // Whoever heard no end sends again: that adds nothing.
        for (const { person, question } of acknowledged.slice(-streams.length)) {
          const again = await browsers[person]?.post('/api/chat', question)
          expect(again?.status).toBe(200)
          await again?.text()
        }
        for (const [person, browser] of browsers.entries()) {
          const own = acknowledged.filter((one) => one.person === person)
          await expectKept(browser, own)
          const listed = await (await browser.get('/api/conversations?limit=100')).json()
          const ids = conversationListSchema.parse(listed).items.map(({ id }) => id)
          expect(ids.toSorted()).toEqual(own.map((one) => one.conversation_id ?? '').toSorted())
          await expectHidden(
            browser,
            acknowledged.filter((one) => one.person !== person),
          )
        }
        await expectHidden(openBrowser(server.url), acknowledged)
      }
    },
    120_000 + rounds * 30_000,
  )
})

it(
  `kill -9 at any moment of the first start: the next one is ready (${rounds} rounds)`,
  async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const dataDir = await mkdtemp(join(tmpdir(), 'org-api-first-'))
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
      // The number of files shows the progress; there are about a thousand at the end: a busy machine takes
      // its time.
      const first = startServerProcess({ ...provider.environment, DATA_DIR: dataDir, DEMO: 'off' })
      const isOver = first.ready.then(
        () => true,
        () => true,
      )
      const files = Math.floor((round * 1000) / (rounds + 1))
      while ((await readdir(dataDir, { recursive: true })).length < files) {
        if (await Promise.race([isOver, sleep(5, false)])) break
      }
      first.signal('SIGKILL')
      await first.exited
      const next = await start({ DATA_DIR: dataDir, DEMO: 'off' })
      expect((await openBrowser(next.url).post('/api/signup', account)).status).toBe(200)
      next.signal('SIGTERM')
      expect((await next.exited).code).toBe(0)
    }
  },
  120_000 + rounds * 30_000,
)

/** A small disk of its own, which only root may have; undefined without one. */
function mountSmallDisk(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'ignore' })
    return () => execFileSync('umount', ['-l', folder])
  } catch {
    return undefined
  }
}

it('a full disk: writes are refused in words, reads go on, and so does everything when there is room', async (context) => {
  const disk = await mkdtemp(join(tmpdir(), 'org-api-disk-'))
  const unmount = mountSmallDisk(disk)
  context.skip(unmount === undefined, 'a disk of its own can only be mounted by root')
  try {
    const server = await start({ DATA_DIR: join(disk, 'data'), DEMO: 'off' })
    const browser = openBrowser(server.url)
    expect((await browser.post('/api/signup', account)).status).toBe(200)
    const filler = join(disk, 'filler')
    const full = await writeFile(filler, Buffer.alloc(200_000_000)).catch((error: unknown) => error)
    expect(full).toMatchObject({ code: 'ENOSPC' })
    const title = 'A long title. '.repeat(14)
    const statuses = new Set<number>()
    // Writes succeed as long as allocated files have room.
    for (let written = 0; written < 500 && !statuses.has(503); written += 1) {
      statuses.add((await browser.post('/api/conversations', { title })).status)
    }
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(statuses.has(503)).toBe(true)
    expect((await browser.get('/api/conversations')).status).toBe(200)
    await rm(filler)
    expect((await browser.post('/api/conversations', { title })).status).toBe(200)
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  } finally {
    await killPrograms()
    unmount?.()
    await rm(disk, { recursive: true, force: true })
  }
}, 90_000)

const [postgres, redis] = [await startTestPostgres(), await startTestRedis()]

describe.skipIf(postgres === undefined || redis === undefined)('without', () => {
  afterAll(async () => {
    await postgres?.stop()
    await redis?.stop()
  })
  const services = () => ({ DATABASE_URL: postgres?.url ?? '', REDIS_URL: redis?.url ?? '' })

  it('its database for ten seconds it says so, loses nothing that was acknowledged, and goes on by itself', async () => {
    const server = await start(services())
    const browser = openBrowser(server.url)
    await browser.post('/api/signup', { ...account, email: 'one@example.com' })
    const made: string[] = []
    const make = async () => {
      const response = await browser.post('/api/conversations', { title: `Number ${made.length}` })
      if (response.status === 200) made.push(conversationSchema.parse(await response.json()).id)
      return response
    }
    for (let before = 0; before < 5; before += 1) expect((await make()).status).toBe(200)
    provider.holdAt(30)
    onTestFinished(provider.goOn)
    const stream = readStream(await browser.post('/api/chat', { text: 'Anything?' }))
    const ids = firstOf((await stream.until('word2 ')).events, 'message').content
    await postgres?.suspend()
    const gone = performance.now()
    const waits: number[] = []
    const secondsGone = () => (performance.now() - gone) / 1000
    for (; secondsGone() < awaySeconds; await sleep(500)) {
      expect((await browser.get('/healthz')).status).toBe(200)
      expect((await browser.get('/readyz')).status).toBe(503)
      for (const call of [() => browser.get('/api/conversations'), make]) {
        const asked = performance.now()
        const refused = await call()
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await refused.json()).toMatchObject({ code: 'unavailable' })
        waits.push(performance.now() - asked)
      }
      // The answer comes to its end while there is nowhere to write it.
      if (secondsGone() > awaySeconds * 0.6) provider.goOn()
    }
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(2000)
    await stream.until('word40 ')
    await postgres?.resume()
    const back = performance.now()
    await expect.poll(async () => (await browser.get('/readyz')).status).toBe(200)
    expect((await make()).status).toBe(200)
    expect(performance.now() - back).toBeLessThan(5000)
    const { events, done } = await stream.rest()
    expect([done, answerText(events)]).toEqual([true, words])
    await expect
      .poll(() => messagesOf(browser, ids.conversation_id), { timeout: 60_000 })
      .toMatchObject([{ id: ids.assistant_id, content: words, status: 'complete' }, { id: ids.user_id }])
    const listed = conversationListSchema.parse(await (await browser.get('/api/conversations')).json())
    const kept = [...made, ids.conversation_id ?? '']
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  }, 180_000)

  it('Redis an instance goes on for its own, and with the others once it is back', async () => {
    const [one, two] = await Promise.all([start(services()), start(services())])
    const browser = openBrowser(one.url)
    await browser.post('/api/signup', { ...account, email: 'two@example.com' })
    const running = readStream(await browser.post('/api/chat', { text: 'Anything?' }))
    await running.until('word2 ')
    await redis?.stop()
    expect((await browser.get('/readyz')).status).toBe(200)
    const during = readStream(await browser.post('/api/chat', { text: 'And without Redis?' }))
    await during.until('word2 ')
    const back = await startTestRedis(redis?.port)
    const elsewhere = async () => browser.at(two.url).get(`/api/chat/streams/${during.streamId}`)
    await expect.poll(async () => (await elsewhere()).status).toBe(200)
    const resumed = await readStream(await elsewhere()).rest()
    expect([resumed.done, answerText(resumed.events)]).toEqual([true, words])
    expect(answerText((await running.rest()).events)).toBe(words)
    expect(answerText((await during.rest()).events)).toBe(words)
    await back?.stop()
  }, 180_000)
})
