import {
  chatRequestSchema,
  type EvaluatedAnswer,
  type LlmSettings,
  regressionKindSchema,
} from '@org/api-client/contract'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { RehearseAnswer, RehearsedAnswer } from '../chat/answering/rehearse-answer.ts'
import type { ModelQuestion } from '../chat/model/model-answer.ts'
import type { Question } from '../chat/question/question.ts'
import { limitToWidget } from '../chat/question/widget-limits.ts'
import { toModelQuestion } from '../chat/turns/model-question.ts'
import type { Db } from '../db/database.ts'
import { type AskedCase, evaluationResults, evaluationRuns } from '../db/schema/evaluations.ts'
import { chooseLanguage } from '../languages/say.ts'
import { yieldToEventLoop } from '../platform/process/yield-to-event-loop.ts'
import { toAnswerSettings } from '../settings/answer-settings.ts'
import { findConfigurator } from '../widgets/configurators.store.ts'
import { readTitles } from './cases.store.ts'
import type { AnswerToCheck } from './checks/answer-to-check.ts'
import { checkAnswer } from './checks/check-answer.ts'
import { readCitedPassages } from './checks/cited-passages.ts'
import { differencesOf, regressionsOf } from './compare-answers.ts'
import type { Judge } from './judge.ts'
import type { RunRow } from './runs.store.ts'

/** Dependencies of a run. */
export interface EvaluationWork {
  db: Db
  now: () => Date
  rehearse: RehearseAnswer
  /** The model that judges; used by runs that ask for it. */
  judge: Judge | null
  /** Aborts when the server stops; another process or the next start goes on. */
  signal: AbortSignal
}

type ResultRow = typeof evaluationResults.$inferSelect

/** Attempts at one case: a case that ends the process is not answered for ever. */
const mostAttempts = 3

/**
 * Answers the cases of a run that are not done, one after the other. Each is stored as soon as it is answered, so that a
 * repetition after a crash goes on with the first one that is not. A cancelled run ends before its next answer.
 */
export async function runEvaluation(runId: string, work: EvaluationWork): Promise<void> {
  const { db, now, signal } = work
  await db
    .update(evaluationRuns)
    .set({ startedAt: now() })
    .where(and(eq(evaluationRuns.id, runId), isNull(evaluationRuns.startedAt)))
  for (;;) {
    signal.throwIfAborted()
    const run = await findOpenRun(db, runId)
    if (run === undefined) return
    const next = await beginNext(db, runId)
    if (next === undefined) {
      await finishRun(db, runId, now())
      return
    }
    await answerCase(next, run, work)
    await yieldToEventLoop()
  }
}

async function findOpenRun(db: Db, id: string): Promise<RunRow | undefined> {
  const { finishedAt, cancelledAt } = evaluationRuns
  const [run] = await db
    .select()
    .from(evaluationRuns)
    .where(and(eq(evaluationRuns.id, id), isNull(finishedAt), isNull(cancelledAt)))
  return run
}

/** Counts the attempt before it is made, so that one that ends the process counts. */
async function beginNext(db: Db, runId: string): Promise<ResultRow | undefined> {
  const { id, position, doneAt, attempts } = evaluationResults
  const [next] = await db
    .select({ id })
    .from(evaluationResults)
    .where(and(eq(evaluationResults.runId, runId), isNull(doneAt)))
    .orderBy(asc(position))
    .limit(1)
  if (next === undefined) return undefined
  const [row] = await db
    .update(evaluationResults)
    .set({ attempts: sql`${attempts} + 1` })
    .where(eq(id, next.id))
    .returning()
  return row
}

async function answerCase(row: ResultRow, run: RunRow, work: EvaluationWork): Promise<void> {
  const { db, now, signal } = work
  const gaveUp = row.attempts > mostAttempts
  const answerWith = async (settings: LlmSettings) =>
    gaveUp ? unmadeAnswer() : evaluate(row.asked, settings, run, work)
  const published = await answerWith(run.publishedState)
  const draft = await answerWith(run.draftState)
  // Answers that were broken off by the end of the server are made again.
  signal.throwIfAborted()
  await db
    .update(evaluationResults)
    .set({
      draft,
      published,
      changed: differencesOf(draft, published),
      regressions: regressionsOf(draft, published, row.asked),
      doneAt: now(),
    })
    .where(eq(evaluationResults.id, row.id))
}

async function evaluate(
  asked: AskedCase,
  settings: LlmSettings,
  { judgeModel }: RunRow,
  { db, rehearse, judge, signal }: EvaluationWork,
): Promise<EvaluatedAnswer> {
  const question = await questionOf(db, asked, settings)
  const answer = toAnswer(await rehearse(question, signal))
  const urls = answer.citations.map(({ url }) => url)
  const { clientId = null } = question.settings
  const checks = checkAnswer(answer, asked, {
    cited: await readCitedPassages(db, urls, clientId),
    titles: await readTitles(db, asked.expectations.must_cite),
  })
  const verdict = judgeModel === null || judge === null ? null : await judge(asked.question, answer, signal)
  return { ...answer, checks, passed: checks.every(({ passed }) => passed), judge: verdict }
}

/** The question as a guest of the case's widget, or of the site, would ask it. */
async function questionOf(db: Db, asked: AskedCase, settings: LlmSettings): Promise<ModelQuestion> {
  const widget = asked.widgetId === null ? undefined : await findConfigurator(db, asked.widgetId)
  const question: Question = {
    body: chatRequestSchema.parse({ text: asked.question }),
    settings: asked.clientId === null ? {} : { clientId: asked.clientId },
    address: '',
    language: chooseLanguage(asked.language),
  }
  return toModelQuestion(
    widget === undefined ? question : limitToWidget(question, widget),
    toAnswerSettings(settings),
    { history: asked.history, text: asked.question, images: [] },
  )
}

function toAnswer({ answer, model }: RehearsedAnswer): AnswerToCheck {
  const { content, toolContext, status } = answer
  const { outcome = null, safety, citations, products } = toolContext
  return {
    text: content,
    ending: status,
    outcome,
    citations: citations.flatMap((citation) => {
      if (typeof citation === 'string') return []
      const { citation_num: number, title, heading, url, quote, publisher } = citation
      return [{ number, title, heading, url, quote, publisher }]
    }),
    products: [...new Set(products.flatMap(({ name }) => name ?? []))],
    safety: safety ? { category: safety.category, severity: safety.severity } : null,
    model,
  }
}

/** Stands for the answers of a case that ended the process each time. */
function unmadeAnswer(): EvaluatedAnswer {
  return {
    text: '',
    ending: 'failed',
    outcome: null,
    citations: [],
    products: [],
    safety: null,
    model: '',
    checks: [{ check: 'ending', passed: false, expected: 'complete', found: 'failed' }],
    passed: false,
    judge: null,
  }
}

/** Stores the regressions of required cases, by which publishing is blocked. */
async function finishRun(db: Db, runId: string, at: Date): Promise<void> {
  const { caseId, regressions, asked } = evaluationResults
  const rows = await db
    .select({ caseId, regressions })
    .from(evaluationResults)
    .where(
      and(
        eq(evaluationResults.runId, runId),
        sql`cardinality(${regressions}) > 0 and (${asked} ->> 'required')::boolean`,
      ),
    )
  const found = rows.map((row) => ({
    caseId: row.caseId,
    kinds: row.regressions.map((kind) => regressionKindSchema.parse(kind)),
  }))
  await db
    .update(evaluationRuns)
    .set({ finishedAt: at, regressions: found })
    .where(and(eq(evaluationRuns.id, runId), isNull(evaluationRuns.cancelledAt)))
}
