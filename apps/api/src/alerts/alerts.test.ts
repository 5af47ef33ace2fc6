import { alertListSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, post, type TestApp } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { outbox, users } from '../db/schema/auth.ts'
import { outcomeDaily, outcomeHourly } from '../db/schema/figures.ts'
import { budgets, operationAlerts } from '../db/schema/operations.ts'
import { noteReaderLanguage } from '../mail/mail-language.store.ts'
import { newId } from '../platform/process/ids.ts'
import { purgeAlerts } from './alerts.store.ts'
import { isFailureSpike, isGapSpike } from './spike-rules.ts'
import { watch } from './watch.ts'

let test: TestApp
type Person = { id: string; email: string; cookie: string }
let admin: Person
let client: Person
let stranger: Person
beforeAll(async () => {
  test = await openTestApp()
  const person = async (role: 'client' | 'admin') => {
    const user = await test.addUser({ role })
    return { ...user, cookie: await test.signIn(user) }
  }
  admin = await person('admin')
  client = await person('client')
  stranger = await person('client')
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of [operationAlerts, outcomeHourly, outcomeDaily, budgets, outbox]) {
    await test.database.db.delete(table)
  }
})

const now = new Date('2026-11-20T12:30:00Z')
const hourMs = 3_600_000
const at = (hoursAgo: number) => new Date(Date.parse('2026-11-20T12:00:00Z') - hoursAgo * hourMs)
const look = (when = now) =>
  watch(test.database.db, { now: when, siteUrl: new URL('https://assistant.example') })
const recipients = async () =>
  (await test.mails()).map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()

interface Counts {
  answers: number
  judged?: number
  uncovered?: number
  failed?: number
}

const count = (clientId: string, hoursAgo: number, counts: Counts) =>
  test.database.db.insert(outcomeHourly).values({ clientId, hour: at(hoursAgo), ...counts })

describe('a spike', () => {
  it.each([
    [{ count: 6, total: 20, usualCount: 0, usualTotal: 0 }, true],
    [{ count: 19, total: 19, usualCount: 0, usualTotal: 0 }, false],
    [{ count: 29, total: 100, usualCount: 0, usualTotal: 100 }, false],
    [{ count: 45, total: 100, usualCount: 300, usualTotal: 1000 }, true],
    [{ count: 44, total: 100, usualCount: 300, usualTotal: 1000 }, false],
  ])('of gaps: %o is one: %s', (window, expected) => {
    expect(isGapSpike(window)).toBe(expected)
  })

  it.each([
    [{ count: 5, total: 50, usualCount: 0, usualTotal: 1000 }, true],
    [{ count: 4, total: 4, usualCount: 0, usualTotal: 1000 }, false],
    [{ count: 5, total: 51, usualCount: 0, usualTotal: 1000 }, false],
    [{ count: 30, total: 100, usualCount: 110, usualTotal: 1000 }, false],
    [{ count: 33, total: 100, usualCount: 110, usualTotal: 1000 }, true],
  ])('of failures: %o is one: %s', (window, expected) => {
    expect(isFailureSpike(window)).toBe(expected)
  })
})

describe('an alert', () => {
  it('on gaps goes to the administrators and to the client whose content has them', async () => {
    await count(client.id, 200, { answers: 100, judged: 100, uncovered: 10 })
    await count(client.id, 2, { answers: 30, judged: 30, uncovered: 15 })
    await count(stranger.id, 2, { answers: 30, judged: 30, uncovered: 3 })
    await Promise.all([look(), look()])
    await look(new Date(now.getTime() + hourMs))
    expect(await recipients()).toEqual(
      [admin, client]
        .map(({ email }) => `${email}: Far more questions without an answer than usual`)
        .toSorted(),
    )
    const mails = await test.mails()
    const body = (email: string) => mails.find(({ recipient }) => recipient === email)?.body ?? ''
    expect(body(admin.email)).toContain(
      '15 of 30 questions of the last 24 hours, or only in part. Usual is 3.',
    )
    expect(body(admin.email)).toContain(`Client: ${client.email}`)
    expect(body(admin.email)).toContain('https://assistant.example/admin/operations')
    expect(body(client.email)).toContain('https://assistant.example/client')
    expect(body(client.email)).not.toContain('Client:')
  })

  it('is sent to no account that is no client any more', async () => {
    const former = await test.addUser({ role: 'client' })
    await test.database.db.update(users).set({ role: null }).where(eq(users.id, former.id))
    await count(former.id, 2, { answers: 30, judged: 30, uncovered: 15 })
    await look()
    expect((await test.mails()).map(({ recipient }) => recipient)).toEqual([admin.email])
  })

  it('of a kind reaches the administrators once a day, and each client once', async () => {
    await count(client.id, 2, { answers: 30, judged: 30, uncovered: 15 })
    await count(stranger.id, 2, { answers: 30, judged: 30, uncovered: 15 })
    await look()
    const mails = await test.mails()
    const to = (email: string) => mails.filter(({ recipient }) => recipient === email).length
    expect([to(admin.email), to(client.email), to(stranger.email)]).toEqual([1, 1, 1])
    expect(await test.database.db.$count(operationAlerts)).toBe(2)
    await look(new Date(now.getTime() + 5 * hourMs))
    expect(await test.mails()).toHaveLength(3)
  })

  it('on failures of a model is one of the deployment', async () => {
    await count(client.id, 0, { answers: 10, failed: 9 })
    await count(ownSite, 1, { answers: 10, failed: 8 })
    await look()
    expect(await recipients()).toEqual([`${admin.email}: Answers fail more often than usual`])
    const [mail] = await test.mails()
    expect(mail?.body).toContain('17 of 20 answers failed within two hours. Usual is 0.')
  })

  it('on failures of one client’s widgets alone goes to that client, too', async () => {
    await count(client.id, 0, { answers: 10, failed: 9 })
    await count(ownSite, 0, { answers: 200, failed: 0 })
    await look()
    expect(await test.database.db.select().from(operationAlerts)).toMatchObject([
      { kind: 'failures', clientId: client.id, count: 9, total: 10 },
    ])
    expect(await recipients()).toHaveLength(2)
  })

  it('on a budget comes once a month at its share, and once when it is spent', async () => {
    const { db } = test.database
    await db.insert(budgets).values({
      id: newId(),
      clientId: client.id,
      amountMicros: 10_000_000,
      alertPercent: 80,
      hardStop: true,
      updatedAt: now,
    })
    const day = '2026-11-10'
    const spend = (micros: number) =>
      db
        .insert(outcomeDaily)
        .values({ clientId: client.id, widgetId: newId(), day, model: 'm', answers: 1, costMicros: micros })
    await spend(8_500_000)
    await look()
    await look(new Date(now.getTime() + 48 * hourMs))
    expect(await recipients()).toEqual(
      [admin, client].map(({ email }) => `${email}: A budget is nearly spent`).toSorted(),
    )
    expect((await test.mails())[0]?.body).toContain('$8.50 of $10.00 are spent in this month.')
    await spend(1_500_000)
    await look(new Date(now.getTime() + 49 * hourMs))
    const spent = (await recipients()).filter((line) => line.endsWith('A budget is spent'))
    expect(spent).toHaveLength(2)
  })

  it('is written in the language of its reader', async () => {
    await noteReaderLanguage(test.database.db, client.id, 'es')
    await count(client.id, 2, { answers: 30, judged: 30, uncovered: 15 })
    await look()
    const mails = await test.mails()
    expect(mails.find(({ recipient }) => recipient === client.email)?.subject).toBe(
      'Muchas más preguntas sin respuesta de lo habitual',
    )
  })

  it('is listed, marked as seen by whoever was first, and deleted after 400 days', async () => {
    await count(client.id, 2, { answers: 30, judged: 30, uncovered: 15 })
    await look()
    const list = async () =>
      alertListSchema.parse(
        await (
          await test.app.request('/api/admin/alerts?kind=gaps', { headers: { cookie: admin.cookie } })
        ).json(),
      )
    const [alert] = (await list()).items
    expect(alert).toMatchObject({
      kind: 'gaps',
      client: client.email,
      count: 15,
      total: 30,
      mailed: true,
      seen_by: null,
    })
    const see = (id = '') => post(test.app, `/api/admin/alerts/${id}/seen`, {}, { cookie: admin.cookie })
    expect((await see(alert?.id)).status).toBe(200)
    expect((await see('999999')).status).toBe(404)
    expect((await list()).items[0]?.seen_by).toBe(admin.email)
    await purgeAlerts(test.database.db, new Date(now.getTime() + 401 * 24 * hourMs))
    expect((await list()).items).toEqual([])
  })
})
