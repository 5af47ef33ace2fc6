import {
  apiKeyCreatedSchema,
  gapListSchema,
  orderStatsSchema,
  publicRoutes,
  type Route,
  routes,
} from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatApp, firstOf, openChatApp, parseStream } from '../tests/chat-app.ts'
import { openTestDatabase } from '../tests/test-database.ts'
import { rebuildRollups } from './analytics/analytics.partitions.ts'
import { createTurnRecorder } from './analytics/turn-recorder.ts'
import type { Database } from './db/database.ts'
import { gapRuns } from './db/schema/gaps.ts'
import { updateGaps } from './gaps/gap-runs.ts'
import { createOutcomeRecorder } from './outcomes/outcome-recorder.ts'
import { readReport } from './weekly-reports/report-data.ts'

/** What happened in the widget while a client owned it. */
interface Period {
  name: string
  covered: string
  uncovered: string[]
  topic: string
  product: string
  country: string
  place: { latitude: number; longitude: number; countryCode: string }
  origin: string
}

const periods = {
  first: {
    name: 'Shop of the first owner',
    covered: 'Does magnesium help with sleep?',
    uncovered: ['does zibeline make you bald', 'zibeline and hair loss', 'is zibeline causing hair loss?'],
    topic: 'Sleep',
    product: 'Magnesium',
    country: 'CH',
    place: { latitude: 47.38, longitude: 8.54, countryCode: 'CH' },
    origin: 'https://first.example',
  },
  next: {
    name: 'Shop of the next owner',
    covered: 'Which sunscreen should I use?',
    uncovered: ['do you ship to Canada', 'how much is international shipping?'],
    topic: 'Skin',
    product: 'Zinc',
    country: 'GB',
    place: { latitude: 51.51, longitude: -0.13, countryCode: 'GB' },
    origin: 'https://next.example',
  },
} satisfies Record<string, Period>
type Owner = keyof typeof periods
const owners: readonly Owner[] = ['first', 'next']
const questionsOf = (owner: Owner) => [periods[owner].covered, ...periods[owner].uncovered]

interface Person {
  id: string
  email: string
  cookie: string
  key: string
}

let database: Database
let chat: ChatApp
let widget = ''
let place: Period['place'] | null = null
const people = new Map<Owner | 'admin', Person>()
/** Answers of each period, and its order and gap. */
const made = new Map<Owner, { answers: string[]; order: string; gap: string }>()

const personOf = (who: Owner | 'admin'): Person => {
  const found = people.get(who)
  if (found === undefined) throw new Error(`There is no ${who}.`)
  return found
}
const madeBy = (owner: Owner) => {
  const found = made.get(owner)
  if (found === undefined) throw new Error(`Nothing happened under ${owner}.`)
  return found
}

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const count = createTurnRecorder(db, { keys: { rotation: 'daily', secret: null }, locate: () => place })
  const record = createOutcomeRecorder(db, {
    keepsText: true,
    priceOf: () => Promise.resolve({ input: 1, output: 10 }),
  })
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
  for (const who of ['admin', ...owners] as const) people.set(who, await addPerson(who))
  for (const owner of owners) {
    await handOver(owner)
    await live(owner)
  }
  await addBudget()
  await db.update(gapRuns).set({ nextAt: new Date(0) })
  await updateGaps(db, () => new Date())
  const { items } = gapListSchema.parse(await get('admin', '/api/admin/gaps'))
  for (const owner of owners) {
    const gap = items.find(({ client }) => client === personOf(owner).email)
    made.set(owner, { ...madeBy(owner), gap: gap?.id ?? '' })
  }
}, 60_000)
afterAll(async () => {
  await chat.close()
  await database.close()
})

async function addPerson(who: Owner | 'admin'): Promise<Person> {
  const user = await chat.addUser({ role: who === 'admin' ? 'admin' : 'client' })
  const cookie = await chat.signIn(user)
  const body = { name: 'Reports', scopes: ['statistics:read', 'widgets:read', 'conversations:read'] }
  const response = await chat.send('POST', '/api/client/api-keys', body, cookie)
  const { key } = apiKeyCreatedSchema.parse(await response.json())
  return { ...user, cookie, key }
}

async function addBudget(): Promise<void> {
  const budget = { amount_micros: 10_000_000, alert_percent: 80, hard_stop: false }
  const limit = { scope: 'widget', subject_id: widget, ...budget }
  const { cookie } = personOf('admin')
  expect((await chat.send('PUT', '/api/admin/budgets', limit, cookie)).status).toBe(200)
}

/** Gives the widget to a client, as an administrator does. */
async function handOver(owner: Owner): Promise<void> {
  const { cookie } = personOf('admin')
  const settings = { name: periods[owner].name, client_owner: personOf(owner).id }
  const save = { ...(widget === '' ? {} : { id: widget }), ...settings }
  const response = await chat.send('POST', '/api/admin/configurators', save, cookie)
  expect(response.status).toBe(200)
  widget = Object(await response.json()).id
}

/** The visitors of a period: they find the widget on a site, ask, rate, click a product and order it. */
async function live(owner: Owner): Promise<void> {
  const { origin, product } = periods[owner]
  ;({ place } = periods[owner])
  const session = await chat.send('POST', '/api/embed/session', { cfg: widget, origin })
  expect(session.status).toBe(200)
  const answers: string[] = []
  for (const text of questionsOf(owner)) {
    const { events } = parseStream(await (await chat.ask({ text, embed_id: widget })).text())
    answers.push(firstOf(events, 'message').content.assistant_id)
  }
  const [first = ''] = answers
  const rating = { rating: 'down', reason: `A reason of ${owner}` }
  expect((await chat.send('PUT', `/api/messages/${first}/feedback`, rating)).status).toBe(200)
  await database.db.execute(sql`update answer_outcomes set products = array[${product}] where id = ${first}`)
  const click = { id: crypto.randomUUID(), product }
  const opened = { products: [product], clicks: [click] }
  expect((await chat.send('POST', `/api/chat/answers/${first}/opened`, opened)).status).toBe(200)
  const order = { id: owner, total: 10, currency: 'EUR', items: [{ name: product }] }
  const reported = await chat.app.request('/embed/orders', {
    method: 'POST',
    body: JSON.stringify({ cfg: widget, clicks: [click.id], order }),
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', origin },
  })
  expect(await reported.json()).toEqual({ counted: true })
  const { latest } = orderStatsSchema.parse(await get(owner, '/api/client/orders'))
  made.set(owner, { answers, order: latest[0]?.id ?? '', gap: '' })
}

async function get(who: Owner | 'admin', path: string) {
  const { cookie, key } = personOf(who)
  const headers: Record<string, string> = path.startsWith('/api/v1/')
    ? { authorization: `Bearer ${key}` }
    : { cookie }
  const response = await chat.app.request(path, { headers })
  expect([path, response.status]).toEqual([path, 200])
  return Object(await response.json())
}

/** A call that reads what happened in widgets. */
interface Read {
  /** Query of the address; `{widget}` stands for the widget, `{answer}` and `{gap}` for those of the period that is read. */
  query: string
  /** The part of a response that differs between the periods. */
  pick: (response: unknown) => unknown
  /** That part for the owner of a period. */
  own: (owner: Owner) => unknown
  /** That part for an administrator; undefined where it is not compared. */
  all: unknown
}

/** A call that changes something of a period: the other client gets a 404. */
interface Write {
  path: (owner: Owner) => string
  body?: object
}

/** The call reads and changes what the account stores itself, and nothing of a widget. */
const ofAccount = 'of the account'

type Call = typeof ofAccount | readonly Read[] | Write

interface ReadOptions<Part> {
  query?: string
  own: (owner: Owner) => Part
  all?: Part
}

function reads<Response, Part>(
  { response }: { response: { parse: (value: unknown) => Response } },
  pick: (response: Response) => Part,
  { query = '', own, all }: ReadOptions<Part>,
): Read {
  return { query, pick: (value) => pick(response.parse(value)), own, all }
}

const isOf = (filtered: Owner) => (owner: Owner) => (owner === filtered ? 1 : 0)
const ifNext =
  <Part>(part: Part) =>
  (owner: Owner) =>
    owner === 'next' ? [part] : []
const questions = (owner: Owner) => questionsOf(owner).toSorted()
const answers = (owner: Owner) => questionsOf(owner).length
const messages = (owner: Owner) => 2 * answers(owner)
const reasonOf = (owner: Owner) => `A reason of ${owner}`
const allOf = (part: (owner: Owner) => string[]) => owners.flatMap(part).toSorted()
const sumOf = (count: (owner: Owner) => number) => owners.reduce((total, owner) => total + count(owner), 0)
const names = (items: readonly { name: string | null }[]) => items.map(({ name }) => name ?? '').toSorted()
const texts = (items: readonly { question: string | null }[]) =>
  items.map(({ question }) => question ?? '').toSorted()
const nameOf = (owner: Owner) => [periods[owner].name]

/** Every call of a client and of a client's API key, by the name of its route. */
const calls: Record<string, Call> = {
  productStats: [
    reads(routes.productStats, ({ total_events }) => total_events, { own: messages, all: sumOf(messages) }),
    reads(routes.productStats, ({ total_events }) => total_events, {
      query: '?topic=Sleep',
      own: (owner) => 2 * isOf('first')(owner),
      all: 2,
    }),
  ],
  subjectStats: [
    reads(routes.subjectStats, ({ top_subjects }) => names(top_subjects), {
      own: (owner) => [periods[owner].topic],
      all: ['Skin', 'Sleep'],
    }),
  ],
  geoStats: [
    reads(
      routes.geoStats,
      ({ countries, points }) => [countries.map(({ code }) => code).toSorted(), points.length],
      {
        own: (owner) => [[periods[owner].country], 1],
        all: [['CH', 'GB'], 2],
      },
    ),
  ],
  clientWidgets: [reads(routes.clientWidgets, ({ widgets }) => names(widgets), { own: nameOf })],
  clientStats: ['', '?widgets={widget}', '?country=CH', '?country=GB']
    .map((query) =>
      reads(
        routes.clientStats,
        ({ summary, prod, subs, geo }) => [
          summary.total_messages,
          summary.unique_conversations,
          prod.total_events,
          names(subs.top_subjects),
          geo.countries.map(({ code }) => code),
        ],
        {
          query,
          own: (owner) =>
            !query.startsWith('?country') || query.endsWith(periods[owner].country)
              ? [
                  messages(owner),
                  answers(owner),
                  messages(owner),
                  [periods[owner].topic],
                  [periods[owner].country],
                ]
              : [0, 0, 0, [], []],
        },
      ),
    )
    .concat(
      reads(routes.clientStats, ({ summary }) => summary.total_messages, {
        query: '?widgets={widget}',
        own: messages,
        all: sumOf(messages),
      }),
    ),
  outcomeStats: [
    reads(routes.outcomeStats, ({ total, widgets }) => [total.answers, names(widgets)], {
      own: (owner) => [answers(owner), owner === 'next' ? nameOf(owner) : ['']],
      all: [sumOf(answers), [periods.next.name]],
    }),
    reads(routes.outcomeStats, ({ total }) => total.answers, {
      query: '?topic=Sleep',
      own: isOf('first'),
      all: 1,
    }),
  ],
  clientOutcomes: [
    reads(routes.clientOutcomes, ({ total }) => total.answers, { own: answers, all: sumOf(answers) }),
    reads(routes.clientOutcomes, ({ total }) => total.answers, { query: '?widgets={widget}', own: answers }),
    reads(routes.clientOutcomes, ({ total }) => total.answers, { query: '?topic=Skin', own: isOf('next') }),
  ],
  clientOrders: ['', '?widgets={widget}'].map((query) =>
    reads(routes.clientOrders, ({ clicks, orders, products }) => [clicks, orders, names(products)], {
      query,
      own: (owner) => [1, 1, [periods[owner].product]],
      all: [2, 2, ['Magnesium', 'Zinc']],
    }),
  ),
  deleteOrder: { path: (owner) => `/api/client/orders/${madeBy(owner).order}` },
  // The budget of a widget is its owner's of today, and begins with that owner.
  budgets: [
    reads(
      routes.budgets,
      ({ items }) => items.map((item) => [item.subject, item.answers, item.spent_micros > 0]),
      {
        own: ifNext([periods.next.name, answers('next'), true]),
        all: [[periods.next.name, answers('next'), true]],
      },
    ),
  ],
  clientRoom: [
    reads(
      routes.clientRoom,
      ({ widgets }) => widgets.map((item) => item.sightings.map(({ origin }) => origin)),
      {
        own: ifNext([periods.next.origin]),
      },
    ),
    reads(routes.clientRoom, ({ checklist }) => checklist.question, { own: () => true }),
  ],
  clientActivity: [
    reads(
      routes.clientActivity,
      ({ conversations, uncovered, ratings, products }) => ({
        conversations: texts(conversations),
        widgets: [...new Set(conversations.map((item) => item.widget))],
        uncovered: texts(uncovered),
        reasons: ratings.newest.map(({ reason }) => reason),
        products: products.map(({ name }) => name),
      }),
      {
        own: (owner) => ({
          conversations: questions(owner),
          widgets: owner === 'next' ? nameOf(owner) : [null],
          uncovered: periods[owner].uncovered.toSorted(),
          reasons: [reasonOf(owner)],
          products: [periods[owner].product],
        }),
      },
    ),
  ],
  saveClientAppearance: {
    // No other period than that of today’s owner can be changed.
    path: (owner) =>
      owner === 'next' ? `/api/client/widgets/${widget}/appearance` : '/api/client/widgets/-/appearance',
    body: { version: 2, welcome: 'Hello' },
  },
  reviewList: [
    reads(routes.reviewList, ({ items }) => texts(items), { own: questions, all: allOf(questionsOf) }),
    reads(routes.reviewList, ({ items }) => items.map(({ reason }) => reason), {
      query: '?feedback=down&widget={widget}',
      own: (owner) => [reasonOf(owner)],
    }),
    reads(routes.reviewList, ({ items }) => items.length, {
      query: '?q=zibeline',
      own: (owner) => 3 * isOf('first')(owner),
    }),
    reads(routes.reviewList, ({ items }) => [...new Set(items.map((item) => item.widget?.name))], {
      own: (owner) => (owner === 'next' ? nameOf(owner) : [null]),
    }),
  ],
  reviewSummary: [reads(routes.reviewSummary, ({ widgets }) => names(widgets), { own: nameOf })],
  saveReview: { path: (owner) => `/api/admin/review/${madeBy(owner).answers[0]}`, body: { note: 'Seen' } },
  gapList: [
    reads(routes.gapList, ({ items }) => items.flatMap(({ examples }) => examples).toSorted(), {
      own: (owner) => periods[owner].uncovered.toSorted(),
      all: allOf((owner) => periods[owner].uncovered),
    }),
  ],
  saveGap: { path: (owner) => `/api/admin/gaps/${madeBy(owner).gap}`, body: { status: 'dismissed' } },
  // Begins with an answer or a gap of the period.
  approvedDraft: { path: (owner) => `/api/admin/approved-answers/draft?review=${madeBy(owner).answers[0]}` },
}
const callsOfAccount =
  'articles createArticle previewArticle article updateArticle deleteArticle articleHistory ' +
  'restoreArticle products createProduct product updateProduct deleteProduct productHistory ' +
  'restoreProduct upload imports import retryImport sources createSource updateSource deleteSource ' +
  'syncSource approvedAnswers approvedSummary approvedSources createApprovedAnswer approvedAnswer ' +
  'updateApprovedAnswer deleteApprovedAnswer approvedHistory restoreApprovedAnswer reportChoice ' +
  'saveReportChoice identitySettings newIdentitySecret identifiedVisitors exportVisitor deleteVisitor ' +
  'webhooks createWebhook saveWebhook deleteWebhook newWebhookSecret testWebhook webhookDeliveries ' +
  'replayWebhook apiKeys createApiKey rotateApiKey revokeApiKey members saveMemberRole removeMember transferOwnership ' +
  'leaveOrganisation inviteMember resendMemberInvitation revokeMemberInvitation saveOrganisation ' +
  'organisationSignIn saveOidcConnection removeOidcConnection testOidcConnection addSignInDomain verifySignInDomain ' +
  'removeSignInDomain saveFactorRequirement'
for (const name of callsOfAccount.split(' ')) calls[name] = ofAccount

const publicCalls: Record<string, Call> = {
  statistics: ['', '?widgets={widget}'].map((query) =>
    reads(
      publicRoutes.statistics,
      ({ summary, messages: daily }) => [
        summary.total_messages,
        summary.unique_conversations,
        daily.total.at(-1),
      ],
      {
        query,
        own: (owner) => [messages(owner), answers(owner), messages(owner)],
        all: [sumOf(messages), sumOf(answers), sumOf(messages)],
      },
    ),
  ),
  // The widgets that a client has today.
  widgets: [reads(publicRoutes.widgets, ({ items }) => names(items), { own: ifNext(periods.next.name) })],
  conversations: [
    reads(publicRoutes.conversations, ({ items }) => texts(items), {
      own: questions,
      all: allOf(questionsOf),
    }),
  ],
}
const publicCallsOfAccount =
  'articles article createArticle updateArticle deleteArticle ' +
  'products product createProduct updateProduct deleteProduct'
for (const name of publicCallsOfAccount.split(' ')) publicCalls[name] = ofAccount

const clientRoutes = Object.entries<Route>(routes).filter(([, { access }]) => access === 'client')
const table = [
  ...clientRoutes.map(([name, { method, path }]) => ({ name, method, path, call: calls[name] })),
  ...Object.entries(publicRoutes).map(([name, { method, path }]) => ({
    name: `public ${name}`,
    method,
    path,
    call: publicCalls[name],
  })),
]

describe('a widget that went to another client', () => {
  it('has a row here for every call of a client', () => {
    expect(table.filter(({ call }) => call === undefined).map(({ name }) => name)).toEqual([])
    const known = new Set(table.map(({ name }) => name))
    const listed = [...Object.keys(calls), ...Object.keys(publicCalls).map((name) => `public ${name}`)]
    expect(listed.filter((name) => !known.has(name))).toEqual([])
  })

  const rows = table.flatMap(({ call, ...row }) =>
    Array.isArray(call)
      ? call.map((read: Read) => ({ read, ...row, title: `${row.method} ${row.path}${read.query}` }))
      : [],
  )

  it.each(rows)('shows each owner the own period alone: $title', async ({ path, read }) => {
    const address = path + read.query.replace('{widget}', widget)
    for (const owner of owners) {
      expect([owner, read.pick(await get(owner, address))]).toEqual([owner, read.own(owner)])
    }
  })

  it.each(rows.filter(({ read }) => read.all !== undefined))(
    'shows administrators everything: $title',
    async ({ path, read }) => {
      expect(read.pick(await get('admin', path + read.query.replace('{widget}', widget)))).toEqual(read.all)
    },
  )

  it('shows administrators the period of each client', async () => {
    for (const owner of owners) {
      const query = `?client_id=${personOf(owner).id}`
      const { summary } = await get('admin', `/api/client/stats${query}`)
      const { total } = await get('admin', `/api/client/outcomes${query}`)
      const { orders } = await get('admin', `/api/client/orders${query}`)
      expect([summary.total_messages, total.answers, orders]).toEqual([messages(owner), answers(owner), 1])
    }
    const { items } = await get('admin', `/api/admin/configurators/${widget}/sightings`)
    expect(items.map(({ origin }: { origin: string }) => origin).toSorted()).toEqual(
      owners.map((owner) => periods[owner].origin).toSorted(),
    )
  })

  const writes = table.flatMap(({ call, ...row }) =>
    typeof call === 'object' && 'path' in call ? [{ ...row, write: call }] : [],
  )

  it.each(writes)('lets nobody reach the other period: $method $path', async ({ method, write }) => {
    for (const owner of owners) {
      const other = owner === 'first' ? 'next' : 'first'
      const response = await chat.send(method, write.path(owner), write.body, personOf(other).cookie)
      expect([owner, response.status]).toEqual([owner, 404])
    }
  })

  it('is reported in the weekly e-mail of each owner by the own period', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const week = { firstDay: today, lastDay: today }
    for (const owner of owners) {
      const options = { week, keepsText: true, now: new Date() }
      const data = await readReport(database.db, personOf(owner).id, options)
      expect(data.counts.answers).toBe(answers(owner))
      expect(data.questions.map(({ text }) => text).toSorted()).toEqual(questions(owner))
      expect(data.products.map(({ text }) => text)).toEqual([periods[owner].product])
      expect(data.gaps.every(({ text }) => questionsOf(owner).includes(text))).toBe(true)
    }
  })

  it('has the same statistics after they are made anew from the messages', async () => {
    const statistics = () =>
      database.db.execute(sql`
        select client_id, kind, name, n from analytics_daily order by 1, 2, 3`)
    const before = await statistics()
    const today = new Date().toISOString().slice(0, 10)
    await rebuildRollups(database.db, today, today)
    expect((await statistics()).rows).toEqual(before.rows)
  })
})
