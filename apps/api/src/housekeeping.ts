import type { Logger } from 'pino'
import { maintainPartitions } from './analytics/analytics.partitions.ts'
import { purgeAttempts } from './auth/attempts.store.ts'
import { purgeOneTimeTokens } from './auth/one-time-token.store.ts'
import { purgeSessions } from './auth/session.store.ts'
import { purgeBilling } from './billing/subscriptions.store.ts'
import type { Db } from './db/database.ts'
import { purgeMails } from './mail/outbox.store.ts'

const hourMs = 3_600_000

const purges = {
  sessions: purgeSessions,
  attempts: purgeAttempts,
  'one-time tokens': purgeOneTimeTokens,
  'e-mails': purgeMails,
  'billing links': purgeBilling,
  "the statistics' months": maintainPartitions,
}

/** Drops what has run out: at the start and every hour. The function given back ends it. */
export function startHousekeeping(db: Db, log: Logger): () => void {
  const tidy = () => void dropWhatHasRunOut(db, log, new Date())
  tidy()
  const timer = setInterval(tidy, hourMs)
  return () => clearInterval(timer)
}

/** One failure does not keep the others from their work. */
export async function dropWhatHasRunOut(db: Db, log: Logger, now: Date): Promise<void> {
  for (const [what, purge] of Object.entries(purges)) {
    try {
      await purge(db, now)
    } catch (error) {
      log.warn({ error, what }, 'tidying up failed')
    }
  }
}
