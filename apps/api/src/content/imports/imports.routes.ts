import { type ContentImport, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { AppContext, AppEnv } from '../../platform/http/app-env.ts'
import { type SessionUser, memberClientOf } from '../../platform/http/principal.ts'
import { progressEvents } from '../../platform/http/progress-events.ts'
import { createProgressWatch, type ProgressState } from '../../platform/http/progress-watch.ts'
import type { Lifecycle } from '../../platform/process/lifecycle.ts'
import { serve } from '../../platform/request/contract-route.ts'
import type { ContentServices } from '../content.routes.ts'
import { editLimit } from '../content-limits.ts'
import { type ImportQueue, listImports, queueImport, readImport, retryImport } from './imports.store.ts'
import { receiveUpload } from './receive-upload.ts'

/** Dependencies of the calls about imports. */
export interface ImportServices extends ContentServices {
  queue: ImportQueue
  lifecycle: Lifecycle
}

/** Serves uploads and the progress of imports: administrators see all, clients their own. */
export function mountImports(app: Hono<AppEnv>, services: ImportServices): void {
  const { db, now, limiter, quota, queue, lifecycle } = services
  const watch = createProgressWatch(async (user, importId) => toState(await readImport(db, user, importId)))
  const counted = {
    admit: async (_c: AppContext, user: SessionUser | null) => {
      if (user?.role === 'client') await limiter.use(editLimit(quota), memberClientOf(user))
    },
  }

  serve(
    app,
    routes.upload,
    async (c, { user }) => {
      const { id, clientId } = await receiveUpload(c, user, { db, now, storageBytes: quota.storageBytes })
      await queueImport(db, queue, { id, clientId, at: now() })
      return { job_id: id }
    },
    counted,
  )

  serve(app, routes.imports, (_c, { query, user }) => listImports(db, user, query))

  serve(app, routes.import, async (c, { user }) => {
    const importId = c.req.param('id') ?? ''
    const state = await readImport(db, user, importId)
    const wantsEvents = c.req.header('accept')?.includes('text/event-stream') === true
    // Nobody would read or cancel the body of a HEAD.
    if (!wantsEvents || c.req.method === 'HEAD') return state
    return progressEvents({
      watch,
      user,
      workId: importId,
      state: toState(state),
      isStopping: () => lifecycle.stopping,
    })
  })

  serve(
    app,
    routes.retryImport,
    async (c, { user }) => {
      const id = c.req.param('id') ?? ''
      await retryImport(db, queue, { user, id })
      return { job_id: id }
    },
    counted,
  )
}

/** Writes out the state of an import, once for all of its readers. */
function toState(state: ContentImport): ProgressState {
  return { data: JSON.stringify(state), isDone: state.status === 'done' }
}
