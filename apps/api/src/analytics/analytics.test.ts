import {
  clientStatsSchema,
  geoStatsSchema,
  productStatsSchema,
  subjectStatsSchema,
} from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { type TestApp, openTestApp } from '../../tests/test-app.ts'
import { configurators } from '../db/schema/embed.ts'
import { newId } from '../platform/process/ids.ts'
import { type MessageEvent, ownSite, recordMessages } from './analytics.events.ts'
import { rollupsOf } from './analytics.source.ts'
import { estimateVisitors, visitorsOf } from './analytics.store.ts'
import { dropMonths, openMonths, rebuildRollups } from './analytics.partitions.ts'
import { toDay } from './days.ts'

const now = new Date('2026-03-05T12:00:00.000Z')
let test: TestApp
const clients: { id: string; cookie: string; widgets: string[] }[] = []
let admin: string
let events: MessageEvent[]

beforeAll(async () => {
  test = await openTestApp()
  test.advance(now.getTime() - Date.now())
  admin = await test.signIn(await test.addUser({ role: 'admin' }))
  for (const count of [2, 1]) clients.push(await addClient(count))
  await openMonths(test.database.db, now)
  events = makeEvents()
  // In several batches, as they would come; one of them twice.
  for (let start = 0; start < events.length; start += 97) {
    await recordMessages(test.database.db, events.slice(start, start + 97))
  }
  await recordMessages(test.database.db, events.slice(0, 50))
})
afterAll(async () => {
  await test.close()
})

async function addClient(count: number) {
  const user = await test.addUser({ role: 'client' })
  const widgets = Array.from({ length: count }, () => newId())
  await test.database.db
    .insert(configurators)
    .values(widgets.map((id, index) => widgetRow({ id, name: `Widget ${index}`, clientOwner: user.id })))
  return { id: user.id, cookie: await test.signIn(user), widgets }
}

/** Messages at every edge of a day and of a month, the same in every run. */
function makeEvents(): MessageEvent[] {
  const places = [
    { latitude: 47.376, longitude: 8.5411, countryCode: 'CH' },
    { latitude: 47.3751, longitude: 8.5399, countryCode: 'CH' },
    { latitude: -0.001, longitude: 179.999, countryCode: 'FJ' },
    null,
  ]
  const owners = [
    ...clients.flatMap(({ id, widgets }) => widgets.map((widgetId) => ({ clientId: id, widgetId }))),
    { clientId: ownSite, widgetId: ownSite },
  ]
  const event = fc.record({
    owner: fc.constantFrom(...owners),
    // From before the range to its last moment: February 28 and both ends of a UTC day are among them.
    at: fc.oneof(
      fc.integer({
        min: Date.parse('2026-01-20T00:00:00.000Z'),
        max: Date.parse('2026-03-05T23:59:59.999Z'),
      }),
      fc.constantFrom(
        ...['2026-02-04T00:00:00.000Z', '2026-02-03T23:59:59.999Z', '2026-02-28T23:59:59.999Z'].map(
          Date.parse,
        ),
      ),
    ),
    // Few messages each, so that a filter leaves some conversations out.
    conversation: fc.nat({ max: 59 }).map(String),
    role: fc.constantFrom('user' as const, 'assistant' as const),
    address: fc.nat({ max: 6 }),
    products: fc.uniqueArray(fc.constantFrom('Zinc', 'Iron', "O'Mega; --", 'Ünïcode'), { maxLength: 3 }),
    authors: fc.uniqueArray(fc.constantFrom('Institute A', 'Institute B'), { maxLength: 2 }),
    subject: fc.constantFrom('Sleep', 'Skin', null),
  })
  return fc.sample(event, { numRuns: 800, seed: 5 }).map(({ owner, at, address, ...rest }) =>
    Object.assign(rest, owner, {
      id: newId(),
      at: new Date(at),
      addressHash: `address-${address}`,
      addressMasked: `203.0.${address}.0/24`,
      place: places[address % places.length] ?? null,
    }),
  )
}

const from = '2026-02-04'
const days = Array.from({ length: 30 }, (_, index) => toDay(Date.parse(from) + index * 86_400_000))

/** The same figures by another way: straight from the list. */
function expected(
  widgets: readonly string[] | null,
  ...filters: readonly ((event: MessageEvent) => boolean)[]
) {
  const all = events.filter(
    (event) =>
      (widgets === null || widgets.includes(event.widgetId)) && days.includes(toDay(event.at.getTime())),
  )
  const key = ({ widgetId, conversation }: MessageEvent) => `${widgetId} ${conversation}`
  const matching = filters.map((meant) => new Set(all.filter(meant).map(key)))
  const mine = all.filter((event) => matching.every((conversations) => conversations.has(key(event))))
  const tally = (names: (event: MessageEvent) => readonly string[]) => {
    const counts = new Map<string, number>()
    for (const name of mine.flatMap(names)) counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...counts].map(([name, count]) => ({ name, count }))
  }
  const perDay = (matches: (event: MessageEvent) => boolean) =>
    days.map((day) => mine.filter((event) => toDay(event.at.getTime()) === day && matches(event)).length)
  const asked = mine.filter(({ role, place }) => role === 'user' && place !== null)
  return {
    mine,
    user: perDay(({ role }) => role === 'user'),
    total: perDay(() => true),
    products: tally(({ products }) => products),
    authors: tally(({ authors }) => authors),
    subjects: tally(({ subject }) => (subject === null ? [] : [subject])),
    productDays: (name: string) => perDay(({ products }) => products.includes(name)),
    conversations: new Set(mine.map(({ conversation }) => conversation)).size,
    addresses: new Set(mine.map(({ addressHash }) => addressHash)).size,
    resolved: new Set(mine.filter(({ place }) => place !== null).map(({ addressHash }) => addressHash)).size,
    countries: ['CH', 'FJ'].map((code) => ({
      code,
      count: asked.filter(({ place }) => place?.countryCode === code).length,
    })),
  }
}

async function read(path: string, cookie: string): Promise<unknown> {
  const response = await test.app.request(path, { headers: { cookie } })
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  expect(response.headers.get('cache-control')).toContain('no-store')
  return response.json()
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

describe.each([
  ['an admin', () => ({ cookie: admin, widgets: null })],
  ['a client', () => ({ cookie: clients[0]?.cookie ?? '', widgets: clients[0]?.widgets ?? [] })],
])('%s sees', (_who, viewer) => {
  it('the messages, products and authors', async () => {
    const { cookie, widgets } = viewer()
    const want = expected(widgets)
    const stats = productStatsSchema.parse(await read('/api/stats/product-queries', cookie))
    expect(stats.days).toEqual(days)
    expect(stats.daily_total).toEqual(want.total)
    expect(stats.total_events).toBe(want.mine.length)
    expect(stats.top_products.toSorted(byName)).toEqual(want.products.toSorted(byName))
    expect(stats.top_authors.toSorted(byName)).toEqual(want.authors.toSorted(byName))
    expect(stats.top_products.map(({ count }) => count)).toEqual(
      stats.top_products.map(({ count }) => count).toSorted((a, b) => b - a),
    )
    for (const { name, daily } of stats.per_product_series) expect(daily).toEqual(want.productDays(name))
    expect(stats.per_product_series).toHaveLength(4)
  })

  it('the topics', async () => {
    const { cookie, widgets } = viewer()
    const want = expected(widgets)
    const stats = subjectStatsSchema.parse(await read('/api/stats/chat-subjects', cookie))
    expect(stats.top_subjects.toSorted(byName)).toEqual(want.subjects.toSorted(byName))
    expect(stats.total_classified).toBe(want.subjects.reduce((total, { count }) => total + count, 0))
  })

  it('the places, of addresses without their last numbers', async () => {
    const { cookie, widgets } = viewer()
    const want = expected(widgets)
    const stats = geoStatsSchema.parse(await read('/api/stats/message-geo', cookie))
    expect([stats.unique_ips, stats.resolved_ips, stats.unresolved_ips]).toEqual([
      want.addresses,
      want.resolved,
      want.addresses - want.resolved,
    ])
    expect(
      stats.countries
        .map(({ code, count }) => ({ code, count }))
        .toSorted((a, b) => a.code.localeCompare(b.code)),
    ).toEqual(want.countries)
    expect(stats.countries.find(({ code }) => code === 'CH')?.name).toBe('Switzerland')
    expect(stats.points.map(({ latitude, longitude }) => `${latitude} ${longitude}`).toSorted()).toEqual([
      '0 180',
      '47.38 8.54',
    ])
    expect(stats.points.every(({ ip }) => ip.endsWith('.0/24'))).toBe(true)
  })
})

it('shows a client the figures of the widgets that are chosen', async () => {
  const [client] = clients
  const [first = ''] = client?.widgets ?? []
  const want = expected([first])
  const stats = clientStatsSchema.parse(
    await read(`/api/client/stats?widgets=${first}`, client?.cookie ?? ''),
  )
  const user = want.user.reduce((total, count) => total + count, 0)
  expect(stats.summary).toEqual({
    unique_conversations: want.conversations,
    unique_ips: want.addresses,
    is_approximate: false,
    user_messages: user,
    assistant_messages: want.mine.length - user,
    total_messages: want.mine.length,
    widget_ids: [first],
  })
  expect(stats.messages).toEqual({ days, user: want.user, total: want.total })
})

it('filters everything by a product, an author, a topic and a country: conversations in which they came up', async () => {
  const [client] = clients
  const widgets = client?.widgets ?? []
  const filters = {
    product: ["O'Mega; --", ({ products }) => products.includes("O'Mega; --")],
    author: ['Institute A', ({ authors }) => authors.includes('Institute A')],
    topic: ['Sleep', ({ subject }) => subject === 'Sleep'],
    country: ['FJ', ({ place }) => place?.countryCode === 'FJ'],
  } satisfies Record<string, [string, (event: MessageEvent) => boolean]>
  const { product, author, topic, country } = filters
  for (const chosen of [{ product }, { author }, { topic }, { country }, { product, topic }, filters]) {
    const meant = Object.values(chosen).map(([, matches]) => matches)
    const query = Object.entries(chosen)
      .map(([kind, [name]]) => `${kind}=${encodeURIComponent(name)}`)
      .join('&')
    const want = expected(widgets, ...meant)
    expect(want.mine.length).toBeGreaterThan(0)
    expect(want.mine.length).toBeLessThan(expected(widgets).mine.length)
    const stats = clientStatsSchema.parse(await read(`/api/client/stats?${query}`, client?.cookie ?? ''))
    expect(stats.messages).toEqual({ days, user: want.user, total: want.total })
    expect(stats.prod.top_authors.toSorted(byName)).toEqual(want.authors.toSorted(byName))
    expect(stats.subs.top_subjects.toSorted(byName)).toEqual(want.subjects.toSorted(byName))
    expect([stats.summary.unique_conversations, stats.geo.unique_ips, stats.geo.resolved_ips]).toEqual([
      want.conversations,
      want.addresses,
      want.resolved,
    ])
    expect(
      stats.geo.countries
        .map(({ code, count }) => ({ code, count }))
        .toSorted((a, b) => a.code.localeCompare(b.code)),
    ).toEqual(want.countries.filter(({ count }) => count > 0))
    const all = productStatsSchema.parse(await read(`/api/stats/product-queries?${query}`, admin))
    expect(all.daily_total).toEqual(expected(null, ...meant).total)
  }
  const none = clientStatsSchema.parse(
    await read('/api/client/stats?topic=Skin&country=XX', client?.cookie ?? ''),
  )
  expect(none.summary.total_messages).toBe(0)
})

it('top series: 5, of products and of subjects', async () => {
  const at = new Date('2025-07-01T10:00:00.000Z')
  const names = Array.from({ length: 7 }, (_, index) => `Of seven ${index}`)
  const common = {
    clientId: ownSite,
    widgetId: ownSite,
    at,
    addressHash: 'seven',
    addressMasked: '',
    place: null,
    conversation: 'seven',
    role: 'user' as const,
    authors: [],
  }
  await recordMessages(
    test.database.db,
    // The first comes up seven times, the last once.
    names.flatMap((name, index) =>
      names
        .slice(index)
        .map(() => Object.assign({}, common, { id: newId(), products: [name], subject: name })),
    ),
  )
  const range = 'from=2025-07-01&to=2025-07-01'
  const products = productStatsSchema.parse(await read(`/api/stats/product-queries?${range}`, admin))
  expect(products.top_products.map(({ count }) => count)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(products.per_product_series.map(({ name }) => name)).toEqual(names.slice(0, 5))
  const subjects = subjectStatsSchema.parse(await read(`/api/stats/chat-subjects?${range}`, admin))
  expect(subjects.per_subject_series).toEqual(
    names.slice(0, 5).map((name, index) => ({ name, daily: [7 - index] })),
  )
  await test.database.db.execute(sql`delete from analytics_events where conversation = 'seven'`)
})

it('counts places of a day, of parts of a month, of whole months, and across months', async () => {
  for (const [first, last] of [
    ['2026-02-04', '2026-03-05'],
    ['2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31'],
    ['2026-01-25', '2026-03-01'],
    ['2026-02-08', '2026-02-19'],
    ['2026-02-28', '2026-02-28'],
    ['2026-03-01', '2026-03-01'],
  ]) {
    const stats = geoStatsSchema.parse(await read(`/api/stats/message-geo?from=${first}&to=${last}`, admin))
    const asked = events.filter(
      ({ at, role, place }) =>
        role === 'user' &&
        place !== null &&
        toDay(at.getTime()) >= `${first}` &&
        toDay(at.getTime()) <= `${last}`,
    )
    const inSwitzerland = asked.filter(({ place }) => place?.countryCode === 'CH').length
    expect(stats.points.toSorted((a, b) => b.count - a.count).map(({ count }) => count)).toEqual(
      [inSwitzerland, asked.length - inSwitzerland].toSorted((a, b) => b - a).filter((count) => count > 0),
    )
    expect(stats.countries.reduce((total, { count }) => total + count, 0)).toBe(asked.length)
  }
})

it('learns of the places that an instance of the version before counts by days', async () => {
  const { db } = test.database
  await db.execute(sql`
    insert into analytics_cells (latitude, longitude, country_code, address_masked) values (100, 200, 'NG', '192.0.2.0/24')
  `)
  for (const [day, count] of [
    ['2025-08-30', 2],
    ['2025-08-31', 3],
    ['2025-08-30', 4],
    ['2025-09-01', 5],
  ] as const) {
    await db.execute(sql`
      insert into analytics_places_global as kept (day, latitude, longitude, n)
      values (${day}::date, 100, 200, ${count}::bigint)
      on conflict (day, latitude, longitude) do update set n = kept.n + excluded.n
    `)
  }
  const points = async (range: string) =>
    geoStatsSchema.parse(await read(`/api/stats/message-geo?${range}`, admin)).points
  const point = { latitude: 1, longitude: 2, country_code: 'NG', country: 'Nigeria', ip: '192.0.2.0/24' }
  expect(await points('from=2025-08-30&to=2025-09-01')).toEqual([{ ...point, count: 14 }])
  expect(await points('from=2025-08-30&to=2025-08-30')).toEqual([{ ...point, count: 6 }])
  expect(await points('from=2025-08-31&to=2025-09-30')).toEqual([{ ...point, count: 8 }])
  expect(await points('from=2025-08-01&to=2025-08-29')).toEqual([])
  await db.execute(sql`delete from analytics_places_monthly where month < '2025-10-01'`)
})

it('estimates distinct counts from a part of them, within 2 %', async () => {
  const { db } = test.database
  const widget = newId()
  await db.execute(sql`
    insert into analytics_visits (client_id, widget_id, day, conversation, address_hash, is_located)
    select ${ownSite}::uuid, ${widget}::uuid, '2025-06-02'::date + number % 7, 'estimated ' || number, md5((number / 2)::text), number % 4 = 0
    from generate_series(1, 40000) as number
  `)
  const range = { from: '2025-06-01', to: '2025-06-30', days: [] }
  const source = rollupsOf('everything')
  const exact = await visitorsOf(db, source, range)
  expect(exact).toMatchObject({ conversations: 40_000, addresses: 20_001 })
  expect(await estimateVisitors(db, source, range, 1)).toEqual(exact)
  const estimate = await estimateVisitors(db, source, range, 0.5)
  for (const figure of ['conversations', 'addresses', 'resolved'] as const) {
    expect(Math.abs(estimate[figure] / exact[figure] - 1)).toBeLessThan(0.02)
  }
  await db.execute(sql`delete from analytics_visits where widget_id = ${widget}::uuid`)
})

it("passes over another client's widgets, and tells nothing of them", async () => {
  const [client, other] = clients
  const foreign = other?.widgets[0] ?? ''
  const stats = clientStatsSchema.parse(
    await read(`/api/client/stats?widgets=${foreign},${foreign},no-id`, client?.cookie ?? ''),
  )
  expect(stats.summary).toMatchObject({ total_messages: 0, unique_ips: 0, widget_ids: [] })
  for (const path of ['/api/client/stats', '/api/client/widgets']) {
    const response = await test.app.request(`${path}?client_id=${other?.id}`, {
      headers: { cookie: client?.cookie ?? '' },
    })
    expect(response.status).toBe(403)
  }
})

it('lets an admin look at one client or all', async () => {
  const [client] = clients
  const one = clientStatsSchema.parse(await read(`/api/client/stats?client_id=${client?.id}`, admin))
  expect(one.summary.total_messages).toBe(expected(client?.widgets ?? []).mine.length)
  const all = clientStatsSchema.parse(await read('/api/client/stats', admin))
  expect(all.summary.total_messages).toBe(expected(clients.flatMap(({ widgets }) => widgets)).mine.length)
})

it('is for clients and admins alone', async () => {
  const person = await test.signIn(await test.addUser())
  for (const path of [
    'stats/product-queries',
    'stats/chat-subjects',
    'stats/message-geo',
    'client/widgets',
    'client/stats',
  ]) {
    expect((await test.app.request(`/api/${path}`)).status).toBe(401)
    expect((await test.app.request(`/api/${path}`, { headers: { cookie: person } })).status).toBe(403)
  }
})

it('takes other ranges, and refuses those that are none', async () => {
  const stats = productStatsSchema.parse(
    await read('/api/stats/product-queries?from=2026-02-28&to=2026-03-01', admin),
  )
  expect(stats.days).toEqual(['2026-02-28', '2026-03-01'])
  for (const query of ['from=2026-03-02&to=2026-03-01', 'from=2020-01-01&to=2026-01-01', 'from=yesterday']) {
    const response = await test.app.request(`/api/stats/product-queries?${query}`, {
      headers: { cookie: admin },
    })
    expect(response.status).toBe(422)
  }
})

it('makes the same roll-ups anew, as often as it is asked to', async () => {
  const { db } = test.database
  const before = await read('/api/client/stats', admin)
  const places = await read('/api/stats/message-geo?from=2026-02-10&to=2026-02-20', admin)
  await rebuildRollups(db, '2026-02-15', '2026-02-15')
  await rebuildRollups(db, '2026-02-01', '2026-02-15')
  await rebuildRollups(db, '2026-01-01', '2026-12-31')
  expect(await read('/api/client/stats', admin)).toEqual(before)
  expect(await read('/api/stats/message-geo?from=2026-02-10&to=2026-02-20', admin)).toEqual(places)
})

it('keeps months in tables of their own, and drops those that are too old', async () => {
  const { db } = test.database
  const count = async () =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from analytics_events`)).rows[0]?.n
  expect(await count()).toBe(events.length)
  // January came before its table was there, and moves into it.
  await openMonths(db, new Date('2026-01-15T00:00:00.000Z'))
  expect(await count()).toBe(events.length)
  await dropMonths(db, new Date('2026-02-01T00:00:00.000Z'))
  expect(await count()).toBe(events.filter(({ at }) => at >= new Date('2026-02-01T00:00:00.000Z')).length)
})
