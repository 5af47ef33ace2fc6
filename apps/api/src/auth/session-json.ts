import type { AccountSession } from '@org/api-client/contract'
import type { SessionRow } from './session.store.ts'

/** A session as its owner sees it. */
export function toSession(row: SessionRow): Omit<AccountSession, 'current'> {
  return {
    id: row.id,
    kind: row.purpose === 'frame' || row.purpose === 'visitor' ? 'widget' : 'site',
    device: row.device,
    created_at: row.createdAt.toISOString(),
    // A session in use gets another token every hour.
    last_used_at: row.rotatedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }
}
