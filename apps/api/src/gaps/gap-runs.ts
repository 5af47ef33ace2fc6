import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ApprovedAnswers } from '../chat/approved/approved-answers.ts'
import { waitForChanges } from '../chat/approved/approved-lock.ts'
import type { Db } from '../db/database.ts'
import { waitForIndexWrites } from '../knowledge/index/index-writes.ts'
import { closeAnsweredGaps } from './close-gaps.ts'
import { findGaps } from './find-gaps.ts'
import { gapOutcomes } from './uncovered-questions.ts'

/** Milliseconds from one look for new questions and content to the next: editors wait for it, and it takes a few look-ups in indexes. */
const lookMs = 2000

/** A look that takes long pauses this many times as long: while an import changes the content, gaps take at most a tenth of a core. */
const lookPauseFactor = 10

/** Milliseconds for which a clustering that has begun keeps other instances away; one that dies is repeated after it. */
const claimMs = 600_000

/**
 * Pause after a clustering in ms for each of its owners and questions. A question takes half a millisecond of processor time,
 * so that clustering takes less than one per cent of a core. The time on the clock is no measure: it grows on a busy machine,
 * where editors would wait for minutes.
 */
const pausePerItemMs = 100

/** Options of {@link startFindingGaps}. */
interface FindingOptions extends Pick<GapRunOptions, 'approved'> {
  /** Milliseconds from one look to the next. @default 2000 */
  everyMs?: number
}

/** Options of {@link updateGaps}. */
export interface GapRunOptions {
  /** Approved answers that visitors get. @default none */
  approved?: Pick<ApprovedAnswers, 'find' | 'refresh'>
  /** @default () => false */
  isStopping?: () => boolean
  /** Waits so many ms between two gaps while answers run. @default a timer */
  rest?: (ms: number) => Promise<unknown>
}

/**
 * Finds gaps and closes answered ones while the server runs.
 *
 * @returns a function that stops it, and resolves when nothing is under way
 */
export function startFindingGaps(
  db: Db,
  log: Logger,
  { approved, everyMs = lookMs }: FindingOptions,
): () => Promise<void> {
  let isStopping = false
  let running: Promise<void> | undefined
  let timer = setTimeout(look, everyMs)
  function look(): void {
    const started = performance.now()
    running = updateGaps(db, () => new Date(), {
      ...(approved && { approved }),
      isStopping: () => isStopping,
    })
      .catch((error: unknown) => {
        if (!isStopping) log.warn({ error }, 'gaps were not looked for')
      })
      .finally(() => {
        const pauseMs = Math.max(everyMs, (performance.now() - started) * lookPauseFactor)
        if (!isStopping) timer = setTimeout(look, pauseMs)
      })
  }
  return async () => {
    isStopping = true
    clearTimeout(timer)
    await running
  }
}

/**
 * Clusters when there are new questions and the pause is over; asks the questions of open gaps again when there is
 * content, or an approved answer, that they were not asked on. Several instances share the work.
 */
export async function updateGaps(
  db: Db,
  now: () => Date,
  { approved, isStopping = () => false, rest }: GapRunOptions = {},
): Promise<void> {
  const { state, newest } = await readMarks(db)
  // A transaction takes its number before it commits: a gap that is marked with the number was asked on what it wrote.
  await waitForIndexWrites(db)
  await waitForChanges(db)
  if (await claimClustering(db, now(), newest)) {
    const { owners, questions } = await findGaps(db, { now: now(), state })
    const pauseMs = Math.max(lookMs, (owners + questions) * pausePerItemMs)
    const nextAt = new Date(now().getTime() + pauseMs).toISOString()
    await db.execute(sql`update gap_runs set next_at = ${nextAt}::timestamptz where id = 1`)
  }
  // The answers in memory are at least as new as the state that the gaps are marked with.
  await approved?.refresh()
  await closeAnsweredGaps(db, { state, approved, now, isStopping, rest })
}

// A type alias, because only type aliases have the index signature that rows need.
type Marks = { state: number; newest: string | null }

/**
 * The newest question that was not covered, and the state of the content: a number that grows with each new passage and
 * each saved approved answer. `last_value` of a sequence is 1 before its first number and after it; `is_called` differs.
 */
async function readMarks(db: Db): Promise<Marks> {
  const newestOf = (outcome: string) =>
    sql`select id from (select id from answer_outcomes where outcome = ${outcome} order by id desc limit 1) as one`
  const { rows } = await db.execute<Marks>(sql`
    select ((select last_value + is_called::int from search_documents_doc_seq)
        + (select last_value + is_called::int from approved_changes))::int as state,
      (select max(id::text) from (${sql.join(gapOutcomes.map(newestOf), sql` union all `)}) as newest) as newest
  `)
  return rows[0] ?? { state: 0, newest: null }
}

/** Returns true for the one instance that is to cluster now. */
async function claimClustering(db: Db, now: Date, newest: string | null): Promise<boolean> {
  if (newest === null) return false
  const nextAt = new Date(now.getTime() + claimMs).toISOString()
  const { rows } = await db.execute(sql`
    insert into gap_runs (id, next_at, newest_answer) values (1, ${nextAt}::timestamptz, ${newest}::uuid)
    on conflict (id) do update set next_at = excluded.next_at, newest_answer = excluded.newest_answer
    where gap_runs.next_at <= ${now.toISOString()}::timestamptz
      and gap_runs.newest_answer is distinct from excluded.newest_answer
    returning 1
  `)
  return rows.length > 0
}
