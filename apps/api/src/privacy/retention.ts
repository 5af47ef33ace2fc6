import type { Db } from '../db/database.ts'
import type { Purge, RetentionSettings, TablePolicy } from './data-policy.ts'

/**
 * Runs every retention rule of the registry, each once. One failure does not keep the others from running.
 *
 * @param onFailure called with the table whose rule failed
 */
export async function applyRetention(
  db: Db,
  options: {
    registry: readonly TablePolicy[]
    settings: RetentionSettings
    now: Date
    onFailure: (table: string, error: unknown) => void
  },
): Promise<void> {
  const { registry, settings, now, onFailure } = options
  const done = new Set<Purge>()
  for (const { table, retention } of registry) {
    if (retention.purge === undefined || done.has(retention.purge)) continue
    done.add(retention.purge)
    try {
      await retention.purge(db, now, settings)
    } catch (error) {
      onFailure(table, error)
    }
  }
}
