import { reportChoiceSchema, weeklyReportSchema } from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { loginFailures, outbox, users } from '../db/schema/auth.ts'
import { outcomeDaily, outcomeHourly } from '../db/schema/figures.ts'
import { operationSettings, reportPreferences, weeklyReports } from '../db/schema/operations.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts'
import { noteReaderLanguage } from '../mail/mail-language.store.ts'
import { unsubscribeHeaders } from '../mail/smtp.ts'
import { countRecord } from '../outcomes/figures.store.ts'
import { newId } from '../platform/process/ids.ts'
import { createLog } from '../platform/process/log.ts'
import { addDueReports, sendReport } from './reports.store.ts'
import { startReporting } from './report-schedule.ts'
import { dueWeek, nextDue } from './report-week.ts'

let test: TestApp
let queues: JobQueue[] = []
type Person = { id: string; email: string; cookie: string }
let one: Person
let two: Person
let keepsText = true
// A Monday, after the hour of the weekly e-mails.
const now = new Date('2026-11-23T08:00:00Z')
const siteUrl = () => new URL('https://assistant.example')
beforeAll(async () => {
  test = await openTestApp({ database: await openTestDatabase() })
  const person = async () => {
    const user = await test.addUser({ role: 'client' })
    return { ...user, cookie: await test.signIn(user) }
  }
  one = await person()
  two = await person()
  const start = () =>
    startJobQueue(test.database, {
      log: createLog('silent'),
      handlers: {
        uploads: () => Promise.resolve(),
        sources: () => Promise.resolve(),
        evaluations: () => Promise.resolve(),
        handovers: () => Promise.resolve(),
        webhooks: () => Promise.resolve(),
        reports: ({ id }) => send(id),
      },
    })
  queues = [await start(), await start()]
})
afterAll(async () => {
  for (const queue of queues) await queue.stop()
  await test.close()
})
beforeEach(async () => {
  keepsText = true
  const figures = [answerOutcomes, outcomeDaily, outcomeHourly]
  // Caps of e-mails are counted with attempts.
  const mails = [weeklyReports, reportPreferences, operationSettings, outbox, loginFailures]
  for (const table of [...figures, ...mails]) await test.database.db.delete(table)
})

const send = (id: string) => sendReport(id, { db: test.database.db, now: () => now, siteUrl, keepsText })

async function answer(client: Person, day: string, fields: Partial<typeof answerOutcomes.$inferInsert> = {}) {
  const row = {
    id: newId(),
    clientId: client.id,
    widgetId: newId(),
    at: new Date(`${day}T10:00:00Z`),
    ending: 'complete' as const,
    outcome: 'answered' as const,
    language: 'en',
    model: 'local',
    tokens: 10,
    costMicros: 0,
    totalMs: 1,
    question: 'Does zinc help?',
    searches: [],
    citations: [],
    products: [],
    ...fields,
  }
  await test.database.db.insert(answerOutcomes).values(row)
  await countRecord(test.database.db, row)
}

/** Runs the schedule on two instances, and the jobs until all are finished. */
async function sendAll(when = now): Promise<number> {
  const { db } = test.database
  const added = await Promise.all(queues.map((queue) => addDueReports(db, queue, when)))
  await expect
    .poll(
      async () => (await db.select().from(weeklyReports)).every(({ finishedAt }) => finishedAt !== null),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  return added.reduce((sum, count) => sum + count, 0)
}

const mailsTo = async ({ email }: Person) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)

describe('the week of an e-mail', () => {
  it.each([
    ['2026-11-23T06:59:59Z', '2026-11-09', '2026-11-15'],
    ['2026-11-23T07:00:00Z', '2026-11-16', '2026-11-22'],
    ['2026-11-29T23:00:00Z', '2026-11-16', '2026-11-22'],
    ['2026-11-30T07:00:00Z', '2026-11-23', '2026-11-29'],
  ])('that is due at %s is %s to %s', (time, firstDay, lastDay) => {
    expect(dueWeek(new Date(time), { weeklyDay: 1, weeklyHour: 7 })).toMatchObject({ firstDay, lastDay })
  })

  it('ends on the day before a Sunday, too, and is followed by the next', () => {
    const time = { weeklyDay: 7, weeklyHour: 0 }
    expect(dueWeek(now, time)).toMatchObject({ firstDay: '2026-11-15', lastDay: '2026-11-21' })
    expect(nextDue(now, time).toISOString()).toBe('2026-11-29T00:00:00.000Z')
  })
})

describe('the weekly e-mail', () => {
  it('comes once to each client, over several instances and repeated jobs', async () => {
    await answer(one, '2026-11-17')
    await answer(two, '2026-11-17')
    expect(await sendAll()).toBe(2)
    expect(await sendAll()).toBe(0)
    for (const { id } of await test.database.db.select().from(weeklyReports)) await send(id)
    expect([(await mailsTo(one)).length, (await mailsTo(two)).length]).toEqual([1, 1])
  })

  it('has figures with their totals and the change, and another client’s of nothing', async () => {
    await answer(two, '2026-11-17', { question: 'A secret of another shop' })
    await answer(one, '2026-11-10', { outcome: 'uncovered' })
    await answer(one, '2026-11-10')
    await answer(one, '2026-11-17', { question: 'Does zinc help ?', rating: 'up' })
    await answer(one, '2026-11-18', {
      question: 'does ZINC help',
      rating: 'down',
      products: ['Zinc'],
      productsClicked: ['Zinc'],
    })
    await answer(one, '2026-11-19', { question: 'Is iron good?', products: ['Iron'] })
    await answer(one, '2026-11-22', { question: 'Which tyres?', outcome: 'uncovered' })
    await answer(one, '2026-11-20', {
      question: 'I want to die',
      outcome: 'safety',
      safetyCategory: 'self_harm',
    })
    await answer(one, '2026-11-23', { question: 'Of the next week' })
    await sendAll()
    const [mail] = await mailsTo(one)
    expect(mail?.subject).toBe('Your assistant in the week 2026-11-16 – 2026-11-22')
    expect(mail?.body).toContain('Answers: 5 (the week before: 2)')
    expect(mail?.body).toContain(
      'Covered by your content: 75% (3 of 4 questions), +25 points vs the week before',
    )
    expect(mail?.body).toContain('Rated helpful: 50% (1 of 2 ratings)')
    expect(mail?.body).toContain('Products clicked: 50% (1 of 2 answers with products)')
    expect(mail?.body).toMatch(/Most asked questions\n- does zinc help \?? ?\(2\)/iu)
    expect(mail?.body).toContain('- Zinc (1)')
    expect(mail?.body).toContain('https://assistant.example/client?from=2026-11-16&to=2026-11-22')
    for (const absent of ['secret', 'next week', 'want to die']) expect(mail?.body).not.toContain(absent)
  })

  it('is not sent to an account that is no client any more when its job runs', async () => {
    const former = { ...(await test.addUser({ role: 'client' })), cookie: '' }
    await answer(former, '2026-11-18')
    const id = newId()
    const week = { firstDay: '2026-11-16', lastDay: '2026-11-22' }
    const { db } = test.database
    await db.insert(weeklyReports).values({ id, clientId: former.id, ...week, createdAt: now })
    await db.update(users).set({ role: null }).where(eq(users.id, former.id))
    await send(id)
    expect(await mailsTo(former)).toEqual([])
    const [report] = await db.select().from(weeklyReports).where(eq(weeklyReports.id, id))
    expect([report?.wasSent, report?.finishedAt !== null]).toEqual([false, true])
  })

  it('has no link that a visitor wrote', async () => {
    const written = [
      'Your account ends: https://evil.example/sign-in today',
      'Verify at evil.example/now or WWW.EVIL.EXAMPLE',
      'Pay at evil。example please',
      'Is 2.5mg enough\u202e?',
    ]
    for (const question of written) await answer(one, '2026-11-18', { question })
    await sendAll()
    const [mail] = await mailsTo(one)
    const text = mail?.body ?? ''
    expect(text.toLowerCase()).not.toMatch(/evil.example/u)
    expect(text).not.toContain('\u202e')
    expect(text).toContain('- Your account ends: […] today (1)')
    expect(text).toContain('- Is 2.5mg enough ? (1)')
  })

  it('has no question when the deployment stores no texts', async () => {
    keepsText = false
    await answer(one, '2026-11-17')
    await sendAll()
    const [mail] = await mailsTo(one)
    expect(mail?.body).toContain('Answers: 1')
    expect(mail?.body).not.toContain('zinc')
  })

  it('comes about a week without answers only after one with some', async () => {
    await answer(one, '2026-11-10')
    await answer(two, '2026-11-03')
    await sendAll()
    expect((await mailsTo(one))[0]?.body).toContain('Answers: 0 (the week before: 1)')
    expect(await mailsTo(two)).toEqual([])
  })

  it('is in the language that the client chose, or else read the dashboard in', async () => {
    await answer(one, '2026-11-17')
    await answer(two, '2026-11-17')
    await noteReaderLanguage(test.database.db, one.id, 'es')
    await noteReaderLanguage(test.database.db, two.id, 'es')
    await call(two, 'PUT', { subscribed: true, language: 'ar' })
    await sendAll()
    expect((await mailsTo(one))[0]?.subject).toContain('Tu asistente en la semana')
    expect((await mailsTo(two))[0]?.subject).toContain('مساعدك')
  })

  it('is not sent while it is switched off, before its hour, or days late', async () => {
    await answer(one, '2026-11-17')
    const { db } = test.database
    const [queue] = queues
    if (queue === undefined) throw new Error('There is no queue.')
    expect(await addDueReports(db, queue, new Date('2026-11-26T08:00:00Z'))).toBe(0)
    await db.insert(operationSettings).values({ id: 1, weeklyEnabled: false })
    expect(await addDueReports(db, queue, now)).toBe(0)
  })

  it('comes as soon as a server starts that was down at its hour', async () => {
    await answer(one, '2026-11-17')
    const [queue] = queues
    if (queue === undefined) throw new Error('There is a queue.')
    await startReporting(test.database.db, queue, createLog('silent'), () => now)()
    await expect.poll(async () => (await mailsTo(one)).length, { timeout: 30_000 }).toBe(1)
  })

  it('comes once in a week whose weekday is changed', async () => {
    await answer(one, '2026-11-17')
    await sendAll()
    await test.database.db.insert(operationSettings).values({ id: 1, weeklyDay: 3 })
    expect(await sendAll(new Date('2026-11-25T08:00:00Z'))).toBe(0)
    expect(await sendAll(new Date('2026-12-02T08:00:00Z'))).toBe(2)
  })
})

async function call({ cookie }: Person, method: string, body?: object) {
  return test.app.request('/api/account/weekly-report', {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
}

describe('unsubscribing', () => {
  it('takes one click of the mail program, without sign-in, and opening the link alone changes nothing', async () => {
    await answer(one, '2026-11-17')
    await sendAll()
    const [mail] = await mailsTo(one)
    const url = mail?.unsubscribeUrl ?? ''
    expect(mail?.body).toContain(url)
    expect(unsubscribeHeaders(url)).toEqual({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const path = url.slice(siteUrl().origin.length)
    const subscribed = async () => reportChoiceSchema.parse(await (await call(one, 'GET')).json()).subscribed
    const opened = await test.app.request(path)
    expect(await opened.text()).toContain('<button>Stop weekly e-mails</button>')
    expect(await subscribed()).toBe(true)
    // RFC 8058, section 3.1: no cookies, no origin.
    const clicked = await test.app.request(path, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(clicked.status).toBe(200)
    expect(await clicked.text()).toContain('You get no more weekly e-mails.')
    expect(await subscribed()).toBe(false)
    await answer(one, '2026-11-24')
    await sendAll(new Date('2026-11-30T08:00:00Z'))
    expect(await mailsTo(one)).toHaveLength(1)
  })

  it('takes no link of another account, and none that is not signed', async () => {
    const link = (token: string, method = 'POST') =>
      test.app.request(`/unsubscribe?token=${encodeURIComponent(token)}`, { method })
    for (const token of ['', 'x', `${one.id}.`, `${one.id}.${'a'.repeat(43)}`]) {
      expect((await link(token)).status).toBe(404)
      expect((await link(token, 'GET')).status).toBe(404)
    }
    expect(await test.database.db.$count(reportPreferences, eq(reportPreferences.userId, one.id))).toBe(0)
  })

  it('is a choice of the account, which it can take back', async () => {
    const choose = async (choice: object) =>
      reportChoiceSchema.parse(await (await call(one, 'PUT', choice)).json())
    expect(await choose({ subscribed: false, language: 'ar' })).toEqual({ subscribed: false, language: 'ar' })
    expect(await choose({ subscribed: true, language: null })).toEqual({ subscribed: true, language: null })
    expect(reportChoiceSchema.parse(await (await call(two, 'GET')).json()).subscribed).toBe(true)
  })
})

it('shows and changes the time of weekly e-mails', async () => {
  const admin = await test.addUser({ role: 'admin' })
  const cookie = await test.signIn(admin)
  const request = async (method: string, body?: object) =>
    test.app.request('/api/admin/weekly-report', {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
  expect(weeklyReportSchema.parse(await (await request('GET')).json())).toMatchObject({
    enabled: true,
    weekday: 1,
    hour: 7,
  })
  const saved = await request('PUT', { enabled: true, weekday: 5, hour: 9 })
  const { next_at: nextAt } = weeklyReportSchema.parse(await saved.json())
  expect(new Date(nextAt ?? 0).getUTCDay()).toBe(5)
  expect(new Date(nextAt ?? 0).getUTCHours()).toBe(9)
  expect((await request('PUT', { enabled: true, weekday: 8, hour: 9 })).status).toBe(422)
})
