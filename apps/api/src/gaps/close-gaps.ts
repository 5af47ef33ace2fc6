import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { ApprovedAnswers } from '../chat/approved/approved-answers.ts'
import { createLocalModel } from '../chat/model/built-in/local-model.ts'
import { modelAnswer } from '../chat/model/model-answer.ts'
import { TurnSources } from '../chat/model/turn-sources.ts'
import type { Db } from '../db/database.ts'
import { gaps } from '../db/schema/gaps.ts'
import { searchPassages } from '../knowledge/search/knowledge.search.ts'
import { areAnswersRunning, restAfter } from '../platform/process/answer-count.ts'
import { type AnswerSettings, toAnswerSettings } from '../settings/answer-settings.ts'
import { readSettings } from '../settings/settings.store.ts'
import { type OpenGap, takeUncheckedGap } from './gap-clusters.store.ts'
import type { GapOwner } from './uncovered-questions.ts'

/** Milliseconds for one question: the built-in model takes less than one of ten. */
const longestMs = 10_000

/** Share of these questions that must be answered before a gap closes. */
const answeredShare = 0.6

/** Passages of a question among which the article that was written for its gap is looked for. */
const usedPassages = 3

/** Options of {@link closeAnsweredGaps}. */
interface CloseOptions {
  /** State of the content and of the approved answers. */
  state: number
  /** Approved answers that visitors get. @default none */
  approved?: Pick<ApprovedAnswers, 'find'> | undefined
  now: () => Date
  /** True when the process is about to end. */
  isStopping: () => boolean
  /** Waits so many ms between two gaps while answers run. @default a timer */
  rest?: ((ms: number) => Promise<unknown>) | undefined
}

/**
 * Asks questions of open gaps again, once for each state of content and approved answers, and closes the gaps whose questions
 * are answered now. Where no approved answer fits, the built-in model answers: it needs no key, and judges the same content as
 * every other model. Rests between two gaps while answers run in this process, because each import starts it.
 */
export async function closeAnsweredGaps(db: Db, options: CloseOptions): Promise<void> {
  const { state, approved, now, isStopping, rest = delay } = options
  let settings: AnswerSettings | undefined
  while (!isStopping()) {
    const startedAt = performance.now()
    const gap = await takeUncheckedGap(db, state)
    if (gap === undefined) return
    settings ??= toAnswerSettings(await readSettings(db))
    await closeIfAnswered(db, gap, { settings, approved, now })
    if (areAnswersRunning()) await rest(restAfter(performance.now() - startedAt))
  }
}

async function closeIfAnswered(
  db: Db,
  { id, owner, language, articleId: written, questions }: OpenGap,
  { settings, approved, now }: { settings: AnswerSettings } & Pick<CloseOptions, 'approved' | 'now'>,
): Promise<void> {
  // Questions that arrive while the others are asked again open the gap anew.
  const closedAt = now()
  let answered = 0
  const articles: string[] = []
  const found = new Set<string>()
  for (const [at, question] of questions.entries()) {
    const asked = { text: question, language, earlier: [], clientId: owner }
    if ((await approved?.find(asked, closedAt)) !== undefined) answered += 1
    else if (await isAnswered(db, question, { owner, settings })) {
      answered += 1
      const { passages } = await searchPassages(db, question, { limit: usedPassages, ...ofClient(owner) })
      articles.push(...passages.slice(0, 1).map(({ articleId }) => articleId))
      for (const { articleId } of passages) found.add(articleId)
    } else if (at === 0) return
  }
  if (questions.length === 0 || answered < questions.length * answeredShare) return
  const change = { status: 'closed' as const, closedAt, checked: questions.length, answered }
  await db
    .update(gaps)
    .set({ ...change, articleId: written !== null && found.has(written) ? written : mostFrequent(articles) })
    .where(eq(gaps.id, id))
}

const ofClient = (owner: GapOwner) => (owner === null ? {} : { clientId: owner })

async function isAnswered(
  db: Db,
  text: string,
  { owner, settings }: { owner: GapOwner; settings: AnswerSettings },
): Promise<boolean> {
  const question = {
    history: [],
    text,
    language: 'en' as const,
    images: [],
    authors: [],
    searchAllowed: true,
    shopAllowed: true,
    settings: { ...settings, ...ofClient(owner) },
  }
  const options = {
    db,
    model: createLocalModel({ paceMs: 0 }),
    sources: new TurnSources(),
    signal: AbortSignal.timeout(longestMs),
  }
  for await (const event of modelAnswer(question, options)) {
    if (event.type === 'judged') return event.judgement.outcome === 'answered'
  }
  return false
}

function mostFrequent(ids: readonly string[]): string | null {
  const [most] = [...Map.groupBy(ids, (id) => id).values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? null
}
