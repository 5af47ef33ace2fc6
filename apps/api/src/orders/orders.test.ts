import { orderReceiptSchema, orderStatsSchema } from '@org/api-client/contract'
import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { auditEntries } from '../db/schema/admin.ts'
import { loginFailures } from '../db/schema/auth.ts'
import { outcomeDaily } from '../db/schema/figures.ts'
import { configurators } from '../db/schema/embed.ts'
import { productClicks, widgetOrders } from '../db/schema/orders.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { purgeOutcomes } from '../outcomes/retention.store.ts'
import { purgeClicks } from './orders.store.ts'

const shop = 'https://shop.example'
const dayMs = 86_400_000

const tables = [productClicks, widgetOrders, answerOutcomes, outcomeDaily, loginFailures]

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
let knownEntries: number
beforeEach(async () => {
  for (const table of tables) await test.database.db.delete(table)
  knownEntries = await test.database.db.$count(auditEntries, eq(auditEntries.kind, 'order'))
})

async function addWidget(clientOwner: string | null, allowedOrigins: string[] | null = [shop]) {
  const id = newId()
  await test.database.db
    .insert(configurators)
    .values(widgetRow({ id, name: 'Shop', clientOwner, allowedOrigins }))
  return id
}

/** Adds a guest's answer that shows two products, and follows one of them. Returns the id of the click. */
async function click(
  product = 'Magnesium',
  owner: string | null = client.id,
  widgetId = widget,
  id: string = crypto.randomUUID(),
) {
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
  const body = { products: [product], clicks: [{ id, product }] }
  const response = await post(test.app, `/api/chat/answers/${answerId}/opened`, body)
  expect(response.status).toBe(200)
  return { id, answerId }
}

const order = { id: 'A-17', total: 49.9, currency: 'EUR', items: [{ name: 'magnesium ' }, { name: 'Socks' }] }

/** Sends a report as the page of a shop does. */
function report(clicks: string[], changes: object = {}, { origin = shop, cfg = widget } = {}) {
  const body = JSON.stringify({ cfg, clicks, order: { ...order, ...changes } })
  return send(body, 'text/plain;charset=UTF-8', origin)
}

function send(body: string, type = 'text/plain', origin = shop) {
  const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site', origin }
  return test.app.request('/embed/orders', { method: 'POST', body, headers })
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
      latest: [
        {
          id: expect.any(String),
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
          value: { currency: 'EUR', decimals: 2, total: 4990 },
          products: expect.arrayContaining(['Magnesium', 'Zinc']),
        },
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

  it('that is refused says why to the page that reported it', async () => {
    const { id } = await click()
    const refusals = [await report([id], { currency: 'XQQ' }), await report([id], { id: undefined })]
    while (refusals.at(-1)?.status !== 429 && refusals.length < 100) {
      refusals.push(await report([id], { id: `many-${refusals.length}` }))
    }
    const readable = refusals.filter(({ headers }) => headers.get('access-control-allow-origin') === shop)
    expect(readable).toHaveLength(refusals.length)
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([422, 200, 429]))
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
      send('no'),
      send('[]'),
      send(`{"cfg":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
      send('{}', 'application/x-www-form-urlencoded'),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 404, 400, 422, 400, 415])
  })

  it('counts five times for a click, so that one click invents no turnover', async () => {
    const { id } = await click()
    const results: boolean[] = []
    for (const number of ['1', '2', '1', '3', '4', '5', '6', '1']) {
      results.push(await counted([id], { id: number }))
    }
    // A page that is loaded again reports its order again.
    expect(results).toEqual([true, true, true, true, true, true, false, true])
    expect((await stats()).orders).toBe(5)
    const { id: other } = await click('Zinc')
    expect(await counted([id, other], { id: '7' })).toBe(true)
    expect((await stats()).products.find(({ name }) => name === 'Magnesium')?.orders).toBe(5)
  })

  it('counts no more for reports that arrive at once, and a repeated one once', async () => {
    const { id } = await click()
    const numbers = ['1', '1', '2', '3', '4', '5', '6', '7', '8']
    const results = await Promise.all(numbers.map((number) => counted([id], { id: number })))
    expect((await stats()).orders).toBe(5)
    expect(results.filter(Boolean).length).toBeGreaterThanOrEqual(5)
    const [row] = await test.database.db.select({ orders: productClicks.orders }).from(productClicks)
    expect(row?.orders).toBe(5)
  })

  it('leaves nothing that leads to the visitor or the conversation', async () => {
    const { id } = await click()
    await counted([id])
    const rows = await test.database.db.select().from(widgetOrders)
    expect(rows.map(({ id: _id, at: _at, ...row }) => row)).toEqual([
      {
        clientId: client.id,
        widgetId: widget,
        // The shop finds its customer by the number itself.
        numberDigest: expect.stringMatching(/^[\w-]{43}$/u),
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

describe('an invented order', () => {
  const remove = (id: string, who: string) =>
    test.app.request(`/api/client/orders/${id}`, {
      method: 'DELETE',
      headers: { cookie: who, 'sec-fetch-site': 'same-origin' },
    })

  async function reportOne() {
    const { id } = await click()
    await counted([id])
    const [{ id: orderId, at } = { id: '', at: '' }] = (await stats()).latest
    return { id: orderId, at }
  }

  it('is removed by its client, which the audit log lists', async () => {
    const { id, at } = await reportOne()
    expect((await remove(id, cookie)).status).toBe(204)
    expect(await stats()).toMatchObject({ clicks: 1, orders: 0, totals: [], products: [], latest: [] })
    expect((await remove(id, cookie)).status).toBe(404)
    expect(await removals()).toEqual([
      {
        actorId: client.id,
        subject: '49.90 EUR',
        changes: [
          { field: 'at', before: at, after: null },
          { field: 'products', before: ['Magnesium'], after: null },
        ],
      },
    ])
  })

  it('is removed by an administrator, whoever’s it is', async () => {
    const admin = await test.addUser({ role: 'admin' })
    const { id } = await reportOne()
    expect((await remove(id, await test.signIn(admin))).status).toBe(204)
    expect((await stats()).orders).toBe(0)
    expect(await removals()).toMatchObject([{ actorId: admin.id }])
  })

  it('is not removed by another client', async () => {
    const stranger = await test.signIn(await test.addUser({ role: 'client' }))
    const { id } = await reportOne()
    expect((await remove(id, stranger)).status).toBe(404)
    expect((await remove('unknown', cookie)).status).toBe(404)
    expect((await stats()).orders).toBe(1)
    expect(await removals()).toEqual([])
  })

  it('makes room for the order whose number it had', async () => {
    const { id } = await click()
    await counted([id], { total: 1 })
    await remove((await stats()).latest[0]?.id ?? '', cookie)
    expect(await counted([id])).toBe(true)
    expect((await stats()).totals).toEqual([{ currency: 'EUR', decimals: 2, total: 4990 }])
  })

  /** The removals of this test: entries of the audit log cannot be deleted. */
  const removals = async () => {
    const rows = await test.database.db
      .select({
        actorId: auditEntries.actorId,
        subject: auditEntries.subject,
        changes: auditEntries.changes,
      })
      .from(auditEntries)
      .where(eq(auditEntries.kind, 'order'))
      .orderBy(auditEntries.id)
    return rows.slice(knownEntries)
  }
})

it('orders are listed from the latest, fifty at most', async () => {
  const { db } = test.database
  const now = test.now().getTime()
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  await db.insert(widgetOrders).values(
    Array.from({ length: 51 }, (_, minutes) => ({
      id: newId(),
      clientId: client.id,
      widgetId: widget,
      numberDigest: `${minutes}`,
      at: at(minutes),
      currency: 'EUR',
      total: 1,
      products: [],
      bought: [],
    })),
  )
  const { orders, latest } = await stats()
  expect(orders).toBe(51)
  expect(latest.map((listed) => listed.at)).toEqual(
    Array.from({ length: 50 }, (_, minutes) => at(minutes).toISOString()),
  )
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

  it('is stored once under one id, whatever a call repeats', async () => {
    const { answerId } = await click('Pyramids')
    const clickId: string = crypto.randomUUID()
    const clicks = ['Zinc', 'Magnesium', 'Zinc'].map((product) => ({ id: clickId, product }))
    clicks.push({ id: clickId.toUpperCase(), product: 'Zinc' })
    const body = { products: ['Zinc', 'Magnesium'], clicks }
    expect((await post(test.app, `/api/chat/answers/${answerId}/opened`, body)).status).toBe(200)
    const rows = await test.database.db.select({ product: productClicks.product }).from(productClicks)
    expect(rows).toEqual([{ product: 'Zinc' }])
  })

  it('of the same product in a later answer is the latest, and another client’s is left alone', async () => {
    const { db } = test.database
    const first = await click('Zinc')
    const at = new Date(test.now().getTime() - 3 * dayMs)
    await db.update(productClicks).set({ at })
    const stranger = await test.addUser({ role: 'client' })
    await click('Zinc', stranger.id, await addWidget(stranger.id), first.id)
    await click('Magnesium', client.id, widget, first.id)
    const rows = () => db.select().from(productClicks)
    expect(await rows()).toMatchObject([{ answerId: first.answerId, clientId: client.id, at }])
    const later = await click('Zinc', client.id, widget, first.id)
    const [row, ...more] = await rows()
    expect([row?.answerId, row?.clientId, more]).toEqual([later.answerId, client.id, []])
    expect(row?.at.getTime()).toBeGreaterThan(at.getTime() + dayMs)
  })

  it('moves its time also where its answer has as many as it may', async () => {
    const { answerId } = await click('Pyramids')
    const clicks = Array.from({ length: 20 }, () => ({ id: crypto.randomUUID(), product: 'Zinc' }))
    const open = (given: typeof clicks) =>
      post(test.app, `/api/chat/answers/${answerId}/opened`, { products: ['Zinc'], clicks: given })
    await open(clicks.slice(0, 10))
    await open(clicks.slice(10))
    const { db } = test.database
    const at = new Date(test.now().getTime() - dayMs)
    await db.update(productClicks).set({ at })
    await open(clicks.slice(0, 1))
    const rows = await db.select().from(productClicks).where(ne(productClicks.at, at))
    expect(rows.map(({ id }) => id)).toEqual([clicks[0]?.id])
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
      numberDigest: 'old',
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
      numberDigest: 'old',
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
      numberDigest: 'new',
      at: test.now(),
      currency: 'EUR',
      total: 1,
      products: [],
      bought: [],
    },
  ])
  await purgeOutcomes(db, test.now(), { outcomeDays: 400, outcomeTextDays: 90, outcomeFigureDays: 40 })
  expect((await db.select().from(widgetOrders)).map(({ numberDigest }) => numberDigest)).toEqual(['new'])
  expect(await db.$count(productClicks, eq(productClicks.id, id))).toBe(1)
})
