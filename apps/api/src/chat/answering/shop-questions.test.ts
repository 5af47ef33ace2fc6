import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../../tests/chat-app.ts'

let chat: ChatApp
beforeAll(async () => {
  chat = await openChatApp({ demo: true })
})
afterAll(() => chat.close())

/** The text and the outcome of the answer to a guest. */
async function answerTo(text: string) {
  const { events } = parseStream(await (await chat.ask({ text })).text())
  return { text: answerText(events), outcome: firstOf(events, 'outcome').content }
}

it('questions to the service of a shop are answered once it has written about them', async () => {
  const questions = ['Do you deliver to Iceland?', 'How long does delivery to Iceland take?']
  for (const question of questions) expect(await answerTo(question)).toMatchObject({ outcome: 'uncovered' })

  const admin = await chat.addUser({ role: 'admin' })
  const article = {
    title: 'How long does delivery to Iceland take?',
    author: 'A Shop',
    url: 'https://example.com/delivery',
    topic: 'Delivery',
    language: 'en',
    status: 'published',
    body: 'We deliver to Iceland in five days. Parcels go by ship.',
  }
  const path = '/api/admin/knowledge/articles'
  expect((await chat.send('POST', path, article, await chat.signIn(admin))).status).toBe(200)

  for (const question of questions) {
    const { text, outcome } = await answerTo(question)
    expect(text).toContain('We deliver to Iceland in five days')
    expect(outcome).toBe('answered')
  }
  expect(await answerTo('Do you deliver to Norway?')).toMatchObject({ outcome: 'uncovered' })
  expect(await answerTo('Can I return it?')).toMatchObject({ outcome: 'uncovered' })
})
