import { retentionSchema } from '@org/api-client/contract'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { ownSite } from '../analytics/analytics.events.ts'
import { outcomeDaily } from '../db/schema/figures.ts'
import { retentionReports, retentionRules } from '../db/schema/operations.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { previewRetention, purgeOutcomes } from './retention.store.ts'

let test: TestApp
const people = new Map<string, { id: string; email: string; cookie: string }>()
const configured = { outcomeDays: 400, outcomeTextDays: 90, outcomeFigureDays: 3660 }
beforeAll(async () => {
  test = await openTestApp()
  for (const [name, role] of [
    ['admin', 'admin'],
    ['one', 'client'],
    ['two', 'client'],
  ] as const) {
    const user = await test.addUser({ role })
    people.set(name, { ...user, cookie: await test.signIn(user) })
  }
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of [retentionRules, retentionReports, answerOutcomes, outcomeDaily]) {
    await test.database.db.delete(table)
  }
})

const person = (name: string) => people.get(name) ?? { id: '', email: '', cookie: '' }
const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const nobodys = { records: null, texts: null, ratings: null, interactions: null, figures: null }

/** Adds a record with everything, and its figures. */
async function addRecord(clientId: string | null, age: number): Promise<string> {
  const id = newId()
  const at = daysAgo(age)
  await test.database.db.insert(answerOutcomes).values({
    id,
    clientId,
    at,
    ending: 'complete',
    outcome: 'answered',
    language: 'en',
    model: 'local',
    tokens: 1,
    totalMs: 1,
    question: 'Does zinc help?',
    answer: 'Yes.',
    searches: [{ query: 'zinc', covered: true, passages: [] }],
    citations: [],
    citationsOpened: [1],
    products: ['Zinc'],
    productsClicked: ['Zinc'],
    rating: 'up',
    ratingReason: 'Good',
  })
  await test.database.db.insert(outcomeDaily).values({
    clientId: clientId ?? ownSite,
    widgetId: newId(),
    day: at.toISOString().slice(0, 10),
    model: 'local',
    answers: 1,
  })
  return id
}

const recordOf = async (id: string) => {
  const [row] = await test.database.db.select().from(answerOutcomes).where(eq(answerOutcomes.id, id))
  return row
}

async function save(client: string | null, rules: Partial<typeof nobodys | Record<string, number>>) {
  const response = await test.app.request('/api/admin/retention', {
    method: 'PUT',
    body: JSON.stringify({ client_id: client, rules: { ...nobodys, ...rules } }),
    headers: {
      cookie: person('admin').cookie,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
  })
  return { status: response.status, body: await response.json() }
}

const purge = () => purgeOutcomes(test.database.db, now, configured)
const report = () =>
  test.database.db
    .select()
    .from(retentionReports)
    .orderBy(asc(retentionReports.clientId), asc(retentionReports.dataClass))

describe('retention of data about answers', () => {
  it('applies a client’s shorter periods to that client alone, class by class, and reports it', async () => {
    const [one, two] = [person('one'), person('two')]
    await save(one.id, { texts: 10, ratings: 20, interactions: 30, records: 40, figures: 50 })
    const ages = [9, 11, 21, 31, 41]
    const ofOne = await Promise.all(ages.map((age) => addRecord(one.id, age)))
    const ofTwo = await Promise.all(ages.map((age) => addRecord(two.id, age)))
    const ofSite = await addRecord(null, 41)
    await addRecord(one.id, 51)
    await purge()
    const kept = await Promise.all(ofOne.map((id) => recordOf(id)))
    expect(kept.map((row) => row?.question ?? null)).toEqual(['Does zinc help?', null, null, null, null])
    expect(kept.map((row) => row?.rating ?? null)).toEqual(['up', 'up', null, null, null])
    expect(kept.map((row) => row?.productsClicked ?? null)).toEqual([['Zinc'], ['Zinc'], ['Zinc'], [], null])
    expect(kept.map((row) => row?.searches[0]?.query)).toEqual(['zinc', null, null, null, undefined])
    for (const id of [...ofTwo, ofSite]) {
      expect(await recordOf(id)).toMatchObject({
        question: 'Does zinc help?',
        rating: 'up',
        productsClicked: ['Zinc'],
        citationsOpened: [1],
      })
    }
    expect(await test.database.db.$count(outcomeDaily, eq(outcomeDaily.clientId, one.id))).toBe(5)
    expect(await test.database.db.$count(outcomeDaily, eq(outcomeDaily.clientId, two.id))).toBe(5)
    expect((await report()).map((row) => [row.clientId, row.dataClass, row.days, row.deleted])).toEqual([
      [one.id, 'figures', 50, 1],
      [one.id, 'interactions', 30, 1],
      [one.id, 'ratings', 20, 2],
      [one.id, 'records', 40, 2],
      [one.id, 'texts', 10, 3],
    ])
  })

  it('never stores longer than the deployment does: its own rules, and the configuration, win', async () => {
    const one = person('one')
    await save(null, { records: 100, texts: 3660 })
    const { body } = await save(one.id, { records: 3000, texts: 50 })
    expect(retentionSchema.parse(body)).toMatchObject({
      limits: { records: 400, texts: 90, ratings: 400, interactions: 400, figures: 3660 },
      deployment: { effective: { records: 100, texts: 90 } },
      clients: [{ id: one.id, email: one.email, effective: { records: 100, texts: 50 } }],
    })
    const [old, young] = [await addRecord(one.id, 101), await addRecord(one.id, 99)]
    await purge()
    expect(await recordOf(old)).toBeUndefined()
    expect(await recordOf(young)).toMatchObject({ question: null, rating: 'up' })
  })

  it('lists the report and the last run, and removes rules of nothing', async () => {
    const one = person('one')
    await save(one.id, { texts: 10 })
    await addRecord(one.id, 11)
    await purge()
    const read = async () =>
      retentionSchema.parse(
        await (
          await test.app.request('/api/admin/retention', { headers: { cookie: person('admin').cookie } })
        ).json(),
      )
    expect(await read()).toMatchObject({
      ran_at: now.toISOString(),
      report: [{ at: now.toISOString(), client: one.email, data_class: 'texts', days: 10, deleted: 1 }],
    })
    await save(one.id, {})
    expect((await read()).clients).toEqual([])
  })

  it('shows before a save what the next run will delete', async () => {
    const [one, two] = [person('one'), person('two')]
    await save(two.id, { records: 300 })
    const ages = [9, 11, 21, 31, 41, 95, 350]
    for (const { id } of [one, two]) for (const age of ages) await addRecord(id, age)
    const rules = { records: 40, texts: 10, ratings: 20, interactions: 30, figures: 50 }
    const show = (clientId: string | null) =>
      previewRetention(test.database.db, { clientId, rules }, { now, configured })
    for (const clientId of [one.id, null]) {
      const shown = await show(clientId)
      await save(clientId, rules)
      const before = await report()
      await purge()
      const known = new Set(before.map(({ id }) => id))
      const deleted = (await report()).filter(
        (row) => !known.has(row.id) && (clientId === null || row.clientId === clientId),
      )
      for (const [dataClass, count] of Object.entries(shown)) {
        const ofClass = deleted.filter((row) => row.dataClass === dataClass)
        expect([dataClass, ofClass.reduce((sum, row) => sum + row.deleted, 0)]).toEqual([dataClass, count])
      }
    }
    expect(Object.values(await show(one.id))).toEqual([0, 0, 0, 0, 0])
  })

  it('takes no period of no days, and no account that is no client', async () => {
    expect((await save(person('one').id, { texts: 0 })).status).toBe(422)
    expect((await save(person('admin').id, { texts: 10 })).status).toBe(422)
    expect((await save('nobody', { texts: 10 })).status).toBe(422)
  })
})
