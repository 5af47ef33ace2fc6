import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import type { SettingsCache } from '../settings/settings-cache.ts'
import { readSettings } from '../settings/settings.store.ts'
import { createDraft, deleteDraft, findDraft, listDrafts, readDraft, updateDraft } from './drafts.store.ts'
import { publishDraft } from './publish-draft.ts'
import { listTrials, startTrial, stopTrial } from './trials.store.ts'

/** Dependencies of the calls about drafts and trials. */
export interface DraftServices {
  db: Db
  now: () => Date
  settings: SettingsCache
  /** @throws {HttpError} 422 for a name that the provider does not have */
  checkModel: (name: string) => Promise<void>
}

const idOf = (c: AppContext) => c.req.param('id') ?? ''

/** Serves drafts of the master settings and their trials to administrators. */
export function mountSettingsDrafts(
  app: Hono<AppEnv>,
  { db, now, settings, checkModel }: DraftServices,
): void {
  const editOf = (user: SessionUser) => ({ actorId: user.id, at: now() })

  serve(app, routes.settingsDrafts, (_c, { query }) => listDrafts(db, query))

  serve(app, routes.createSettingsDraft, async (_c, { body, user }) => {
    await checkNewModel(body.gemini_model, [])
    return createDraft(db, body, editOf(user))
  })

  serve(app, routes.settingsDraft, (c) => readDraft(db, idOf(c)))

  serve(app, routes.updateSettingsDraft, async (c, { body, user }) => {
    const { draft } = await findDraft(db, idOf(c))
    await checkNewModel(body.gemini_model, [draft.state.gemini_model])
    return updateDraft(db, idOf(c), body, editOf(user))
  })

  serve(app, routes.deleteSettingsDraft, async (c, { query, user }) => {
    await deleteDraft(db, idOf(c), query.version, editOf(user))
    return null
  })

  serve(app, routes.publishSettingsDraft, async (c, { body, user }) => {
    const saved = await publishDraft(db, idOf(c), body, editOf(user))
    await settings.forget()
    return saved
  })

  serve(app, routes.settingsTrials, (_c, { query }) => listTrials(db, query))

  serve(app, routes.startSettingsTrial, async (_c, { body, user }) => {
    const trial = await startTrial(db, body, editOf(user))
    await settings.forget()
    return trial
  })

  serve(app, routes.stopSettingsTrial, async (c, { user }) => {
    const trial = await stopTrial(db, idOf(c), editOf(user))
    await settings.forget()
    return trial
  })

  /** Checks a name that is neither published nor one of `known`; '' stands for the model of the server's configuration. */
  async function checkNewModel(name: string | undefined, known: readonly string[]): Promise<void> {
    if (name === undefined || name === '' || known.includes(name)) return
    const { gemini_model: published } = await readSettings(db)
    if (name !== published) await checkModel(name)
  }
}
