import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { exportAccount } from '../account/account-export.ts'
import { eraseVisitor } from '../account/erase-visitor.ts'
import { createRunningExports } from '../account/running-exports.ts'
import { recordChange } from '../audit/audit.store.ts'
import type { Billing } from '../billing/billing.ts'
import type { StreamLog } from '../chat/streams/stream-log.ts'
import type { Db } from '../db/database.ts'
import { countHourly } from '../limits/attempts.store.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { type SessionUser, clientOf } from '../platform/http/principal.ts'
import { isUuid } from '../platform/process/ids.ts'
import { serve } from '../platform/request/contract-route.ts'
import { listSecrets, rotateSecret } from '../visitors/identity-secrets.store.ts'
import { findVisitor, listVisitors } from '../visitors/visitors.store.ts'

/** Dependencies of the calls about identified visitors. */
export interface VisitorServices {
  db: Db
  now: () => Date
  billing: Billing
  streams: StreamLog
}

/** Calls of one account in an hour. */
const perHour = { secret: 20, export: 60 } as const

/** Serves a client's secret for visitor ids, and its visitors: their list, export and deletion. */
export function mountVisitors(app: Hono<AppEnv>, services: VisitorServices): void {
  const { db, now, billing, streams } = services
  const exports = createRunningExports()

  serve(app, routes.identitySettings, (_c, { query, user }) => readSettings(ownerOf(user, query)))

  serve(app, routes.newIdentitySecret, async (_c, { query, body, user }) => {
    const clientId = ownerOf(user, query)
    await countHourly(db, { name: 'identity-secret', limit: perHour.secret, subject: user.id }, now())
    const edit = { actorId: user.id, at: now() }
    const secret = await rotateSecret(db, clientId, { endsPrevious: body.end_previous }, edit)
    return { ...(await readSettings(clientId)), secret }
  })

  serve(app, routes.identifiedVisitors, (_c, { query, user }) =>
    listVisitors(db, ownerOf(user, query), {
      limit: query.limit,
      cursor: query.cursor,
      userId: query.user_id,
    }),
  )

  serve(app, routes.exportVisitor, async (c, { query, user }) => {
    const organisationId = ownerOf(user, query)
    const visitor = await visitorOf(c, organisationId)
    const headers = {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="visitor-${visitor.id}.json"`,
    }
    // Nobody would read or cancel its body.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    await countHourly(db, { name: 'visitor-export', limit: perHour.export, subject: user.id }, now())
    const subject = { ...visitor, role: null }
    const body = exports.start(visitor.id, exportAccount({ db, billing, user: subject, now: now() }))
    const edit = { actorId: user.id, at: now() }
    const entry = { action: 'data_export', kind: 'visitor', subject: visitor.id } as const
    await recordChange(db, { ...entry, organisationId, changes: [] }, edit)
    return c.body(body.pipeThrough(new TextEncoderStream()), 200, headers)
  })

  serve(app, routes.deleteVisitor, async (c, { query, user }) => {
    const organisationId = ownerOf(user, query)
    const visitor = await visitorOf(c, organisationId)
    await eraseVisitor({ db, streams }, visitor, { actorId: user.id, at: now(), organisationId })
    return null
  })

  async function readSettings(clientId: string) {
    const [current, previous] = await listSecrets(db, clientId, now())
    return {
      secret_at: current?.createdAt.toISOString() ?? null,
      previous_until: previous?.retiresAt?.toISOString() ?? null,
    }
  }

  /** @throws {HttpError} 404 for an unknown visitor, or another client's */
  async function visitorOf(c: AppContext, clientId: string): Promise<{ id: string; email: string }> {
    const visitor = await findVisitor(db, clientId, (c.req.param('id') ?? '').toLowerCase())
    if (visitor === undefined) throw notFound('Visitor not found.')
    return visitor
  }
}

/** A client has its own visitors alone; an administrator names a client. */
function ownerOf(user: SessionUser, { client_id }: { client_id?: string | undefined }): string {
  const own = clientOf(user)
  if (own !== null) return own
  if (client_id === undefined) return user.id
  if (!isUuid(client_id)) throw notFound('Client not found.')
  return client_id
}
