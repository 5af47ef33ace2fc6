import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { createScriptedModel, type ScriptedModel } from '../../tests/scripted-model.ts'
import { startTestRedis } from '../../tests/services.ts'
import { post, type TestUser } from '../../tests/test-app.ts'
import { openTestDatabase, type TestDatabase } from '../../tests/test-database.ts'
import { createRedisStreamLog } from '../chat/streams/redis-stream-log.ts'
import { createAnswerLimiter } from '../limits/answer-limiter.ts'
import { createSharedDigest } from '../limits/subject-digest.ts'
import { systemClock } from '../platform/process/clock.ts'
import { openRedis, type RedisConnection } from '../platform/process/redis.ts'
import { createSettingsCache } from '../settings/settings-cache.ts'
import { redisKeys } from './redis-keys.ts'

const server = await startTestRedis()
const prefix = 'org:'
const address = '198.51.100.7'

describe.skipIf(server === undefined)('the keys in Redis while a guest and a person ask', () => {
  let database: TestDatabase
  let redis: RedisConnection
  let test: ChatApp
  let user: TestUser
  let model: ScriptedModel
  const keys: { name: string; seconds: number }[] = []
  beforeAll(async () => {
    const quiet = pino({ level: 'silent' })
    const location = { url: server?.url ?? '', prefix }
    const blocking = await openRedis(location, quiet)
    redis = await openRedis(location, quiet)
    database = await openTestDatabase()
    model = createScriptedModel()
    const settings = createSettingsCache({ db: database.db, redis })
    test = await openChatApp({
      model,
      database,
      config: { trustedProxyHops: 1 },
      runtime: {
        streams: createRedisStreamLog({ redis, blocking, clock: systemClock }),
        limiter: createAnswerLimiter(redis, createSharedDigest(database.db)),
        settings,
      },
    })
    user = await test.addUser()
    const cookie = await test.signIn(user)
    await settings.forget()
    const headers = { 'x-forwarded-for': address }
    const asking = [
      post(test.app, '/api/chat', { text: 'Sleep?', client_message_id: crypto.randomUUID() }, headers),
      post(test.app, '/api/chat', { text: 'Naps?' }, { ...headers, cookie }),
    ]
    // The keys of answers under way, and those that are left.
    const ended = Promise.all(asking.map(async (answer) => (await answer).text()))
    await vi.waitUntil(() => test.runtime.running === 2 && model.calls.length === 2, 10_000)
    await read()
    model.fail(new Error('ended'))
    await test.runtime.drain(0)
    await ended
    await test.app.request('/api/conversations?q=naps', { headers: { ...headers, cookie } })
    await read()
  }, 60_000)
  afterAll(async () => {
    await test.close()
    await database.close()
    redis.destroy()
    await server?.stop()
  })

  async function read(): Promise<void> {
    const raw = await openRedis({ url: server?.url ?? '', prefix: '' }, pino({ level: 'silent' }))
    for (const key of await raw.keys('*')) keys.push({ name: key, seconds: await raw.ttl(key) })
    raw.destroy()
  }

  it('are all in the registry, which states how long they live', () => {
    for (const { name, seconds } of keys) {
      const policy = redisKeys.find((known) => name.startsWith(`${prefix}${known.prefix}`))
      expect([name, policy]).toEqual([name, expect.anything()])
      if (policy?.seconds === null) continue
      expect([name, seconds > 0 && seconds <= (policy?.seconds ?? 0)]).toEqual([name, true])
    }
    const found = redisKeys.filter(({ prefix: start }) =>
      keys.some(({ name }) => name.startsWith(prefix + start)),
    )
    expect(found.map(({ prefix: start }) => start)).toEqual(expect.arrayContaining(['limit:', 'places:']))
  })

  it('hold no address and no id of an account', () => {
    const limits = keys.filter(({ name }) => /:(?:limit|places):/u.test(name))
    expect(limits.length).toBeGreaterThan(4)
    for (const { name } of keys) {
      expect(name).not.toContain(address)
      expect(name).not.toContain(user.id)
    }
  })
})
