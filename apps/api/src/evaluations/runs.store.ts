import type {
  EvaluationDetail,
  EvaluationList,
  EvaluationQuery,
  EvaluationRun,
  EvaluationStart,
} from '@org/api-client/contract'
import { evaluationDifferenceSchema, evaluationLimits, regressionKindSchema } from '@org/api-client/contract'
import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Edit } from '../audit/audit.store.ts'
import type { Db, Transaction } from '../db/database.ts'
import { users } from '../db/schema/auth.ts'
import {
  evaluationCases,
  evaluationResults,
  evaluationRuns,
  settingsDrafts,
} from '../db/schema/evaluations.ts'
import { uniqueViolation } from '../db/unique-violation.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { HttpError, notFound } from '../platform/http/http-error.ts'
import { isUuid, newId } from '../platform/process/ids.ts'
import type { PageQuery } from '../platform/request/cursor-pages.ts'
import { readSettings } from '../settings/settings.store.ts'
import { findDraft, stateOf } from './drafts.store.ts'
import { wilson } from './interval.ts'
import { after, pageOfRows } from './time-pages.ts'

export type RunRow = typeof evaluationRuns.$inferSelect

/** The calls of the job queue that runs need. */
export type RunQueue = Pick<JobQueue, 'prepare' | 'send' | 'wake'>

/** Runs wait for each other: all have the same owner. */
const jobOwner = 'evaluations'

/** Lists runs, the newest first, with the number of cases. */
export async function listRuns(
  db: Db,
  { limit, cursor }: PageQuery,
  judgeModel: string | null,
): Promise<EvaluationList> {
  const rows = await selectRuns(db)
    .where(after(cursor, evaluationRuns.createdAt, evaluationRuns.id))
    .orderBy(desc(evaluationRuns.createdAt), desc(evaluationRuns.id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOfRows(rows, limit, ({ run }) => ({ at: run.createdAt, id: run.id }))
  const { enabled, required } = evaluationCases
  return {
    items: await toRuns(db, page),
    next_cursor,
    cases: {
      total: await db.$count(evaluationCases),
      enabled: await db.$count(evaluationCases, eq(enabled, true)),
      required: await db.$count(evaluationCases, and(eq(enabled, true), eq(required, true))),
    },
    judge_model: judgeModel,
  }
}

/**
 * Starts a run: every enabled case as it is now, with the draft and the published settings as they are now.
 *
 * @throws {HttpError} 404 for an unknown draft, 409 while a run of the draft is going on, and without cases
 */
export async function startRun(
  db: Db,
  queue: RunQueue,
  { draft_id: draftId, judge }: EvaluationStart,
  { judgeModel, edit }: { judgeModel: string | null; edit: Edit },
): Promise<EvaluationRun> {
  const id = newId()
  await queue.prepare()
  try {
    await db.transaction(async (tx) => {
      const { draft } = await findDraft(tx, draftId)
      const {
        version: publishedVersion,
        updated_at: _at,
        updated_by: _by,
        ...published
      } = await readSettings(tx)
      await tx.insert(evaluationRuns).values({
        id,
        draftId,
        draftVersion: draft.version,
        publishedVersion,
        draftState: stateOf(draft),
        publishedState: published,
        judgeModel: judge ? judgeModel : null,
        createdAt: edit.at,
        createdBy: edit.actorId,
      })
      if ((await addCases(tx, id)) === 0) {
        throw new HttpError('conflict', 'There are no cases to evaluate. Add one, or switch one on.')
      }
      await queue.send(tx, 'evaluations', { id }, jobOwner)
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'evaluation_runs_running_key') throw error
    throw new HttpError('conflict', 'An evaluation of this draft is going on. Wait for it, or cancel it.')
  }
  queue.wake('evaluations')
  return readRun(db, id)
}

/** Copies the enabled cases into a run, the required ones first. */
async function addCases(tx: Transaction, runId: string): Promise<number> {
  const cases = await tx
    .select()
    .from(evaluationCases)
    .where(eq(evaluationCases.enabled, true))
    .orderBy(desc(evaluationCases.required), asc(evaluationCases.id))
    .limit(evaluationLimits.cases)
  const atOnce = 100
  for (let from = 0; from < cases.length; from += atOnce) {
    await tx.insert(evaluationResults).values(
      cases.slice(from, from + atOnce).map((each, index) => ({
        id: newId(),
        runId,
        caseId: each.id,
        position: from + index,
        asked: {
          source: each.source,
          question: each.question,
          history: each.history,
          language: each.language,
          widgetId: each.widgetId,
          clientId: each.clientId,
          expectations: each.expectations,
          required: each.required,
        },
      })),
    )
  }
  return cases.length
}

/** @throws {HttpError} 404 for an unknown run, 409 for one that has ended */
export async function cancelRun(db: Db, id: string, at: Date): Promise<EvaluationRun> {
  await readRun(db, id)
  const { finishedAt, cancelledAt } = evaluationRuns
  const cancelled = await db
    .update(evaluationRuns)
    .set({ cancelledAt: at })
    .where(and(eq(evaluationRuns.id, id), isNull(finishedAt), isNull(cancelledAt)))
    .returning({ id: evaluationRuns.id })
  if (cancelled.length === 0) throw new HttpError('conflict', 'This evaluation has ended already.')
  return readRun(db, id)
}

/** @throws {HttpError} 404 for an unknown run */
export async function readRun(db: Db, id: string): Promise<EvaluationRun> {
  const rows = isUuid(id) ? await selectRuns(db).where(eq(evaluationRuns.id, id)) : []
  const [run] = await toRuns(db, rows)
  if (run === undefined) throw notFound('There is no such evaluation.')
  return run
}

const { draft, published, changed, regressions, position } = evaluationResults
const passes = (answer: typeof draft | typeof published) => sql`(${answer} ->> 'passed')::boolean`

/** Conditions of the filters. `regressed`: one of the checks fails in the draft alone. */
const filters: Record<EvaluationQuery['show'], SQL | undefined> = {
  all: undefined,
  changed: sql`cardinality(${changed}) > 0`,
  failed: sql`${draft} is not null and not ${passes(draft)}`,
  regressed: sql`exists (
    select 1 from jsonb_to_recordset(${draft} -> 'checks') as ours("check" text, passed boolean)
    join jsonb_to_recordset(${published} -> 'checks') as theirs("check" text, passed boolean) using ("check")
    where not ours.passed and theirs.passed
  ) or cardinality(${regressions}) > 0`,
}

/**
 * A run with a page of its cases, in the order of the run.
 *
 * @throws {HttpError} 404 for an unknown run, 400 for a cursor that is none of ours
 */
export async function readRunDetail(
  db: Db,
  id: string,
  { show, limit, cursor }: EvaluationQuery,
): Promise<EvaluationDetail> {
  if (cursor !== undefined && !/^\d{1,9}$/u.test(cursor)) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  const run = await readRun(db, id)
  const filter = filters[show]
  const rows = await db
    .select()
    .from(evaluationResults)
    .where(
      and(
        eq(evaluationResults.runId, id),
        filter === undefined ? undefined : sql`(${filter})`,
        cursor === undefined ? undefined : gt(position, Number(cursor)),
      ),
    )
    .orderBy(asc(position))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    ...run,
    items: page.map((row) => ({
      id: row.id,
      case_id: row.caseId,
      question: row.asked.question,
      source: row.asked.source,
      required: row.asked.required,
      draft: row.draft,
      published: row.published,
      changed: row.changed.map((part) => evaluationDifferenceSchema.parse(part)),
      regressions: row.regressions.map((kind) => regressionKindSchema.parse(kind)),
    })),
    next_cursor: rows.length > limit && last !== undefined ? String(last.position) : null,
  }
}

/** Names of the drafts of runs, for the list of jobs. */
export async function describeRuns(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { subject: string; client: null }>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Map()
  const rows = await selectRuns(db).where(inArray(evaluationRuns.id, known))
  return new Map(rows.map(({ run, name }) => [run.id, { subject: name || run.id, client: null }]))
}

function selectRuns(db: Db) {
  return db
    .select({ run: evaluationRuns, name: settingsDrafts.name, by: users.email })
    .from(evaluationRuns)
    .innerJoin(settingsDrafts, eq(settingsDrafts.id, evaluationRuns.draftId))
    .leftJoin(users, eq(users.id, evaluationRuns.createdBy))
    .$dynamic()
}

async function toRuns(
  db: Db,
  rows: { run: RunRow; name: string; by: string | null }[],
): Promise<EvaluationRun[]> {
  const counts = await countResults(
    db,
    rows.map(({ run }) => run.id),
  )
  return rows.map(({ run, name, by }) => {
    const n = counts.get(run.id) ?? noResults
    return {
      id: run.id,
      status: statusOf(run),
      draft_id: run.draftId,
      draft_name: name,
      draft_version: run.draftVersion,
      published_version: run.publishedVersion,
      done: n.done,
      total: n.total,
      passed: wilson(n.passed, n.done),
      published_passed: wilson(n.publishedPassed, n.done),
      changed: n.changed,
      regressions: n.regressions,
      judge:
        run.judgeModel === null
          ? null
          : {
              model: run.judgeModel,
              draft: wilson(n.judgePassed, n.judged),
              published: wilson(n.publishedJudgePassed, n.publishedJudged),
            },
      created_at: run.createdAt.toISOString(),
      created_by: by,
      finished_at: (run.finishedAt ?? run.cancelledAt)?.toISOString() ?? null,
    }
  })
}

function statusOf({ finishedAt, cancelledAt, startedAt }: RunRow): EvaluationRun['status'] {
  if (cancelledAt !== null) return 'cancelled'
  if (finishedAt !== null) return 'done'
  return startedAt === null ? 'queued' : 'running'
}

const noResults = {
  total: 0,
  done: 0,
  passed: 0,
  publishedPassed: 0,
  changed: 0,
  regressions: 0,
  judged: 0,
  judgePassed: 0,
  publishedJudged: 0,
  publishedJudgePassed: 0,
}

async function countResults(db: Db, ids: string[]): Promise<Map<string, typeof noResults>> {
  if (ids.length === 0) return new Map()
  const count = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number)
  const verdict = (answer: typeof draft | typeof published) => sql`(${answer} #>> '{judge,passed}')::boolean`
  const { runId, doneAt, asked } = evaluationResults
  const rows = await db
    .select({
      runId,
      total: count(sql`true`),
      done: count(sql`${doneAt} is not null`),
      passed: count(passes(draft)),
      publishedPassed: count(passes(published)),
      changed: count(sql`cardinality(${changed}) > 0`),
      regressions: count(sql`cardinality(${regressions}) > 0 and (${asked} ->> 'required')::boolean`),
      judged: count(sql`${verdict(draft)} is not null`),
      judgePassed: count(verdict(draft)),
      publishedJudged: count(sql`${verdict(published)} is not null`),
      publishedJudgePassed: count(verdict(published)),
    })
    .from(evaluationResults)
    .where(inArray(runId, ids))
    .groupBy(runId)
  return new Map(rows.map(({ runId: id, ...counts }) => [id, counts]))
}
