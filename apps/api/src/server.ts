import type { Logger } from 'pino'
import { createSettingsCache } from './settings/settings-cache.ts'
import { openMonths } from './analytics/analytics.partitions.ts'
import { type Locate, openGeoIpReader } from './analytics/geo-ip.ts'
import { createTurnRecorder } from './analytics/turn-recorder.ts'
import { alertToSpike } from './alerts/safety-alert.ts'
import { startWatching } from './alerts/watch.ts'
import { createApp } from './app.ts'
import { createPayments } from './billing/payments.ts'
import { createAnswerLimiter } from './limits/answer-limiter.ts'
import { createSharedDigest } from './limits/subject-digest.ts'
import { isReviewCurrent } from './safety/review.ts'
import { createSafetyStage } from './safety/safety-stage.ts'
import { createSafetyReader } from './safety/operator-safety.ts'
import { countDanger } from './safety/safety-counts.store.ts'
import type { FinishedTurn } from './chat/answering/answer-task.ts'
import { countApprovedHit } from './chat/approved/approved-hits.ts'
import { type ChatRuntime, createChatRuntime } from './chat/answering/answer-runtime.ts'
import { systemClock } from './platform/process/clock.ts'
import { createModel, createNamedModels } from './chat/model/providers/model-choice.ts'
import { startCommandServer } from './commands/command-server.ts'
import type { Config } from './config/config.ts'
import { type BudgetGuard, createBudgetGuard, startBudgetGuard } from './costs/budget-guard.ts'
import { createPriceReader } from './costs/model-prices.store.ts'
import type { Database } from './db/database.ts'
import { createStreamLog } from './chat/streams/create-stream-log.ts'
import { loadDemonstration } from './demo/load-demonstration.ts'
import { refuseDemonstrationRows } from './demo/remove-demonstration.ts'
import { addSampleEvents } from './demo/sample-events.ts'
import { createMetrics, type Metrics } from './ops/metrics.ts'
import { listenForMetrics } from './ops/metrics-server.ts'
import { openInstanceLock } from './platform/process/instance-lock.ts'
import { createEmbedder, type EmbeddingChoice } from './knowledge/embeddings/embedder.ts'
import { startEmbedding } from './knowledge/index/embedding-runs.ts'
import { setEmbedder } from './knowledge/embeddings/question-embeddings.ts'
import { keepIndexCurrent } from './knowledge/index/current-index.ts'
import { refreshIndex } from './knowledge/index/search-index.ts'
import { loadVocabularies } from './knowledge/vocabulary/brand-vocabulary.ts'
import { startFindingGaps } from './gaps/gap-runs.ts'
import { storeSafetyCases } from './evaluations/safety-cases.ts'
import { startSyncingSources } from './content/sources/source-schedule.ts'
import { startJobs } from './start-jobs.ts'
import { createJobSender, type JobQueue } from './jobs/job-queue.ts'
import { countJobs } from './jobs/jobs.store.ts'
import { markDelivered, markFailed } from './handover/handovers.store.ts'
import { lastBackupAt, startBackups } from './ops/scheduled-backups.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import { type Background, createBackground } from './platform/process/background.ts'
import { createOutcomeRecorder } from './outcomes/outcome-recorder.ts'
import { startStreamingAudit } from './webhooks/audit-stream.ts'
import { createEventSender, type EventSender } from './webhooks/events/event-sender.ts'
import { startReporting } from './weekly-reports/report-schedule.ts'
import { listen } from './platform/server/http-server.ts'
import type { Lifecycle } from './platform/process/lifecycle.ts'
import { openMigrated } from './platform/process/open-migrated.ts'
import { siteUrlOf } from './platform/http/site-url.ts'
import { startStep } from './platform/process/start-error.ts'

const recoverEveryMs = 5000
// Long beyond what any call of ours takes, and short enough for whoever waits.
const statementMs = 15_000
const lastWordsMs = 1000

/** The whole server, listening. */
export interface RunningServer {
  port: number
  /**
   * Takes nothing new, lets running answers finish for as long as the configuration grants, marks the others
   * interrupted, and closes the database.
   */
  stop: () => Promise<void>
}

/**
 * Nothing is left open when it throws.
 *
 * @throws {StartError} when the database or a file cannot be used, or the port is taken
 * @throws {DirectoryLockedError} when another process has the data directory open
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const opened = new AsyncDisposableStack()
  try {
    return await open(config, log, opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Milliseconds between two looks for approved answers that other instances saved: one look-up in an index. */
const approvedReadMs = 1000

async function open(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<RunningServer> {
  const database = await openFilled(config, opened)
  const shared = await createStreamLog(config.redis, log, () => void recover())
  opened.defer(() => shared.close())
  const instances = 'url' in config.database ? await openInstanceLock(config.database.url, log) : undefined
  opened.defer(() => instances?.close())
  const places = config.geoDatabase === null ? undefined : await openGeoIpReader(config.geoDatabase)
  opened.defer(() => places?.close())
  const lifecycle: Lifecycle = { stopping: false }
  let port = config.port
  const siteUrl = () => siteUrlOf(config.publicUrl, port)
  const background = createBackground(log)
  const { events, connect } = openEvents(database, log, opened)
  const readSafetyData = createSafetyReader(database.db, log)
  // The first reads compile phrases and words in long steps, for which no visitor is to wait. One after the other: a query
  // that waits for a connection meanwhile would reach its time limit on a busy machine, and end the start.
  await readSafetyData()
  await loadVocabularies(database.db)
  opened.defer(() => background.idle())
  const chat = createChatRuntime({
    db: database.db,
    model: createModel(config.model),
    modelNamed: createNamedModels(config.model),
    maxAnswerTokens: config.maxAnswerTokens,
    log,
    streams: shared.streams,
    limiter: createAnswerLimiter(shared.redis, createSharedDigest(database.db)),
    settings: createSettingsCache({ db: database.db, redis: shared.redis }),
    record: createRecorder(config, database.db, { locate: places?.locate, events }),
    onAnswered: (report) => metrics.answered(report),
    quietSafety: createSafetyStage({ region: config.safetyRegion ?? undefined, data: readSafetyData }),
    safety: createSafetyStage({
      region: config.safetyRegion ?? undefined,
      data: readSafetyData,
      onDanger: (danger) => {
        metrics.danger(danger)
        background.run('count of a danger', () =>
          noteDanger(danger, { db: database.db, metrics, log, siteUrl }),
        )
      },
    }),
    ...(instances === undefined ? {} : { isAlone: instances.isAlone }),
  })
  opened.defer(() => chat.drain(0))
  const { redis } = shared
  const metrics = createServerMetrics(config, database, { chat, redis })
  await chat.recover()
  opened.defer(await startReadingApproved(chat, background))
  const { db } = database
  background.run('refresh of the search index', () => refreshSearchIndex(db, { log, lifecycle }))
  if (config.embeddings !== null) opened.defer(embedContent(config.embeddings, db, { log, metrics }))
  opened.defer(followSearchIndex(db, log))
  background.run('safety cases of evaluations', () => storeSafetyCases(db, new Date()))
  const queue = await startJobs(config, database, { log, metrics, chat, siteUrl, events })
  connect(queue)
  opened.defer(() => queue.stop())
  const budgets = await startOperations(db, { queue, siteUrl, log, opened })
  const payments = await createPayments(config.payments, { db, siteUrl, now: () => new Date() })
  const own = { payments, background, queue, budgets }
  const parts = { config, database, chat, log, lifecycle, metrics, siteUrl, ...own }
  const app = createApp(parts)
  const http = await startStep(`Cannot listen on ${config.host}, port ${config.port}`, () =>
    listen(app, config.host, config.port),
  )
  port = http.port
  await openMetricsPort(config, metrics, opened)
  if ('dataDir' in config.database) opened.defer(await startCommandServer(db, config.database.dataDir, log))
  if (!isReviewCurrent(config.safetyReviewedOn)) warnOfReview(config, log)
  opened.defer(startFindingGaps(db, log, { approved: chat.approved }))
  writeBackups(config, database, { log, opened })
  const stopHousekeeping = startHousekeeping(db, log, config.retention)
  opened.defer(startSendingMail(config, db, log))
  const recovery = instances && setInterval(() => void recover(), recoverEveryMs)

  async function recover(): Promise<void> {
    try {
      await chat.recover()
    } catch (error) {
      log.warn({ error }, 'answers of instances that are gone were not looked for')
    }
  }

  return {
    port,
    async stop() {
      // From now on balancers are told to go elsewhere, and so is whoever comes all the same.
      lifecycle.stopping = true
      stopHousekeeping()
      clearInterval(recovery)
      await chat.drain(config.stopGraceMs)
      // Interrupted answers still send their error event: their connections stay open for a moment.
      await http.drain(lastWordsMs)
      http.close()
      await opened.disposeAsync()
    },
  }
}

/**
 * Opens the sender of the chat's events. The chat opens before the workers of jobs, some of which ask it: until `connect` is
 * called with their queue, they find the jobs of events by themselves.
 */
function openEvents(
  database: Database,
  log: Logger,
  opened: AsyncDisposableStack,
): { events: EventSender; connect: (queue: JobQueue) => void } {
  const sender = createJobSender(database, log)
  opened.defer(() => sender.stop())
  let workers: JobQueue | undefined
  return {
    events: createEventSender({ ...sender, wake: (lane) => workers?.wake(lane) }),
    connect(queue) {
      workers = queue
    },
  }
}

/** Reads changed approved answers, now and every moment; returns a function that stops it. */
async function startReadingApproved(chat: ChatRuntime, background: Background): Promise<() => void> {
  await chat.refreshApproved()
  const timer = setInterval(() => {
    background.run('approved answers', () => chat.refreshApproved())
  }, approvedReadMs)
  return () => {
    clearInterval(timer)
  }
}

/** Sends e-mails where there is a server for them; returns a function that stops it. */
function startSendingMail(
  { smtp }: Config,
  db: Database['db'],
  log: Logger,
): () => Promise<void> | undefined {
  const sender =
    smtp &&
    startMailSender({
      db,
      log,
      clock: systemClock,
      transport: createSmtpTransport(smtp),
      // E-mails of hand-overs have the id of their request; other ids mark nothing.
      onEnded: (id, isSent) => (isSent ? markDelivered(db, id, new Date()) : markFailed(db, id)),
    })
  return () => sender?.stop()
}

/** Counts a danger, and mails the administrators when there are far more of its category than usual. */
function noteDanger(
  danger: Parameters<typeof countDanger>[1],
  { db, metrics, log, siteUrl }: { db: Database['db']; metrics: Metrics; log: Logger; siteUrl: () => URL },
): Promise<void> {
  return countDanger(db, danger, new Date(), async (tx, spike) => {
    metrics.dangerSpike(spike.category)
    log.warn(spike, 'far more dangers of one category in an hour than usual')
    await alertToSpike(tx, spike, siteUrl())
  })
}

/** Searches go on meanwhile: content that an older version indexed stays findable until its turn. */
async function refreshSearchIndex(
  db: Database['db'],
  { log, lifecycle }: { log: Logger; lifecycle: Lifecycle },
): Promise<void> {
  const written = await refreshIndex(db, () => lifecycle.stopping)
  if (written > 0) log.info({ written }, 'search index refreshed')
}

function followSearchIndex(db: Database['db'], log: Logger): () => Promise<void> {
  return keepIndexCurrent(db, (error) => {
    log.warn({ error }, 'changes of the search index were not read')
  })
}

function createServerMetrics(
  { backups }: Config,
  { db }: Database,
  { chat, redis }: { chat: ChatRuntime; redis: { readonly isReady: boolean } | null },
): Metrics {
  return createMetrics({
    runningAnswers: () => chat.running,
    isRedisUp: redis && (() => redis.isReady),
    countJobs: () => countJobs(db),
    ...(backups.schedule !== null && { lastBackupAt: () => lastBackupAt(db) }),
  })
}

function writeBackups(
  { backups: { schedule }, database: location }: Config,
  database: Database,
  { log, opened }: { log: Logger; opened: AsyncDisposableStack },
): void {
  if (schedule !== null) opened.defer(startBackups(database, { location, schedule, log }))
}

/** Starts syncs of sources, weekly e-mails, alerts, the audit stream and budgets, which are read before the first question. */
async function startOperations(
  db: Database['db'],
  {
    queue,
    siteUrl,
    log,
    opened,
  }: { queue: JobQueue; siteUrl: () => URL; log: Logger; opened: AsyncDisposableStack },
): Promise<BudgetGuard> {
  opened.defer(startSyncingSources(db, queue, log))
  opened.defer(startReporting(db, queue, log))
  opened.defer(startWatching(db, siteUrl, log))
  opened.defer(startStreamingAudit(db, createEventSender(queue), log))
  const budgets = createBudgetGuard(db, () => new Date())
  await budgets.refresh()
  opened.defer(startBudgetGuard(budgets, log))
  return budgets
}

/** Has searches compare embeddings, and embeds passages in the background; returns a function that stops it. */
function embedContent(
  choice: EmbeddingChoice,
  db: Database['db'],
  { log, metrics }: { log: Logger; metrics: Metrics },
): () => Promise<void> {
  const embedder = createEmbedder(choice)
  setEmbedder(db, embedder, {
    onOutcome(outcome, error) {
      metrics.embedded(outcome)
      // A failure pauses the requests, so that few lines are written.
      if (error !== undefined) log.warn({ error, outcome }, 'a question was not embedded')
    },
  })
  return startEmbedding(db, embedder, log)
}

/** Records a finished turn in the statistics and as an outcome; one failure does not keep the other from being stored. */
function createRecorder(
  config: Config,
  db: Database['db'],
  { locate, events }: { locate: Locate | undefined; events: EventSender },
): (turn: FinishedTurn) => Promise<void> {
  const count = createTurnRecorder(db, { keys: config.addressKeys, ...(locate && { locate }) })
  const { keepsText, costPerMillionTokens } = config.outcomes
  const priceOf = createPriceReader(db, costPerMillionTokens)
  const record = createOutcomeRecorder(db, { keepsText, priceOf, events })
  return async (turn) => {
    const { approval } = turn.run.answer.toolContext
    const written = await Promise.allSettled([
      count(turn),
      record(turn),
      ...(approval && turn.origin.isPreview !== true
        ? [countApprovedHit(db, approval.id, turn.answeredAt)]
        : []),
    ])
    for (const result of written) if (result.status === 'rejected') throw result.reason
  }
}

/** Opens the migrated database, with the demonstration data where the configuration asks for it. */
async function openFilled(config: Config, opened: AsyncDisposableStack): Promise<Database> {
  const database = await openMigrated(
    'url' in config.database ? { ...config.database, statementMs } : config.database,
  )
  opened.defer(() => database.close())
  await openMonths(database.db, new Date())
  if (config.demo) {
    await loadDemonstration(database.db)
    await addSampleEvents(database.db, new Date())
  } else {
    await refuseDemonstrationRows(database.db)
  }
  return database
}

async function openMetricsPort(
  { host, metrics: { port } }: Config,
  metrics: Metrics,
  opened: AsyncDisposableStack,
): Promise<void> {
  if (port === null) return
  const scraped = await startStep(`Cannot listen on ${host}, port ${port}, for metrics`, () =>
    listenForMetrics(metrics, host, port),
  )
  opened.defer(() => scraped.close())
}

function warnOfReview({ safetyReviewedOn: reviewedOn }: Config, log: Logger): void {
  log.warn(
    { reviewedOn },
    'the safety texts and help lines have no current review: have them reviewed and set SAFETY_REVIEWED_ON',
  )
}
