import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { listGaps, saveGap } from './gaps.store.ts'

/** Dependencies of the calls about gaps. */
export interface GapServices {
  db: Db
  now: () => Date
  /** True when the deployment stores the redacted texts of visitors. */
  keepsText: boolean
}

/** Serves the gaps of the content: an administrator sees all, a client those of their own widgets. */
export function mountGaps(app: Hono<AppEnv>, { db, now, keepsText }: GapServices): void {
  serve(app, routes.gapList, (_c, { query, user }) => listGaps(db, user, { query, now: now(), keepsText }))

  serve(app, routes.saveGap, (c, { body, user }) =>
    saveGap(db, user, { id: c.req.param('id') ?? '', patch: body, now: now() }),
  )
}
