import { routePath } from 'hono/route'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type CountJobs, type EndedJob, measureJobs } from './job-metrics.ts'
import type { SyncMiddleware } from '../platform/http/sync-middleware.ts'

/** Measurements of an answer. Times in seconds. */
export interface AnswerReport {
  status: string
  seconds: number
  tokens: number
  /** Citation numbers without a source that were removed from the text. */
  inventedCitations: number
  /** False when the model answered without a search. */
  searched: boolean
}

/** Metrics of one process. They contain no personal data. */
export interface Metrics {
  /** Counts and times every call by its route. */
  calls: SyncMiddleware
  answered: (report: AnswerReport) => void
  /** Counts a danger that the safety stage found. */
  danger: (danger: { category: string; severity: string }) => void
  /** Counts how the embedding of a question went. */
  embedded: (result: string) => void
  /** Counts and times an attempt at a background job. */
  jobEnded: (job: EndedJob) => void
  /** Counts an hour with far more dangers of a category than usual. */
  dangerSpike: (category: string) => void
  /** Prometheus' text format. */
  read: () => Promise<{ contentType: string; text: string }>
}

/** Gauges that are read on each scrape. */
export interface MetricsOptions {
  runningAnswers: () => number
  /** Null where there is none. */
  isRedisUp: (() => boolean) | null
  /** Background jobs by lane and state. @default none are counted */
  countJobs?: CountJobs
  /** Time of the last backup that the server wrote. @default it writes none */
  lastBackupAt?: () => Promise<Date | null>
}

/** A registry of its own, so that two servers of one process do not mix. */
export function createMetrics({
  runningAnswers,
  isRedisUp,
  countJobs,
  lastBackupAt,
}: MetricsOptions): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const calls = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the headers of an answer are out.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const answers = new Histogram({
    name: 'chat_answer_duration_seconds',
    help: 'Time from a question to the end of its answer.',
    labelNames: ['status'],
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320],
    registers,
  })
  const embedded = new Counter({
    name: 'search_question_embeddings_total',
    help: 'Searches with an embedding model: used, failed, too_slow, or skipped after a failure. All but used compared words alone.',
    labelNames: ['result'],
    registers,
  })
  const dangers = new Counter({
    name: 'chat_safety_notices_total',
    help: 'Dangers that the safety stage found, by kind; never with the words of a person.',
    labelNames: ['category', 'severity'],
    registers,
  })
  const dangerSpikes = new Counter({
    name: 'chat_safety_spikes_total',
    help: 'Hours in which this instance found far more dangers of a category than usual.',
    labelNames: ['category'],
    registers,
  })
  const jobEnded = measureJobs(register, countJobs)
  const tokens = new Counter({
    name: 'chat_tokens_total',
    help: 'Tokens that models have read and written.',
    registers,
  })
  const invented = new Counter({
    name: 'chat_invented_citations_total',
    help: 'Citation numbers without a source, removed from answers.',
    registers,
  })
  const unsearched = new Counter({
    name: 'chat_unsearched_answers_total',
    help: 'Answers that a model gave without a search.',
    registers,
  })
  addGauges(register, { runningAnswers, isRedisUp, lastBackupAt })

  return {
    calls: {
      after(c, ms) {
        const path = routePath(c, -1)
        const route = path === '*' || path === '/*' || path === '/api/*' ? 'other' : path
        calls.observe({ method: c.req.method, route, status: c.res.status }, ms / 1000)
      },
    },
    embedded: (result) => embedded.inc({ result }),
    danger: (labels) => dangers.inc(labels),
    jobEnded,
    dangerSpike: (category) => dangerSpikes.inc({ category }),
    answered(report) {
      answers.observe({ status: report.status }, report.seconds)
      tokens.inc(report.tokens)
      invented.inc(report.inventedCitations)
      if (!report.searched && report.status === 'complete') unsearched.inc()
    },
    async read() {
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}

/** Gauges that are read on each scrape. */
function addGauges(
  register: Registry,
  {
    runningAnswers,
    isRedisUp,
    lastBackupAt,
  }: Pick<MetricsOptions, 'runningAnswers' | 'isRedisUp'> & {
    lastBackupAt: MetricsOptions['lastBackupAt'] | undefined
  },
): void {
  register.registerMetric(
    new Gauge({
      name: 'chat_running_answers',
      help: 'Answers being made by this process.',
      registers: [],
      collect() {
        this.set(runningAnswers())
      },
    }),
  )
  if (isRedisUp !== null) {
    register.registerMetric(
      new Gauge({
        name: 'redis_up',
        help: '1 while the connection to Redis stands, 0 while it is broken.',
        registers: [],
        collect() {
          this.set(isRedisUp() ? 1 : 0)
        },
      }),
    )
  }

  if (lastBackupAt !== undefined) {
    register.registerMetric(
      new Gauge({
        name: 'backup_last_success_timestamp_seconds',
        help: 'Time of the last whole backup of all instances, 0 before the first.',
        registers: [],
        async collect() {
          this.set(((await lastBackupAt())?.getTime() ?? 0) / 1000)
        },
      }),
    )
  }
}
