import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { isOrganisation } from '../organisations/organisations.store.ts'
import { clientOf, type SessionUser } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import { createKey, type KeyOwner, listKeys, revokeKey, rotateKey } from './api-keys.store.ts'

/** New keys and rotations of one account in an hour. */
const changesPerHour = 60

/** Serves the API keys of clients and administrators. */
export function mountApiKeys(app: Hono<AppEnv>, { db, now }: { db: Db; now: () => Date }): void {
  const idOf = (c: AppContext) => (c.req.param('id') ?? '').toLowerCase()
  const editOf = ({ id }: SessionUser) => ({ actorId: id, at: now() })
  const count = ({ id }: SessionUser) =>
    countHourly(db, { name: 'api-key-change', limit: changesPerHour, subject: id }, now())

  serve(app, routes.apiKeys, async (_c, { query, user }) => ({
    items: await listKeys(db, await ownerOf(db, user, query), now()),
  }))

  serve(app, routes.createApiKey, async (_c, { query, body, user }) => {
    const owner = await ownerOf(db, user, query)
    await count(user)
    return createKey(db, { owner, given: body }, editOf(user))
  })

  serve(app, routes.rotateApiKey, async (c, { query, body, user }) => {
    const owner = await ownerOf(db, user, query)
    await count(user)
    return rotateKey(db, { owner, id: idOf(c), overlapHours: body.overlap_hours }, editOf(user))
  })

  serve(app, routes.revokeApiKey, async (c, { query, user }) => {
    const owner = await ownerOf(db, user, query)
    await revokeKey(db, { owner, id: idOf(c) }, editOf(user))
    return null
  })
}

/**
 * An organisation has its own keys alone; an administrator their own, or those of a client that the query names. The keys of another
 * administrator are out of reach: a new key would act in that person's name.
 *
 * @throws {HttpError} 404 for an unknown client
 */
async function ownerOf(
  db: Db,
  user: SessionUser,
  { client_id: named }: { client_id?: string | undefined },
): Promise<KeyOwner> {
  const own = clientOf(user)
  if (own !== null) return { organisationId: own }
  if (named === undefined) return { organisationId: null, administratorId: user.id }
  if (!(await isOrganisation(db, named))) throw notFound('Client not found.')
  return { organisationId: named.toLowerCase() }
}
