import { orderReceiptSchema, orderStatsSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { outcomeDaily } from '../db/schema/figures.ts'
import { configurators } from '../db/schema/embed.ts'
import { productClicks, widgetOrders } from '../db/schema/orders.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { purgeOutcomes } from '../outcomes/retention.store.ts'
import { purgeClicks } from './orders.store.ts'

const shop = 'https://shop.example'
const dayMs = 86_400_000

let test: TestApp
let client: TestUser
let cookie: string
let widget: string
beforeAll(async () => {
  test = await openTestApp()
  client = await test.addUser({ role: 'client' })
  cookie = await test.signIn(client)
  widget = await addWidget(client.id)
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of [productClicks, widgetOrders, answerOutcomes, outcomeDaily]) {
    await test.database.db.delete(table)
  }
})

async function addWidget(clientOwner: string | null, allowedOrigins: string[] | null = [shop]) {
  const id = newId()
  await test.database.db.insert(configurators).values({
    id,
    name: 'Shop',
    clientOwner,
    active: true,
    allowConversations: 'multi',
    forceToolCalls: false,
    widgetTheme: 'ultra',
    widgetTitle: '',
    allowAttachments: true,
    sidebarCollapsed: false,
    composePlaceholder: '',
    allowedTools: [],
    allowedAuthors: [],
    allowedOrigins,
  })
  return id
}

/** Adds a guest's answer that shows two products, and follows one of them. Returns the id of the click. */
async function click(product = 'Magnesium', owner: string | null = client.id, widgetId = widget) {
  const answerId = newId()
  await test.database.db.insert(answerOutcomes).values({
    id: answerId,
    clientId: owner,
    widgetId,
    at: test.now(),
    ending: 'complete',
    outcome: 'answered',
    language: 'en',
    model: 'local',
    tokens: 1,
    totalMs: 1,
    searches: [],
    citations: [],
    products: ['Magnesium', 'Zinc'],
  })
  // The figures of the answer, to which its click is added.
  await test.database.db
    .insert(outcomeDaily)
    .values({
      clientId: owner ?? ownSite,
      widgetId,
      day: test.now().toISOString().slice(0, 10),
      model: 'local',
      answers: 1,
    })
    .onConflictDoNothing()
  const id = crypto.randomUUID()
  const body = { products: [product], clicks: [{ id, product }] }
  const response = await post(test.app, `/api/chat/answers/${answerId}/opened`, body)
  expect(response.status).toBe(200)
  return { id, answerId }
}

const order = { id: 'A-17', total: 49.9, currency: 'EUR', items: [{ name: 'magnesium ' }, { name: 'Socks' }] }

/** Sends a report as the page of a shop does. */
function report(clicks: string[], changes: object = {}, { origin = shop, cfg = widget } = {}) {
  return test.app.request('/embed/orders', {
    method: 'POST',
    body: JSON.stringify({ cfg, clicks, order: { ...order, ...changes } }),
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'cross-site', origin },
  })
}

async function counted(...given: Parameters<typeof report>) {
  const response = await report(...given)
  expect(response.status).toBe(200)
  return orderReceiptSchema.parse(await response.json()).counted
}

async function stats(query = '', who = cookie) {
  const response = await test.app.request(`/api/client/orders${query}`, { headers: { cookie: who } })
  expect(response.status).toBe(200)
  return orderStatsSchema.parse(await response.json())
}

describe('an order', () => {
  it('after a product click counts, with its value, for each clicked product', async () => {
    const [one, two] = [await click(), await click('Zinc')]
    expect(await counted([one.id, two.id])).toBe(true)
    expect(await stats()).toEqual({
      window_days: 7,
      clicks: 2,
      orders: 1,
      totals: [{ currency: 'EUR', decimals: 2, total: 4990 }],
      products: [
        { name: 'Magnesium', orders: 1, bought: 1, totals: [{ currency: 'EUR', decimals: 2, total: 4990 }] },
        { name: 'Zinc', orders: 1, bought: 0, totals: [{ currency: 'EUR', decimals: 2, total: 4990 }] },
      ],
    })
  })

  it('is readable by the page that reported it, and by no other', async () => {
    const { id } = await click()
    const response = await report([id])
    expect(response.headers.get('access-control-allow-origin')).toBe(shop)
    expect(response.headers.get('vary')).toContain('Origin')
    const elsewhere = await report([id], {}, { origin: 'https://other.example' })
    expect(elsewhere.status).toBe(403)
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('counts once for a client, from each of its widgets', async () => {
    const other = await addWidget(client.id)
    const { id } = await click()
    expect(await counted([id])).toBe(true)
    expect(await counted([id], { total: 1 }, { cfg: other })).toBe(true)
    expect((await stats()).totals).toEqual([{ currency: 'EUR', decimals: 2, total: 4990 }])
  })

  it('without a click, or after one of another client, does not count', async () => {
    const stranger = await test.addUser({ role: 'client' })
    const foreign = await click('Zinc', stranger.id, await addWidget(stranger.id))
    expect(await counted([crypto.randomUUID()])).toBe(false)
    expect(await counted([foreign.id])).toBe(false)
    expect((await stats()).orders).toBe(0)
  })

  it('counts within the days of the setting', async () => {
    const { id } = await click()
    const at = (age: number) => new Date(test.now().getTime() - age)
    await test.database.db.update(productClicks).set({ at: at(7 * dayMs + 60_000) })
    expect(await counted([id])).toBe(false)
    await test.database.db.update(productClicks).set({ at: at(7 * dayMs - 60_000) })
    expect(await counted([id])).toBe(true)
  })

  it('of a widget without owner counts once, and is for the administrators', async () => {
    const own = await addWidget(null, null)
    const { id } = await click('Zinc', null, own)
    expect(await counted([id], {}, { cfg: own })).toBe(true)
    expect(await counted([id], {}, { cfg: own })).toBe(true)
    expect((await stats()).orders).toBe(0)
    const admin = await test.signIn(await test.addUser({ role: 'admin' }))
    expect((await stats('', admin)).orders).toBe(1)
    expect((await stats(`?client_id=${client.id}`, admin)).orders).toBe(0)
  })

  it('keeps amounts of currencies apart, each in its smallest unit', async () => {
    const { id } = await click()
    await counted([id], { total: 1.005, id: '1' })
    await counted([id], { total: 1200, currency: 'JPY', id: '2' })
    await counted([id], { total: 1.2345, currency: 'KWD', id: '3' })
    expect((await stats()).totals).toEqual([
      { currency: 'EUR', decimals: 2, total: 101 },
      { currency: 'JPY', decimals: 0, total: 1200 },
      { currency: 'KWD', decimals: 3, total: 1235 },
    ])
  })

  it('is refused when it is malformed, or names a currency or a widget that is not there', async () => {
    const { id } = await click()
    const refusals = await Promise.all([
      report([id], { currency: 'XQQ' }),
      report([id], { total: -1 }),
      report([]),
      report([id], {}, { cfg: newId() }),
      test.app.request('/embed/orders', { method: 'POST', body: 'no', headers: { origin: shop } }),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 404, 400])
  })

  it('leaves nothing that leads to the visitor or the conversation', async () => {
    const { id } = await click()
    await counted([id])
    const rows = await test.database.db.select().from(widgetOrders)
    expect(rows.map(({ id: _id, at: _at, ...row }) => row)).toEqual([
      {
        clientId: client.id,
        widgetId: widget,
        number: 'A-17',
        currency: 'EUR',
        total: 4990,
        products: ['Magnesium'],
        bought: ['Magnesium'],
      },
    ])
  })

  it('is limited for one address in an hour', async () => {
    const { id } = await click()
    const from = (n: number) => report([id], { id: `limit-${n}` })
    let last = await from(0)
    for (let n = 1; last.status === 200 && n < 100; n += 1) last = await from(n)
    expect(last.status).toBe(429)
  })
})

describe('a product click', () => {
  it('is stored for products that the answer shows, twenty times at most', async () => {
    const { answerId } = await click('Pyramids')
    const rows = () => test.database.db.$count(productClicks, eq(productClicks.answerId, answerId))
    expect(await rows()).toBe(0)
    for (let n = 0; n < 3; n += 1) {
      const clicks = Array.from({ length: 10 }, () => ({ id: crypto.randomUUID(), product: 'Zinc' }))
      await post(test.app, `/api/chat/answers/${answerId}/opened`, { products: ['Zinc'], clicks })
    }
    expect(await rows()).toBe(20)
  })

  it('goes with the record of its answer, and after the days of the setting', async () => {
    const [gone, old, young] = [await click(), await click(), await click()]
    const { db } = test.database
    await db.delete(answerOutcomes).where(eq(answerOutcomes.id, gone.answerId))
    await db
      .update(productClicks)
      .set({ at: new Date(test.now().getTime() - 8 * dayMs) })
      .where(eq(productClicks.id, old.id))
    await purgeClicks(db, test.now(), 7)
    expect((await db.select({ id: productClicks.id }).from(productClicks)).map(({ id }) => id)).toEqual([
      young.id,
    ])
  })
})

it('figures of orders are deleted after the period of figures', async () => {
  const { db } = test.database
  const { id } = await click()
  await db.insert(widgetOrders).values([
    {
      id: newId(),
      clientId: client.id,
      widgetId: widget,
      number: 'old',
      at: new Date(test.now().getTime() - 41 * dayMs),
      currency: 'EUR',
      total: 1,
      products: [],
      bought: [],
    },
    {
      id: newId(),
      clientId: null,
      widgetId: widget,
      number: 'old',
      at: new Date(test.now().getTime() - 41 * dayMs),
      currency: 'EUR',
      total: 1,
      products: [],
      bought: [],
    },
    {
      id: newId(),
      clientId: null,
      widgetId: widget,
      number: 'new',
      at: test.now(),
      currency: 'EUR',
      total: 1,
      products: [],
      bought: [],
    },
  ])
  await purgeOutcomes(db, test.now(), { outcomeDays: 400, outcomeTextDays: 90, outcomeFigureDays: 40 })
  expect((await db.select().from(widgetOrders)).map(({ number }) => number)).toEqual(['new'])
  expect(await db.$count(productClicks, eq(productClicks.id, id))).toBe(1)
})
