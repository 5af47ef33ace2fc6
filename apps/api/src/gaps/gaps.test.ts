import {
  approvedAnswerSchema,
  articleSchema,
  type Gap,
  gapListSchema,
  gapSchema,
} from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import { gapQuestions, gapRuns, gaps } from '../db/schema/gaps.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { createOutcomeRecorder } from '../outcomes/outcome-recorder.ts'
import { purgeOutcomes } from '../outcomes/retention.store.ts'
import { countAnswer } from '../platform/process/answer-count.ts'
import { newId } from '../platform/process/ids.ts'
import { createLog } from '../platform/process/log.ts'
import { startFindingGaps, updateGaps } from './gap-runs.ts'

const dayMs = 86_400_000
const path = '/api/admin/gaps'

let database: Database
let chat: ChatApp
let admin: string
beforeAll(async () => {
  database = await openTestDatabase()
  const record = createOutcomeRecorder(database.db, { keepsText: true, priceOf: () => Promise.resolve(null) })
  chat = await openChatApp({ database, demo: true, runtime: { record } })
  admin = (await person('admin')).cookie
})
afterAll(async () => {
  await chat.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.delete(gaps)
  await database.db.delete(answerOutcomes)
  await database.db.delete(gapRuns)
})

async function person(role: 'client' | 'admin') {
  const user = await chat.addUser({ role })
  return { ...user, cookie: await chat.signIn(user) }
}

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

interface Asked {
  outcome?: 'uncovered' | 'partial' | 'answered'
  clientId?: string | null
  language?: string
  daysAgo?: number
}

/** Stores records of answers to questions; returns their ids. */
async function addQuestions(questions: readonly string[], asked: Asked = {}): Promise<string[]> {
  const { outcome = 'uncovered', clientId = null, language = 'en', daysAgo = 0 } = asked
  const rows = questions.map((question) => ({
    id: newId(),
    clientId,
    at: new Date(Date.now() - daysAgo * dayMs),
    ending: 'complete' as const,
    outcome,
    language,
    model: 'local',
    tokens: 0,
    totalMs: 1,
    question,
    searches: [],
    citations: [],
    products: [],
  }))
  await database.db.insert(answerOutcomes).values(rows)
  return rows.map(({ id }) => id)
}

/** Runs the work in the background once, as if the pause after the last run were over. */
async function update(): Promise<void> {
  await database.db.update(gapRuns).set({ nextAt: new Date(0) })
  await updateGaps(database.db, () => new Date())
}

async function list(cookie = admin, query = ''): Promise<Gap[]> {
  const response = await chat.get(`${path}?${query}`, cookie)
  expect(response.status).toBe(200)
  return gapListSchema.parse(await response.json()).items
}

const hair = ['does zibeline make you bald', 'zibeline and hair loss', 'is zibeline causing hair loss?']
const shipping = ['do you ship to Canada', 'how much is international shipping?']

describe('gaps', () => {
  it('are clusters of uncovered and partly answered questions, with count, trend, weeks and examples', async () => {
    await addQuestions(hair)
    await addQuestions(['zibeline hair loss after a month'], { outcome: 'partial', daysAgo: 8 })
    await addQuestions(shipping, { daysAgo: 9 })
    await addQuestions(['zibeline tells the time'], { outcome: 'answered' })
    // The asker reads English pages.
    await addQuestions(['¿Hacen envíos a Argentina?'], { language: 'en' })
    await update()
    const [first, second, ...rest] = await list()
    expect(first).toMatchObject({ count: 3, trend: 2, language: 'en', status: 'open', client_id: null })
    expect(first?.weeks).toEqual([0, 0, 0, 0, 0, 0, 1, 3])
    expect(first?.examples).toHaveLength(4)
    expect(first?.title).toBe(first?.examples[0])
    expect(second).toMatchObject({ title: '¿Hacen envíos a Argentina?', language: 'es' })
    // Nobody asked about shipping in the last seven days.
    expect(rest).toEqual([])
    const from = dayOf(20)
    expect((await list(admin, `from=${from}`)).map(({ count }) => count)).toEqual([4, 2, 1])
    expect((await list(admin, `from=${from}&language=es`)).map(({ count }) => count)).toEqual([1])
  })

  it('show a client those of their own widgets alone, and let them change no other', async () => {
    const [one, other] = [await person('client'), await person('client')]
    await addQuestions(hair, { clientId: one.id })
    await addQuestions(hair, { clientId: other.id })
    await addQuestions(shipping)
    await update()
    const own = await list(one.cookie)
    expect(own).toMatchObject([{ count: 3, client_id: one.id }])
    expect(await list(admin)).toHaveLength(3)
    expect(await list(one.cookie, `client_id=${other.id}`)).toEqual([])
    expect(await list(admin, 'client_id=none')).toMatchObject([{ count: 2, client_id: null }])
    const id = own[0]?.id ?? ''
    const save = (cookie: string) => chat.send('PATCH', `${path}/${id}`, { status: 'dismissed' }, cookie)
    expect((await save(other.cookie)).status).toBe(404)
    expect((await list(one.cookie))[0]?.status).toBe('open')
    expect(gapSchema.parse(await (await save(one.cookie)).json()).status).toBe('dismissed')
    expect(await list(one.cookie, 'status=open')).toEqual([])
  })

  it('keep their id and status while questions come and go', async () => {
    const [removed = ''] = await addQuestions(hair)
    await update()
    const [before] = await list()
    await chat.send('PATCH', `${path}/${before?.id}`, { status: 'dismissed' }, admin)
    await database.db.delete(answerOutcomes).where(eq(answerOutcomes.id, removed))
    await addQuestions(['hair loss from zibeline', ...shipping])
    await update()
    const after = await list()
    expect(after).toContainEqual(expect.objectContaining({ id: before?.id, status: 'dismissed', count: 3 }))
    expect(after).toHaveLength(2)
  })

  it('close themselves when the content answers their questions, name the article, and open when it does not', async () => {
    const client = await person('client')
    await addQuestions(hair, { clientId: client.id })
    await addQuestions(hair)
    await update()
    expect((await list(client.cookie))[0]?.status).toBe('open')
    const article = {
      title: 'Zibeline and hair loss',
      author: 'Shop',
      url: 'https://shop.example/zibeline-hair',
      topic: 'hair',
      status: 'published',
      body: 'Zibeline does not cause hair loss. In a study of 200 adults, zibeline did not make anybody bald.',
    }
    const sent = await chat.send('POST', '/api/admin/knowledge/articles', article, client.cookie)
    expect(sent.status).toBe(200)
    await updateGaps(database.db, () => new Date())
    const [closed] = await list(client.cookie)
    expect(closed).toMatchObject({ status: 'closed', article_title: article.title, checked: 3, count: 3 })
    expect(closed?.answered).toBeGreaterThanOrEqual(2)
    // The site itself does not search the client's article.
    expect((await list(admin, 'client_id=none'))[0]?.status).toBe('open')
    await addQuestions(['zibeline hair loss in women over 60'], { clientId: client.id })
    await update()
    expect(await list(client.cookie)).toMatchObject([{ id: closed?.id, status: 'open', article_id: null }])
  })

  it('name the draft that was written for them, and keep naming it when another article is found first', async () => {
    const [client, other] = [await person('client'), await person('client')]
    await addQuestions(hair, { clientId: client.id })
    await update()
    const [gap] = await list(client.cookie)
    const write = async (cookie: string, title: string, fields: object) => {
      const article = { title, author: 'Shop', url: '', topic: 'hair', status: 'draft', body: '', ...fields }
      const sent = await chat.send('POST', '/api/admin/knowledge/articles', article, cookie)
      expect(sent.status).toBe(200)
      return articleSchema.parse(await sent.json())
    }
    await write(other.cookie, 'Of another client', { gap_id: gap?.id })
    await write(admin, 'Of everybody', { gap_id: gap?.id })
    expect((await list(client.cookie))[0]).toMatchObject({ status: 'open', article_id: null })
    const body =
      'Zibeline does not cause hair loss. In a study of 200 adults, zibeline did not make anybody bald.'
    const { id, version } = await write(client.cookie, 'Zibeline for worried readers', {
      gap_id: gap?.id,
      body,
    })
    const title = 'Zibeline for worried readers'
    expect((await list(client.cookie))[0]).toMatchObject({
      status: 'open',
      article_id: id,
      article_title: title,
    })
    await write(client.cookie, 'Zibeline and hair loss', {
      status: 'published',
      body: 'Does zibeline make you bald? Zibeline does not cause hair loss and does not make anybody bald.',
    })
    const published = { title, author: 'Shop', url: '', topic: 'hair', status: 'published', body, version }
    const saved = await chat.send('PUT', `/api/admin/knowledge/articles/${id}`, published, client.cookie)
    expect(saved.status).toBe(200)
    await updateGaps(database.db, () => new Date())
    expect((await list(client.cookie))[0]).toMatchObject({ status: 'closed', article_id: id })
  })

  it('rest between two of them while an answer runs, and not without', async () => {
    const first = await addQuestions(['how deep is the Mariana Trench?', 'how deep is the Mariana Trench'])
    const second = await addQuestions([
      'who composed the Brandenburg concertos?',
      'who composed the Brandenburg concertos',
    ])
    await update()
    const rests: number[] = []
    const rest = (ms: number) => Promise.resolve(rests.push(ms))
    const endAnswer = countAnswer()
    try {
      await database.db.update(gaps).set({ checkedDoc: -1 })
      await updateGaps(database.db, () => new Date(), { rest })
    } finally {
      endAnswer()
    }
    const found = await database.db.$count(gaps)
    expect(found).toBeGreaterThan(1)
    expect(found).toBeLessThanOrEqual(first.length + second.length)
    expect(rests).toHaveLength(found)
    expect(Math.min(...rests)).toBeGreaterThan(0)
    await database.db.update(gaps).set({ checkedDoc: -1 })
    await updateGaps(database.db, () => new Date(), { rest })
    expect(rests).toHaveLength(found)
  })

  it('close when an approved answer fits their questions, and stay open while it is a draft', async () => {
    await addQuestions(['do you engrave wooden gift boxes'])
    await update()
    const answer = {
      status: 'draft',
      language: 'en',
      question: 'Do you engrave wooden gift boxes?',
      variants: [],
      answer: 'Yes, with up to twenty letters.',
      citations: [],
      reviewer: 'Ines',
      reviewed_at: '2026-11-02',
      expires_at: null,
      client_id: null,
    }
    const sent = await chat.send('POST', '/api/admin/approved-answers', answer, admin)
    expect(sent.status).toBe(200)
    const { approved } = chat.runtime
    await updateGaps(database.db, () => new Date(), { approved })
    expect((await list())[0]?.status).toBe('open')
    const { id, version } = approvedAnswerSchema.parse(await sent.json())
    const { client_id: _owner, ...fields } = answer
    const published = { ...fields, status: 'published', version }
    expect((await chat.send('PUT', `/api/admin/approved-answers/${id}`, published, admin)).status).toBe(200)
    await updateGaps(database.db, () => new Date(), { approved })
    expect(await list()).toMatchObject([{ status: 'closed', checked: 1, answered: 1, article_id: null }])
  })

  it('come from the questions that people ask in the chat', async () => {
    await (await chat.ask({ text: 'I am Maria Lopez, do zibeline lamps cure warts?' })).text()
    await update()
    expect(await list()).toMatchObject([{ title: 'I am [name], do zibeline lamps cure warts?', count: 1 }])
  })

  it('go with the records and the texts of their questions', async () => {
    const ids = await addQuestions(hair)
    await addQuestions(shipping, { daysAgo: 40 })
    await update()
    const range = `from=${dayOf(60)}&to=${dayOf(0)}`
    expect(await list(admin, range)).toHaveLength(2)
    await purgeOutcomes(database.db, new Date(), {
      outcomeDays: 365,
      outcomeTextDays: 30,
      outcomeFigureDays: 3660,
    })
    expect(await list(admin, range)).toHaveLength(1)
    await database.db.delete(answerOutcomes)
    await addQuestions(['does the lamp hum'])
    await update()
    expect(await database.db.$count(gaps)).toBe(1)
    expect(await database.db.$count(gapQuestions, sql`answer_id = ${ids[0]}`)).toBe(0)
  })

  it('page by count, and refuse a cursor that is none of ours', async () => {
    await addQuestions([...hair, ...shipping, 'does the lamp hum'])
    await update()
    const all = await list()
    expect(all.map(({ count }) => count)).toEqual([3, 2, 1])
    const read = async (query: string) =>
      gapListSchema.parse(await (await chat.get(`${path}?${query}`, admin)).json())
    const first = await read('limit=2')
    const second = await read(`limit=2&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(second.next_cursor).toBeNull()
    expect((await chat.get(`${path}?cursor=x`, admin)).status).toBe(400)
    expect((await chat.get(`${path}?from=2020-01-01&to=2026-01-01`, admin)).status).toBe(422)
  })

  it('count the questions that wait for the next run', async () => {
    await addQuestions(hair)
    const waiting = async () => gapListSchema.parse(await (await chat.get(path, admin)).json())
    expect(await waiting()).toMatchObject({ items: [], waiting: 3, keeps_text: false })
    await update()
    expect(await waiting()).toMatchObject({ waiting: 0 })
  })
})

describe('the work on gaps', () => {
  it('is done by one instance, and not again before its pause is over', async () => {
    await addQuestions(hair)
    // A clock that stands still: the pause ends when the test moves it, however long the calls take.
    const at = Date.now()
    const now = () => new Date(at)
    await Promise.all([updateGaps(database.db, now), updateGaps(database.db, now)])
    expect(await list()).toMatchObject([{ count: 3 }])
    await addQuestions(shipping)
    await updateGaps(database.db, now)
    expect(await list()).toHaveLength(1)
    await updateGaps(database.db, () => new Date(at + 3_600_000))
    expect(await list()).toHaveLength(2)
  })

  it('pauses by the number of owners and questions, however long it took', async () => {
    const at = new Date()
    const pauses = async () => {
      await updateGaps(database.db, () => at)
      return (await database.db.select().from(gapRuns)).map(({ nextAt }) => nextAt.getTime() - at.getTime())
    }
    await addQuestions(hair)
    expect(await pauses()).toEqual([2000])
    await addQuestions(Array.from({ length: 97 }, (_, number) => `does the lamp ${number} hum`))
    await database.db.update(gapRuns).set({ nextAt: new Date(0) })
    const owners = 1 + (await database.db.$count(users, eq(users.role, 'client')))
    expect(await pauses()).toEqual([(owners + 100) * 100])
  })

  it('goes on while the server runs, also with questions that arrive after the first look', async () => {
    const stop = startFindingGaps(database.db, createLog('silent'), { everyMs: 1 })
    try {
      for (const [questions, count] of [
        [hair, 1],
        [shipping, 2],
      ] as const) {
        await addQuestions(questions)
        await expect
          .poll(
            async () => {
              // The pause after a clustering is over.
              await database.db.update(gapRuns).set({ nextAt: new Date(0) })
              return (await list()).length
            },
            { timeout: 30_000 },
          )
          .toBe(count)
      }
    } finally {
      await stop()
    }
  })
})
