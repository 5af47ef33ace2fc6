import {
  auditLogSchema,
  configuratorSaveResponseSchema,
  settingsDraftSchema,
  settingsTrialListSchema,
  settingsTrialSchema,
  storedLlmSettingsSchema,
} from '@org/api-client/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draftsPath, type EvaluationApp, openEvaluationApp } from '../../tests/evaluation-app.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { settingsDrafts } from '../db/schema/evaluations.ts'
import { createOutcomeRecorder } from '../outcomes/outcome-recorder.ts'
import { newId } from '../platform/process/ids.ts'
import { sideOf } from '../settings/running-trial.ts'
import { openTestDatabase } from '../../tests/test-database.ts'

const trialsPath = '/api/admin/llm-settings/trials'
const reason = 'The cases are not written yet.'

let test: EvaluationApp
beforeAll(async () => {
  const database = await openTestDatabase()
  const record = createOutcomeRecorder(database.db, { keepsText: true, priceOf: () => Promise.resolve(null) })
  test = await openEvaluationApp({ database, runtime: { record } })
}, 120_000)
afterAll(async () => {
  await test.close()
  await test.database.close()
})
beforeEach(async () => {
  await test.database.db.delete(settingsDrafts)
})

async function startTrial(share: number, fields: Record<string, unknown> = {}) {
  const draft = await test.addDraft({ name: 'Warm', temperature: 1.5, ...fields })
  const body = { draft_id: draft.id, version: draft.version, share, override_reason: reason }
  return { draft, trial: await test.call(settingsTrialSchema, 'POST', trialsPath, body) }
}

describe('the side of a visitor', () => {
  it('is stable, and close to the share over many visitors', () => {
    const visitors = Array.from({ length: 10_000 }, () => crypto.randomUUID())
    const trial = { id: newId(), share: 20 }
    const sides = visitors.map((visitor) => sideOf(trial, visitor))
    expect(visitors.map((visitor) => sideOf(trial, visitor))).toEqual(sides)
    const share = sides.filter((side) => side === 'draft').length / visitors.length
    // Five standard deviations of 10,000 draws.
    expect(Math.abs(share - 0.2)).toBeLessThan(0.02)
  })

  it('is drawn anew for another trial', () => {
    const visitors = Array.from({ length: 1000 }, () => crypto.randomUUID())
    const of = (id: string) => visitors.map((visitor) => sideOf({ id, share: 50 }, visitor))
    expect(of('a')).not.toEqual(of('b'))
  })
})

describe('a trial', () => {
  it('answers its share of the visitors with the draft, and nobody on the site itself', async () => {
    const { draft, trial } = await startTrial(50)
    expect(trial).toMatchObject({ draft_id: draft.id, share: 50, ended_at: null, end: null })
    const { settings } = test.runtime
    expect(await settings.forVisitor(undefined)).toMatchObject({
      variant: null,
      settings: { temperature: 0.6 },
    })
    const seen = new Map<string, number>()
    for (let n = 0; n < 100; n += 1) {
      const { variant, settings: own } = await settings.forVisitor(`visitor ${n}`)
      seen.set(variant ?? '', own.temperature)
    }
    expect(seen).toEqual(
      new Map([
        [`${trial.id}:draft`, 1.5],
        [`${trial.id}:published`, 0.6],
      ]),
    )
    // What is saved in the draft meanwhile does not change the trial.
    await test.raw('PUT', `${draftsPath}/${draft.id}`, { version: 1, temperature: 0 })
    await settings.forget()
    const temperatures = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await settings.forVisitor(`${n}`)).settings.temperature),
    )
    expect(new Set(temperatures)).toEqual(new Set([1.5, 0.6]))
  })

  it('is stored with the answers of the widgets’ visitors, and compares both sides', async () => {
    const saved = await test.raw('POST', '/api/admin/configurators', { name: 'Shop' })
    const { id: widget } = configuratorSaveResponseSchema.parse(await saved.json())
    const { trial } = await startTrial(50)
    for (let n = 0; n < 8; n += 1) {
      await (await test.ask({ text: 'How much magnesium does an adult need?', embed_id: widget })).text()
    }
    await (await test.ask({ text: 'How much magnesium does an adult need?' })).text()
    const stored = async () => {
      const rows = await test.database.db.select().from(answerOutcomes)
      return rows.map(({ variant, widgetId }) => `${widgetId === null ? 'site' : 'widget'} ${variant}`)
    }
    await expect.poll(async () => (await stored()).length).toBe(9)
    const variants = await stored()
    expect(variants.filter((line) => line === 'site null')).toHaveLength(1)
    expect(variants.filter((line) => line.startsWith(`widget ${trial.id}:`))).toHaveLength(8)
    const { items } = await test.call(settingsTrialListSchema, 'GET', trialsPath)
    const own = items.find(({ id }) => id === trial.id)
    expect((own?.draft.answered.n ?? 0) + (own?.published.answered.n ?? 0)).toBe(8)
    expect(own?.published.answered).toMatchObject({ count: own?.published.answered.n })
  }, 60_000)

  it('counts outcomes, ratings, dangers and costs of each side, with intervals', async () => {
    const { trial } = await startTrial(10)
    const row = (side: string, more: Partial<typeof answerOutcomes.$inferInsert>) => ({
      id: newId(),
      at: new Date(),
      ending: 'complete' as const,
      outcome: 'answered' as const,
      language: 'en',
      model: 'm',
      tokens: 1,
      totalMs: 1,
      searches: [],
      citations: [],
      products: [],
      variant: `${trial.id}:${side}`,
      ...more,
    })
    await test.database.db
      .insert(answerOutcomes)
      .values([
        row('draft', { rating: 'up', costMicros: 100 }),
        row('draft', { outcome: 'uncovered', rating: 'down', costMicros: 300 }),
        row('draft', { outcome: 'safety', safetyCategory: 'overdose', costMicros: 200 }),
        row('draft', { outcome: null }),
        row('published', {}),
      ])
    const { items } = await test.call(settingsTrialListSchema, 'GET', trialsPath)
    const own = items.find(({ id }) => id === trial.id)
    expect(own?.draft).toMatchObject({
      answered: { n: 3, count: 1 },
      uncovered: { n: 3, count: 1 },
      safety: { n: 3, count: 1 },
      up: { n: 2, count: 1 },
      down: { n: 2, count: 1 },
      cost: { n: 3, mean: 200, low: expect.closeTo(86.8, 1), high: expect.closeTo(313.2, 1) },
    })
    expect(own?.published).toMatchObject({ answered: { n: 1, count: 1 }, cost: null })
  })

  it('needs what publishing needs, and is the only one', async () => {
    const draft = await test.addDraft({ name: 'Unseen' })
    const body = { draft_id: draft.id, version: 1, share: 5 }
    const refused = await test.raw('POST', trialsPath, body)
    expect([refused.status, await refused.json()]).toMatchObject([409, { detail: { gate: 'run_missing' } }])
    for (const share of [0, 51, 2.5]) {
      expect((await test.raw('POST', trialsPath, { ...body, share })).status).toBe(422)
    }
    await startTrial(5)
    expect((await test.raw('POST', trialsPath, { ...body, override_reason: reason })).status).toBe(409)
    const { items } = await test.call(auditLogSchema, 'GET', '/api/admin/audit?kind=settings_trial')
    expect(items[0]?.changes).toContainEqual({ field: 'override_reason', before: null, after: reason })
  })

  it('ends by its stop and by the publication of its draft', async () => {
    const { draft, trial } = await startTrial(50)
    expect((await test.raw('DELETE', `${draftsPath}/${draft.id}?version=1`)).status).toBe(409)
    const stopped = await test.call(settingsTrialSchema, 'POST', `${trialsPath}/${trial.id}/stop`)
    expect(stopped).toMatchObject({ end: 'stopped', ended_at: expect.any(String) })
    expect((await test.raw('POST', `${trialsPath}/${trial.id}/stop`)).status).toBe(409)
    expect((await test.runtime.settings.forVisitor('v')).variant).toBeNull()
    const next = await startTrial(50, { temperature: 1 })
    const publication = { version: 1, override_reason: reason }
    await test.call(storedLlmSettingsSchema, 'POST', `${draftsPath}/${next.draft.id}/publish`, publication)
    const { items } = await test.call(settingsTrialListSchema, 'GET', trialsPath)
    expect(items.find(({ id }) => id === next.trial.id)).toMatchObject({ end: 'published' })
    await test.raw('POST', '/api/admin/llm-settings', { temperature: 0.6 })
  })
})

describe('a draft', () => {
  it('starts from what is published, meets a stale version, and is deleted', async () => {
    const draft = await test.addDraft({ name: 'Short', system_prompt: 'Be brief.' })
    expect(draft.settings).toMatchObject({ system_prompt: 'Be brief.', temperature: 0.6 })
    const path = `${draftsPath}/${draft.id}`
    const renamed = await test.call(settingsDraftSchema, 'PUT', path, { version: 1, name: 'Shorter' })
    expect(renamed).toMatchObject({ name: 'Shorter', version: 1 })
    const saved = await test.call(settingsDraftSchema, 'PUT', path, { version: 1, temperature: 0.1 })
    expect(saved).toMatchObject({ version: 2, settings: { system_prompt: 'Be brief.', temperature: 0.1 } })
    for (const [method, end, body] of [
      ['PUT', '', { version: 1, temperature: 2 }],
      ['POST', '/publish', { version: 1, override_reason: reason }],
      ['DELETE', '?version=1', undefined],
    ] as const) {
      const stale = await test.raw(method, `${path}${end}`, body)
      expect([stale.status, await stale.json()]).toMatchObject([409, { detail: { current: { version: 2 } } }])
    }
    expect((await test.runtime.settings.current()).temperature).toBe(0.6)
    expect((await test.raw('DELETE', `${path}?version=2`)).status).toBe(204)
    expect((await test.raw('GET', path)).status).toBe(404)
  })
})
