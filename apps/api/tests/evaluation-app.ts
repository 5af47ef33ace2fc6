import {
  type EvaluationCase,
  type EvaluationDetail,
  type EvaluationRun,
  evaluationCaseSchema,
  evaluationDetailSchema,
  evaluationRunSchema,
  type SettingsDraft,
  settingsDraftSchema,
} from '@org/api-client/contract'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Judge } from '../src/evaluations/judge.ts'
import { runEvaluation } from '../src/evaluations/run-evaluation.ts'
import { type ChatApp, type ChatAppOptions, openChatApp } from './chat-app.ts'

export const draftsPath = '/api/admin/llm-settings/drafts'
export const evaluationsPath = '/api/admin/evaluations'
export const casesPath = `${evaluationsPath}/cases`

/** Expectations without any. */
export const anything = {
  outcome: null,
  must_cite: [],
  must_contain: [],
  must_not_contain: [],
  safety: null,
  severity: null,
  language: null,
  max_grade: null,
}

/** An app as an administrator uses it for evaluations. */
export interface EvaluationApp extends ChatApp {
  /** A call of the administrator, as an answer of a contract's schema. */
  call: <Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<z.output<Schema>>
  raw: (method: string, path: string, body?: unknown) => Promise<Response>
  addDraft: (fields: Record<string, unknown>) => Promise<SettingsDraft>
  addCase: (fields: Record<string, unknown>) => Promise<EvaluationCase>
  /** Starts a run and works on it until it ends. */
  evaluate: (draftId: string, judge?: Judge) => Promise<EvaluationRun>
  detail: (runId: string, query?: string) => Promise<EvaluationDetail>
  adminId: string
  /** Session of the administrator. */
  cookie: string
}

export async function openEvaluationApp(options: ChatAppOptions = {}): Promise<EvaluationApp> {
  const app = await openChatApp({ demo: true, ...options })
  const admin = await app.addUser({ role: 'admin' })
  const cookie = await app.signIn(admin)
  const raw = (method: string, path: string, body?: unknown) =>
    method === 'GET' ? app.get(path, cookie) : app.send(method, path, body, cookie)
  async function call<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    path: string,
    body?: unknown,
  ) {
    const response = await raw(method, path, body)
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
    return schema.parse(await response.json())
  }
  return {
    ...app,
    adminId: admin.id,
    cookie,
    raw,
    call,
    addDraft: (fields) => call(settingsDraftSchema, 'POST', draftsPath, fields),
    addCase: (fields) => call(evaluationCaseSchema, 'POST', casesPath, { expectations: anything, ...fields }),
    async evaluate(draftId, judge) {
      const run = await call(evaluationRunSchema, 'POST', evaluationsPath, {
        draft_id: draftId,
        judge: judge !== undefined,
      })
      await runEvaluation(run.id, {
        db: app.database.db,
        now: () => new Date(),
        rehearse: app.runtime.rehearse,
        judge: judge ?? null,
        signal: new AbortController().signal,
      })
      return call(evaluationDetailSchema, 'GET', `${evaluationsPath}/${run.id}`)
    },
    detail: (runId, query = '') => call(evaluationDetailSchema, 'GET', `${evaluationsPath}/${runId}${query}`),
  }
}
