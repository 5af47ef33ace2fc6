import type { DraftGate } from '@org/api-client/contract'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/database.ts'
import {
  evaluationCases,
  evaluationResults,
  evaluationRuns,
  type settingsDrafts,
} from '../db/schema/evaluations.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { readSettings } from '../settings/settings.store.ts'

/** A stored draft that is not published. */
export type DraftRow = typeof settingsDrafts.$inferSelect

/** State of the evaluation of a draft, and the run that it comes from. */
export interface GateState {
  gate: DraftGate
  runId: string | null
  regressions: (typeof evaluationRuns.$inferSelect)['regressions']
}

/**
 * Reads the newest run of a draft's version. It counts while it compares with what is published now, and while no
 * required case was added or changed since it began.
 */
export async function gateOf(
  db: Db | Transaction,
  { id, version }: Pick<DraftRow, 'id' | 'version'>,
): Promise<GateState> {
  const [run] = await db
    .select()
    .from(evaluationRuns)
    .where(and(eq(evaluationRuns.draftId, id), eq(evaluationRuns.draftVersion, version)))
    .orderBy(desc(evaluationRuns.createdAt))
    .limit(1)
  if (run === undefined) return { gate: 'run_missing', runId: null, regressions: [] }
  const { id: runId, finishedAt, publishedVersion, createdAt, regressions } = run
  if (finishedAt === null) return { gate: 'run_unfinished', runId, regressions: [] }
  const published = await readSettings(db)
  const { updatedAt, required, enabled } = evaluationCases
  const newer = await db.$count(evaluationCases, and(gt(updatedAt, createdAt), required, enabled))
  if (published.version !== publishedVersion || newer > 0) {
    return { gate: 'run_outdated', runId, regressions }
  }
  return { gate: regressions.length > 0 ? 'regressions' : 'ready', runId, regressions }
}

const sentences: Record<Exclude<DraftGate, 'ready'>, string> = {
  run_missing:
    'This version of the draft was not evaluated. Run an evaluation, or give a reason to go without.',
  run_unfinished:
    'The evaluation of this draft is not finished. Wait for it, or give a reason to go without.',
  run_outdated:
    'The published settings or the required cases have changed since the evaluation. Run it again, or give a reason to go without.',
  regressions:
    'The evaluation found regressions in safety or citations. Change the draft, or give a reason to go on with them.',
}

/**
 * Requires a passed evaluation, or a reason.
 *
 * @returns the state, for the audit log
 * @throws {HttpError} 409 with the state and its regressions
 */
export async function requireGate(
  tx: Transaction,
  draft: DraftRow,
  overrideReason: string | undefined,
): Promise<GateState> {
  const state = await gateOf(tx, draft)
  if (state.gate === 'ready' || overrideReason !== undefined) return state
  throw new HttpError('conflict', sentences[state.gate], {
    detail: {
      gate: state.gate,
      run_id: state.runId,
      regressions: await withQuestions(tx, state),
    },
  })
}

async function withQuestions(tx: Transaction, { runId, regressions }: GateState) {
  const ids = regressions.map(({ caseId }) => caseId)
  if (runId === null || ids.length === 0) return []
  const { caseId, asked } = evaluationResults
  const rows = await tx
    .select({ caseId, question: sql<string>`${asked} ->> 'question'` })
    .from(evaluationResults)
    .where(and(eq(evaluationResults.runId, runId), inArray(caseId, ids)))
  const questions = new Map(rows.map((row) => [row.caseId, row.question]))
  return regressions.map((regression) => ({
    case_id: regression.caseId,
    question: questions.get(regression.caseId) ?? '',
    kinds: regression.kinds,
  }))
}
