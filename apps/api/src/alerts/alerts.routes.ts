import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { listAlerts, markAlertSeen } from './alerts.store.ts'

/** Serves the list of alerts to administrators. */
export function mountAlerts(app: Hono<AppEnv>, { db, now }: { db: Db; now: () => Date }): void {
  serve(app, routes.alerts, (_c, { query }) => listAlerts(db, query))

  serve(app, routes.markAlertSeen, async (c, { user }) => {
    await markAlertSeen(db, c.req.param('id') ?? '', { actorId: user.id, at: now() })
    return { ok: true }
  })
}
