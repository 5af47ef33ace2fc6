import { z } from 'zod'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'
import { llmSettingsDraftSchema, llmSettingsSchema } from './admin.ts'

/** Limits of drafts of the master settings and of their trials. Lengths in characters. */
export const settingsDraftLimits = {
  nameCharacters: 120,
  /** Bounds of the reason of an override. */
  reasonCharacters: { min: 10, max: 1000 },
  /** Percentage of widget visitors that a trial may answer with a draft. */
  sharePercent: { min: 1, max: 50 },
} as const

/**
 * State of the evaluation of a draft. `run_missing`: its version was never evaluated. `run_unfinished`: the run is not
 * done, or was cancelled. `run_outdated`: other settings were published since the run. `regressions`: a required case
 * is worse in safety or citations. Only `ready` is published without an override.
 */
export const draftGateSchema = z.enum([
  'ready',
  'run_missing',
  'run_unfinished',
  'run_outdated',
  'regressions',
])

/** State of the evaluation of a draft. */
export type DraftGate = z.infer<typeof draftGateSchema>

/** Master settings that are not published. */
export const settingsDraftSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Grows with each save. */
  version: z.number().int().min(1),
  settings: llmSettingsSchema,
  gate: draftGateSchema,
  /** The newest run of this version; null without one. */
  run_id: idSchema.nullable(),
  /** The running trial of the draft; null without one. */
  trial_id: idSchema.nullable(),
  updated_at: timestampSchema,
  /** Null once the account is deleted. */
  updated_by: z.string().nullable(),
})

/** Master settings that are not published. */
export type SettingsDraft = z.infer<typeof settingsDraftSchema>

/** GET /api/admin/llm-settings/drafts: the newest change first. Published drafts are not in it. */
export const settingsDraftListSchema = pageOf(settingsDraftSchema)

/** The answer of GET /api/admin/llm-settings/drafts. */
export type SettingsDraftList = z.infer<typeof settingsDraftListSchema>

const name = z.string().trim().max(settingsDraftLimits.nameCharacters)

/** POST /api/admin/llm-settings/drafts: settings that are left out are the published ones. */
export const settingsDraftCreateSchema = llmSettingsDraftSchema.extend({ name: name.default('') })

/** The body of POST /api/admin/llm-settings/drafts. */
export type SettingsDraftCreate = z.infer<typeof settingsDraftCreateSchema>

const version = z.int32().min(1)

/**
 * PUT /api/admin/llm-settings/drafts/{id}: what is left out stays. A `version` that is no longer the stored one answers
 * 409, whose `detail` is `{current}`.
 */
export const settingsDraftUpdateSchema = llmSettingsDraftSchema.extend({ version, name: name.optional() })

/** The body of PUT /api/admin/llm-settings/drafts/{id}. */
export type SettingsDraftUpdate = z.infer<typeof settingsDraftUpdateSchema>

/** DELETE /api/admin/llm-settings/drafts/{id}: a stale `version` answers 409. */
export const settingsDraftDeleteQuerySchema = z.object({ version: z.coerce.number().pipe(version) })

/** The query of DELETE /api/admin/llm-settings/drafts/{id}. */
export type SettingsDraftDeleteQuery = z.infer<typeof settingsDraftDeleteQuerySchema>

const { min, max } = settingsDraftLimits.reasonCharacters

/** Reason for which settings are used although their evaluation is not passed; the audit log stores it. */
const overrideReason = z.string().trim().min(min).max(max).optional()

/**
 * POST /api/admin/llm-settings/drafts/{id}/publish. 409 with `{gate, run_id, regressions: [{case_id, question, kinds}]}`
 * while `gate` is not `ready` and there is no `override_reason`; 409 with `{current}` for a stale `version`.
 */
export const settingsDraftPublishSchema = z.object({ version, override_reason: overrideReason })

/** The body of POST /api/admin/llm-settings/drafts/{id}/publish. */
export type SettingsDraftPublish = z.infer<typeof settingsDraftPublishSchema>

/** A share of answers, with its 95 % Wilson interval. From 0 to 1; `low` and `high` are 0 and 1 without answers. */
export const intervalSchema = z.object({
  /** The denominator. */
  n: z.number().int().min(0),
  count: z.number().int().min(0),
  low: z.number(),
  high: z.number(),
})

/** A share with its interval. */
export type Interval = z.infer<typeof intervalSchema>

/** Outcomes of one side of a trial. */
export const trialArmSchema = z.object({
  /** Answers with an outcome: the denominator of `answered`, `uncovered` and `safety`. */
  answered: intervalSchema,
  uncovered: intervalSchema,
  safety: intervalSchema,
  /** Of the rated answers. */
  up: intervalSchema,
  down: intervalSchema,
  /** Mean cost of an answer in millionths of the currency, with its 95 % interval; null when costs are not recorded. */
  cost: z
    .object({ n: z.number().int().min(0), mean: z.number(), low: z.number(), high: z.number() })
    .nullable(),
})

/** Outcomes of one side of a trial. */
export type TrialArm = z.infer<typeof trialArmSchema>

/** A draft that answers a share of the visitors of widgets. A visitor stays on one side. */
export const settingsTrialSchema = z.object({
  id: idSchema,
  draft_id: idSchema,
  draft_name: z.string(),
  draft_version: z.number().int().min(1),
  /** Percentage of visitors that the draft answers. */
  share: z.number().int(),
  started_at: timestampSchema,
  started_by: z.string().nullable(),
  /** Null while it runs. */
  ended_at: timestampSchema.nullable(),
  end: z.enum(['published', 'stopped']).nullable(),
  draft: trialArmSchema,
  published: trialArmSchema,
})

/** A trial of a draft. */
export type SettingsTrial = z.infer<typeof settingsTrialSchema>

/** GET /api/admin/llm-settings/trials: the newest first; at most one runs. */
export const settingsTrialListSchema = pageOf(settingsTrialSchema)

/** The answer of GET /api/admin/llm-settings/trials. */
export type SettingsTrialList = z.infer<typeof settingsTrialListSchema>

/** The query of GET /api/admin/llm-settings/trials. */
export const settingsTrialQuerySchema = pageQuerySchema

/** POST /api/admin/llm-settings/trials: needs what publishing needs. 409 while another trial runs. */
export const settingsTrialStartSchema = z.object({
  draft_id: idSchema,
  version,
  share: z.int().min(settingsDraftLimits.sharePercent.min).max(settingsDraftLimits.sharePercent.max),
  override_reason: overrideReason,
})

/** The body of POST /api/admin/llm-settings/trials. */
export type SettingsTrialStart = z.infer<typeof settingsTrialStartSchema>
