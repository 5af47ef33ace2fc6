import type { Logger } from 'pino'
import type { ChatRuntime } from './chat/answering/answer-runtime.ts'
import { localProvider } from './chat/model/answer-judgement.ts'
import type { Config } from './config/config.ts'
import { continueImport } from './content/imports/imports.store.ts'
import { runImport } from './content/imports/run-import.ts'
import type { Database } from './db/database.ts'
import { createJudge } from './evaluations/judge.ts'
import { runEvaluation } from './evaluations/run-evaluation.ts'
import { deliverHandover } from './handover/delivery/deliver-handover.ts'
import { deliveryOptions } from './handover/delivery/delivery-options.ts'
import { type JobHandler, type JobQueue, startJobQueue } from './jobs/job-queue.ts'
import type { Metrics } from './ops/metrics.ts'
import { deliverWebhook } from './webhooks/deliver-webhook.ts'
import { createEndpointRests } from './webhooks/endpoint-rests.ts'
import type { EventSender } from './webhooks/events/event-sender.ts'
import { sendReport } from './weekly-reports/reports.store.ts'

/** Starts the workers of background jobs. */
export async function startJobs(
  config: Config,
  database: Database,
  {
    log,
    metrics,
    chat,
    siteUrl,
    events,
  }: {
    log: Logger
    metrics: Metrics
    chat: ChatRuntime
    siteUrl: () => URL
    events: EventSender
  },
): Promise<JobQueue> {
  const {
    content: { storageBytes },
    networkAccess,
    outcomes: { keepsText },
  } = config
  const now = () => new Date()
  const delivery = deliveryOptions(config, { db: database.db, now })
  const [rests, handoverRests] = [createEndpointRests(), createEndpointRests()]
  const run: JobHandler = async ({ id }, signal) => {
    const ending = await runImport(id, { db: database.db, now, storageBytes, networkAccess, events, signal })
    if (ending === 'unfinished') await continueImport(database.db, queue, id)
  }
  const { rehearse, modelFor } = chat
  const judge = modelFor('').provider === localProvider ? null : createJudge(modelFor(''))
  const evaluate: JobHandler = ({ id }, signal) =>
    runEvaluation(id, { db: database.db, now, rehearse, judge, signal })
  const queue = await startJobQueue(database, {
    handlers: {
      uploads: run,
      sources: run,
      evaluations: evaluate,
      reports: ({ id }) => sendReport(id, { db: database.db, now, siteUrl, keepsText }),
      handovers: ({ id }, signal) => deliverHandover(id, { ...delivery, rests: handoverRests, signal }),
      webhooks: ({ id }, signal) =>
        deliverWebhook(id, { db: database.db, now, siteUrl, networkAccess, rests, signal }),
    },
    log,
    onReport: metrics.jobEnded,
  })
  return queue
}
