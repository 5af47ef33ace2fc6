import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { createTurnRecorder } from '../analytics/turn-recorder.ts'
import { newDeviceMail, recoveryMail } from '../auth/auth.mails.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase, type Transaction } from '../db/database.ts'
import { outbox, users } from '../db/schema/auth.ts'
import { configurators, configuratorVersions } from '../db/schema/embed.ts'
import { articles } from '../db/schema/knowledge.ts'
import { lockIndex } from '../knowledge/index/index-writes.ts'
import { queueMail, queueWritten } from '../mail/outbox.store.ts'
import { newId } from '../platform/process/ids.ts'
import { purgeUnconfirmedAccounts } from './unconfirmed-accounts.ts'

const { retention, addressKeys } = readConfig({ DEMO: 'off' })

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

const remove = (user: TestUser, cookie: string) =>
  post(test.app, '/api/account/delete', { password: user.password }, { cookie })

async function addWidget(clientOwner: string): Promise<string> {
  const id = newId()
  await test.database.db.insert(configurators).values(widgetRow({ id, name: 'A widget', clientOwner }))
  return id
}

describe('the statistics of a deleted client', () => {
  const clientsOf = async (widgetId: string) => {
    const { rows } = await test.database.db.execute<{ client_id: string }>(
      sql`select client_id::text from analytics_events where widget_id = ${widgetId}::uuid`,
    )
    return rows.map(({ client_id }) => client_id)
  }
  /** Clients in the roll-ups, with their counts. */
  const countsOf = async (widgetId: string) => {
    const { rows } = await test.database.db.execute<{ client_id: string; kind: string; n: number }>(sql`
      select client_id::text, kind, n::int from analytics_daily where widget_id = ${widgetId}::uuid
      union all select client_id::text, 'place', n::int from analytics_places where widget_id = ${widgetId}::uuid
      union all select client_id::text, 'visit', count(*)::int from analytics_visits
        where widget_id = ${widgetId}::uuid group by 1
      order by 2`)
    return rows
  }
  const place = { latitude: 47.38, longitude: 8.54, countryCode: 'CH' }
  const visitorAsks = async (widgetId: string, ids: { answerId: string; questionId: string }) =>
    createTurnRecorder(test.database.db, { keys: addressKeys, locate: () => place })({
      ids: { ...ids, conversation: null, streamId: crypto.randomUUID() },
      question: { text: 'Hello', history: [] },
      isAgain: false,
      answer: { isEmpty: false, products: [], authors: [] },
      origin: { address: '198.51.100.7', embedId: widgetId },
      askedAt: new Date(),
      answeredAt: new Date(),
    })
  const fresh = () => ({ answerId: newId(), questionId: newId() })

  it('keep the counts of the widget, without the id of its owner', async () => {
    const client = await test.addUser({ role: 'client' })
    const widgetId = await addWidget(client.id)
    await visitorAsks(widgetId, fresh())
    expect(await clientsOf(widgetId)).toEqual([client.id, client.id])
    expect((await remove(client, await test.signIn(client))).status).toBe(200)
    const left = await clientsOf(widgetId)
    expect(left).toHaveLength(2)
    expect(left).not.toContain(client.id)
  })

  it('are added to what the widget has counted without an owner', async () => {
    const client = await test.addUser({ role: 'client' })
    const widgetId = await addWidget(client.id)
    const own = async (clientOwner: string | null) =>
      test.database.db.update(configurators).set({ clientOwner }).where(eq(configurators.id, widgetId))
    for (const owner of [null, client.id]) {
      await own(owner)
      await visitorAsks(widgetId, fresh())
    }
    expect(new Set((await countsOf(widgetId)).map(({ client_id }) => client_id)).size).toBe(2)
    expect((await remove(client, await test.signIn(client))).status).toBe(200)
    expect(await countsOf(widgetId)).toEqual(
      Object.entries({ assistant: 2, country: 2, place: 2, user: 2, visit: 1 }).map(([kind, n]) => ({
        client_id: ownSite,
        kind,
        n,
      })),
    )
  })
})

const postgresUrl = inject('postgresUrl')
// The embedded database runs one transaction at a time.
describe.skipIf(postgresUrl === undefined)('a client that is deleted while another instance', () => {
  /** Runs a transaction of another instance, which goes on once the deletion waits for it; returns the status of the deletion. */
  async function deleteDuring(
    client: TestUser,
    write: { before: (tx: Transaction) => Promise<unknown>; after: (tx: Transaction) => Promise<unknown> },
  ): Promise<number> {
    const { rows } = await test.database.db.execute<{ name: string }>(sql`select current_database() as name`)
    const other = await openDatabase({ url: new URL(rows[0]?.name ?? '', postgresUrl).href })
    const cookie = await test.signIn(client)
    const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    const deletion = await other.db.transaction(async (tx) => {
      await write.before(tx)
      const response = remove(client, cookie)
      await expect.poll(async () => (await tx.execute(waiting)).rows.length, { timeout: 10_000 }).toBe(1)
      await write.after(tx)
      return { response }
    })
    const { status } = await deletion.response
    await other.close()
    return status
  }

  const articleOf = (clientId: string) => ({
    id: newId(),
    slug: newId(),
    title: 'Borage',
    author: 'Kitchen',
    url: '',
    topic: 'herbs',
    body: 'Borage is blue.',
    language: 'en',
    contentHash: '',
    clientId,
  })

  it('writes an article of it is deleted with the article', async () => {
    const client = await test.addUser({ role: 'client' })
    const { title, author, topic, body } = articleOf(client.id)
    const article = { title, author, topic, body, url: '', status: 'published', client_id: null }
    const cookie = await test.signIn(client)
    const saved = await post(test.app, '/api/admin/knowledge/articles', article, { cookie })
    expect(saved.status).toBe(200)
    const status = await deleteDuring(client, {
      before: lockIndex,
      after: (tx) => tx.insert(articles).values(articleOf(client.id)),
    })
    expect(status).toBe(200)
    expect(await test.database.db.$count(articles, eq(articles.clientId, client.id))).toBe(0)
    expect(await test.database.db.$count(users, eq(users.id, client.id))).toBe(0)
  })

  it('stores a version of its widget is deleted once that is stored', async () => {
    const client = await test.addUser({ role: 'client' })
    const widgetId = await addWidget(client.id)
    const version = { configuratorId: widgetId, version: 1, savedAt: new Date(), savedBy: client.id }
    const state = Object.assign({})
    const status = await deleteDuring(client, {
      before: (tx) => tx.select().from(configurators).where(eq(configurators.id, widgetId)).for('update'),
      after: (tx) => tx.insert(configuratorVersions).values({ ...version, state }),
    })
    expect(status).toBe(200)
    expect(await test.database.db.$count(users, eq(users.id, client.id))).toBe(0)
  })
})

describe('an account that is deleted while a request of it is read', () => {
  /** Sends a call whose body comes once the account is gone. */
  async function callAround(
    method: string,
    path: string,
    body: object,
    role: 'client' | null = null,
  ): Promise<Response> {
    const user = await test.addUser({ role })
    const cookie = await test.signIn(user)
    const text = new TextEncoder().encode(JSON.stringify(body))
    const late = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await test.database.db.delete(users).where(eq(users.id, user.id))
          controller.enqueue(text)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return test.app.request(path, {
      method,
      body: late,
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      duplex: 'half',
    })
  }

  it.each([
    ['POST', '/api/conversations', { title: 'x' }],
    ['POST', '/api/conversations/import', { conversations: [{ title: 'x', messages: [] }] }],
    ['POST', '/api/contact', { name: 'x', email: 'x@example.com', message: 'Hello there' }],
    ['POST', '/api/chat', { text: 'Hello' }],
  ])('gets a sentence for %s %s, not a failure', async (method, path, body) => {
    test.logged.length = 0
    const response = await callAround(method, path, body)
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'login_required' }])
    expect(test.logged.filter(({ msg }) => msg === 'request failed')).toEqual([])
  })

  const named = { title: 'x', author: 'x', topic: 'x', body: 'x', url: '', status: 'draft' }
  it.each([
    ['/api/admin/knowledge/articles', named],
    [
      '/api/admin/knowledge/products',
      { name: 'x', unit_amount: 1, currency: 'EUR', url: 'https://x.example' },
    ],
    [
      '/api/admin/knowledge/sources',
      { kind: 'url', address: 'https://x.example/', schedule: 'manual', author: 'x' },
    ],
    ['/api/client/webhooks', { url: 'https://x.example/hook', events: ['feedback.created'], active: true }],
  ])('gets a sentence for POST %s of a client, not a failure', async (path, body) => {
    test.logged.length = 0
    const response = await callAround('POST', path, body, 'client')
    expect([401, 404, 409]).toContain(response.status)
    expect(test.logged.filter(({ msg }) => msg === 'request failed')).toEqual([])
  })
})

describe('an e-mail that is written after its account was deleted', () => {
  it.each(['at once', 'within its cap'])('is not stored: %s', async (how) => {
    const { db } = test.database
    const user = await test.addUser()
    await db.delete(users).where(eq(users.id, user.id))
    const reader = { ...user, language: 'en' } as const
    const siteUrl = new URL('https://assistant.example')
    const written =
      how === 'at once'
        ? await queueMail(db, newDeviceMail(reader, siteUrl, new Date()))
        : await queueWritten(db, { kind: 'recovery', recipient: user.email, now: new Date() }, async () =>
            recoveryMail(reader, {
              siteUrl,
              type: 'recovery',
              tokens: { accessToken: 'a', refreshToken: 'b', expiresInSeconds: 60 },
            }),
          )
    expect(written).toBe(false)
    expect(await db.$count(outbox, eq(outbox.recipient, user.email))).toBe(0)
  })
})

describe('an unconfirmed account', () => {
  it('expires without the e-mails of others to the same address', async () => {
    const { db } = test.database
    const user = await test.addUser({ verifiedAt: null, createdAt: new Date(Date.now() - 30 * 86_400_000) })
    await queueMail(db, {
      recipient: user.email,
      subject: 'Message from a visitor',
      body: 'Hello',
      kind: 'contact',
    })
    const tokens = { accessToken: 'a', refreshToken: 'b', expiresInSeconds: 60 }
    const siteUrl = new URL('https://assistant.example')
    await queueMail(db, recoveryMail({ ...user, language: 'en' }, { siteUrl, type: 'recovery', tokens }))
    await purgeUnconfirmedAccounts(db, new Date(), retention)
    expect(await db.$count(users, eq(users.id, user.id))).toBe(0)
    expect(await db.$count(outbox, eq(outbox.recipient, user.email))).toBe(1)
  })
})
