import { type JobState, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import { jobLanes } from '../db/job-schema.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { isUuid } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import type { JobQueue } from './job-queue.ts'
import { countJobs, cursorAfter, listJobs, type StoredJob } from './jobs.store.ts'

/** Subject and owner of a job, for the list. */
export interface JobSubject {
  subject: string
  client: string | null
}

/** Dependencies of the calls about jobs. */
export interface JobServices {
  db: Db
  queue: Pick<JobQueue, 'retry' | 'wake'>
  /** Subjects by the id of the row that a job is about; ids of deleted rows are missing. */
  describe: (ids: string[]) => Promise<Map<string, JobSubject>>
}

/** Serves the list of background jobs to administrators. */
export function mountJobs(app: Hono<AppEnv>, { db, queue, describe }: JobServices): void {
  serve(app, routes.jobs, async (_c, { query }) => {
    const found = await listJobs(db, query)
    const shown = found.slice(0, query.limit)
    const subjects = await describe(shown.map(({ about }) => about))
    const last = shown.at(-1)
    return {
      items: shown.map((job) => toItem(job, subjects.get(job.about))),
      next_cursor: found.length > query.limit && last !== undefined ? cursorAfter(last) : null,
      counts: await countByState(db),
    }
  })

  serve(app, routes.retryJob, async (c) => {
    const lane = jobLanes.find((known) => known === c.req.param('lane'))
    const id = c.req.param('id') ?? ''
    if (lane === undefined || !isUuid(id) || !(await queue.retry(lane, id))) {
      throw notFound('There is no such failed job.')
    }
    queue.wake(lane)
    return { ok: true }
  })
}

async function countByState(db: Db): Promise<Record<JobState, number>> {
  const counts = { waiting: 0, running: 0, completed: 0, failed: 0 }
  for (const { state, count } of await countJobs(db)) counts[state] += count
  return counts
}

function toItem(job: StoredJob, about: JobSubject | undefined) {
  const { createdAt, startedAt, finishedAt, nextAt, about: _id, ...fields } = job
  return {
    ...fields,
    subject: about?.subject ?? '',
    client: about?.client ?? null,
    created_at: createdAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    next_at: nextAt?.toISOString() ?? null,
  }
}
