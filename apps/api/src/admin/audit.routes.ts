import { type AuditCheck, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { createRunningExports } from '../account/running-exports.ts'
import { type ChainCheck, checkChains, type RetentionDays } from '../audit/audit-chain.ts'
import { exportAudit } from '../audit/audit-export.ts'
import { listAudit } from '../audit/audit.store.ts'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'

/** Dependencies of the calls about the audit log. */
export interface AuditServices {
  db: Db
  now: () => Date
  /** Periods for which entries are stored. */
  retention: RetentionDays
  recordEvent: RecordSecurityEvent
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const

/** Serves the audit log: its list, its export and the check of its chains. */
export function mountAudit(app: Hono<AppEnv>, { db, now, retention, recordEvent }: AuditServices): void {
  const exports = createRunningExports()
  let running: Promise<ChainCheck[]> | undefined

  serve(app, routes.auditLog, (_c, { query }) => listAudit(db, query))

  serve(app, routes.exportAudit, (c, { query: { format, ...filter }, user }) => {
    const date = now().toISOString().slice(0, 10)
    const headers = {
      'Content-Type': mediaTypes[format],
      'Content-Disposition': `attachment; filename="audit-${date}.${format}"`,
    }
    // Nobody would read or cancel its body.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const body = exports.start(user.id, exportAudit(db, filter, format))
    recordEvent({ action: 'data_export', accountId: user.id })
    return c.body(body.pipeThrough(new TextEncoderStream()), 200, headers)
  })

  serve(app, routes.checkAudit, async () => {
    // People who check at the same time share one check: it reads the whole log.
    running ??= checkChains(db, { retention }).finally(() => (running = undefined))
    return { chains: (await running).map(toWire) }
  })
}

function toWire({ problemCount, expired: _expired, ...check }: ChainCheck): AuditCheck['chains'][number] {
  return { ...check, problem_count: problemCount }
}
