import type { JobListQuery, JobState } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { jobLanes, type Lane } from '../db/job-schema.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'

// A type alias, because only type aliases have the index signature that rows need.
/** A job as pg-boss stores it. */
export type StoredJob = {
  id: string
  lane: Lane
  state: JobState
  /** Id of the row that describes the work. */
  about: string
  retries: number
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  nextAt: Date | null
  error: string | null
}

// Names of the states of pg-boss, which has two for a job that waits.
const states = sql`case state::text when 'active' then 'running' when 'completed' then 'completed'
  when 'failed' then 'failed' when 'cancelled' then 'failed' else 'waiting' end`

/** Milliseconds since 1970: the drivers return timestamps of raw statements in different types. */
const time = (column: string) => sql`(extract(epoch from ${sql.identifier(column)}) * 1000)::float8`

/** Lists jobs of every lane, newest first, one more than the limit. */
export async function listJobs(db: Db, { state, limit, cursor }: JobListQuery): Promise<StoredJob[]> {
  const [, at = '', id = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/u.exec(cursor ?? '') ?? []
  if (cursor !== undefined && !isUuid(id)) {
    throw new HttpError('malformed', 'This cursor is not one of ours.')
  }
  const { rows } = await db.execute<Record<keyof StoredJob, unknown>>(sql`
    select id, name as lane, ${states} as state, data ->> 'id' as about, retry_count as retries,
      ${time('created_on')} as "createdAt", ${time('started_on')} as "startedAt",
      ${time('completed_on')} as "finishedAt",
      case when state = 'retry' then ${time('start_after')} end as "nextAt", output ->> 'message' as error
    from pgboss.job
    where ${state === undefined ? sql`true` : sql`${states} = ${state}`}
      and ${cursor === undefined ? sql`true` : sql`(floor(extract(epoch from created_on) * 1000), id) < (${Number(at)}, ${id}::uuid)`}
    order by floor(extract(epoch from created_on) * 1000) desc, id desc
    limit ${limit + 1}`)
  return rows.map((row) => toJob(row))
}

/** The cursor of the page that follows a job. */
export function cursorAfter({ createdAt, id }: StoredJob): string {
  return `${createdAt.getTime()}.${id}`
}

/** Number of jobs by lane and state; absent where there are none. */
export async function countJobs(db: Db): Promise<{ lane: string; state: JobState; count: number }[]> {
  const { rows } = await db.execute<{ lane: string; state: JobState; count: number }>(sql`
    select name as lane, ${states} as state, count(*)::int as count from pgboss.job group by 1, 2`)
  return rows
}

function toJob(row: Record<keyof StoredJob, unknown>): StoredJob {
  const date = (value: unknown) => (value === null ? null : new Date(Math.floor(Number(value))))
  return {
    id: String(row.id),
    lane: jobLanes.find((lane) => lane === row.lane) ?? 'uploads',
    state: readState(row.state),
    about: String(row.about),
    retries: Number(row.retries),
    createdAt: date(row.createdAt) ?? new Date(0),
    startedAt: date(row.startedAt),
    finishedAt: date(row.finishedAt),
    nextAt: date(row.nextAt),
    error: typeof row.error === 'string' ? row.error : null,
  }
}

function readState(state: unknown): JobState {
  if (state === 'running' || state === 'completed' || state === 'failed') return state
  return 'waiting'
}
