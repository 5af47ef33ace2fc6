import { embedSessionSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerText, type ChatApp, firstOf, openChatApp, parseStream } from '../../../tests/chat-app.ts'
import { onePixel } from '../../../tests/pictures.ts'
import { createScriptedModel, type ScriptedModel } from '../../../tests/scripted-model.ts'
import { countStatements, untilIdle } from '../../../tests/measurement/statement-counter.ts'
import { post, type TestUser } from '../../../tests/test-app.ts'
import { conversations, messageImages, messages } from '../../db/schema/chat.ts'
import { configurators } from '../../db/schema/embed.ts'
import { outbox } from '../../db/schema/auth.ts'
import { withDefaults } from '../../widgets/configurators.store.ts'
import { newId } from '../../platform/process/ids.ts'
import { uniqueViolation } from '../../db/unique-violation.ts'
import { insertTurn, type NewTurn } from './turn.store.ts'

const image = { data: onePixel.toString('base64'), name: 'a.gif' }

let test: ChatApp
let model: ScriptedModel
let person: { user: TestUser; cookie: string }
beforeAll(async () => {
  model = createScriptedModel()
  test = await openChatApp({ model })
  person = await test.signedIn()
})
afterAll(() => test.close())

describe('until the model is asked, the database is sent', () => {
  let embed_id: string
  beforeAll(async () => {
    embed_id = newId()
    await test.database.db.insert(configurators).values({ id: embed_id, ...withDefaults({}) })
    // The first question of a process reads the master settings, too.
    await ask({ text: 'Anything?' })
  })

  /** Asks, and gives what was sent until then, what the model was asked, and the turn's ids. */
  async function ask(body: object, headers: Record<string, string> = { cookie: person.cookie }) {
    const asked = model.asked()
    await untilIdle(test.database)
    const stopCounting = countStatements()
    const response = post(test.app, '/api/chat', body, headers)
    await asked
    const sent = stopCounting()
    model.say('Yes.')
    model.end()
    const { events } = parseStream(await (await response).text())
    expect(answerText(events)).toBe('Yes.')
    const prompt = model.calls
      .at(-1)
      ?.prompt.flatMap<unknown>(({ role, content }) => (role === 'system' ? [] : content))
    return { sent, prompt, ...firstOf(events, 'message').content }
  }

  it('four statements for a question that opens a conversation, with images or without', async () => {
    const text = 'What is on it?'
    expect((await ask({ text, client_message_id: crypto.randomUUID() })).sent).toBe(4)
    expect((await ask({ text, images: [image, image] })).sent).toBe(4)
  })

  it('four for one that follows another, that starts a branch, and that starts over', async () => {
    const { conversation_id, assistant_id } = await ask({ text: 'First?' })
    const first = [{ text: 'First?' }, { text: 'Yes.' }]
    const followUp = { text: 'Second?', conversation_id, client_message_id: crypto.randomUUID() }
    expect(await ask(followUp)).toMatchObject({ sent: 4, prompt: [...first, { text: 'Second?' }] })
    const branch = { text: 'Other?', conversation_id, parent_id: assistant_id }
    expect(await ask(branch)).toMatchObject({ sent: 4, prompt: [...first, { text: 'Other?' }] })
    const edited = { text: 'First, then?', conversation_id, parent_id: null }
    expect(await ask(edited)).toMatchObject({ sent: 4, prompt: [{ text: 'First, then?' }] })
  })

  it('five for one that is answered again, with its images, which are read when there is memory for them', async () => {
    const { conversation_id } = await ask({ text: 'First?' })
    const { user_id } = await ask({ text: 'And these?', conversation_id, images: [image, image] })
    const again = await ask({ text: '', conversation_id, parent_id: user_id })
    expect(again).toMatchObject({
      sent: 5,
      prompt: [
        { text: 'First?' },
        { text: 'Yes.' },
        { text: 'And these?' },
        { type: 'file', mediaType: 'image/gif' },
        { type: 'file', mediaType: 'image/gif' },
      ],
    })
    expect(JSON.stringify(again.prompt?.at(-1))).toContain(JSON.stringify([...onePixel]).slice(1, -1))
  })

  it('five for one in a widget, whose visitor has signed in on the site or by a token, or not at all', async () => {
    const origin = 'https://shop.example'
    const session = await post(test.app, '/api/embed/session', { cfg: embed_id, origin })
    const { token } = embedSessionSchema.parse(await session.json())
    const bearer = { authorization: `Bearer ${token}` }
    const text = 'In a widget?'
    expect((await ask({ text, embed_id }, { cookie: person.cookie, ...bearer })).sent).toBe(5)
    expect((await ask({ text, embed_id }, bearer)).sent).toBe(5)
    const login = await test.app.request(`/embed/login?cfg=${embed_id}`, {
      method: 'POST',
      body: new URLSearchParams({ email: person.user.email, password: person.user.password }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...bearer,
      },
    })
    expect(login.status).toBe(303)
    // The e-mail about a new device is written in the background, and is no statement of the next question.
    await vi.waitFor(async () => {
      const { db } = test.database
      const mails = db.select().from(outbox).where(eq(outbox.recipient, person.user.email))
      // One for the device on the site, one for the device in the frame.
      expect(await mails).toHaveLength(2)
    })
    const { sent, conversation_id } = await ask({ text, embed_id }, bearer)
    expect(sent).toBe(5)
    expect((await ask({ text, embed_id, conversation_id }, bearer)).sent).toBe(5)
  })

  it('one for a guest’s, and in a widget five', async () => {
    expect((await ask({ text: 'Anything?' }, {})).sent).toBe(1)
    const bearer = await test.embedHeaders(embed_id)
    // A visitor's token is looked up as a session's current and previous token; then the widget is read, and once more
    // when the answer has its place, for a stop in between.
    expect((await ask({ text: 'Anything?', embed_id }, bearer)).sent).toBe(5)
  })
})

describe('insertTurn', () => {
  const turnIn = (conversation: NewTurn['conversation']): NewTurn => {
    const id = newId()
    return {
      userId: person.user.id,
      conversation,
      question: {
        id,
        parentId: null,
        text: 'Anything?',
        images: [{ mimeType: 'image/gif', bytes: onePixel, name: 'a.gif' }],
      },
      answer: { id: newId(), parentId: id, streamId: crypto.randomUUID() },
      clientMessageId: undefined,
    }
  }
  const insert = (turn: NewTurn) => insertTurn(test.database.db, turn, new Date())
  const storedIn = async (id: string) => {
    const { db } = test.database
    return {
      conversations: await db.$count(conversations, eq(conversations.id, id)),
      messages: await db.$count(messages, eq(messages.conversationId, id)),
    }
  }

  it('writes nothing into a conversation that is gone', async () => {
    const id = newId()
    expect(await insert(turnIn({ id, isNew: false }))).toBe(false)
    expect(await storedIn(id)).toEqual({ conversations: 0, messages: 0 })
  })

  it('writes all of a turn, or nothing', async () => {
    const { db } = test.database
    const id = newId()
    expect(await insert(turnIn({ id, isNew: true }))).toBe(true)
    const before = await db.select().from(conversations).where(eq(conversations.id, id))
    const images = await db.$count(messageImages)
    // Its answer would be the second one under way.
    expect(await insert(turnIn({ id, isNew: false })).catch(uniqueViolation)).toBe('messages_streaming_key')
    expect(await storedIn(id)).toEqual({ conversations: 1, messages: 2 })
    expect(await db.select().from(conversations).where(eq(conversations.id, id))).toEqual(before)
    expect(await db.$count(messageImages)).toBe(images)
  })
})
