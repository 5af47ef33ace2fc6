import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { safetyCounts, safetySpikes } from '../db/schema/operators.ts'
import { countDanger, purgeSafetyCounts, readCounts, type SafetySpike } from './safety-counts.store.ts'
import { operationAlerts } from '../db/schema/operations.ts'
import { alertToSpike } from '../alerts/safety-alert.ts'

const siteUrl = new URL('https://assistant.example')
const hourMs = 3_600_000

describe('counts of dangers', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp()
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    await test.database.db.delete(safetyCounts)
    await test.database.db.delete(safetySpikes)
    await test.database.db.delete(operationAlerts)
  })

  const start = Date.parse('2026-11-20T10:15:00Z')
  const spikes: SafetySpike[] = []
  async function hourOf(hour: number, dangers: number, category = 'self_harm') {
    const { db } = test.database
    const now = new Date(start + hour * hourMs)
    for (let i = 0; i < dangers; i += 1) {
      await countDanger(db, { category, severity: 'urgent' }, now, async (tx, spike) => {
        spikes.push(spike)
        await alertToSpike(tx, spike, siteUrl)
      })
    }
  }

  it('are added up by category and UTC day', async () => {
    await hourOf(0, 2)
    await hourOf(20, 1)
    await hourOf(20, 3, 'overdose')
    const counts = await readCounts(test.database.db, 3, new Date(start + 20 * hourMs))
    expect(counts.days).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
    const dailyOf = (name: string) => counts.categories.find(({ category }) => category === name)?.daily
    expect(dailyOf('self_harm')).toEqual([0, 2, 1])
    expect(dailyOf('overdose')).toEqual([0, 0, 3])
    expect(dailyOf('violence')).toEqual([0, 0, 0])
  })

  it('report a spike once an hour, also when two instances count at the same time', async () => {
    spikes.length = 0
    for (let hour = 0; hour < 24; hour += 1) await hourOf(hour, 1)
    expect(spikes).toEqual([])
    await Promise.all([hourOf(24, 12), hourOf(24, 12)])
    expect(spikes).toEqual([
      { category: 'self_harm', count: expect.any(Number), usual: 1, hour: new Date('2026-11-21T10:00:00Z') },
    ])
    const counts = await readCounts(test.database.db, 1, new Date(start + 25 * hourMs))
    expect(counts.spikes).toMatchObject([{ category: 'self_harm', usual: 1, seen_at: null }])
  })

  it('mail each administrator once a day about a category, without a word of a person', async () => {
    const admin = await test.addUser({ role: 'admin' })
    const client = await test.addUser({ role: 'client' })
    await hourOf(0, 12)
    await hourOf(1, 80)
    await hourOf(1, 12, 'overdose')
    const mails = await test.mails()
    const sent = mails.filter(({ recipient }) => recipient === admin.email)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Far more safety notices than usual',
      'Far more safety notices than usual',
    ])
    expect(sent.map(({ body }) => /category "(?<name>[^"]+)"/u.exec(body)?.groups?.['name'])).toEqual([
      'overdose',
      'self harm',
    ])
    expect(sent[0]?.body).toContain('https://assistant.example/admin/safety')
    expect(mails.some(({ recipient }) => recipient === client.email)).toBe(false)
    expect(await test.database.db.$count(safetySpikes)).toBe(3)
  })

  it('are deleted after 400 days', async () => {
    await hourOf(0, 12)
    await purgeSafetyCounts(test.database.db, new Date(start + 401 * 24 * hourMs))
    expect(await test.database.db.$count(safetyCounts)).toBe(0)
    expect(await test.database.db.$count(safetySpikes)).toBe(0)
  })
})
