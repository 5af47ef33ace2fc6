import type { Db } from '../db/database.ts'
import { deleteEntriesBefore } from './audit-chain.ts'
import { purgeSecurityEvents } from './security-events.ts'

const dayMs = 86_400_000

/** Deletes entries of the audit log after their retention periods. */
export async function purgeAudit(
  db: Db,
  now: Date,
  { securityEventDays, auditChangeDays }: { securityEventDays: number; auditChangeDays: number | null },
): Promise<void> {
  await purgeSecurityEvents(db, now, { securityEventDays })
  if (auditChangeDays === null) return
  await deleteEntriesBefore(db, 'changes', new Date(now.getTime() - auditChangeDays * dayMs))
}
