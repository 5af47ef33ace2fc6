import { budgetListSchema, chatEventSchema, modelPriceListSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { toDay } from '../analytics/days.ts'
import { configurators } from '../db/schema/embed.ts'
import { outcomeDaily } from '../db/schema/figures.ts'
import { budgets, modelPrices } from '../db/schema/operations.ts'
import { newId } from '../platform/process/ids.ts'
import { withDefaults } from '../widgets/configurators.store.ts'
import { costOf, createPriceReader } from './model-prices.store.ts'

let chat: ChatApp
type Person = { id: string; email: string; cookie: string }
let admin: Person
let one: Person
let two: Person
let widget: string
let other: string
beforeAll(async () => {
  chat = await openChatApp({ demo: true })
  const person = async (role: 'client' | 'admin') => {
    const user = await chat.addUser({ role })
    return { ...user, cookie: await chat.signIn(user) }
  }
  admin = await person('admin')
  one = await person('client')
  two = await person('client')
  widget = await addWidget(one.id)
  other = await addWidget(two.id)
})
afterAll(() => chat.close())
beforeEach(async () => {
  for (const table of [budgets, outcomeDaily, modelPrices]) await chat.database.db.delete(table)
})

async function addWidget(owner: string): Promise<string> {
  const id = newId()
  await chat.database.db
    .insert(configurators)
    .values({ id, ...withDefaults({ name: `Shop ${id}`, client_owner: owner }) })
  return id
}

/** Adds what answers have cost, in units of the currency. */
async function spend(amount: number, clientId = one.id, widgetId = widget, day = toDay(Date.now())) {
  await chat.database.db
    .insert(outcomeDaily)
    .values({ clientId, widgetId, day, model: newId(), answers: 1, costMicros: amount * 1_000_000 })
}

const save = (scope: string, id: string | null, fields: object = {}) =>
  chat.send(
    'PUT',
    '/api/admin/budgets',
    {
      scope,
      subject_id: id,
      amount_micros: 10_000_000,
      alert_percent: 80,
      hard_stop: true,
      ...fields,
    },
    admin.cookie,
  )
const list = async ({ cookie }: Person) =>
  budgetListSchema.parse(await (await chat.get('/api/admin/budgets', cookie)).json())
/** Asks, and waits for the end of the answer: one under way counts against the next question. */
async function ask(text: string, embedId?: string, cookie?: string): Promise<Response> {
  const response = await chat.ask({ text, ...(embedId === undefined ? {} : { embed_id: embedId }) }, cookie)
  await response.clone().text()
  return response
}
const question = 'Does magnesium help with sleep?'

describe('budgets', () => {
  it('add up the month of their widget, client or deployment', async () => {
    await spend(7)
    await spend(2, two.id, other)
    await spend(1, ownSite, ownSite)
    await spend(100, one.id, widget, '2020-01-01')
    for (const [scope, id] of [
      ['deployment', null],
      ['client', one.id],
      ['widget', other],
    ] as const) {
      expect((await save(scope, id)).status).toBe(200)
    }
    const { items, currency } = await list(admin)
    expect(currency).toBe('USD')
    expect(items.map(({ scope, spent_micros, state }) => [scope, spent_micros / 1e6, state])).toEqual([
      ['deployment', 10, 'stopped'],
      ['client', 7, 'within'],
      ['widget', 2, 'within'],
    ])
  })

  it('show a client their own and their widgets’ alone', async () => {
    await save('deployment', null)
    await save('client', one.id)
    await save('widget', other)
    expect((await list(one)).items.map(({ scope }) => scope)).toEqual(['client'])
    expect((await list(two)).items.map(({ scope }) => scope)).toEqual(['widget'])
    expect((await chat.send('PUT', '/api/admin/budgets', {}, one.cookie)).status).toBe(403)
  })

  it('warn at their share, and are replaced and deleted', async () => {
    await spend(8)
    await save('client', one.id, { alert_percent: 81 })
    expect((await list(one)).items[0]?.state).toBe('within')
    await save('client', one.id, { alert_percent: 80 })
    const [budget] = (await list(one)).items
    expect(budget?.state).toBe('alert')
    await save('client', one.id, { amount_micros: 8_000_000, hard_stop: false })
    expect((await list(one)).items).toMatchObject([{ id: budget?.id, state: 'spent' }])
    const remove = () => chat.send('DELETE', `/api/admin/budgets/${budget?.id}`, undefined, admin.cookie)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await save('client', 'nobody')).status).toBe(422)
    expect((await save('widget', one.id)).status).toBe(422)
    expect((await save('deployment', one.id)).status).toBe(422)
  })

  it('refuse the questions of a spent widget in clear words, and no others', async () => {
    await spend(10)
    await save('widget', widget)
    const refused = await ask(question, widget)
    expect(refused.status).toBe(429)
    const body = await refused.json()
    expect(body).toMatchObject({ code: 'rate_limited' })
    expect(Object(body).error).toMatch(
      /^This assistant has used up what it may spend this month\. It answers again from \d{4}-\d\d-01 \(UTC\)\.$/u,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(question, other)).status).toBe(200)
    expect((await ask(question)).status).toBe(200)
  })

  it('of a widget begin anew with its next owner', async () => {
    await spend(10)
    await save('widget', widget)
    expect((await ask(question, widget)).status).toBe(429)
    const own = (clientOwner: string | null) =>
      chat.database.db.update(configurators).set({ clientOwner }).where(eq(configurators.id, widget))
    for (const owner of [two.id, null]) {
      await own(owner)
      expect((await list(admin)).items.map(({ spent_micros }) => spent_micros)).toEqual([0])
      expect((await ask(question, widget)).status).toBe(200)
    }
    await own(one.id)
    expect((await ask(question, widget)).status).toBe(429)
  })

  it('stop all widgets of a client, and with the deployment’s everybody', async () => {
    await spend(10)
    await save('client', one.id)
    expect((await ask(question, widget)).status).toBe(429)
    expect((await ask(question, other)).status).toBe(200)
    await save('deployment', null)
    expect((await ask(question, other)).status).toBe(429)
    expect((await ask(question, undefined, two.cookie)).status).toBe(429)
    await save('deployment', null, { hard_stop: false })
    expect((await ask(question)).status).toBe(200)
  })

  it('let an emergency through: help costs nothing', async () => {
    await spend(10)
    await save('deployment', null)
    const response = await ask('I want to kill myself', widget)
    expect(response.status).toBe(200)
    const events = (await response.text())
      .split('\n')
      .flatMap((line) =>
        line.startsWith('data: {') ? [chatEventSchema.parse(JSON.parse(line.slice(6)))] : [],
      )
    expect(events.some(({ type }) => type === 'safety')).toBe(true)
  })
})

describe('prices of models', () => {
  const put = (body: object) => chat.send('PUT', '/api/admin/model-prices', body, admin.cookie)

  it('cost what tokens cost, and are unknown where nobody set them', async () => {
    const used = { tokens: 1_100, outputTokens: 100 }
    expect(costOf(used, { input: 0.5, output: 4 })).toBe(900)
    expect(costOf(used, null)).toBeNull()
    expect(costOf({ tokens: 0, outputTokens: 0 }, null)).toBe(0)
    const { db } = chat.database
    await put({ currency: 'EUR', prices: [{ model: 'large', input_per_million: 2, output_per_million: 8 }] })
    expect(await createPriceReader(db, null)('large')).toEqual({ input: 2, output: 8 })
    expect(await createPriceReader(db, null)('small')).toBeNull()
    expect(await createPriceReader(db, 3)('small')).toEqual({ input: 3, output: 3 })
    expect(await createPriceReader(db, 3)('local')).toEqual({ input: 0, output: 0 })
  })

  it('are listed with the models of the last 30 days', async () => {
    const { db } = chat.database
    const day = toDay(Date.now())
    for (const [model, answers] of [
      ['mystery', 7],
      ['local', 3],
    ] as const) {
      await db.insert(outcomeDaily).values({ clientId: ownSite, widgetId: ownSite, day, model, answers })
    }
    const saved = await put({
      currency: 'EUR',
      prices: [{ model: 'large', input_per_million: 2, output_per_million: 8 }],
    })
    expect(modelPriceListSchema.parse(await saved.json())).toEqual({
      currency: 'EUR',
      items: [
        {
          model: 'mystery',
          input_per_million: null,
          output_per_million: null,
          source: 'unknown',
          answers: 7,
        },
        { model: 'local', input_per_million: 0, output_per_million: 0, source: 'built_in', answers: 3 },
        { model: 'large', input_per_million: 2, output_per_million: 8, source: 'saved', answers: 0 },
      ],
    })
    const price = { model: 'large', input_per_million: 1, output_per_million: 1 }
    expect((await put({ currency: 'XYZ', prices: [] })).status).toBe(422)
    expect((await put({ currency: 'EUR', prices: [price, price] })).status).toBe(422)
    await put({ currency: 'USD', prices: [] })
  })
})
