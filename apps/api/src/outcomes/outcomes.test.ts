import { chatEventSchema, reviewListSchema, reviewSummarySchema } from '@org/api-client/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../db/database.ts'
import { configurators } from '../db/schema/embed.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { createOutcomeRecorder } from './outcome-recorder.ts'
import { createPriceReader } from '../costs/model-prices.store.ts'
import { purgeOutcomes } from './retention.store.ts'

let chat: ChatApp
let database: Database
let textless: ChatApp
beforeAll(async () => {
  database = await openTestDatabase()
  const record = createOutcomeRecorder(database.db, {
    keepsText: true,
    priceOf: createPriceReader(database.db, 2),
  })
  chat = await openChatApp({ database, demo: true, runtime: { record } })
  const silent = createOutcomeRecorder(database.db, {
    keepsText: false,
    priceOf: () => Promise.resolve(null),
  })
  textless = await openChatApp({ database, runtime: { record: silent } })
})
afterAll(async () => {
  await chat.close()
  await textless.close()
  await database.close()
})

/** Asks, waits for the end, and returns the id of the answer. */
async function ask(app: ChatApp, body: Record<string, unknown>, cookie?: string): Promise<string> {
  const response = await app.ask(body, cookie)
  const events = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [chatEventSchema.parse(JSON.parse(line.slice(6)))] : []))
  const first = events.find((event) => event.type === 'message')
  return first?.content.assistant_id ?? ''
}

async function recordOf(id: string) {
  const [row] = await database.db.select().from(answerOutcomes).where(eq(answerOutcomes.id, id))
  return row
}

async function addWidget(owner: string): Promise<string> {
  const id = newId()
  await database.db
    .insert(configurators)
    .values(widgetRow({ id, name: `Shop of ${owner}`, clientOwner: owner }))
  return id
}

async function person(role: 'client' | 'admin') {
  const user = await chat.addUser({ role })
  return { ...user, cookie: await chat.signIn(user) }
}

describe('the record of an answer', () => {
  it('of a guest has outcome, searches, citations, times and the redacted text', async () => {
    const id = await ask(chat, { text: 'I am Maria Lopez. Does magnesium help with sleep?' })
    const record = await recordOf(id)
    expect(record).toMatchObject({
      userId: null,
      widgetId: null,
      ending: 'complete',
      outcome: 'answered',
      language: 'en',
      question: 'I am [name]. Does magnesium help with sleep?',
      costMicros: 0,
    })
    expect(record?.answer?.length).toBeGreaterThan(20)
    expect(record?.citations[0]?.quote.length).toBeGreaterThan(20)
    const [search] = record?.searches ?? []
    expect(search?.covered).toBe(true)
    expect(search?.query).not.toContain('Maria')
    expect(search?.passages[0]?.score).toBeGreaterThan(0)
    expect(record?.firstTextMs).toBeLessThanOrEqual(record?.totalMs ?? -1)
  })

  it('names the safety category of an emergency', async () => {
    const id = await ask(chat, { text: 'I want to kill myself' })
    expect(await recordOf(id)).toMatchObject({
      outcome: 'safety',
      safetyCategory: 'self_harm',
      safetySeverity: 'emergency',
    })
  })

  it('has no text unless the deployment stores it', async () => {
    const id = await ask(textless, { text: 'Does magnesium help with sleep?' })
    const record = await recordOf(id)
    expect(record).toMatchObject({ question: null, answer: null, outcome: 'answered' })
    expect(JSON.stringify(record?.searches)).not.toContain('sleep?')
    expect(record?.searches[0]?.query).toBeNull()
  })

  it('goes with its conversation', async () => {
    const { cookie } = await chat.signedIn()
    const id = await ask(chat, { text: 'Does zinc help?' }, cookie)
    const record = await recordOf(id)
    expect(record?.conversationId).toBeTruthy()
    await chat.send('DELETE', `/api/conversations/${record?.conversationId}`, undefined, cookie)
    expect(await recordOf(id)).toBeUndefined()
  })

  it('follows the rating of its answer', async () => {
    const { cookie } = await chat.signedIn()
    const id = await ask(chat, { text: 'Does zinc help with colds?' }, cookie)
    const rating = { rating: 'down', reason: 'Wrong, write to me@example.com' }
    await chat.send('PUT', `/api/messages/${id}/feedback`, rating, cookie)
    expect(await recordOf(id)).toMatchObject({
      rating: 'down',
      ratingReason: 'Wrong, write to [email]',
    })
    await chat.send('PUT', `/api/messages/${id}/feedback`, { rating: null }, cookie)
    expect(await recordOf(id)).toMatchObject({ rating: null, ratingReason: null })
  })

  it('follows the rating of a guest, who knows the id of their answer and of no account’s', async () => {
    const { cookie } = await chat.signedIn()
    const own = await ask(chat, { text: 'Does zinc help with colds?' })
    const theirs = await ask(chat, { text: 'Does zinc help with colds?' }, cookie)
    const rate = (id: string, by?: string) =>
      chat.send('PUT', `/api/messages/${id}/feedback`, { rating: 'up' }, by)
    expect((await rate(own)).status).toBe(200)
    expect(await recordOf(own)).toMatchObject({ rating: 'up' })
    expect((await rate(theirs)).status).toBe(404)
    expect(await recordOf(theirs)).toMatchObject({ rating: null })
    expect((await rate('01990000-0000-7000-8000-00000000ffff')).status).toBe(404)
    expect((await rate('none')).status).toBe(404)
    expect((await rate(own, cookie)).status).toBe(404)
  })

  it('counts opened sources and clicked products that the answer shows, each once', async () => {
    const id = await ask(chat, { text: 'Does magnesium help with sleep?' })
    const open = (body: unknown) => chat.send('POST', `/api/chat/answers/${id}/opened`, body)
    expect((await open({ citations: [1, 99], products: ['No such product'] })).status).toBe(200)
    await open({ citations: [1] })
    expect(await recordOf(id)).toMatchObject({ citationsOpened: [1], productsClicked: [] })
  })

  it("of an account's answer is changed by that account alone", async () => {
    const { cookie } = await chat.signedIn()
    const other = await chat.signedIn()
    const id = await ask(chat, { text: 'Does magnesium help with sleep?' }, cookie)
    const open = (by?: string) => chat.send('POST', `/api/chat/answers/${id}/opened`, { citations: [1] }, by)
    expect((await open(other.cookie)).status).toBe(404)
    expect((await open()).status).toBe(404)
    expect((await open(cookie)).status).toBe(200)
    expect((await chat.send('POST', '/api/chat/answers/none/opened', {})).status).toBe(404)
  })

  it('loses its texts, and later goes, after their retention periods', async () => {
    const id = await ask(chat, { text: 'Does magnesium help with sleep?' })
    const settings = { outcomeDays: 400, outcomeTextDays: 90, outcomeFigureDays: 3660 }
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    await purgeOutcomes(database.db, inDays(89), settings)
    expect((await recordOf(id))?.question).not.toBeNull()
    await purgeOutcomes(database.db, inDays(91), settings)
    const record = await recordOf(id)
    expect(record).toMatchObject({ question: null, answer: null, outcome: 'answered' })
    expect(record?.searches[0]).toMatchObject({ query: null, covered: true })
    await purgeOutcomes(database.db, inDays(401), settings)
    expect(await recordOf(id)).toBeUndefined()
  })
})

it('is written after the last word of the answer, which waits for nothing of it', async () => {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = await openChatApp({
    database,
    runtime: {
      record: () => {
        asked.resolve()
        return released.promise
      },
    },
  })
  const response = await slow.ask({ text: 'Does magnesium help with sleep?' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"type":"outcome"')) text += (await reader?.read())?.value ?? ''
  await asked.promise
  expect(text).toContain('"type":"LLM_Response"')
  expect(text).not.toContain('[DONE]')
  released.resolve()
  while (!text.includes('[DONE]')) text += (await reader?.read())?.value ?? ''
  await slow.close()
})

describe('the review', () => {
  it('shows a client the answers of their own widgets alone, and lets them change no other', async () => {
    const [one, two, admin] = [await person('client'), await person('client'), await person('admin')]
    const [ofOne, ofTwo] = [
      await ask(chat, { text: 'Is shilajit halal in Peru?', embed_id: await addWidget(one.id) }),
      await ask(chat, { text: 'Is shilajit halal in Chile?', embed_id: await addWidget(two.id) }),
    ]
    const idsOf = async (cookie: string) =>
      reviewListSchema
        .parse(await (await chat.get('/api/admin/review?q=shilajit', cookie)).json())
        .items.map(({ id }) => id)
    expect([await idsOf(one.cookie), await idsOf(two.cookie)]).toEqual([[ofOne], [ofTwo]])
    expect(await idsOf(admin.cookie)).toEqual([ofTwo, ofOne])
    const patch = (id: string, cookie: string) =>
      chat.send('PATCH', `/api/admin/review/${id}`, { status: 'bad', note: 'Changed' }, cookie)
    expect((await patch(ofTwo, one.cookie)).status).toBe(404)
    expect((await patch(ofOne, one.cookie)).status).toBe(200)
    expect(await recordOf(ofTwo)).toMatchObject({ status: 'open', note: '' })
    const summaryOf = async (cookie: string) =>
      reviewSummarySchema.parse(await (await chat.get('/api/admin/review/summary', cookie)).json())
    expect((await summaryOf(one.cookie)).assignees).toEqual([{ id: one.id, email: one.email }])
    expect((await summaryOf(one.cookie)).widgets.map(({ name }) => name)).toEqual([`Shop of ${one.id}`])
    expect((await summaryOf(two.cookie)).attention).toBe(1)
    expect((await summaryOf(one.cookie)).attention).toBe(0)
  })

  it('names a widget that went to another client to its new owner and to administrators alone', async () => {
    const [before, after, admin] = [await person('client'), await person('client'), await person('admin')]
    const widget = await addWidget(before.id)
    const id = await ask(chat, { text: 'Is shilajit halal in Mali?', embed_id: widget })
    await database.db
      .update(configurators)
      .set({ clientOwner: after.id, name: 'Plans of the new owner' })
      .where(eq(configurators.id, widget))
    const read = async (path: string, cookie: string) => (await chat.get(path, cookie)).text()
    for (const path of ['/api/admin/review', '/api/client/activity', '/api/stats/outcomes']) {
      const text = await read(path, before.cookie)
      expect([path, text]).toEqual([path, expect.stringContaining(path.includes('stats') ? widget : id)])
      expect([path, text]).not.toEqual([path, expect.stringContaining('Plans of the new owner')])
    }
    const reviewed = await chat.send('PATCH', `/api/admin/review/${id}`, { status: 'good' }, before.cookie)
    expect(await reviewed.text()).not.toContain('Plans of the new owner')
    expect(await read('/api/admin/review', admin.cookie)).toContain('Plans of the new owner')
    expect(await read('/api/admin/review', after.cookie)).not.toContain(id)
  })

  it('reads a bounded number of records for a page of a search, and goes on from there', async () => {
    const admin = await person('admin')
    const widget = await addWidget((await person('client')).id)
    const count = 13_000
    await database.db.execute(sql`
      insert into answer_outcomes (id, widget_id, at, ending, language, model, tokens, total_ms, question, searches, citations, products)
      select ('01800000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${widget}, now(), 'complete', 'en', 'local', 1, 1,
        case n when 1 then 'Is okra slimy?' else 'Does it help?' end, '[]', '[]', '{}'
      from generate_series(1, ${count}) n`)
    const list = async (query: string) =>
      reviewListSchema.parse(
        await (await chat.get(`/api/admin/review?widget=${widget}&${query}`, admin.cookie)).json(),
      )
    const first = await list('q=okra')
    expect(first.items).toEqual([])
    const second = await list(`q=okra&cursor=${first.next_cursor}`)
    expect(second.items.map(({ question }) => question)).toEqual(['Is okra slimy?'])
    expect(second.next_cursor).toBeNull()
    await database.db.delete(answerOutcomes).where(eq(answerOutcomes.widgetId, widget))
  }, 60_000)

  it('finds a text in any case in the records of one client, however many another has', async () => {
    const [one, other] = [await person('client'), await person('client')]
    await database.db.execute(sql`
      insert into answer_outcomes (id, client_id, at, ending, language, model, tokens, total_ms, question, searches, citations, products)
      select ('01800000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, case when n % 2 = 0 then ${one.id}::uuid else ${other.id}::uuid end,
        now(), 'complete', 'en', 'local', 1, 1,
        case when n in (2, 3) then 'Hilft ÖL bei 100%_Glück?' when n % 2 = 1 then 'Öl?' end, '[]', '[]', '{}'
      from generate_series(2, 6001) n`)
    const numbersOf = async (q: string) =>
      reviewListSchema
        .parse(await (await chat.get(`/api/admin/review?q=${encodeURIComponent(q)}`, one.cookie)).json())
        .items.map(({ id }) => Number(id.slice(-12)))
    expect(await numbersOf('öl bei')).toEqual([2])
    expect(await numbersOf('100%_g')).toEqual([2])
    expect(await numbersOf('1%glück')).toEqual([])
    await database.db.delete(answerOutcomes).where(inArray(answerOutcomes.clientId, [one.id, other.id]))
  })

  it('filters by every field, and pages without gap or repetition', async () => {
    const [client, admin] = [await person('client'), await person('admin')]
    const widget = await addWidget(client.id)
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      ids.unshift(await ask(chat, { text: `Is snail slime number ${n} 100% good?`, embed_id: widget }))
    }
    const list = async (query: string) =>
      reviewListSchema.parse(await (await chat.get(`/api/admin/review?${query}`, admin.cookie)).json())
    const first = await list(`widget=${widget}&limit=3`)
    const second = await list(`widget=${widget}&limit=3&cursor=${first.next_cursor}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
    expect(second.next_cursor).toBeNull()
    const [newest = ''] = ids
    const change = { status: 'bad', assignee: admin.id, labels: ['dose'], note: 'Look again' }
    expect((await chat.send('PATCH', `/api/admin/review/${newest}`, change, admin.cookie)).status).toBe(200)
    for (const query of [
      'status=bad',
      'assignee=me',
      `assignee=${admin.id}&outcome=${first.items[0]?.outcome}`,
      'status=bad&language=en',
      'status=bad&q=4%20100%25',
    ]) {
      expect([query, (await list(`${query}&widget=${widget}`)).items.map(({ id }) => id)]).toEqual([
        query,
        [newest],
      ])
    }
    expect((await list(`widget=${widget}&safety=any`)).items).toEqual([])
    expect((await list(`widget=${widget}&feedback=down`)).items).toEqual([])
    expect((await list(`widget=${widget}&assignee=none`)).items).toHaveLength(4)
    expect((await list('widget=none')).items.every((item) => item.widget === null)).toBe(true)
  })

  it('refuses cursors of others and accounts that cannot review', async () => {
    const [client, admin] = [await person('client'), await person('admin')]
    expect((await chat.get('/api/admin/review?cursor=abc', admin.cookie)).status).toBe(400)
    const id = await ask(chat, { text: 'Is zinc good?' })
    const assign = (assignee: string) =>
      chat.send('PATCH', `/api/admin/review/${id}`, { assignee }, admin.cookie)
    expect((await assign(client.id)).status).toBe(422)
    expect((await assign(admin.id)).status).toBe(200)
  })
})
