import type { Logger } from 'pino'
import { sql } from 'drizzle-orm'
import { createHeadLog } from './audit/audit-heads.ts'
import type { Db } from './db/database.ts'
import { users } from './db/schema/auth.ts'
import { conversations, messageImages, messages } from './db/schema/chat.ts'
import type { RetentionSettings } from './privacy/data-policy.ts'
import { personalData } from './privacy/personal-data.ts'
import { applyRetention } from './privacy/retention.ts'

const hourMs = 3_600_000

/**
 * Applies the retention rules of the registry of personal data, logs the ends of the audit chains and refreshes the
 * planner's statistics: at the start and every hour.
 *
 * @returns a function that stops it
 */
export function startHousekeeping(db: Db, log: Logger, settings: RetentionSettings): () => void {
  const logAuditHeads = createHeadLog(db, log)
  const run = () => {
    void applyRetentionRules(db, log, { settings, now: new Date() })
      .then(() => logAuditHeads())
      .then(() => analyseTables(db, log))
  }
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

/**
 * Refreshes the statistics by which the planner chooses an index: the embedded database has no autovacuum. A failure
 * is logged.
 */
export async function analyseTables(db: Db, log: Logger): Promise<void> {
  try {
    for (const table of [users, conversations, messages, messageImages])
      await db.execute(sql`analyze ${table}`)
  } catch (error) {
    log.warn({ error }, "the planner's statistics were not refreshed")
  }
}
