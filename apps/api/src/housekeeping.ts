import type { Logger } from 'pino'
import type { Db } from './db/database.ts'
import type { RetentionSettings } from './privacy/data-policy.ts'
import { personalData } from './privacy/personal-data.ts'
import { applyRetention } from './privacy/retention.ts'

const hourMs = 3_600_000

/**
 * Applies the retention rules of the registry of personal data: at the start and every hour.
 *
 * @returns a function that stops it
 */
export function startHousekeeping(db: Db, log: Logger, settings: RetentionSettings): () => void {
  const run = () => void applyRetentionRules(db, log, { settings, now: new Date() })
  run()
  const timer = setInterval(run, hourMs)
  return () => clearInterval(timer)
}

/** Applies every retention rule once; a rule that fails is logged, and the others still run. */
export async function applyRetentionRules(
  db: Db,
  log: Logger,
  { settings, now }: { settings: RetentionSettings; now: Date },
): Promise<void> {
  await applyRetention(db, {
    registry: personalData,
    settings,
    now,
    onFailure: (table, error) => log.warn({ error, table }, 'a retention rule failed'),
  })
}
