import { errorBodySchema, messageListSchema } from '@org/api-client/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { createScriptedModel, type ScriptedModel } from '../../tests/scripted-model.ts'
import { createTestClock, type TestClock } from '../../tests/test-clock.ts'
import { onePixel } from '../../tests/pictures.ts'
import { heapBudget } from '../platform/process/heap-budget.ts'

describe('questions sent at once', () => {
  let model: ScriptedModel
  let clock: TestClock
  let test: ChatApp
  let cookie: string
  beforeEach(async () => {
    model = createScriptedModel()
    clock = createTestClock()
    test = await openChatApp({
      model,
      clock,
      config: {
        quotas: {
          user: { perMinute: 6, perDay: 20, tokensPerDay: 1000, atOnce: 2 },
          guest: { perMinute: 3, perDay: 4, tokensPerDay: 1000, atOnce: 1 },
          address: { perMinute: 100, perDay: 100, tokensPerDay: 100_000, atOnce: 100 },
          widget: { perMinute: 100, perDay: 100, tokensPerDay: 100_000, atOnce: 100 },
        },
      },
    })
    cookie = (await test.signedIn()).cookie
  })
  afterEach(() => test.close())

  const newConversation = async () => {
    const made = await test.send('POST', '/api/conversations', {}, cookie)
    return String(Object(await made.json()).id)
  }
  const messagesOf = async (id: string) =>
    messageListSchema.parse(await (await test.get(`/api/conversations/${id}/messages`, cookie)).json()).items
  const errorOf = async (response: Response) => errorBodySchema.parse(await response.json())

  it('with one client_message_id are one message and one answer', async () => {
    const conversation_id = await newConversation()
    const body = { text: 'Once?', conversation_id, client_message_id: crypto.randomUUID() }
    const asked = model.asked()
    const responses = await Promise.all([test.ask(body, cookie), test.ask(body, cookie)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(responses.map(({ headers }) => headers.get('x-stream-id'))).size).toBe(1)
    await asked
    model.say('Once.')
    model.end()
    for (const response of responses)
      expect(answerText(parseStream(await response.text()).events)).toBe('Once.')
    expect(await messagesOf(conversation_id)).toHaveLength(2)
  })

  it('to one conversation are let in one by one: the others are 409 with its stream', async () => {
    const conversation_id = await newConversation()
    const asked = model.asked()
    const responses = await Promise.all(
      ['One?', 'Two?'].map((text) => test.ask({ text, conversation_id }, cookie)),
    )
    const [accepted, refused] = responses.toSorted((one, other) => one.status - other.status)
    expect([accepted?.status, refused?.status]).toEqual([200, 409])
    if (refused === undefined) throw new Error('There is no second answer.')
    expect((await errorOf(refused)).detail).toEqual({ stream_id: accepted?.headers.get('x-stream-id') })
    await asked
    model.end()
    expect(await messagesOf(conversation_id)).toHaveLength(2)
  })

  it('again under one question, with one client_message_id, are one answer', async () => {
    const asked = model.asked()
    const first = await test.ask({ text: 'Once?' }, cookie)
    await asked
    model.say('First.')
    model.end()
    const { user_id } = firstOf(parseStream(await first.text()).events, 'message').content
    const body = { text: '', parent_id: user_id, client_message_id: crypto.randomUUID() }
    const askedAgain = model.asked()
    const responses = await Promise.all([test.ask(body, cookie), test.ask(body, cookie)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    await askedAgain
    model.say('Second.')
    model.end()
    for (const response of responses)
      expect(answerText(parseStream(await response.text()).events)).toBe('Second.')
  })

  it('and the deletion of their conversation leave nothing behind, whoever comes first', async () => {
    const conversation_id = await newConversation()
    const [answer, deletion] = await Promise.all([
      test.ask({ text: 'Late?', conversation_id }, cookie),
      test.send('DELETE', `/api/conversations/${conversation_id}`, undefined, cookie),
    ])
    expect(deletion.status).toBe(204)
    expect([200, 404]).toContain(answer.status)
    expect((await test.get(`/api/conversations/${conversation_id}`, cookie)).status).toBe(404)
    if (answer.status === 200) await answer.body?.cancel()
  })

  it('beyond what one person may have under way are 429, until an answer ends', async () => {
    const asked = [model.asked(), model.asked()]
    const running = await Promise.all([test.ask({ text: 'A?' }, cookie), test.ask({ text: 'B?' }, cookie)])
    await Promise.all(asked)
    const refused = await test.ask({ text: 'C?' }, cookie)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await errorOf(refused)).toMatchObject({ code: 'rate_limited' })
    const [first] = running
    await test.send('POST', `/api/chat/streams/${first?.headers.get('x-stream-id')}/stop`, {}, cookie)
    await first?.text()
    const next = model.asked()
    expect((await test.ask({ text: 'C?' }, cookie)).status).toBe(200)
    await next
  })

  it('of a guest may be sent again once there is a place, under the same client_message_id', async () => {
    const asked = model.asked()
    const running = await test.ask({ text: 'A?' })
    await asked
    const body = { text: 'B?', client_message_id: crypto.randomUUID() }
    expect((await test.ask(body)).status).toBe(429)
    model.end()
    await running.text()
    const askedAgain = model.asked()
    const again = await test.ask(body)
    await askedAgain
    model.say('Now.')
    model.end()
    expect(answerText(parseStream(await again.text()).events)).toBe('Now.')
  })

  it('of a guest, with one client_message_id, are one answer', async () => {
    const asked = model.asked()
    const body = { text: 'A?', client_message_id: crypto.randomUUID() }
    const answers = await Promise.all([test.ask(body), test.ask(body), test.ask(body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ headers }) => headers.get('x-stream-id'))).size).toBe(1)
    await asked
    model.end()
    await Promise.all(answers.map(async (answer) => answer.text()))
  })

  it('of a guest may be sent again after a failure, under the same client_message_id', async () => {
    vi.spyOn(test.runtime.settings, 'forVisitor').mockRejectedValueOnce(new Error('away'))
    const body = { text: 'A?', client_message_id: crypto.randomUUID() }
    expect((await test.ask(body)).status).toBe(500)
    const asked = model.asked()
    const again = await test.ask(body)
    expect(again.status).toBe(200)
    await asked
    model.end()
    await again.text()
  })

  it('with images that the memory has no room for are told that the assistant is busy', async () => {
    const data = onePixel.toString('base64')
    const others = heapBudget.open()
    for (let part = 2 ** 40; part >= 1; part /= 2) others.take(part)
    const busy = await test.ask({ text: 'What is this?', images: [{ data }] }, cookie)
    expect(parseStream(await busy.text()).events).toContainEqual(
      expect.objectContaining({ type: 'error', code: 'model_busy' }),
    )
    others.release()
    const asked = model.asked()
    const answer = await test.ask({ text: 'What is this?', images: [{ data }] }, cookie)
    await asked
    model.say('A picture.')
    model.end()
    expect(answerText(parseStream(await answer.text()).events)).toBe('A picture.')
  })

  describe('by the clock', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
    const statusOf = async (response: Response) => [response.status, response.headers.get('retry-after')]

    it('beyond a minute’s quota are 429 with the time to wait, before anything is read', async () => {
      for (const _ of [1, 2, 3]) expect((await test.ask({ text: 1 })).status).toBe(422)
      pass(20_000)
      expect(await statusOf(await test.ask({ text: 1 }))).toEqual([429, '40'])
      expect((await test.ask({ text: 1 }, cookie)).status).toBe(422)
      pass(40_000)
      expect((await test.ask({ text: 1 })).status).toBe(422)
    })

    it('beyond a day’s quota are 429 until the day is over', async () => {
      for (const _ of [1, 2, 3, 4]) {
        expect((await test.ask({ text: 1 })).status).toBe(422)
        pass(60_000)
      }
      const refused = await test.ask({ text: 1 })
      expect(await statusOf(refused)).toEqual([429, String(86_400 - 240)])
      expect((await errorOf(refused)).error).toBe(
        'That was the last question for today. Please come back tomorrow.',
      )
      pass(86_400_000)
      expect((await test.ask({ text: 1 })).status).toBe(422)
    })

    it('are refused once their answers have cost the day’s tokens, which ten of any cost never do', async () => {
      for (let question = 1; question <= 10; question += 1) {
        const text = `Long question ${question}?`
        const asked = model.asked()
        const answer = await test.ask({ text }, cookie)
        expect(answer.status).toBe(200)
        await asked
        model.say('word '.repeat(1000))
        model.fail(new Error('cut short'))
        await answer.text()
        pass(60_000)
      }
      expect((await statusOf(await test.ask({ text: 'More?' }, cookie)))[0]).toBe(429)
      // Another person of the same address has their own.
      expect((await test.ask({ text: 1 }, (await test.signedIn()).cookie)).status).toBe(422)
    })
  })
})
