import { meResponseSchema, messageListSchema } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTurnRecorder, type TurnRecorder } from '../src/analytics/turn-recorder.ts'
import { newId } from '../src/platform/process/ids.ts'
import { answerText, type ChatApp, firstOf, openChatApp } from './chat-app.ts'
import { createScriptedModel, type ScriptedModel } from './scripted-model.ts'
import { readStream } from './stream-reader.ts'
import { cookieOf, type TestUser } from './test-app.ts'

const minute = 60_000
const day = 86_400_000

describe('when the clock is set back by forty days', () => {
  let model: ScriptedModel
  let test: ChatApp
  let recorder: TurnRecorder
  let user: TestUser
  let cookie: string
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    model = createScriptedModel()
    test = await openChatApp({ model, runtime: { record: (turn) => recorder(turn) } })
    recorder = createTurnRecorder(test.database.db, { keys: { rotation: 'monthly' } })
    const signedIn = await test.signedIn()
    user = signedIn.user
    cookie = signedIn.cookie
  })
  afterEach(async () => {
    vi.useRealTimers()
    await test.close()
  })

  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const setBack = () => pass(-40 * day)
  const ask = async (body: Record<string, unknown>) => {
    const asked = model.asked()
    const stream = readStream(await test.ask(body, cookie))
    await asked
    return stream
  }
  const isSignedIn = async (by: string) =>
    meResponseSchema.parse(await (await test.get('/api/me', by)).json()).authenticated
  const signIn = (password: string) => test.send('POST', '/api/login', { email: user.email, password })

  it('a running answer is read and kept whole, and messages stay in the order in which they came', async () => {
    const first = await ask({ text: 'First?' })
    model.say('Before')
    const { events } = await first.until('Before')
    setBack()
    model.say(' and after.')
    model.end()
    const whole = await first.rest()
    expect([whole.done, answerText(whole.events)]).toEqual([true, 'Before and after.'])
    const { conversation_id: conversation, user_id: oldest } = firstOf(events, 'message').content
    const second = await ask({ text: 'Second?', conversation_id: conversation })
    model.say('Again.')
    model.end()
    await second.rest()
    const list = await test.get(`/api/conversations/${conversation}/messages`, cookie)
    const { items } = messageListSchema.parse(await list.json())
    expect(items.map(({ content, status }) => [content, status])).toEqual([
      ['Again.', 'complete'],
      ['Second?', 'complete'],
      ['Before and after.', 'complete'],
      ['First?', 'complete'],
    ])
    // Ids begin with the time, so that theirs is another order than the messages'.
    expect(oldest > (items[1]?.id ?? '')).toBe(true)
    const { rows } = await test.database.db.execute(
      sql`select kind, sum(n)::int as n from analytics_daily where kind in ('user', 'assistant') group by 1`,
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { kind: 'user', n: 2 },
        { kind: 'assistant', n: 2 },
      ]),
    )
  })

  it('ids stay ids of their own', () => {
    const before = Array.from({ length: 1000 }, () => newId())
    setBack()
    expect(new Set([...before, ...Array.from({ length: 1000 }, () => newId())]).size).toBe(2000)
  })

  it('nobody is signed out, tokens are renewed, and a session ends when it was to end', async () => {
    const end = Date.now() + 90 * day
    setBack()
    const renewed = cookieOf(await test.get('/api/me', cookie))
    expect(renewed).not.toBe('')
    expect(await isSignedIn(renewed)).toBe(true)
    // The one before is not wanted any more once the new one was seen, as with every renewal.
    pass(2 * minute)
    expect([await isSignedIn(renewed), await isSignedIn(cookie)]).toEqual([true, false])
    let current = renewed
    while (Date.now() + 10 * day < end) {
      pass(10 * day)
      const answer = await test.get('/api/me', current)
      expect(meResponseSchema.parse(await answer.json()).authenticated).toBe(true)
      current = cookieOf(answer) || current
    }
    vi.setSystemTime(end + 1)
    expect(await isSignedIn(current)).toBe(false)
  })

  it('a password is changed only with the current one', async () => {
    setBack()
    const change = (body: object) =>
      test.send('POST', '/api/update-password', { new_password: 'another long phrase', ...body }, cookie)
    expect((await change({})).status).toBe(403)
    expect((await change({ current_password: user.password })).status).toBe(200)
  })

  it('nobody stays locked out, and guessing is counted as before', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) expect((await signIn('a wrong phrase')).status).toBe(401)
    expect((await signIn(user.password)).status).toBe(429)
    setBack()
    expect((await signIn('a wrong phrase')).status).toBe(401)
    const locked = await signIn(user.password)
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '120'])
    pass(2 * minute)
    expect((await signIn(user.password)).status).toBe(200)
  })
})
