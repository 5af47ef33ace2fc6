import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import type { Db } from '@org/api/db/database.ts'
import { currentIndex } from '@org/api/knowledge/current-index.ts'
import { search } from '@org/api/knowledge/knowledge.search.ts'

/** Milliseconds of each search and of the longest turn of the event loop within it. */
export interface Searches {
  times: number[]
  blocked: number[]
}

/** Asks one question after the other; a first round is not counted. */
export async function measureSearches(db: Db, questions: readonly string[]): Promise<Searches> {
  const found: Searches = { times: [], blocked: [] }
  for (const round of [0, 1]) {
    for (const question of questions) {
      const loop = watchLoop()
      const start = performance.now()
      await search(db, question)
      const took = performance.now() - start
      const blocked = await loop.stop()
      if (round === 0) continue
      found.times.push(took)
      found.blocked.push(blocked)
    }
  }
  return found
}

function watchLoop(): { stop: () => Promise<number> } {
  let longest = 0
  let isRunning = true
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(tick)
  }
  setImmediate(tick)
  return {
    async stop() {
      await turn()
      isRunning = false
      return longest
    },
  }
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

/** Milliseconds of each plain search. */
export async function measurePlain(db: Db, questions: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const question of questions) {
    const start = performance.now()
    await db.execute(sql`
      with asked as (
        select replace(plainto_tsquery('english', ${question})::text, '&', '|')::tsquery as words
      )
      select id from plain_search p, asked
      where p.words @@ asked.words order by ts_rank_cd(p.words, asked.words) desc limit 10`)
    times.push(performance.now() - start)
  }
  return times
}
