import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { type ChainHead, readHeads } from './audit-chain.ts'

/**
 * Creates a function that logs the last row of each chain of the audit log, for `verify-audit` to compare: where logs are
 * stored elsewhere, a whole new chain in the database would contradict them. Each call first compares the rows that the call
 * before has logged, so that the process itself notices when the end of a chain is removed or built again. A failure is logged.
 */
export function createHeadLog(db: Db, log: Logger): () => Promise<void> {
  let logged: ChainHead[] = []
  return async () => {
    try {
      for (const head of logged) {
        if (await isLost(db, head))
          log.error({ ...head }, 'the audit chain lost a row that was logged before')
      }
      logged = (await readHeads(db)).filter(({ position }) => position > 0)
      for (const head of logged) log.info({ ...head }, 'audit chain')
    } catch (error) {
      log.warn({ error }, 'the audit chain was not read')
    }
  }
}

/** Returns whether a row is neither stored nor before the beginning that the retention period has left. */
async function isLost(db: Db, { chain, position, hash }: ChainHead): Promise<boolean> {
  const { rows } = await db.execute<{ first: number | null; hash: string | null }>(sql`
    select
      (select min(position)::float8 from audit_chain where chain = ${chain} and position > 0) as first,
      (select hash from audit_chain where chain = ${chain} and position = ${position}) as hash
  `)
  const [found] = rows
  if (found === undefined || found.first === null) return true
  return position >= found.first && found.hash !== hash
}
