import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conversationListSchema, conversationSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { users } from '../src/db/schema/auth.ts'
import { conversations, messageImages, messages } from '../src/db/schema/chat.ts'
import { newId } from '../src/platform/process/ids.ts'
import { killPrograms, openBrowser, startServerProcess } from './server-process.ts'

const account = { email: 'photographer@example.com', password: 'a phrase of some length' }
const questionCount = 10
const imagesOfQuestion = 4
const imageBytes = 4_900_000

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'small-heap-'))
})
afterEach(killPrograms)
afterAll(() => rm(dataDir, { recursive: true }))

const start = async () => {
  const server = startServerProcess({
    NODE_OPTIONS: '--max-old-space-size=512',
    DATA_DIR: dataDir,
    DEMO: 'off',
    SIGNUP_CONFIRMATION: 'off',
    USER_ANSWERS_AT_ONCE: '20',
  })
  return { ...server, url: await server.ready }
}

/** Stores a conversation of questions with large images, as uploads of an earlier version left them. */
async function storeImages(): Promise<{ conversationId: string; questionIds: string[] }> {
  const database = await openDatabase({ dataDir })
  const { db } = database
  const [user] = await db.select().from(users).where(eq(users.email, account.email))
  if (user === undefined) throw new Error('the account was not created')
  const conversationId = newId()
  await db.insert(conversations).values({ id: conversationId, userId: user.id, title: 'Photos' })
  const questionIds: string[] = []
  const bytes = Buffer.alloc(imageBytes, 'GIF89a')
  for (let question = 0; question < questionCount; question += 1) {
    const id = newId()
    const row = { conversationId, userId: user.id, status: 'complete' as const }
    await db.insert(messages).values({ ...row, id, role: 'user', content: `Photo ${question}?` })
    await db
      .insert(messages)
      .values({ ...row, id: newId(), parentId: id, role: 'assistant', content: 'Nice.' })
    for (let position = 0; position < imagesOfQuestion; position += 1) {
      const image = { id: newId(), messageId: id, position, mimeType: 'image/gif', name: 'a.gif', bytes }
      await db.insert(messageImages).values(image)
    }
    questionIds.push(id)
  }
  await database.close()
  return { conversationId, questionIds }
}

it('a heap of 512 MB exports 196 MB of images, and survives ten answers asked again at once', async () => {
  const first = await start()
  expect((await openBrowser(first.url).post('/api/signup', account)).status).toBe(200)
  first.signal('SIGTERM')
  expect((await first.exited).code).toBe(0)
  const { questionIds } = await storeImages()

  const server = await start()
  const browser = openBrowser(server.url)
  expect((await browser.post('/api/login', account)).status).toBe(200)
  const again = Promise.all(
    questionIds.map(async (id) => {
      const response = await browser.post('/api/chat', { text: '', parent_id: id })
      await response.text()
      return response.status
    }),
  )
  const exported = await browser.get('/api/account/export')
  expect(exported.status).toBe(200)
  const decoder = new TextDecoder()
  let length = 0
  let end = ''
  for await (const chunk of exported.body ?? []) {
    length += chunk.length
    end = (end + decoder.decode(chunk, { stream: true })).slice(-10)
  }
  expect(length).toBeGreaterThan(questionCount * imagesOfQuestion * imageBytes * (4 / 3))
  expect(end.endsWith(']}\n')).toBe(true)
  // 200, 409 while the conversation is busy, or 503 without memory.
  expect((await again).filter((status) => ![200, 409, 503].includes(status))).toEqual([])
  expect((await again).some((status) => status === 200)).toBe(true)
  const list = conversationListSchema.parse(await (await browser.get('/api/conversations')).json())
  expect(conversationSchema.array().parse(list.items)).toHaveLength(1)
}, 300_000)
