import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import type { Db } from '@org/api/db/database.ts'
import { currentIndex } from '@org/api/knowledge/current-index.ts'
import { search } from '@org/api/knowledge/knowledge.search.ts'
import { threadMs, watchLoop } from '../watch-loop.ts'

/** Samples of searches, in ms. */
export interface Searches {
  /** For each question the shortest of its rounds: the work of other programs only adds. */
  times: number[]
  /** Thread's CPU time of each search of each round. */
  cpu: number[]
  /** Longest turn of the event loop of each search, in CPU time. */
  turns: number[]
}

/** Asks one question after the other. A first round is not counted. */
export async function measureSearches(
  db: Db,
  questions: readonly string[],
  rounds: number,
): Promise<Searches> {
  const found: Searches = { times: [], cpu: [], turns: [] }
  for (const question of questions) await search(db, question)
  for (let round = 0; round < rounds; round += 1) {
    for (const [number, question] of questions.entries()) {
      const [start, startMs] = [performance.now(), threadMs()]
      await search(db, question)
      found.cpu.push(threadMs() - startMs)
      const took = performance.now() - start
      found.times[number] = Math.min(took, found.times[number] ?? took)
    }
  }
  // Apart, because watching takes processor time that the database needs.
  for (const question of questions) {
    const watch = watchLoop()
    await search(db, question)
    found.turns.push(await watch.stop())
  }
  return found
}

/** Seconds in which the index is loaded, and the megabytes that it takes. */
export async function measureLoad(db: Db): Promise<{ seconds: number; megabytes: number }> {
  const before = heldBytes()
  const start = performance.now()
  await currentIndex(db)
  const seconds = (performance.now() - start) / 1000
  return { seconds, megabytes: (heldBytes() - before) / 1e6 }
}

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

function heldBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** PostgreSQL's own search over the same passages: any of the words, by `ts_rank_cd`. */
export async function preparePlain(db: Db): Promise<void> {
  await db.execute(sql.raw('drop table if exists plain_search'))
  await db.execute(
    sql.raw(`create table plain_search as
      select id, to_tsvector('english', title || ' ' || heading || ' ' || body) as words from passages`),
  )
  await db.execute(sql.raw('create index on plain_search using gin (words)'))
  await db.execute(sql.raw('analyze plain_search'))
}

/** Milliseconds of each plain search, the shortest of its rounds. */
export async function measurePlain(db: Db, questions: readonly string[], rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    for (const [number, question] of questions.entries()) {
      const start = performance.now()
      await plainSearch(db, question)
      const took = performance.now() - start
      if (round > 0) times[number] = Math.min(took, times[number] ?? took)
    }
  }
  return times
}

async function plainSearch(db: Db, question: string): Promise<void> {
  await db.execute(sql`
    with asked as (
      select replace(plainto_tsquery('english', ${question})::text, '&', '|')::tsquery as words
    )
    select id from plain_search p, asked
    where p.words @@ asked.words order by ts_rank_cd(p.words, asked.words) desc limit 10`)
}
