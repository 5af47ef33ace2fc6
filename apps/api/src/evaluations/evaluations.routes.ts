import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Models } from '../chat/answering/answer-runtime.ts'
import { localProvider } from '../chat/model/answer-judgement.ts'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { progressEvents } from '../platform/http/progress-events.ts'
import { createProgressWatch, type ProgressState } from '../platform/http/progress-watch.ts'
import type { Lifecycle } from '../platform/process/lifecycle.ts'
import { serve } from '../platform/request/contract-route.ts'
import { addArticleCases, addReviewedCase } from './added-cases.ts'
import { createCase, deleteCase, listCases, readCase, updateCase } from './cases.store.ts'
import { cancelRun, listRuns, readRun, readRunDetail, type RunQueue, startRun } from './runs.store.ts'

/** Dependencies of the calls about evaluations. */
export interface EvaluationServices {
  db: Db
  now: () => Date
  models: Models
  queue: RunQueue
  lifecycle: Lifecycle
}

const idOf = (c: AppContext) => c.req.param('id') ?? ''

/** Serves cases and runs of evaluations to administrators. */
export function mountEvaluations(
  app: Hono<AppEnv>,
  { db, now, models, queue, lifecycle }: EvaluationServices,
): void {
  const editOf = (user: SessionUser) => ({ actorId: user.id, at: now() })
  const judgeModel = () => (models.modelFor('').provider === localProvider ? null : models.defaultModel)

  serve(app, routes.evaluationCases, (_c, { query }) => listCases(db, query))

  serve(app, routes.createEvaluationCase, (_c, { body, user }) => createCase(db, body, editOf(user)))

  serve(app, routes.addReviewedCase, (_c, { body, user }) =>
    addReviewedCase(db, body.answer_id, editOf(user)),
  )

  serve(app, routes.addArticleCases, async (_c, { body, user }) => ({
    items: await addArticleCases(db, body.article_id, editOf(user)),
  }))

  serve(app, routes.evaluationCase, (c) => readCase(db, idOf(c)))

  serve(app, routes.updateEvaluationCase, (c, { body, user }) => updateCase(db, idOf(c), body, editOf(user)))

  serve(app, routes.deleteEvaluationCase, async (c, { user }) => {
    await deleteCase(db, idOf(c), editOf(user))
    return null
  })

  serve(app, routes.evaluations, (_c, { query }) => listRuns(db, query, judgeModel()))

  serve(app, routes.startEvaluation, (_c, { body, user }) =>
    startRun(db, queue, body, { judgeModel: judgeModel(), edit: editOf(user) }),
  )

  const readState = async (runId: string): Promise<ProgressState> => {
    const run = await readRun(db, runId)
    return { data: JSON.stringify(run), isDone: run.status === 'done' || run.status === 'cancelled' }
  }
  const watch = createProgressWatch((_user, runId) => readState(runId))

  serve(app, routes.evaluation, async (c, { query, user }) => {
    const wantsEvents = c.req.header('accept')?.includes('text/event-stream') === true
    // Nobody would read or cancel the body of a HEAD.
    if (!wantsEvents || c.req.method === 'HEAD') return readRunDetail(db, idOf(c), query)
    const workId = idOf(c)
    const state = await readState(workId)
    return progressEvents({ watch, user, workId, state, isStopping: () => lifecycle.stopping })
  })

  serve(app, routes.cancelEvaluation, (c) => cancelRun(db, idOf(c), now()))
}
