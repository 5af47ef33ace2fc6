import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { notFound } from '../platform/http/http-error.ts'
import { inertPolicy } from '../platform/protection/security-headers.ts'
import { serve } from '../platform/request/contract-route.ts'
import { findPicture, prepareAppearance } from './appearance.store.ts'
import {
  configuratorHistory,
  deleteConfigurator,
  findConfigurator,
  listConfigurators,
  saveConfigurator,
  setConfiguratorActive,
} from './configurators.store.ts'
import { listSightings } from './sightings.store.ts'

/** Bytes of a body with two pictures of 1 MiB in base64, and a system prompt. */
const saveBytes = 4 * 1024 * 1024

/** Dependencies of the configurator calls. */
export interface ConfiguratorRoutesOptions {
  db: Db
  now: () => Date
  /**
   * Checks the name of a model.
   *
   * @throws {HttpError} 422 of `model` when it does not answer
   */
  checkModel: (name: string) => Promise<void>
  /** Stops the answers under way in a widget, at every instance. */
  stopAnswers: (widgetId: string) => Promise<void>
}

/** Serves the configurators to admins. */
export function mountConfigurators(
  app: Hono<AppEnv>,
  { db, now, checkModel, stopAnswers }: ConfiguratorRoutesOptions,
): void {
  serve(app, routes.configurators, async () => ({ items: await listConfigurators(db) }))

  serve(
    app,
    routes.saveConfigurator,
    async (_c, { body, user }) => {
      const model = body.model?.trim() ?? ''
      const stored = body.id === undefined ? undefined : await findConfigurator(db, body.id)
      // A provider that is unreachable must not keep an admin from saving the other fields.
      if (model !== '' && model !== stored?.model) await checkModel(model)
      const appearance = body.appearance && (await prepareAppearance(body.appearance, user.id))
      const id = await saveConfigurator(db, body, { actorId: user.id, at: now() }, appearance)
      if (body.active === false) await stopAnswers(id)
      return { ok: true, id }
    },
    { maxBytes: saveBytes },
  )

  serve(app, routes.embedPicture, async (c) => {
    const bytes = await findPicture(db, parameter(c, 'widget'), parameter(c, 'picture'))
    if (bytes === undefined) throw notFound('Image not found.')
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/webp',
      'Content-Security-Policy': inertPolicy,
      // The address has the digest of the bytes.
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
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

function parameter(c: AppContext, name: string): string {
  return c.req.param(name) ?? ''
}
