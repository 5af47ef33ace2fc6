import { conversationSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChatApp, firstOf, openChatApp } from '../../../tests/chat-app.ts'
import { createScriptedModel, type ScriptedModel } from '../../../tests/scripted-model.ts'
import { readStream } from '../../../tests/stream-reader.ts'
import { settle } from '../../../tests/test-clock.ts'
import { conversations } from '../../db/schema/chat.ts'
import { createLog } from '../../platform/process/log.ts'
import { ConversationNaming } from './conversation-naming.ts'

let title: PromiseWithResolvers<string>
let timesAsked: number
let model: ScriptedModel
let test: ChatApp
let cookie: string
let userId: string
beforeEach(async () => {
  title = Promise.withResolvers()
  timesAsked = 0
  model = createScriptedModel(() => {
    timesAsked += 1
    return title.promise
  })
  test = await openChatApp({ model })
  const person = await test.signedIn()
  cookie = person.cookie
  userId = person.user.id
})
afterEach(() => test.close())

/** Asks, and waits until the model is asked for the title beside the answer. */
async function begin() {
  const asked = model.asked()
  const reader = readStream(await test.ask({ text: 'what helps me sleep?' }, cookie))
  await asked
  model.say('Magnesium ')
  const { events } = await reader.until('Magnesium ')
  await vi.waitFor(() => expect(timesAsked).toBe(1))
  return { reader, id: firstOf(events, 'message').content.conversation_id ?? '' }
}

async function titleOf(id: string): Promise<string | null | undefined> {
  const [row] = await test.database.db.select().from(conversations).where(eq(conversations.id, id))
  return row?.title
}

it('keeps no answer open: the title comes into the list when it is there', async () => {
  const { reader, id } = await begin()
  model.end()
  const { events, done } = await reader.rest()
  expect([done, firstOf(events, 'conv_title').content]).toEqual([true, { id, title: 'What helps me sleep?' }])
  expect(await titleOf(id)).toBe('What helps me sleep?')
  await vi.waitFor(() => expect(test.runtime.running).toBe(0))
  title.resolve('Sleeping well')
  await vi.waitFor(async () => expect(await titleOf(id)).toBe('Sleeping well'))
})

it("is told with the answer when the model's title is there first", async () => {
  const { reader, id } = await begin()
  title.resolve('"Sleeping well."')
  await settle()
  model.say('helps.')
  await reader.until('helps.')
  model.end()
  const { events } = await reader.rest()
  expect(firstOf(events, 'conv_title').content).toEqual({ id, title: 'Sleeping well' })
})

it('leaves a title that a person gives meanwhile', async () => {
  const created = await test.send('POST', '/api/conversations', {}, cookie)
  const { id } = conversationSchema.parse(await created.json())
  const naming = new ConversationNaming({
    db: test.database.db,
    userId,
    conversationId: id,
    question: 'what helps me sleep?',
    model,
    prompt: 'Write a title.',
    log: createLog('silent'),
  })
  naming.begin()
  const { settled } = await naming.finish()
  await test.send('PATCH', `/api/conversations/${id}`, { title: 'Mine' }, cookie)
  title.resolve('Sleeping well')
  await settled
  expect([timesAsked, await titleOf(id)]).toEqual([1, 'Mine'])
})

it('waits for the first question that is no greeting', async () => {
  const ask = async (text: string, conversationId?: string) => {
    const asked = model.asked()
    const reader = readStream(await test.ask({ text, conversation_id: conversationId }, cookie))
    await asked
    model.say('Words. ')
    const { events } = await reader.until('Words. ')
    model.end()
    const rest = await reader.rest()
    return [...events, ...rest.events]
  }
  title.resolve('')
  const greeted = await ask('Good morning!')
  const id = firstOf(greeted, 'message').content.conversation_id ?? ''
  expect(greeted.some(({ type }) => type === 'conv_title')).toBe(false)
  expect([timesAsked, await titleOf(id)]).toEqual([0, null])
  const asked = await ask('what helps me sleep?', id)
  expect(firstOf(asked, 'conv_title').content).toEqual({ id, title: 'What helps me sleep?' })
  const next = await ask('And naps?', id)
  expect(next.some(({ type }) => type === 'conv_title')).toBe(false)
})

it('is not waited for by a server that stops', async () => {
  const { reader, id } = await begin()
  model.end()
  await reader.rest()
  await test.runtime.drain(0)
  expect(await titleOf(id)).toBe('What helps me sleep?')
})
