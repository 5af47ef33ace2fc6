import type { Page } from './conversations.ts'
import { amount, id, list, maybe, oneOf, or, shape, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

/** State of a background job. `waiting` includes the pause before a retry. */
export type JobState = 'waiting' | 'running' | 'completed' | 'failed'

/** A background job. */
export interface Job {
  id: string
  /** Jobs of one lane wait for each other, and never for those of another lane. */
  lane: string
  state: JobState
  /** The files that it is about; empty once they are deleted. */
  subject: string
  /** Email of the owner of the content; null for shared content. */
  client: string | null
  /** Attempts that ended without success. */
  retries: number
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  /** The next attempt of a job that waits after a failure. */
  nextAt: string | null
  /** Message of the last failure; null for none. */
  error: string | null
}

/** A page of jobs, with the number of all jobs by state. */
export interface JobPage extends Page<Job> {
  counts: Record<JobState, number>
}

/** The calls about background jobs. */
export interface JobCalls {
  /** Jobs of the last seven days, newest first. */
  jobs: (
    options?: CallOptions & {
      state?: JobState | undefined
      limit?: number | undefined
      cursor?: string | null | undefined
    },
  ) => Promise<JobPage>
  /** Repeats a failed job. */
  retryJob: (job: Pick<Job, 'id' | 'lane'>, options?: CallOptions) => Promise<void>
}

const decodeJob = shape<Job>({
  id,
  lane: words,
  state: or(oneOf('waiting', 'running', 'completed', 'failed'), 'waiting'),
  subject: words,
  client: maybe,
  retries: or(amount, 0),
  createdAt: words,
  startedAt: maybe,
  finishedAt: maybe,
  nextAt: maybe,
  error: maybe,
})

const count = or(amount, 0)

const decodePage = shape<JobPage>({
  items: list(decodeJob),
  nextCursor: or(id, null),
  counts: or(shape<JobPage['counts']>({ waiting: count, running: count, completed: count, failed: count }), {
    waiting: 0,
    running: 0,
    completed: 0,
    failed: 0,
  }),
})

const path = '/api/admin/jobs'

/** The calls of {@link JobCalls}. */
export function createJobCalls({ call, tell }: Http): JobCalls {
  return {
    jobs: ({ signal, ...query } = {}) => call(decodePage, { path, query: { ...query }, signal }),
    retryJob: (job, { signal } = {}) =>
      tell({
        method: 'POST',
        path: `${path}/${encodeURIComponent(job.lane)}/${encodeURIComponent(job.id)}/retry`,
        signal,
      }),
  }
}
