import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Transaction } from '../db/database.ts'
import { jobLanes, jobSchema, type Lane } from '../db/job-schema.ts'
import { createSharedDigest } from '../limits/subject-digest.ts'

/** Data of a job: the id of the row that describes the work, and nothing personal. */
export interface JobData {
  id: string
}

/**
 * Does the work of one job. A job may be repeated after a crash: what was done before must be found again.
 *
 * @param signal aborts when the server stops; the handler then throws, and the job is repeated by another process
 * @throws {JobFailure} with the text that the list of jobs shows; other errors are shown by their name alone
 */
export type JobHandler = (data: JobData, signal: AbortSignal) => Promise<void>

/** A failure whose message contains no personal data and is shown to operators. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
}

/** Result of one attempt, for metrics. */
export interface JobReport {
  lane: Lane
  result: 'completed' | 'failed'
  seconds: number
}

/** Background work that survives the process. Several instances share one queue. */
export interface JobQueue {
  /**
   * Resolves when {@link send} needs no other connection than its transaction's: the embedded database has one alone. Call
   * it before the transaction begins.
   */
  prepare: () => Promise<void>
  /**
   * Adds a job in a transaction: there is no job without the rows that it is about.
   *
   * @param owner jobs of one owner run one after the other, webhooks two at once, so that nobody fills a lane
   */
  send: (tx: Transaction, lane: Lane, data: JobData, owner: string) => Promise<void>
  /** Has an idle worker of this process look for a job at once instead of at its next look. */
  wake: (lane: Lane) => void
  /** Repeats a failed job; false when there is no such failed job. */
  retry: (lane: Lane, jobId: string) => Promise<boolean>
  /** Aborts running jobs, which another process or the next start repeats. */
  stop: () => Promise<void>
}

/** Options of {@link startJobQueue}. */
export interface JobQueueOptions {
  handlers: Record<Lane, JobHandler>
  log: Logger
  onReport?: (report: JobReport) => void
}

/** Jobs of a lane that one process works on at once. */
const jobsAtOnce = 2

/** Workers of lanes whose jobs wait for other servers: one that is slow must not delay the others. */
const waitingAtOnce: Partial<Record<Lane, number>> = { webhooks: 8, handovers: 4 }

/** Webhooks of one owner at once: one of its endpoints that is slow leaves a worker to the others. */
const webhooksOfOwner = 2

/**
 * Seconds between two looks. A job that this process adds is found at once, so that one worker of a lane, the first, looks
 * for those of others and for retries; each look costs the embedded database some 10 ms of processor time. The rest look
 * for the case that the first one is busy. `monitor` is for abandoned jobs.
 */
const lookSeconds = {
  embedded: { first: 4, rest: 20, monitor: 30 },
  postgres: { first: 2, rest: 10, monitor: 5 },
}

/** Milliseconds that a stopping server waits for running jobs to end. */
const stopMs = 5000

type QueueDatabase = Pick<Database, 'kind' | 'jobs'>

function looksOf({ kind }: QueueDatabase): (typeof lookSeconds)['postgres'] {
  return kind === 'postgres' ? lookSeconds.postgres : lookSeconds.embedded
}

function createBoss(database: QueueDatabase, log: Logger, supervise: boolean): PgBoss {
  const { kind, jobs } = database
  const { monitor } = looksOf(database)
  const boss = new PgBoss({
    db: jobs,
    backend: kind === 'postgres' ? 'postgres' : 'pglite',
    schema: jobSchema,
    schedule: false,
    registerInstance: false,
    migrate: false,
    monitorVacuum: false,
    supervise,
    superviseIntervalSeconds: monitor,
    monitorIntervalSeconds: monitor,
  })
  boss.on('error', ({ message }) => log.warn({ message }, 'the job queue failed'))
  boss.on('warning', ({ message }) => log.warn({ message }, 'the job queue is slow'))
  return boss
}

/** Starts the workers of every lane. The database must be migrated. */
export async function startJobQueue(database: QueueDatabase, options: JobQueueOptions): Promise<JobQueue> {
  const boss = createBoss(database, options.log, true)
  await boss.start()
  const stopping = new AbortController()
  const lanes = new Map<Lane, LaneWorkers>()
  for (const lane of jobLanes) {
    // One process alone has an embedded database open: what is marked as running was left by one that has ended.
    if (database.kind !== 'postgres') await repeatAbandoned(boss, lane)
    const workers = new LaneWorkers(boss, lane)
    lanes.set(lane, workers)
    await workers.start({ ...options, looks: looksOf(database), signal: stopping.signal })
  }
  return {
    ...callsOf(() => Promise.resolve(boss)),
    wake: (lane) => lanes.get(lane)?.wake(),
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: stopMs, close: false })
    },
  }
}

/** A queue without workers: other processes, or the next start, work on the jobs. It connects with the first call. */
export function createJobSender(database: QueueDatabase, log: Logger): JobQueue {
  let started: Promise<PgBoss> | undefined
  const start = () => (started ??= createBoss(database, log, false).start())
  return {
    ...callsOf(start),
    wake: () => undefined,
    async stop() {
      await (await started)?.stop({ graceful: false, close: false })
    },
  }
}

function callsOf(start: () => Promise<PgBoss>): Pick<JobQueue, 'prepare' | 'send' | 'retry'> {
  return {
    async prepare() {
      await start()
    },
    async send(tx, lane, data, owner) {
      const boss = await start()
      // Finished jobs are listed for days: an account that is deleted meanwhile is in none of them.
      const id = await createSharedDigest(tx)(owner)
      await boss.send(lane, data, { group: { id }, db: fromDrizzle(tx, sql) })
    },
    async retry(lane, jobId) {
      const boss = await start()
      const [job] = await boss.findJobs(lane, { id: jobId })
      if (job?.state !== 'failed') return false
      await boss.retry(lane, jobId)
      return true
    },
  }
}

interface WorkerSettings extends JobQueueOptions {
  looks: { first: number; rest: number }
  signal: AbortSignal
}

/** The workers of a lane in this process. Each is one of pg-boss by itself, so that it can be woken by itself. */
class LaneWorkers {
  readonly #boss: PgBoss
  readonly #lane: Lane
  readonly #ids: string[] = []
  readonly #busy = new Set<number>()

  constructor(boss: PgBoss, lane: Lane) {
    this.#boss = boss
    this.#lane = lane
  }

  async start(settings: WorkerSettings): Promise<void> {
    const { looks } = settings
    const count = waitingAtOnce[this.#lane] ?? jobsAtOnce
    const groupConcurrency = this.#lane === 'webhooks' ? webhooksOfOwner : 1
    for (let worker = 0; worker < count; worker += 1) {
      const pace = { pollingIntervalSeconds: worker === 0 ? looks.first : looks.rest, groupConcurrency }
      const id = await this.#boss.work<JobData>(this.#lane, pace, async (batch) => {
        this.#busy.add(worker)
        // There may be more jobs than the one that this worker has.
        this.wake()
        try {
          for (const job of batch) await runJob(job, { ...settings, lane: this.#lane })
        } finally {
          this.#busy.delete(worker)
          // The next job of the same owner has waited for this one.
          this.#notify(worker)
        }
      })
      this.#ids.push(id)
    }
  }

  /** Has an idle worker look for a job; one that finds a job wakes the next. */
  wake(): void {
    const idle = this.#ids.findIndex((_, worker) => !this.#busy.has(worker))
    if (idle !== -1) this.#notify(idle)
  }

  #notify(worker: number): void {
    const id = this.#ids[worker]
    if (id !== undefined) this.#boss.notifyWorker(id)
  }
}

async function runJob(
  { id: jobId, data }: { id: string; data: JobData },
  { lane, signal, handlers, log, onReport }: WorkerSettings & { lane: Lane },
): Promise<void> {
  const startedAt = performance.now()
  const report = (result: JobReport['result']) =>
    onReport?.({ lane, result, seconds: (performance.now() - startedAt) / 1000 })
  try {
    await handlers[lane](data, signal)
    report('completed')
  } catch (error) {
    report('failed')
    if (!signal.aborted) log.warn({ error, lane, jobId }, 'a job failed')
    throw shownFailure(error)
  }
}

/** Errors of the database name their parameters, which may be texts of people: the list shows the kind of error alone. */
function shownFailure(error: unknown): Error {
  if (error instanceof JobFailure) return error
  return new JobFailure(error instanceof Error ? error.name : 'Error')
}

async function repeatAbandoned(boss: PgBoss, lane: Lane): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id from ${jobSchema}.job where name = $1 and state = 'active'`, [lane])
  const ids = rows.map(({ id }: { id: string }) => id)
  if (ids.length > 0) await boss.fail(lane, ids, { name: 'JobFailure', message: 'The server ended.' })
}
