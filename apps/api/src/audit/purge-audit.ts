import type { Db } from '../db/database.ts'
import { deleteEntriesBefore, type RetentionDays } from './audit-chain.ts'
import { purgeSecurityEvents } from './security-events.ts'

const dayMs = 86_400_000

interface AuditSettings {
  securityEventDays: number
  auditChangeDays: number | null
}

/** Retention period of each chain. */
export function auditRetention({ securityEventDays, auditChangeDays }: AuditSettings): RetentionDays {
  return { changes: auditChangeDays, security: securityEventDays }
}

/** Deletes entries of the audit log after their retention periods. */
export async function purgeAudit(
  db: Db,
  now: Date,
  { securityEventDays, auditChangeDays }: AuditSettings,
): Promise<void> {
  await purgeSecurityEvents(db, now, { securityEventDays })
  if (auditChangeDays === null) return
  await deleteEntriesBefore(db, 'changes', new Date(now.getTime() - auditChangeDays * dayMs))
}
