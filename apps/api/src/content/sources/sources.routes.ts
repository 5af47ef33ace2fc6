import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppContext, AppEnv } from '../../platform/http/app-env.ts'
import { type SessionUser, memberClientOf } from '../../platform/http/principal.ts'
import { serve } from '../../platform/request/contract-route.ts'
import { editLimit } from '../content-limits.ts'
import type { ImportServices } from '../imports/imports.routes.ts'
import { createSource, deleteSource, listSources, syncSource, updateSource } from './sources.store.ts'

const idOf = (c: AppContext) => c.req.param('id') ?? ''

/** Serves the sources of content: administrators see all, clients their own. */
export function mountSources(app: Hono<AppEnv>, { db, now, limiter, quota, queue }: ImportServices): void {
  const counted = {
    admit: async (_c: AppContext, user: SessionUser | null) => {
      if (user?.role === 'client') await limiter.use(editLimit(quota), memberClientOf(user))
    },
  }

  serve(app, routes.sources, async (_c, { user }) => ({ sources: await listSources(db, user) }))

  serve(app, routes.createSource, (_c, { body, user }) => createSource(db, user, body, now()), counted)

  serve(
    app,
    routes.updateSource,
    (c, { body, user }) => updateSource(db, user, idOf(c), { body, now: now() }),
    counted,
  )

  serve(
    app,
    routes.deleteSource,
    async (c, { user }) => {
      await deleteSource(db, user, idOf(c))
      return null
    },
    counted,
  )

  serve(
    app,
    routes.syncSource,
    async (c, { body, user }) => {
      const id = await syncSource(db, queue, { user, id: idOf(c), isPreview: body.preview, now: now() })
      return { job_id: id }
    },
    counted,
  )
}
