import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'

/** Versions of one widget that its history shows. */
export const historyLength = 50

/**
 * Deletes the versions of a widget that its history shows no more, and the pictures that only they have: a client may save
 * without end, and each version has the system prompt. The last version of each owner stays, by whose name a former owner
 * finds the widget.
 */
export async function trimVersions(
  tx: Transaction,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const owner = (row: string) => sql`${sql.identifier(row)}.state ->> 'client_owner'`
  const { rows } = await tx.execute(sql`
    delete from configurator_versions as old
    where configurator_id = ${id}::uuid and version <= ${version - historyLength} and exists (
      select from configurator_versions as later
      where later.configurator_id = old.configurator_id and later.version > old.version
        and ${owner('later')} is not distinct from ${owner('old')}
    )
    returning 1`)
  if (rows.length === 0) return
  const shows = (field: string) =>
    sql`state #>> ${`{appearance,${field}}`}::text[] = '/api/embed/pictures/' || ${id} || '/' || picture.id`
  await tx.execute(sql`
    delete from widget_pictures as picture
    where configurator_id = ${id}::uuid and not exists (
      select from configurator_versions
      where configurator_versions.configurator_id = ${id}::uuid and (${shows('logo')} or ${shows('avatar')})
    )`)
}
