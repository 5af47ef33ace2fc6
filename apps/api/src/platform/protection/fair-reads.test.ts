import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../../tests/chat-app.ts'
import { createScriptedModel } from '../../../tests/scripted-model.ts'
import { readConfig } from '../../config/config.ts'

const many = 100

const model = createScriptedModel()
let test: ChatApp
beforeAll(async () => {
  test = await openChatApp({ model, config: { ...readConfig({ DEMO: 'off' }), trustedProxyHops: 1 } })
})
afterAll(() => test.close())

/** Sends many reads at once from one address; `answered` gives how many of them have an answer. */
function readMuch(path: string, { address, cookie }: { address: string; cookie?: string }) {
  let answered = 0
  const read = async () => {
    const response = await test.get(path, cookie, { 'x-forwarded-for': address })
    answered += 1
    return response.status
  }
  const all = Promise.all(Array.from({ length: many }, read))
  return { answered: () => answered, all }
}

it.each([
  { whose: 'an account', path: '/api/conversations', isSignedIn: true },
  {
    whose: 'a guest',
    path: '/embed/theme/minimal?cfg=0190b0a0-0000-7000-8000-000000000000',
    isSignedIn: false,
  },
])('many reads of $whose at once do not delay those of others', async ({ path, isSignedIn }) => {
  const [first, second] = [await test.signedIn(), await test.signedIn()]
  const mine = readMuch(path, { address: '192.0.2.1', ...(isSignedIn && { cookie: first.cookie }) })
  const [other, ready] = await Promise.all([
    test.get('/api/conversations', second.cookie, { 'x-forwarded-for': '192.0.2.2' }),
    test.get('/readyz', undefined, { 'x-forwarded-for': '192.0.2.1' }),
  ])
  expect([other.status, ready.status]).toEqual([200, 200])
  expect(mine.answered()).toBeLessThan(many / 3)
  expect(new Set(await mine.all)).toEqual(new Set([isSignedIn ? 200 : 404]))
})

it('many reads of one account do not delay a colleague at the same address', async () => {
  const [first, second] = [await test.signedIn(), await test.signedIn()]
  const mine = readMuch('/api/conversations', { address: '192.0.2.3', cookie: first.cookie })
  const other = await test.get('/api/conversations', second.cookie, { 'x-forwarded-for': '192.0.2.3' })
  expect(other.status).toBe(200)
  expect(mine.answered()).toBeLessThan(many / 3)
  await mine.all
})

it('many sessions of widgets from one address do not delay others', async () => {
  const { cookie } = await test.signedIn()
  let answered = 0
  const open = async () => {
    const response = await test.app.request('/api/embed/session', {
      method: 'POST',
      body: JSON.stringify({ cfg: '0190b0a0-0000-7000-8000-000000000000', origin: 'https://shop.example' }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.5' },
    })
    answered += 1
    return response.status
  }
  const mine = Promise.all(Array.from({ length: many }, open))
  const other = await test.get('/api/conversations', cookie, { 'x-forwarded-for': '192.0.2.6' })
  expect(other.status).toBe(200)
  expect(answered).toBeLessThan(many / 3)
  expect(new Set(await mine)).toEqual(new Set([404]))
})

it('open event streams hold no place of a read', async () => {
  const { cookie } = await test.signedIn()
  const asked = model.asked()
  const answer = await test.ask({ text: 'Anything?' }, cookie)
  await asked
  const path = `/api/chat/streams/${answer.headers.get('x-stream-id') ?? ''}`
  const streams = await Promise.all(Array.from({ length: 20 }, () => test.get(path, cookie)))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await test.get('/api/conversations', cookie)).status).toBe(200)
  model.end()
  for (const stream of [answer, ...streams]) await stream.body?.cancel()
})
