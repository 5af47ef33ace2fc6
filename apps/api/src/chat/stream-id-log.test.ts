import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'

let chat: ChatApp
beforeAll(async () => {
  chat = await openChatApp({ runtime: { record: () => Promise.reject(new Error('no room')) } })
})
afterAll(() => chat.close())

it("logs a digest of a guest's stream id, and never the id, whatever is done with it", async () => {
  const response = await chat.ask({ text: 'What helps me sleep?' })
  const id = response.headers.get('x-stream-id') ?? ''
  await response.text()
  for (const [method, path] of [
    ['GET', `/api/chat/streams/${id}`],
    ['POST', `/api/chat/streams/${id}/stop`],
    ['GET', `/api/chat/streams/${id}/nothing`],
    ['GET', `/api/chat/%73treams/${id}`],
    ['DELETE', `/api/chat/streams/${id}`],
  ] as const) {
    await (await chat.app.request(path, { method, headers: { 'sec-fetch-site': 'same-origin' } })).text()
  }
  expect(id).toMatch(/^[0-9a-f]{64}$/u)
  expect(chat.logged.filter(({ path }) => String(path).startsWith('/api/chat/')).length).toBeGreaterThan(3)
  expect(chat.logged.some((line) => 'stream_id' in line)).toBe(true)
  expect(JSON.stringify(chat.logged)).not.toContain(id)
})
