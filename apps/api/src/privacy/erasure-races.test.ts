import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetRow } from '../../tests/seed/widget-row.ts'
import { openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { createTurnRecorder } from '../analytics/turn-recorder.ts'
import { newDeviceMail, recoveryMail } from '../auth/auth.mails.ts'
import { readConfig } from '../config/config.ts'
import { outbox, users } from '../db/schema/auth.ts'
import { configurators } from '../db/schema/embed.ts'
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

describe('an account that is deleted while a request of it is read', () => {
  /** Sends a call whose body comes once the account is gone. */
  async function callAround(method: string, path: string, body: object): Promise<Response> {
    const user = await test.addUser()
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
