import {
  accountExportSchema,
  chatRequestSchema,
  conversationListSchema,
  messageListSchema,
} from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { longestStep } from '../../tests/measurement/longest-step.ts'
import { readTurn } from '../chat/turns/turn.store.ts'
import { messages } from '../db/schema/chat.ts'
import { createStorageQuota } from './storage-quota.ts'

/** Longest synchronous step of any request, in ms. */
const budgetMs = 50
const messageCharacters = 190_000
const messageCount = 60

let app: ChatApp
let userId: string
let cookie: string
let id: string
beforeAll(async () => {
  app = await openChatApp()
  const person = await app.signedIn()
  userId = person.user.id
  cookie = person.cookie
  const prose = 'I take zinc for my sleep, and my doctor said that the dose might be too much. '.repeat(2500)
  const messages = Array.from({ length: messageCount }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: ${prose}`.slice(0, messageCharacters) + (index === messageCount - 1 ? ' borage' : ''),
    created_at: '2026-11-21T09:30:00.000Z',
  }))
  const imported = await app.send(
    'POST',
    '/api/conversations/import',
    { conversations: [{ title: 'Long', messages }] },
    cookie,
  )
  id = Object(await imported.json()).ids[0]
})
afterAll(() => app.close())

/** The least of several measurements: other processes only ever add to one. */
async function leastStep(run: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 6 && least >= budgetMs; attempt += 1) {
    least = Math.min(least, await longestStep(run))
  }
  return least
}

describe('an account with 11 MB in one conversation', () => {
  it('finds a text in its last message, without a long step', async () => {
    const search = async (text: string) =>
      conversationListSchema.parse(await (await app.get(`/api/conversations?q=${text}`, cookie)).json()).items
    expect(await search('borage')).toHaveLength(1)
    expect(await search('nothing-has-this')).toEqual([])
    expect(await leastStep(() => search('nothing-has-this'))).toBeLessThan(budgetMs)
  })

  it('reads its messages in pages of at most 700 KB, each message once', async () => {
    const numbers: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `/api/conversations/${id}/messages?limit=100&cursor=${encodeURIComponent(cursor)}`
      const text = await (await app.get(path, cookie)).text()
      expect(text.length).toBeLessThan(700_000)
      const page = messageListSchema.parse(JSON.parse(text))
      numbers.push(...page.items.map(({ content }) => Number.parseInt(content, 10)))
      cursor = page.next_cursor
    }
    expect(numbers).toEqual(Array.from({ length: messageCount }, (_, index) => messageCount - 1 - index))
  })

  it('is exported without a long step, each message once and in order', async () => {
    const read = async () => (await app.get('/api/account/export', cookie)).text()
    const data = accountExportSchema.strict().parse(JSON.parse(await read()))
    expect(data.conversations[0]?.messages.map(({ content }) => Number.parseInt(content, 10))).toEqual(
      Array.from({ length: messageCount }, (_, index) => index),
    )
    const drain = async () => {
      await (await app.get('/api/account/export', cookie)).body?.pipeTo(new WritableStream())
    }
    expect(await leastStep(drain)).toBeLessThan(budgetMs)
  })

  it('reads no more of the conversation for a question than a model is given', async () => {
    const body = chatRequestSchema.parse({ text: 'And at night?', conversation_id: id })
    const { history } = await readTurn(app.database.db, userId, body)
    expect(history.at(-1)?.content).toContain('borage')
    expect(history.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(850_000)
  })
})

describe('an account with 10,000 messages', () => {
  let person: Awaited<ReturnType<typeof app.signedIn>>
  let ids: string[]
  const items = Array.from({ length: 2500 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index}`,
    created_at: '2026-11-21T09:30:00.000Z',
  }))
  const importOne = async () => {
    const body = { conversations: [{ title: 'Many', messages: items }] }
    const response = await app.send('POST', '/api/conversations/import', body, person.cookie)
    return z.object({ ids: z.array(z.string()) }).parse(await response.json()).ids
  }
  beforeAll(async () => {
    person = await app.signedIn()
    ids = []
    for (let count = 0; count < 4; count += 1) ids.push(...(await importOne()))
  })

  it('imports more without a long step', async () => {
    expect(await leastStep(async () => ids.push(...(await importOne())))).toBeLessThan(budgetMs)
  })

  it('is searched without a long step', async () => {
    const search = () => app.get('/api/conversations?q=nothing-has-this', person.cookie)
    expect((await search()).status).toBe(200)
    expect(await leastStep(search)).toBeLessThan(budgetMs)
  })

  it('counts its storage without a long step, each message once', async () => {
    const { db } = app.database
    const read = () =>
      createStorageQuota(db, { storageBytes: 1, now: () => new Date() }).usage(person.user.id)
    const { usedBytes } = await read()
    const [row] = await db
      .select({ bytes: sql`sum(500 + pg_column_size(${messages.content}))`.mapWith(Number) })
      .from(messages)
      .where(eq(messages.userId, person.user.id))
    const titles = ids.length * (500 + 5)
    expect(usedBytes).toBe((row?.bytes ?? 0) + titles)
    expect(await leastStep(read)).toBeLessThan(budgetMs)
  })

  it('deletes a conversation without a long step', async () => {
    const remove = () => app.send('DELETE', `/api/conversations/${ids.pop()}`, undefined, person.cookie)
    expect(await leastStep(remove)).toBeLessThan(budgetMs)
    const left = await app.database.db.$count(messages, eq(messages.userId, person.user.id))
    expect(left).toBe(ids.length * items.length)
  })

  it('is deleted without a long step', async () => {
    const remove = () =>
      app.send('POST', '/api/account/delete', { password: person.user.password }, person.cookie)
    expect(await longestStep(remove)).toBeLessThan(2 * budgetMs)
    expect(await app.database.db.$count(messages, eq(messages.userId, person.user.id))).toBe(0)
  })
})

it('accounts with many conversations do not keep another from its search', async () => {
  const [first, second, other] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  for (const { user } of [first, second]) {
    await app.database.db.execute(sql`
      insert into conversations (id, user_id) select gen_random_uuid(), ${user.id} from generate_series(1, 3000)
    `)
  }
  const ended: string[] = []
  const search = async (name: string, { cookie: own }: typeof first) => {
    expect((await app.get('/api/conversations?q=nothing-has-this', own)).status).toBe(200)
    ended.push(name)
  }
  const long = [search('first', first), search('second', second)]
  await search('other', other)
  expect(ended).toEqual(['other'])
  await Promise.all(long)
})

it('an account exports its data once at a time, and again when the reader is gone', async () => {
  const first = await app.get('/api/account/export', cookie)
  const second = await app.get('/api/account/export', cookie)
  expect([first.status, second.status]).toEqual([200, 429])
  expect(await second.json()).toMatchObject({ code: 'rate_limited' })
  const other = await app.signedIn()
  expect((await app.get('/api/account/export', other.cookie)).status).toBe(200)
  await first.body?.cancel()
  const third = await app.get('/api/account/export', cookie)
  expect(third.status).toBe(200)
  await third.text()
  expect((await app.get('/api/account/export', cookie)).status).toBe(200)
})

describe('an account with 30,000 conversations', () => {
  it('begins its export without a long step, and with its oldest conversation', async () => {
    const person = await app.signedIn()
    const { db } = app.database
    await db.execute(sql`
      insert into conversations (id, user_id, title, updated_at)
      select gen_random_uuid(), ${person.user.id}, 'Number ' || n, now() - (30000 - n) * interval '1 second'
      from generate_series(0, 29999) as n
    `)
    // As the housekeeping does.
    await db.execute(sql`analyze conversations`)
    const begin = async () => {
      const response = await app.get('/api/account/export', person.cookie)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('"Number ')) text += (await reader?.read())?.value ?? ''
      await reader?.cancel()
      return /"Number \d+"/u.exec(text)?.[0]
    }
    expect(await begin()).toBe('"Number 0"')
    expect(await leastStep(begin)).toBeLessThan(budgetMs)
  })
})
