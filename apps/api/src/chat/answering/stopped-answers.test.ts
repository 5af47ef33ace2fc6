import { afterEach, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../../tests/chat-app.ts'
import { onePixel } from '../../../tests/pictures.ts'
import { createScriptedModel } from '../../../tests/scripted-model.ts'
import { createAnswerLimiter } from '../../limits/answer-limiter.ts'

let test: ChatApp | undefined
afterEach(() => test?.close())

/** An app that notes what answers have cost; `titles` makes its model one that describes images. */
async function open(titles?: () => Promise<string>) {
  const model = createScriptedModel(titles)
  const limiter = createAnswerLimiter()
  const spent: number[] = []
  const app = await openChatApp({
    model,
    runtime: {
      limiter: {
        ...limiter,
        async spend(principal, tokens) {
          spent.push(tokens)
          await limiter.spend(principal, tokens)
        },
      },
    },
  })
  test = app
  /** Asks, and stops the answer at its first word. */
  async function askAndStop(body: Record<string, unknown>, cookie?: string): Promise<void> {
    const asked = model.asked()
    const answer = await app.ask(body, cookie)
    await asked
    model.say('Sleep ')
    const stop = `/api/chat/streams/${answer.headers.get('x-stream-id')}/stop`
    expect((await app.send('POST', stop, {}, cookie)).status).toBe(200)
    await answer.text()
  }
  return { app, model, spent, askAndStop }
}

it('costs what the model has read of a long conversation, also when it is stopped', async () => {
  const { spent, askAndStop } = await open()
  const conversation = Array.from({ length: 10 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: 'word '.repeat(1600),
  }))
  await askAndStop({ text: 'And now?', conversation })
  // 80,000 characters.
  expect(spent).toEqual([expect.closeTo(20_000, -2)])
})

it('costs its images, for the answer and for their description, also when it is stopped', async () => {
  const { app, spent, askAndStop } = await open(() => new Promise(() => undefined))
  const { cookie } = await app.signedIn()
  await askAndStop({ text: 'What is this?', images: [{ data: onePixel.toString('base64') }] }, cookie)
  expect(spent).toHaveLength(1)
  expect(spent[0]).toBeGreaterThanOrEqual(2 * 258)
  expect(spent[0]).toBeLessThan(2 * 258 + 20)
})

it('costs little when the model fails before its first word', async () => {
  const { app, model, spent } = await open()
  const conversation = [{ role: 'user', content: 'word '.repeat(20_000) }]
  const asked = model.asked()
  const answer = await app.ask({ text: 'And now?', conversation })
  await asked
  model.fail(new Error('The provider is unreachable.'))
  await answer.text()
  expect(spent).toEqual([2])
})
