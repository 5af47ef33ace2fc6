import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { closeAnsweredGaps } from './close-gaps.ts'
import { findGaps } from './find-gaps.ts'
import { gapOutcomes } from './uncovered-questions.ts'

/** Milliseconds between two looks for new questions and new content: two look-ups in indexes. */
const lookMs = 15_000

/** Milliseconds for which a clustering that has begun keeps other instances away; one that dies is repeated after it. */
const claimMs = 600_000

/** A clustering that takes long pauses this many times as long, so that it takes less than one per cent of a core. */
const pauseFactor = 100

/**
 * Finds gaps and closes answered ones while the server runs.
 *
 * @returns a function that stops it, and resolves when nothing is under way
 */
export function startFindingGaps(db: Db, log: Logger): () => Promise<void> {
  let isStopping = false
  let running: Promise<void> | undefined
  const look = () => {
    running ??= updateGaps(
      db,
      () => new Date(),
      () => isStopping,
    )
      .catch((error: unknown) => {
        if (!isStopping) log.warn({ error }, 'gaps were not looked for')
      })
      .finally(() => (running = undefined))
  }
  const timer = setInterval(look, lookMs)
  return async () => {
    isStopping = true
    clearInterval(timer)
    await running
  }
}

/**
 * Clusters when there are new questions and the pause is over; asks the questions of open gaps again when there is
 * content that they were not asked on. Several instances share the work.
 */
export async function updateGaps(db: Db, now: () => Date, isStopping = () => false): Promise<void> {
  const { doc, newest } = await readMarks(db)
  if (await claimClustering(db, now(), newest)) {
    const started = performance.now()
    await findGaps(db, { now: now(), doc })
    const pauseMs = Math.max(lookMs, (performance.now() - started) * pauseFactor)
    const nextAt = new Date(now().getTime() + pauseMs).toISOString()
    await db.execute(sql`update gap_runs set next_at = ${nextAt}::timestamptz where id = 1`)
  }
  await closeAnsweredGaps(db, { doc, now, isStopping })
}

// A type alias, because only type aliases have the index signature that rows need.
type Marks = { doc: number; newest: string | null }

/** The newest content and the newest question that was not covered. */
async function readMarks(db: Db): Promise<Marks> {
  const newestOf = (outcome: string) =>
    sql`select id from (select id from answer_outcomes where outcome = ${outcome} order by id desc limit 1) as one`
  const { rows } = await db.execute<Marks>(sql`
    select coalesce((select max(doc) from search_documents), 0)::int as doc,
      (select max(id::text) from (${sql.join(gapOutcomes.map(newestOf), sql` union all `)}) as newest) as newest
  `)
  return rows[0] ?? { doc: 0, newest: null }
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
