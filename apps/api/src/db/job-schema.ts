import { type Db as JobDatabase, PgBoss } from 'pg-boss'

/** A database as pg-boss uses it: statements with `$1`, and several statements at once where none has values. */
export type { JobDatabase }

/** Schema of the tables of pg-boss, which holds nothing else. */
export const jobSchema = 'pgboss'

/** The two kinds of database that pg-boss has settings for. */
export type JobBackend = 'postgres' | 'pglite'

/** Lanes of background work. Each has its own workers, so that a long job of one lane delays no job of another. */
export const jobLanes = ['uploads', 'sources', 'evaluations', 'reports', 'handovers', 'webhooks'] as const

/** The lane of a job. */
export type Lane = (typeof jobLanes)[number]

/** Settings of the lanes. Times in seconds. */
const laneSettings = {
  /** Attempts beyond the first: a restart of the server counts as one. */
  retryLimit: 25,
  /** Pause before the first retry; it doubles up to `retryDelayMax`. */
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  /** Longest run of one attempt. */
  expireInSeconds: 4 * 3600,
  /** Time for which finished and failed jobs stay in the list. */
  deleteAfterSeconds: 7 * 86_400,
  /** Time without a sign of life after which a job counts as abandoned: the shortest that pg-boss offers. */
  heartbeatSeconds: 10,
}

/** Differences of single lanes. */
const ownSettings: Partial<Record<Lane, Partial<typeof laneSettings>>> = {
  // A receiver may be unreachable for a weekend: with these pauses, the attempts take three days.
  handovers: { retryLimit: 30, retryDelay: 5, retryDelayMax: 4 * 3600, expireInSeconds: 300 },
  webhooks: { retryLimit: 30, retryDelay: 5, retryDelayMax: 4 * 3600, expireInSeconds: 300 },
}

/**
 * Creates the tables and lanes of the job queue, or brings them up to date. Several instances may call it at once.
 */
export async function migrateJobs(db: JobDatabase, backend: JobBackend): Promise<void> {
  const boss = new PgBoss({
    db,
    backend,
    schema: jobSchema,
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  let failure: unknown
  // Without a listener the event would end the process.
  boss.on('error', (error) => (failure = error))
  await boss.start()
  for (const lane of jobLanes) {
    const settings = { ...laneSettings, ...ownSettings[lane] }
    await boss.createQueue(lane, settings)
    await boss.updateQueue(lane, settings)
  }
  await boss.stop({ graceful: false, close: false })
  if (failure !== undefined) throw failure
}

interface QueryResult {
  rows: unknown[]
}

/** A pool or connection of node-postgres, which answers several statements with a list of results. */
export function jobDatabaseOf(client: {
  query: (text: string, values?: unknown[]) => Promise<QueryResult | QueryResult[]>
}): JobDatabase {
  return {
    async executeSql(text, values) {
      const result = await client.query(text, values)
      return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows }
    },
  }
}
