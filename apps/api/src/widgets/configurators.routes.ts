import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import {
  configuratorHistory,
  deleteConfigurator,
  listConfigurators,
  saveConfigurator,
  setConfiguratorActive,
} from './configurators.store.ts'
import { listSightings } from './sightings.store.ts'

/** Dependencies of the configurator calls. */
export interface ConfiguratorRoutesOptions {
  db: Db
  now: () => Date
  /** Stops the answers under way in a widget, at every instance. */
  stopAnswers: (widgetId: string) => Promise<void>
}

/** Serves the configurators to admins. */
export function mountConfigurators(
  app: Hono<AppEnv>,
  { db, now, stopAnswers }: ConfiguratorRoutesOptions,
): void {
  serve(app, routes.configurators, async () => ({ items: await listConfigurators(db) }))

  serve(app, routes.saveConfigurator, async (_c, { body, user }) => {
    const id = await saveConfigurator(db, body, { actorId: user.id, at: now() })
    if (body.active === false) await stopAnswers(id)
    return { ok: true, id }
  })

  serve(app, routes.deleteConfigurator, async (c, { user }) => {
    const id = c.req.param('id') ?? ''
    await deleteConfigurator(db, id, { actorId: user.id, at: now() })
    await stopAnswers(id)
    return null
  })

  serve(app, routes.setConfiguratorActive, async (c, { body: { active }, user }) => {
    const id = c.req.param('id') ?? ''
    await setConfiguratorActive(db, { id, active }, { actorId: user.id, at: now() })
    if (!active) await stopAnswers(id)
    return { ok: true }
  })

  serve(app, routes.configuratorHistory, (c) => configuratorHistory(db, c.req.param('id') ?? ''))

  serve(app, routes.configuratorSightings, async (c) => ({
    items: await listSightings(db, c.req.param('id') ?? ''),
  }))
}
