import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { configurators, configuratorVersions } from '../db/schema/embed.ts'
import { organisations } from '../db/schema/organisations.ts'
import { isUuid } from '../platform/process/ids.ts'
import { type Page, pageById, type PageQuery } from '../platform/request/cursor-pages.ts'

/**
 * A client's widgets by name, with those that are switched off and those that went to another client: figures of a
 * client's own time stay with the client. Everybody's without a client.
 */
export async function listWidgets(
  db: Db,
  ownerId: string | undefined,
): Promise<{ id: string; name: string }[]> {
  if (ownerId !== undefined && !isUuid(ownerId)) return []
  const owned = await db
    .select({ id: configurators.id, name: configurators.name })
    .from(configurators)
    .where(ownerId === undefined ? undefined : eq(configurators.clientOwner, ownerId))
    .orderBy(asc(configurators.name), asc(configurators.id))
  if (ownerId === undefined) return owned
  const ids = new Set(owned.map(({ id }) => id))
  const former = (await listVersions(db, ownerId)).filter(({ id }) => !ids.has(id))
  return [...owned, ...former].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Widgets that a client owns or has owned, with the last name of that time: later ones are the next owner's. */
async function listVersions(db: Db, ownerId: string): Promise<{ id: string; name: string }[]> {
  const { configuratorId, state, version } = configuratorVersions
  return db
    .selectDistinctOn([configuratorId], { id: configuratorId, name: sql<string>`${state} ->> 'name'` })
    .from(configuratorVersions)
    .where(eq(sql`${state} ->> 'client_owner'`, ownerId))
    .orderBy(configuratorId, desc(version))
}

/** A page of a client's widgets, the newest first; of everybody's without a client. */
export async function pageOfWidgets(
  db: Db,
  ownerId: string | undefined,
  page: PageQuery,
): Promise<Page<{ id: string; name: string }>> {
  const isOwn = ownerId === undefined ? undefined : eq(configurators.clientOwner, ownerId)
  return pageById(
    page,
    configurators.id,
    ({ where, orderBy, limit }) =>
      db
        .select({ id: configurators.id, name: configurators.name })
        .from(configurators)
        .where(and(isOwn, where))
        .orderBy(orderBy)
        .limit(limit),
    { id: ({ id }) => id, item: (widget) => widget },
  )
}

/** Lists the clients, which may own widgets, by name; the wire calls the name `email`. */
export async function listClients(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: organisations.id, email: organisations.name })
    .from(organisations)
    .orderBy(asc(organisations.name), asc(organisations.id))
}
