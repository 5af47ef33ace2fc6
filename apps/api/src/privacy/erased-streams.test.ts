import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatApp, firstOf, openChatApp, parseStream } from '../../tests/chat-app.ts'
import { createScriptedModel, type ScriptedModel } from '../../tests/scripted-model.ts'
import type { TestUser } from '../../tests/test-app.ts'

let model: ScriptedModel
let test: ChatApp
let person: { user: TestUser; cookie: string }
beforeEach(async () => {
  model = createScriptedModel()
  test = await openChatApp({ model })
  person = await test.signedIn()
})
afterEach(() => test.close())

/** Asks, and lets the model answer as far as `text`. */
async function begin(text: string) {
  const asked = model.asked()
  const response = await test.ask({ text: 'Anything?' }, person.cookie)
  await asked
  model.say(text)
  return { streamId: response.headers.get('x-stream-id') ?? '', body: response.text() }
}

const deletions = [
  [
    'its conversation',
    (id: string) => test.send('DELETE', `/api/conversations/${id}`, undefined, person.cookie),
  ],
  [
    'its account',
    () => test.send('POST', '/api/account/delete', { password: person.user.password }, person.cookie),
  ],
] as const

describe('the stream of an answer leaves the log', () => {
  it.each(deletions)('after it ended, with %s', async (_what, remove) => {
    const { streamId, body } = await begin('Secret')
    model.end()
    const { conversation_id: id } = firstOf(parseStream(await body).events, 'message').content
    expect(await test.runtime.streams.state(streamId)).toMatchObject({ ended: true })
    expect((await remove(id ?? '')).status).toBeLessThan(300)
    await expect.poll(() => test.runtime.streams.state(streamId), { timeout: 10_000 }).toBeUndefined()
    expect(await test.runtime.streams.read(streamId, 0)).toBeUndefined()
  })

  it.each(deletions)('at its end, with %s, and its readers see the end', async (_what, remove) => {
    const { streamId, body } = await begin('Secret')
    const { rows } = await test.database.db.execute<{ id: string }>('select id::text from conversations')
    expect((await remove(rows[0]?.id ?? '')).status).toBeLessThan(300)
    expect(parseStream(await body).done).toBe(true)
    await expect.poll(() => test.runtime.streams.state(streamId), { timeout: 10_000 }).toBeUndefined()
  })
})
