import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { addDueReports } from './reports.store.ts'

/** Milliseconds between two looks for weekly e-mails that are due. */
const lookMs = 60_000

/**
 * Adds the jobs of weekly e-mails that are due, at once and while the server runs. Several instances share the work.
 *
 * @returns stops it; resolves when nothing is under way
 */
export function startReporting(
  db: Db,
  queue: Pick<JobQueue, 'prepare' | 'send' | 'wake'>,
  log: Logger,
  now: () => Date = () => new Date(),
): () => Promise<void> {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= addDueReports(db, queue, now())
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ error }, 'weekly e-mails were not looked for'))
      .finally(() => (running = undefined))
  }
  look()
  const timer = setInterval(look, lookMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
