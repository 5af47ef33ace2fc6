import { storeSecurityEvents } from '../audit/security-events.ts'
import type { Db } from '../db/database.ts'
import { addDeploymentKey } from '../db/deployment-keys.ts'

/**
 * Adds a key of the deployment, and an entry to the audit log.
 *
 * @returns the time from which the new key signs
 */
export async function rotateKeys(db: Db, options: { now: Date; atOnce: boolean }): Promise<Date> {
  const signsAt = await addDeploymentKey(db, options)
  await storeSecurityEvents(db, [{ action: 'key_rotation', accountId: null }], options.now)
  return signsAt
}
