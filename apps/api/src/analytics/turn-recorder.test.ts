import {
  clientStatsSchema,
  geoStatsSchema,
  productStatsSchema,
  subjectStatsSchema,
} from '@org/api-client/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { demonstrationWidgets } from '../demo/demonstration-widgets.ts'
import { createTurnRecorder, type TurnRecorder } from './turn-recorder.ts'

let chat: ChatApp
let recorder: TurnRecorder
let admin: string
beforeAll(async () => {
  chat = await openChatApp({ demo: true, runtime: { record: (turn) => recorder(turn) } })
  recorder = createTurnRecorder(chat.database.db, {
    keys: { rotation: 'monthly' },
    locate: () => ({ latitude: 47.376, longitude: 8.541, countryCode: 'CH' }),
  })
  admin = await chat.signIn(await chat.addUser({ role: 'admin' }))
})
afterAll(() => chat.close())

/** Asks, and gives the whole answer. */
async function ask(body: Record<string, unknown>, cookie?: string) {
  const response = await chat.ask(body, cookie)
  return parseStream(await response.text()).events
}

async function read(path: string): Promise<unknown> {
  return (await chat.get(path, admin)).json()
}

const question = 'How much magnesium does an adult need, and what helps me sleep?'

it("keeps an account's, a guest's and a widget's turns, with products, authors, topic and place", async () => {
  const { cookie } = await chat.signedIn()
  const first = await ask({ text: question }, cookie)
  const { user_id: questionId } = firstOf(first, 'message').content
  // Answered again: one more answer, not one more question.
  await ask({ text: '', parent_id: questionId }, cookie)
  await ask({ text: 'Which sunscreen should I use?' })
  const [widget] = demonstrationWidgets
  await ask({ text: 'What helps against stress?', embed_id: widget?.id })

  const products = productStatsSchema.parse(await read('/api/stats/product-queries'))
  expect(products.total_events).toBe(7)
  expect(products.top_products.length).toBeGreaterThan(0)
  expect(products.top_authors.map(({ name }) => name)).toContain('NIH Office of Dietary Supplements')
  const subjects = subjectStatsSchema.parse(await read('/api/stats/chat-subjects'))
  expect(subjects.top_subjects.map(({ name }) => name).toSorted()).toEqual(['Skin', 'Sleep', 'Stress & mood'])
  const geo = geoStatsSchema.parse(await read('/api/stats/message-geo'))
  expect(geo.countries).toEqual([{ code: 'CH', name: 'Switzerland', count: 3 }])
  const client = clientStatsSchema.parse(await read('/api/client/stats'))
  expect(client.summary).toMatchObject({ total_messages: 2, user_messages: 1, unique_conversations: 1 })
})

it('answers all the same when the statistics cannot be kept', async () => {
  const before = recorder
  recorder = () => Promise.reject(new Error('no room'))
  const events = await ask({ text: question })
  recorder = before
  expect(answerText(events)).toMatch(/magnesium/iu)
  expect(chat.logged.some(({ msg }) => msg === 'a turn is missing from the statistics')).toBe(true)
})
