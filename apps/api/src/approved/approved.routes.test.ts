import {
  type ApprovedAnswer,
  approvedAnswerSchema,
  approvedDraftSchema,
  approvedListSchema,
  approvedSourcesSchema,
  approvedSummarySchema,
  chatEventSchema,
  contentHistorySchema,
} from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { countApprovedHit } from '../chat/approved/approved-hits.ts'
import type { Database } from '../db/database.ts'
import { approvedAnswers } from '../db/schema/approved.ts'
import { configurators } from '../db/schema/embed.ts'
import { gapQuestions, gaps } from '../db/schema/gaps.ts'
import { articles } from '../db/schema/knowledge.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { createOutcomeRecorder } from '../outcomes/outcome-recorder.ts'
import { newId } from '../platform/process/ids.ts'

const path = '/api/admin/approved-answers'
const dayMs = 86_400_000
const dayOf = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

let database: Database
let chat: ChatApp
type Who = 'admin' | 'one' | 'other'
const people = new Map<Who, { id: string; cookie: string }>()

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const record = createOutcomeRecorder(db, { keepsText: true, priceOf: () => Promise.resolve(null) })
  chat = await openChatApp({
    database,
    demo: true,
    runtime: {
      record: async (turn) => {
        await record(turn)
        const { approval } = turn.run.answer.toolContext
        if (approval) await countApprovedHit(db, approval.id, turn.answeredAt)
      },
    },
  })
  for (const who of ['admin', 'one', 'other'] as const) {
    const user = await chat.addUser({ role: who === 'admin' ? 'admin' : 'client' })
    people.set(who, { id: user.id, cookie: await chat.signIn(user) })
  }
})
afterAll(async () => {
  await chat.close()
  await database.close()
})
afterEach(async () => {
  await database.db.delete(approvedAnswers)
})

const personOf = (who: Who) => {
  const person = people.get(who)
  if (person === undefined) throw new Error(`There is no ${who}.`)
  return person
}

function call(who: Who, method: string, rest: string, body?: unknown): Promise<Response> {
  return Promise.resolve(
    chat.app.request(`${path}${rest}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        cookie: personOf(who).cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
    }),
  )
}

async function read<Schema extends z.ZodType>(schema: Schema, response: Response) {
  expect(response.status).toBe(200)
  return schema.parse(await response.json())
}

async function magnesium() {
  const sources = await read(
    approvedSourcesSchema,
    await call('admin', 'GET', '/sources?q=magnesium%20and%20sleep'),
  )
  const [source] = sources.items
  if (source === undefined) throw new Error('The demonstration has no article on magnesium.')
  return source
}

const answered = {
  status: 'published',
  language: 'en',
  question: 'Does magnesium help with sleep?',
  variants: ['Is magnesium good for sleep?'],
  answer: 'Magnesium may **help** some people [1].',
  reviewer: 'Dr. Ada Reviewer',
  reviewed_at: '2026-11-02',
}

async function approve(who: Who, change: object = {}): Promise<ApprovedAnswer> {
  const { article_id, quote } = await magnesium()
  const body = { ...answered, citations: [{ article_id, quote }], ...change }
  return read(approvedAnswerSchema, await call(who, 'POST', '', body))
}

async function ask(body: Record<string, unknown>, cookie?: string) {
  const response = await chat.ask(body, cookie)
  const events = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [chatEventSchema.parse(JSON.parse(line.slice(6)))] : []))
  const of = (type: string) => events.filter((event) => event.type === type)
  const text = events.flatMap((event) => (event.type === 'LLM_Response' ? [event.content] : [])).join('')
  const [started] = events
  return {
    events,
    of,
    text,
    answerId: started?.type === 'message' ? started.content.assistant_id : '',
    conversationId: started?.type === 'message' ? started.content.conversation_id : null,
  }
}

const question = { text: 'Is magnesium really good for sleep?' }

async function isApproved(body: Record<string, unknown> = question): Promise<boolean> {
  return (await ask(body)).of('approval').length > 0
}

describe('an approved answer', () => {
  it('is given for another form of its question, with its review, sources and outcome', async () => {
    const { id } = await approve('admin')
    const { of, text, events } = await ask(question)
    expect(of('approval')).toEqual([
      {
        type: 'approval',
        content: { id, reviewer: 'Dr. Ada Reviewer', reviewed_at: '2026-11-02' },
      },
    ])
    expect(text).toBe('Magnesium may **help** some people [1].')
    expect(of('LLM_Response').length).toBeGreaterThan(1)
    expect(of('outcome')).toEqual([{ type: 'outcome', content: 'approved' }])
    const { title, quote } = await magnesium()
    expect(of('citations').at(-1)).toMatchObject({ content: [{ citation_num: 1, title, quote }] })
    const types = events.map(({ type }) => type)
    expect(types.indexOf('approval')).toBeLessThan(types.indexOf('LLM_Response'))
  })

  it('is stored with its review, and replayed', async () => {
    await approve('admin')
    const user = await chat.addUser({ role: null })
    const cookie = await chat.signIn(user)
    const clientMessageId = crypto.randomUUID()
    const body = { ...question, client_message_id: clientMessageId }
    const { conversationId } = await ask(body, cookie)
    const stored = await chat.get(`/api/conversations/${conversationId}/messages`, cookie)
    const { items } = Object(await stored.json())
    expect(items[0].tool_context).toMatchObject({
      outcome: 'approved',
      approval: { reviewer: 'Dr. Ada Reviewer', reviewed_at: '2026-11-02' },
    })
  })

  it('is noted in the record of the answer, and its hits are counted', async () => {
    const { id } = await approve('admin')
    const { answerId } = await ask(question)
    const [record] = await database.db.select().from(answerOutcomes).where(eq(answerOutcomes.id, answerId))
    expect(record).toMatchObject({ outcome: 'approved', approvedAnswerId: id, tokens: 0, costMicros: 0 })
    await ask(question)
    expect(await read(approvedAnswerSchema, await call('admin', 'GET', `/${id}`))).toMatchObject({ hits: 2 })
  })

  it.each([
    ['another number', 'Do 400 mg of magnesium help with sleep?'],
    ['other people', 'Does magnesium help toddlers with sleep?'],
    ['a negation', 'Why does magnesium not help with sleep?'],
    ['another substance', 'Does melatonin help with sleep?'],
    ['a danger', 'I took 40 magnesium pills to kill myself. Does magnesium help with sleep?'],
    ['another language', '¿El magnesio ayuda a dormir?'],
  ])('is not given for %s', async (_, text) => {
    await approve('admin')
    expect(await isApproved({ text })).toBe(false)
  })

  it('is not given for a question that depends on the messages before it', async () => {
    await approve('admin')
    const user = await chat.addUser({ role: null })
    const cookie = await chat.signIn(user)
    const { conversationId, answerId } = await ask({ text: 'I am pregnant. Is iron useful?' }, cookie)
    const later = await ask({ ...question, conversation_id: conversationId, parent_id: answerId }, cookie)
    expect(later.of('approval')).toEqual([])
  })

  it('is not given as a draft, retired, after its last day, or deleted', async () => {
    const { id, version } = await approve('admin', { status: 'draft' })
    expect(await isApproved()).toBe(false)
    const { article_id, quote } = await magnesium()
    const body = { ...answered, citations: [{ article_id, quote }] }
    const put = (change: object) => call('admin', 'PUT', `/${id}`, { ...body, ...change })
    await put({ version })
    expect(await isApproved()).toBe(true)
    await put({ version: version + 1, expires_at: dayOf(0) })
    expect(await isApproved()).toBe(true)
    await put({ version: version + 2, reviewed_at: '2026-01-01', expires_at: dayOf(-1) })
    expect(await isApproved()).toBe(false)
    await put({ version: version + 3 })
    expect(await isApproved()).toBe(true)
    await put({ version: version + 4, status: 'retired' })
    expect(await isApproved()).toBe(false)
    await put({ version: version + 5 })
    expect(await isApproved()).toBe(true)
    expect((await call('admin', 'DELETE', `/${id}`)).status).toBe(204)
    expect(await isApproved()).toBe(false)
  })

  it('is not given while an article that it cites is not published', async () => {
    const { id } = await approve('admin')
    const { article_id } = await magnesium()
    const setStatus = (status: 'published' | 'retired') =>
      database.db.update(articles).set({ status }).where(eq(articles.id, article_id))
    await setStatus('retired')
    expect(await isApproved()).toBe(false)
    const stored = await read(approvedAnswerSchema, await call('admin', 'GET', `/${id}`))
    expect(stored.citations).toMatchObject([{ found: false }])
    await setStatus('published')
    expect(await isApproved()).toBe(true)
  })

  it('of a client is given in the widgets of this client alone', async () => {
    await approve('one', { answer: 'As our brand says [1].' })
    const widgetOf = async (who: Who) => {
      const id = newId()
      await database.db
        .insert(configurators)
        .values(widgetRow({ id, name: who, clientOwner: personOf(who).id }))
      return id
    }
    expect(await isApproved({ ...question, embed_id: await widgetOf('one') })).toBe(true)
    expect(await isApproved({ ...question, embed_id: await widgetOf('other') })).toBe(false)
    expect(await isApproved()).toBe(false)
  })
})

describe('the calls on approved answers', () => {
  it('show and change a client only its own', async () => {
    const { id, version } = await approve('one')
    const list = async (who: Who) =>
      (await read(approvedListSchema, await call(who, 'GET', '?q=magnesium'))).items.map((item) => item.id)
    expect(await list('one')).toEqual([id])
    expect(await list('admin')).toEqual([id])
    expect(await list('other')).toEqual([])
    expect((await call('other', 'GET', `/${id}`)).status).toBe(404)
    expect((await call('other', 'PUT', `/${id}`, { ...answered, version })).status).toBe(404)
    expect((await call('other', 'DELETE', `/${id}`)).status).toBe(404)
    expect((await call('other', 'GET', `/${id}/versions`)).status).toBe(404)
  })

  it('refuse a save on top of a version that is no longer the current one', async () => {
    const { id, version, citations } = await approve('admin')
    const body = { ...answered, citations }
    expect((await call('admin', 'PUT', `/${id}`, { ...body, reviewer: 'B', version })).status).toBe(200)
    const refused = await call('admin', 'PUT', `/${id}`, { ...body, reviewer: 'C', version })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ detail: { current: { reviewer: 'B', version: 2 } } })
  })

  it('keep every version, and bring one back', async () => {
    const { id, version, citations } = await approve('admin')
    await call('admin', 'PUT', `/${id}`, { ...answered, citations, reviewer: 'B', version })
    const restored = await call('admin', 'POST', `/${id}/versions/1/restore`, { version: 2 })
    expect(await read(approvedAnswerSchema, restored)).toMatchObject({
      version: 3,
      reviewer: 'Dr. Ada Reviewer',
    })
    const { items } = await read(contentHistorySchema, await call('admin', 'GET', `/${id}/versions`))
    expect(items.map((item) => [item.version, item.restored_from, item.fields['reviewer']])).toEqual([
      [3, 1, 'Dr. Ada Reviewer'],
      [2, null, 'B'],
      [1, null, 'Dr. Ada Reviewer'],
    ])
  })

  it.each([
    ['a number without a source', { answer: 'Yes [2].' }, 'answer'],
    ['a source without a number', { answer: 'Yes.' }, 'answer'],
    ['a question without a subject', { question: 'How much is it?', variants: [] }, 'question'],
    ['a last day before the review', { expires_at: '2026-11-01' }, 'expires_at'],
  ])('refuse to publish %s', async (_, change, field) => {
    const { article_id, quote } = await magnesium()
    const body = { ...answered, citations: [{ article_id, quote }], ...change }
    const refused = await call('admin', 'POST', '', body)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ detail: [{ path: field }] })
  })

  it('refuse to publish a quote that no passage has', async () => {
    const { article_id } = await magnesium()
    const citations = [{ article_id, quote: 'Magnesium cures everything.' }]
    const refused = await call('admin', 'POST', '', { ...answered, citations })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ detail: [{ path: 'citations' }] })
  })

  it('count and list answers that expire soon, and expired ones', async () => {
    const past = { reviewed_at: '2026-01-01' }
    const soon = await approve('one', { ...past, expires_at: dayOf(3) })
    const over = await approve('one', { ...past, expires_at: dayOf(-3) })
    await approve('one', { ...past, expires_at: dayOf(300) })
    await approve('one', { ...past, expires_at: dayOf(-3), status: 'retired' })
    const counts = async (who: Who) => read(approvedSummarySchema, await call(who, 'GET', '/summary'))
    expect(await counts('one')).toEqual({ expiring: 1, expired: 1 })
    expect(await counts('other')).toEqual({ expiring: 0, expired: 0 })
    const due = async (state: string) =>
      (await read(approvedListSchema, await call('one', 'GET', `?due=${state}`))).items.map(({ id }) => id)
    expect(await due('expiring')).toEqual([soon.id])
    expect(await due('expired')).toEqual([over.id])
  })

  it('begin with a reviewed answer and its sources', async () => {
    const { answerId, text } = await ask({ text: 'Does magnesium help with sleep?' })
    const draft = await call('admin', 'GET', `/draft?review=${answerId}`)
    const begun = await read(approvedDraftSchema, draft)
    expect(begun).toMatchObject({ question: 'Does magnesium help with sleep?', language: 'en', answer: text })
    expect(begun.citations.length).toBeGreaterThan(0)
    expect(begun.citations.every(({ found }) => found)).toBe(true)
    const published = await call('admin', 'POST', '', { ...answered, ...begun, variants: [] })
    expect(published.status).toBe(200)
    expect((await call('one', 'GET', `/draft?review=${answerId}`)).status).toBe(404)
  })

  it('begin with the questions of a gap', async () => {
    const { db } = database
    const gapId = newId()
    const ids = [newId(), newId()]
    await db.insert(answerOutcomes).values(
      ['Is shilajit halal?', 'shilajit halal'].map((text, at) => ({
        id: ids[at] ?? '',
        clientId: personOf('one').id,
        at: new Date(),
        ending: 'complete' as const,
        outcome: 'uncovered' as const,
        language: 'en',
        model: 'local',
        tokens: 0,
        totalMs: 1,
        question: text,
        searches: [],
        citations: [],
        products: [],
      })),
    )
    await db.insert(gaps).values({ id: gapId, clientId: personOf('one').id, language: 'en' })
    await db.insert(gapQuestions).values(ids.map((answerId, rank) => ({ answerId, gapId, rank })))
    const begun = await read(approvedDraftSchema, await call('one', 'GET', `/draft?gap=${gapId}`))
    expect(begun).toMatchObject({ question: 'Is shilajit halal?', variants: ['shilajit halal'] })
    expect((await call('other', 'GET', `/draft?gap=${gapId}`)).status).toBe(404)
  })
})
