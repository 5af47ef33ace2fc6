import { articleSchema, knowledgeSearchSchema, messageListSchema } from '@org/api-client/contract'
import { startBalancer } from '@org/services'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerText, firstOf } from './chat-app.ts'
import { type PacedProvider, startPacedProvider } from './measurement/paced-provider.ts'
import { killPrograms, openBrowser, startProgram, startServerProcess } from './server-process.ts'
import { orNothing, startTestPostgres, startTestRedis } from './services.ts'
import { readStream } from './stream-reader.ts'

const [postgres, redis] = [await startTestPostgres(), await startTestRedis()]

type Instance = ReturnType<typeof startServerProcess> & { url: string }

describe.skipIf(postgres === undefined || redis === undefined)('two instances', () => {
  let provider: PacedProvider
  let one: Instance
  let two: Instance
  let people = 0
  beforeAll(async () => {
    provider = await startPacedProvider()
  })
  beforeEach(async () => {
    const start = async (): Promise<Instance> => {
      const server = startServerProcess({
        ...provider.environment,
        DATABASE_URL: postgres?.url ?? '',
        REDIS_URL: redis?.url ?? '',
        STOP_GRACE_SECONDS: '60',
      })
      return { ...server, url: await server.ready }
    }
    ;[one, two] = await Promise.all([start(), start()])
  }, 180_000)
  afterEach(async () => {
    provider.goOn()
    await killPrograms()
  })
  afterAll(async () => {
    await provider.close()
    await postgres?.stop()
    await redis?.stop()
  })

  /** A person who has signed up at one instance, at both. */
  const arrive = async () => {
    const browser = openBrowser(one.url)
    people += 1
    const account = { email: `person${people}@example.com`, password: 'a phrase of some length' }
    expect((await browser.post('/api/signup', account)).status).toBe(200)
    return { browser, atOne: browser.at(one.url), atTwo: browser.at(two.url) }
  }
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index + 1} `).join('')
  const lastMessage = async (browser: ReturnType<typeof openBrowser>, conversation: string | null) => {
    const response = await browser.at(two.url).get(`/api/conversations/${conversation}/messages`)
    return messageListSchema.parse(await response.json()).items[0]
  }

  it('share sessions, streams and stops', async () => {
    const { atOne, atTwo } = await arrive()
    const asked = readStream(await atTwo.post('/api/chat', { text: 'Anything?' }))
    await asked.until('word5')
    const resumed = readStream(
      await atOne.get(`/api/chat/streams/${asked.streamId}`, { 'last-event-id': '3' }),
    )
    const [whole, part] = await Promise.all([asked.rest(), resumed.rest()])
    expect([whole.done, part.done]).toEqual([true, true])
    expect(answerText(whole.events)).toBe(words(40))
    expect(part.events).toEqual(whole.events.slice(3))

    provider.holdAt(30)
    const stopped = readStream(await atTwo.post('/api/chat', { text: 'And?' }))
    await stopped.until('word3')
    expect((await atOne.post(`/api/chat/streams/${stopped.streamId}/stop`, {})).status).toBe(200)
    const { events, done } = await stopped.rest()
    expect(done).toBe(true)
    expect(answerText(events).length).toBeLessThan(words(40).length)
  }, 180_000)

  it('tell within seconds that an answer died with its instance, keep it, and go on', async () => {
    const { browser, atOne, atTwo } = await arrive()
    provider.holdAt(20)
    const asked = readStream(await atOne.post('/api/chat', { text: 'Anything?' }))
    const ids = firstOf((await asked.until('word2 ')).events, 'message').content
    const elsewhere = readStream(await atTwo.get(`/api/chat/streams/${asked.streamId}`))
    await elsewhere.until('word20 ')
    const saved = async () => (await lastMessage(browser, ids.conversation_id))?.content
    await expect.poll(saved).toBe(words(20))
    one.signal('SIGKILL')
    const lost = await asked.rest()
    expect([lost.cut, lost.done]).toEqual([true, false])
    const { events, done } = await elsewhere.rest()
    expect(done).toBe(true)
    expect(firstOf(events, 'error').code).toBe('interrupted')
    expect(answerText(events)).toBe(words(20))
    await expect
      .poll(async () => (await lastMessage(browser, ids.conversation_id))?.status)
      .toBe('interrupted')
    expect(await saved()).toBe(words(20))
    provider.goOn()
    const again = await atTwo.post('/api/chat', { text: '', parent_id: ids.user_id })
    expect((await readStream(again).rest()).done).toBe(true)
  }, 180_000)

  it('no longer find deleted content within a second, at the other one too', async () => {
    const boss = { email: 'boss@example.com', password: 'a phrase of some length' }
    const environment = { DEMO: 'off', DATABASE_URL: postgres?.url ?? '' }
    const made = startProgram('cli/admin', ['create-admin', boss.email], environment, {
      input: boss.password,
    })
    expect((await made.exited).code).toBe(0)
    const admin = openBrowser(one.url)
    expect((await admin.post('/api/login', boss)).status).toBe(200)
    const [atOne, atTwo] = [admin.at(one.url), admin.at(two.url)]
    // As many passages as an article may have: the most that one deletion removes.
    const body = Array.from(
      { length: 400 },
      (_, index) => `## Part ${index}\n\nBorage ${index} is blue.`,
    ).join('\n\n')
    const added = await atOne.post('/api/admin/knowledge/articles', {
      title: 'Borage',
      author: 'Kitchen',
      status: 'published',
      body,
    })
    const { id } = articleSchema.parse(await added.json())
    const find = async (instance: typeof atTwo) => {
      const found = await instance.get('/api/admin/knowledge/search?q=is+borage+blue')
      return knowledgeSearchSchema.parse(await found.json()).results.length
    }
    expect([(await find(atOne)) > 0, (await find(atTwo)) > 0]).toEqual([true, true])
    expect((await atOne.send('DELETE', `/api/admin/knowledge/articles/${id}`)).status).toBe(204)
    const startedAt = performance.now()
    expect(await Promise.all([find(atOne), find(atTwo)])).toEqual([0, 0])
    expect(performance.now() - startedAt).toBeLessThan(1000)
  }, 180_000)

  it('take turns behind a balancer: one drains, finishes its answers and ends, and nobody notices', async (context) => {
    const ports = [one, two].map(({ url }) => Number(new URL(url).port))
    const balancer = orNothing(await startBalancer(ports))
    if (balancer === undefined) {
      context.skip('nginx is not installed')
      return
    }
    const { browser, atOne } = await arrive()
    const front = browser.at(balancer.url)
    provider.holdAt(20)
    const running = readStream(await atOne.post('/api/chat', { text: 'Anything?' }))
    await running.until('word2 ')
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
    one.signal('SIGTERM')
    await expect.poll(async () => (await fetch(`${one.url}/readyz`)).status).toBe(503)
    const refused = await atOne.get('/api/me')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    for (let call = 0; call < 10; call += 1) expect((await front.get('/api/me')).status).toBe(200)
    const through = readStream(await front.get(`/api/chat/streams/${running.streamId}`))
    provider.goOn()
    expect((await through.rest()).done).toBe(true)
    expect(answerText((await running.rest()).events)).toBe(words(40))
    expect((await one.exited).code).toBe(0)

    const streamed = await front.post('/api/chat', { text: 'And now?' })
    const reader = (streamed.body ?? new ReadableStream<Uint8Array>()).getReader()
    let arrivals = 0
    for (let read = await reader.read(); !read.done; read = await reader.read()) arrivals += 1
    expect(arrivals).toBeGreaterThan(5)
    await balancer.stop()
  }, 180_000)
})
