import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { SessionUser } from '../platform/http/principal.ts'
import type { Models } from '../chat/answering/answer-runtime.ts'
import type { Db } from '../db/database.ts'
import type { SettingsCache } from '../settings/settings-cache.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import type { Edit } from '../audit/audit.store.ts'
import { debugDecision } from './debug-decision.ts'
import { checkModel } from './model-check.ts'
import {
  entitlementOptions,
  lookUpEntitlements,
  modelsInUse,
  saveEntitlements,
} from '../settings/entitlements.store.ts'
import { withDraft } from '../settings/master-settings.ts'
import {
  listVersions,
  readSettings,
  readVersion,
  saveSettings,
  type SettingsSave,
} from '../settings/settings.store.ts'

/** Dependencies of the admin calls. */
export interface AdminServices {
  db: Db
  settings: SettingsCache
  models: Models
  now: () => Date
}

/** Serves the administration's calls. Who may make them stands in the contract: admins alone. */
export function mountAdmin(app: Hono<AppEnv>, { db, settings, models, now }: AdminServices): void {
  serve(app, routes.llmSettings, () => readSettings(db))

  serve(app, routes.saveLlmSettings, async (_c, { body, user }) => {
    const { base_version: baseVersion, ...draft } = body
    await checkNewModel(draft.gemini_model)
    return save({ change: (current) => withDraft(current, draft), baseVersion }, user)
  })

  serve(app, routes.llmSettingsHistory, (_c, { query }) => listVersions(db, query))

  serve(app, routes.restoreLlmSettings, async (_c, { body, user }) => {
    const earlier = await readVersion(db, body.version)
    await checkNewModel(earlier.gemini_model)
    return save({ change: () => earlier, baseVersion: body.base_version, restoredFrom: body.version }, user)
  })

  serve(app, routes.debugDecision, (_c, { body }) => debugDecision({ db, modelFor: models.modelFor }, body))

  serve(app, routes.entitlements, (_c, { query }) => lookUpEntitlements(db, query.email))

  serve(app, routes.entitlementOptions, async () => {
    const { gemini_model: model, system_prompt: systemPrompt } = await readSettings(db)
    return entitlementOptions(db, { models: [models.defaultModel, model], systemPrompt })
  })

  serve(app, routes.saveEntitlements, async (_c, { body, user }) => {
    const { gemini_model: model, system_prompt: masterPrompt } = await readSettings(db)
    const inUse = await modelsInUse(db, body.email, [models.defaultModel, model])
    for (const name of new Set(body.allowed_models)) {
      if (!inUse.has(name)) await checkModel(name, models.modelFor(name), 'allowed_models')
    }
    return { ok: true, entitlements: await saveEntitlements(db, body, masterPrompt, editOf(user)) }
  })

  /** Checks a name that differs from the saved one; '' stands for the model of the server's configuration. */
  async function checkNewModel(name: string | undefined): Promise<void> {
    if (name === undefined || name === '') return
    const { gemini_model: saved } = await readSettings(db)
    if (name !== saved) await checkModel(name, models.modelFor(name), 'gemini_model')
  }

  async function save(change: SettingsSave, user: SessionUser) {
    const stored = await saveSettings(db, change, editOf(user))
    await settings.forget()
    return stored
  }

  function editOf(user: SessionUser): Edit {
    return { actorId: user.id, at: now() }
  }
}
