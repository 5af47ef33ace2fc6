import {
  addedCasesSchema,
  auditLogSchema,
  evaluationCaseListSchema,
  evaluationCaseSchema,
  evaluationListSchema,
  evaluationRunSchema,
  storedLlmSettingsSchema,
} from '@org/api-client/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  anything,
  casesPath,
  draftsPath,
  type EvaluationApp,
  evaluationsPath,
  openEvaluationApp,
} from '../../tests/evaluation-app.ts'
import { parseStream } from '../../tests/chat-app.ts'
import { articles } from '../db/schema/knowledge.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { newId } from '../platform/process/ids.ts'
import { runEvaluation } from './run-evaluation.ts'
import { safetySamples, storeSafetyCases } from './safety-cases.ts'

let test: EvaluationApp
beforeAll(async () => {
  test = await openEvaluationApp()
}, 120_000)
afterAll(() => test.close())

/** A question that is understood by the messages before it alone. */
const followUp = {
  question: 'And how much of it do children need?',
  history: [
    { role: 'user', content: 'How much magnesium does an adult need?' },
    { role: 'assistant', content: 'Adults need 310 to 420 mg of magnesium a day.' },
  ],
}
const forgetful = { search_tool_use_prev_context: false }

async function articleOf(question: string): Promise<string> {
  const { events } = parseStream(await (await test.ask({ text: question })).text())
  const urls = events
    .flatMap((event) => (event.type === 'citations' ? event.content : []))
    .map(({ url }) => url)
  const [url = ''] = urls
  const [row] = await test.database.db.select().from(articles).where(eq(articles.url, url))
  return row?.id ?? ''
}

describe('a run', () => {
  it('compares each case with what is published, and blocks publishing on regressions', async () => {
    const magnesium = await articleOf('How much magnesium does an adult need?')
    const steady = await test.addCase({
      question: 'How much magnesium does an adult need?',
      expectations: { ...anything, outcome: 'answered', must_cite: [magnesium], safety: 'none' },
    })
    const lost = await test.addCase({ ...followUp, expectations: { ...anything, must_cite: [magnesium] } })
    const draft = await test.addDraft({ name: 'Forgetful', ...forgetful })
    expect(draft).toMatchObject({ version: 1, gate: 'run_missing', run_id: null })
    const run = await test.evaluate(draft.id)
    expect(run).toMatchObject({ status: 'done', done: 2, total: 2, regressions: 1, changed: 1 })
    expect(run.passed).toMatchObject({ n: 2, count: 1 })
    expect(run.published_passed).toMatchObject({ n: 2, count: 2 })
    const { items } = await test.detail(run.id)
    const resultOf = (id: string) => items.find((item) => item.case_id === id)
    expect(resultOf(steady.id)).toMatchObject({ changed: [], regressions: [], draft: { passed: true } })
    expect(resultOf(lost.id)).toMatchObject({ regressions: ['citations'], published: { passed: true } })
    expect(resultOf(lost.id)?.changed).toContain('citations')
    for (const show of ['changed', 'failed', 'regressed'])
      expect((await test.detail(run.id, `?show=${show}`)).items.map((item) => item.case_id)).toEqual([
        lost.id,
      ])

    const publish = (body: object) => test.raw('POST', `${draftsPath}/${draft.id}/publish`, body)
    const refused = await publish({ version: 1 })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        code: 'conflict',
        detail: {
          gate: 'regressions',
          run_id: run.id,
          regressions: [{ case_id: lost.id, question: followUp.question, kinds: ['citations'] }],
        },
      },
    ])
    expect((await publish({ version: 1, override_reason: 'short' })).status).toBe(422)
    const reason = 'The follow-up is answered by the new page of children.'
    const published = storedLlmSettingsSchema.parse(
      await (await publish({ version: 1, override_reason: reason })).json(),
    )
    expect(published).toMatchObject(forgetful)
    expect((await test.runtime.settings.current()).search.usePrevContext).toBe(false)
    const audit = await test.call(auditLogSchema, 'GET', '/api/admin/audit?kind=settings_draft')
    expect(audit.items[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'override_reason', before: null, after: reason },
        { field: 'evaluation', before: null, after: 'regressions' },
      ]),
    )
    // A published draft is done with.
    expect((await test.raw('GET', `${draftsPath}/${draft.id}`)).status).toBe(404)
    await test.call(storedLlmSettingsSchema, 'POST', '/api/admin/llm-settings', {
      search_tool_use_prev_context: true,
    })
  })

  it('does not block on a case that is not required', async () => {
    const { items } = await test.call(evaluationCaseListSchema, 'GET', casesPath)
    for (const each of items) {
      const { id, question, history, language, widget_id, client_id, expectations, enabled, version } = each
      const fields = { question, history, language, widget_id, client_id, expectations, enabled, version }
      await test.call(evaluationCaseSchema, 'PUT', `${casesPath}/${id}`, { ...fields, required: false })
    }
    const draft = await test.addDraft(forgetful)
    const run = await test.evaluate(draft.id)
    expect(run).toMatchObject({ regressions: 0, passed: { count: 1 } })
    expect((await test.detail(run.id, '?show=regressed')).items).toHaveLength(1)
    await test.call(storedLlmSettingsSchema, 'POST', `${draftsPath}/${draft.id}/publish`, { version: 1 })
    await test.call(storedLlmSettingsSchema, 'POST', '/api/admin/llm-settings', {
      search_tool_use_prev_context: true,
    })
  })

  it('counts for the version that it answered, while the published settings and the cases stay', async () => {
    const draft = await test.addDraft({ system_prompt: 'Be brief.' })
    const gate = async () => (await test.raw('GET', `${draftsPath}/${draft.id}`)).json()
    await test.evaluate(draft.id)
    expect(await gate()).toMatchObject({ gate: 'ready' })
    const changed = await test.raw('PUT', `${draftsPath}/${draft.id}`, {
      version: 1,
      system_prompt: 'Be long.',
    })
    expect(await changed.json()).toMatchObject({ version: 2, gate: 'run_missing' })
    await test.evaluate(draft.id)
    await test.addCase({ question: 'What is zinc?' })
    expect(await gate()).toMatchObject({ gate: 'run_outdated' })
    await test.evaluate(draft.id)
    await test.call(storedLlmSettingsSchema, 'POST', '/api/admin/llm-settings', { temperature: 0.3 })
    expect(await gate()).toMatchObject({ gate: 'run_outdated' })
  })

  it('is cancelled between two cases, and goes on after a crash with the first case that is not done', async () => {
    const draft = await test.addDraft({ temperature: 0.1 })
    const start = async () => test.call(evaluationRunSchema, 'POST', evaluationsPath, { draft_id: draft.id })
    const { id } = await start()
    expect((await test.raw('POST', evaluationsPath, { draft_id: draft.id })).status).toBe(409)
    let answers = 0
    const crash = new AbortController()
    const work = {
      db: test.database.db,
      now: () => new Date(),
      judge: null,
      signal: crash.signal,
      rehearse: (...args: Parameters<typeof test.runtime.rehearse>) => {
        answers += 1
        if (answers === 4) crash.abort(new Error('the server ends'))
        return test.runtime.rehearse(...args)
      },
    }
    await expect(runEvaluation(id, work)).rejects.toThrow('the server ends')
    expect(await test.detail(id)).toMatchObject({ status: 'running', done: 1 })
    await runEvaluation(id, { ...work, signal: new AbortController().signal })
    const { total, done, status } = await test.detail(id)
    expect([status, done]).toEqual(['done', total])
    // Of the case that was broken off, both answers are made again.
    expect(answers).toBe(2 * total + 2)
    const second = await start()
    expect((await test.raw('POST', `${evaluationsPath}/${second.id}/cancel`)).status).toBe(200)
    await runEvaluation(second.id, { ...work, signal: new AbortController().signal })
    expect(await test.detail(second.id)).toMatchObject({ status: 'cancelled', done: 0 })
    expect((await test.raw('POST', `${evaluationsPath}/${second.id}/cancel`)).status).toBe(409)
    expect(await (await test.raw('GET', `${draftsPath}/${draft.id}`)).json()).toMatchObject({
      gate: 'run_unfinished',
    })
  })

  it('is followed by at most five connections of an account', async () => {
    await test.addCase({ question: 'Does zinc help?' })
    const draft = await test.addDraft({ name: 'Followed', ...forgetful })
    const started = { draft_id: draft.id, judge: false }
    const { id } = await test.call(evaluationRunSchema, 'POST', evaluationsPath, started)
    const follow = () => test.get(`${evaluationsPath}/${id}`, test.cookie, { accept: 'text/event-stream' })
    const open = [await follow(), await follow(), await follow(), await follow(), await follow()]
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const refused = await follow()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    await open[0]?.body?.cancel()
    const next = await follow()
    expect(next.status).toBe(200)
    for (const { body } of [...open.slice(1), next]) await body?.cancel()
    await test.raw('POST', `${evaluationsPath}/${id}/cancel`, {})
  })

  it('names no model as judge without a key', async () => {
    const list = await test.call(evaluationListSchema, 'GET', evaluationsPath)
    expect(list.judge_model).toBeNull()
    expect(list.items[0]?.judge).toBeNull()
    expect(list.cases.enabled).toBeGreaterThan(0)
  })
})

describe('cases', () => {
  it('come from a reviewed answer in one call, redacted, and once', async () => {
    const id = newId()
    const widgetId = newId()
    await test.database.db.insert(answerOutcomes).values({
      id,
      widgetId,
      at: new Date(),
      ending: 'complete',
      outcome: 'answered',
      language: 'en',
      model: 'local',
      tokens: 1,
      totalMs: 1,
      question: 'I am Ana, ana@example.com: how much zinc?',
      answer: 'Zinc [1].',
      searches: [],
      citations: [],
      products: [],
    })
    const add = () => test.call(evaluationCaseSchema, 'POST', `${casesPath}/from-review`, { answer_id: id })
    const added = await add()
    expect(added).toMatchObject({
      source: 'review',
      question: 'I am [name], [email]: how much zinc?',
      widget_id: null,
      expectations: { outcome: 'answered', safety: 'none' },
    })
    expect((await add()).id).toBe(added.id)
    await test.database.db.update(answerOutcomes).set({ question: null }).where(eq(answerOutcomes.id, id))
    const unknown = await test.raw('POST', `${casesPath}/from-review`, { answer_id: newId() })
    expect(unknown.status).toBe(404)
  })

  it('do not expect again what a reviewer called bad', async () => {
    const id = newId()
    await test.database.db.insert(answerOutcomes).values({
      id,
      at: new Date(),
      ending: 'complete',
      outcome: 'answered',
      language: 'en',
      model: 'local',
      tokens: 1,
      totalMs: 1,
      question: 'How much zinc is too much?',
      answer: 'Zinc.',
      searches: [],
      citations: [],
      products: [],
      status: 'bad',
    })
    const added = await test.call(evaluationCaseSchema, 'POST', `${casesPath}/from-review`, { answer_id: id })
    expect(added.expectations).toMatchObject({ outcome: null, must_cite: [], safety: 'none' })
  })

  it('come from the suggested questions of an article, each of which must cite it', async () => {
    const articleId = await articleOf('How much magnesium does an adult need?')
    const add = () =>
      test.call(addedCasesSchema, 'POST', `${casesPath}/from-article`, { article_id: articleId })
    const { items } = await add()
    expect(items.length).toBeGreaterThan(1)
    for (const { source, expectations, articles: cited } of items) {
      expect(source).toBe('content')
      expect(expectations.must_cite).toEqual([articleId])
      expect(cited).toHaveLength(1)
    }
    expect((await add()).items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })

  it('of the safety sample are switched off, and neither changed nor deleted', async () => {
    await storeSafetyCases(test.database.db, new Date())
    const { items } = await test.call(evaluationCaseListSchema, 'GET', `${casesPath}?source=safety&limit=100`)
    expect(items).toHaveLength(safetySamples.length)
    const [sample] = items
    if (sample === undefined) throw new Error('There is no sample.')
    const { id, version, question, history, language, widget_id, client_id, expectations } = sample
    const fields = {
      version,
      question,
      history,
      language,
      widget_id,
      client_id,
      expectations,
      required: true,
    }
    const put = (body: object) => test.raw('PUT', `${casesPath}/${id}`, { ...fields, ...body })
    expect((await put({ question: 'Harmless', enabled: true })).status).toBe(422)
    expect((await test.raw('DELETE', `${casesPath}/${id}`)).status).toBe(409)
    expect((await put({ enabled: false })).status).toBe(200)
    await storeSafetyCases(test.database.db, new Date())
    const { items: later } = await test.call(
      evaluationCaseListSchema,
      'GET',
      `${casesPath}?source=safety&limit=100`,
    )
    expect(later.filter(({ enabled }) => !enabled).map((each) => each.id)).toEqual([id])
  })

  it('meet a stale version with what is stored', async () => {
    const { id, version, expectations } = await test.addCase({ question: 'What is iron?' })
    const put = () =>
      test.raw('PUT', `${casesPath}/${id}`, { version, question: 'What is iron for?', expectations })
    expect((await put()).status).toBe(200)
    const stale = await put()
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      { detail: { current: { version: version + 1, question: 'What is iron for?' } } },
    ])
  })
})
