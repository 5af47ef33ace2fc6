import { chatEventSchema, outcomeStatsSchema, previewHeader } from '@org/api-client/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { post } from '../../tests/test-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createTurnRecorder } from '../analytics/turn-recorder.ts'
import type { Database } from '../db/database.ts'
import { configurators } from '../db/schema/embed.ts'
import { outcomeDaily, outcomeHourly } from '../db/schema/figures.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { withDefaults } from '../widgets/configurators.store.ts'
import { createOutcomeRecorder } from './outcome-recorder.ts'

let database: Database
let chat: ChatApp
let price: { input: number; output: number } | null = { input: 1, output: 10 }
beforeAll(async () => {
  database = await openTestDatabase()
  const record = createOutcomeRecorder(database.db, {
    keepsText: true,
    priceOf: () => Promise.resolve(price),
  })
  const count = createTurnRecorder(database.db, { keys: { rotation: 'daily', secret: null } })
  chat = await openChatApp({
    database,
    demo: true,
    runtime: {
      async record(turn) {
        await count(turn)
        await record(turn)
      },
    },
  })
})
afterAll(async () => {
  await chat.close()
  await database.close()
})
beforeEach(async () => {
  price = { input: 1, output: 10 }
  for (const table of [outcomeDaily, outcomeHourly, answerOutcomes]) await database.db.delete(table)
})

async function ask(text: string, embedId?: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { text, ...(embedId === undefined ? {} : { embed_id: embedId }) }
  const response = await post(chat.app, '/api/chat', body, {
    ...headers,
    ...(await chat.embedHeaders(embedId)),
  })
  const events = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [chatEventSchema.parse(JSON.parse(line.slice(6)))] : []))
  const first = events.find((event) => event.type === 'message')
  return first?.content.assistant_id ?? ''
}

/** Messages of a widget in the statistics. */
async function countMessages(widget: string): Promise<number> {
  const { rows } = await database.db.execute<{ messages: number }>(
    sql`select count(*)::int as messages from analytics_events where widget_id = ${widget}::uuid`,
  )
  return rows[0]?.messages ?? 0
}

async function person(role: 'client' | 'admin') {
  const user = await chat.addUser({ role })
  return { ...user, cookie: await chat.signIn(user) }
}

async function addWidget(owner: string): Promise<string> {
  const id = newId()
  await database.db
    .insert(configurators)
    .values({ id, ...withDefaults({ name: `Shop of ${owner}`, client_owner: owner }) })
  return id
}

const read = async (path: string, cookie: string) =>
  outcomeStatsSchema.parse(await (await chat.get(path, cookie)).json())
const covered = 'Does magnesium help with sleep?'
const uncovered = 'Which tyres fit a Fiat Panda?'

describe('outcomes on the dashboards', () => {
  it('leave out what operators ask in a preview, but for its cost', async () => {
    const [admin, client] = [await person('admin'), await person('client')]
    const visitor = await chat.signedIn()
    const widget = await addWidget(client.id)
    const preview = { [previewHeader]: '1' }
    for (const cookie of [admin.cookie, client.cookie]) await ask(uncovered, widget, { cookie, ...preview })
    const before = await read('/api/stats/outcomes', admin.cookie)
    expect(before.total).toMatchObject({ answers: 0, uncovered: 0 })
    expect(before.total.cost_micros).toBeGreaterThan(0)
    expect(await database.db.$count(answerOutcomes)).toBe(0)
    expect(await countMessages(widget)).toBe(0)
    // A visitor cannot hide a question by the header.
    await ask(uncovered, widget, preview)
    await ask(uncovered, widget, { cookie: visitor.cookie, ...preview })
    await ask(uncovered, widget, { cookie: admin.cookie })
    expect((await read('/api/stats/outcomes', admin.cookie)).total).toMatchObject({
      answers: 3,
      uncovered: 3,
    })
    expect(await database.db.$count(answerOutcomes)).toBe(3)
    expect(await countMessages(widget)).toBe(6)
  })

  it('count each answer by its outcome, day, widget, client and model', async () => {
    const [admin, client] = [await person('admin'), await person('client')]
    const widget = await addWidget(client.id)
    await ask(covered)
    await ask(covered, widget)
    await ask(uncovered, widget)
    await ask('I want to kill myself', widget)
    const stats = await read('/api/stats/outcomes', admin.cookie)
    expect(stats.total).toMatchObject({
      answers: 4,
      answered: 2,
      uncovered: 1,
      safety: 1,
      cited: 2,
      failed: 0,
    })
    expect(stats.daily.at(-1)).toEqual(stats.total)
    expect(stats.daily).toHaveLength(30)
    expect(stats.widgets.map(({ id, name, counts }) => [id, name, counts.answers])).toEqual([
      [widget, `Shop of ${client.id}`, 3],
      [null, null, 1],
    ])
    expect(stats.clients.map(({ id, name, counts }) => [id, name, counts.answers])).toEqual([
      [client.id, client.email, 3],
      [null, null, 1],
    ])
    expect(stats.models.map(({ name, counts }) => [name, counts.answers])).toEqual([['local', 4]])
  })

  it('add up a widget of two owners and models once for each dimension', async () => {
    const [admin, one, other] = [await person('admin'), await person('client'), await person('client')]
    const widget = await addWidget(one.id)
    const today = new Date().toISOString().slice(0, 10)
    const row = (clientId: string, model: string, answers: number) => ({
      clientId,
      widgetId: widget,
      day: today,
      model,
      answers,
      costMicros: answers * 10 ** 12,
    })
    await database.db
      .insert(outcomeDaily)
      .values([row(one.id, 'a', 1), row(one.id, 'b', 2), row(other.id, 'a', 4), row(other.id, 'b', 8)])
    const answersOf = (sums: readonly { counts: { answers: number } }[]) =>
      sums.map(({ counts }) => counts.answers)
    const all = await read('/api/stats/outcomes', admin.cookie)
    expect(all.total).toMatchObject({ answers: 15, cost_micros: 15 * 10 ** 12 })
    expect(all.daily.at(-1)).toEqual(all.total)
    expect(answersOf(all.widgets)).toEqual([15])
    expect(answersOf(all.clients)).toEqual([12, 3])
    expect(all.models.map(({ name, counts }) => [name, counts.answers])).toEqual([
      ['b', 10],
      ['a', 5],
    ])
    const own = await read('/api/stats/outcomes', one.cookie)
    expect([own.total.answers, answersOf(own.widgets), own.clients]).toEqual([3, [3], []])
  })

  it('change with ratings, opened sources and clicked products of guests', async () => {
    const admin = await person('admin')
    const id = await ask(covered)
    const rate = (rating: 'up' | 'down' | null) =>
      chat.send('PUT', `/api/messages/${id}/feedback`, { rating })
    const totals = async () => (await read('/api/stats/outcomes', admin.cookie)).total
    await rate('up')
    expect(await totals()).toMatchObject({ rated_up: 1, rated_down: 0 })
    await rate('down')
    expect(await totals()).toMatchObject({ rated_up: 0, rated_down: 1 })
    await rate(null)
    expect(await totals()).toMatchObject({ rated_up: 0, rated_down: 0 })
    await database.db
      .update(answerOutcomes)
      .set({ products: ['Zinc', 'Iron'] })
      .where(eq(answerOutcomes.id, id))
    const open = (body: object) => chat.send('POST', `/api/chat/answers/${id}/opened`, body)
    await open({ citations: [1] })
    await open({ citations: [1], products: ['Zinc'] })
    await open({ products: ['Zinc', 'Iron', 'Gold'] })
    expect(await totals()).toMatchObject({ opened: 1, clicked: 1, clicks: 2 })
  })

  it('show a client their own widgets alone, also in a filtered view', async () => {
    const [one, two] = [await person('client'), await person('client')]
    const [first, second] = [await addWidget(one.id), await addWidget(two.id)]
    await ask(covered, first)
    await ask(uncovered, second)
    await ask(uncovered, second)
    for (const path of [
      '/api/stats/outcomes',
      '/api/client/outcomes',
      `/api/client/outcomes?widgets=${first}`,
    ]) {
      const stats = await read(path, one.cookie)
      expect([path, stats.total.answers, stats.total.answered]).toEqual([path, 1, 1])
      expect(stats.widgets.map(({ id }) => id)).toEqual([first])
      expect(stats.clients).toEqual([])
    }
    expect((await read(`/api/client/outcomes?widgets=${second}`, one.cookie)).total.answers).toBe(0)
    expect((await chat.get(`/api/client/outcomes?client_id=${two.id}`, one.cookie)).status).toBe(403)
    const [topic] = (
      await database.db.execute<{ subject: string }>(
        sql`select subject from analytics_events where client_id = ${one.id}::uuid and subject is not null`,
      )
    ).rows
    const filter = `topic=${encodeURIComponent(topic?.subject ?? '')}`
    expect((await read(`/api/stats/outcomes?${filter}`, one.cookie)).total).toMatchObject({
      answers: 1,
      answered: 1,
    })
    expect((await read(`/api/client/outcomes?${filter}`, two.cookie)).total.answers).toBe(0)
    expect((await read('/api/client/outcomes?topic=Nothing', one.cookie)).total.answers).toBe(0)
  })

  it('keep the answers of a widget with the client who owned it then', async () => {
    const [one, two] = [await person('client'), await person('client')]
    const widget = await addWidget(one.id)
    await ask(covered, widget)
    await database.db.update(configurators).set({ clientOwner: two.id }).where(eq(configurators.id, widget))
    expect((await read('/api/client/outcomes', two.cookie)).total.answers).toBe(0)
    expect((await read('/api/stats/outcomes', one.cookie)).total.answers).toBe(1)
  })

  it('name an unknown price as such, and add it up to no cost', async () => {
    const admin = await person('admin')
    await ask(covered)
    price = null
    await ask(uncovered)
    const { total } = await read('/api/stats/outcomes', admin.cookie)
    expect(total).toMatchObject({ answers: 2, unpriced: 1 })
    expect(total.cost_micros).toBeGreaterThan(0)
    const [record] = await database.db
      .select()
      .from(answerOutcomes)
      .where(sql`${answerOutcomes.costMicros} is not null`)
    const { tokens = 0, outputTokens, costMicros } = record ?? {}
    const output = outputTokens ?? 0
    expect(output).toBeGreaterThan(0)
    expect(tokens).toBeGreaterThan(output)
    expect(costMicros).toBe(tokens - output + 10 * output)
    expect(total.cost_micros).toBe(costMicros)
  })

  it('equal the figures that records of an earlier version are counted as', async () => {
    const client = await person('client')
    const widget = await addWidget(client.id)
    const id = await ask(covered, widget)
    await ask(uncovered, widget)
    await chat.send('PUT', `/api/messages/${id}/feedback`, { rating: 'up' })
    const before = await database.db.select().from(outcomeDaily)
    expect(before).toMatchObject([
      { clientId: client.id, widgetId: widget, answers: 2, answered: 1, uncovered: 1, ratedUp: 1 },
    ])
    const [hour] = await database.db.select().from(outcomeHourly)
    expect(hour).toMatchObject({ clientId: client.id, answers: 2, judged: 2, uncovered: 1, failed: 0 })
  })
})
