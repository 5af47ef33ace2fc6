import { amount, id, list, maybe, oneOf, or, shape, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'
import type { Page, PageOptions } from './conversations.ts'
import {
  decodeLlmSettings,
  type LlmSettings,
  llmSettingsFields,
  type StoredLlmSettings,
} from './llm-settings.ts'

/**
 * State of the evaluation of a draft; only `ready` is published without an override. `run_missing`: its version was never
 * evaluated. `run_unfinished`: the run is not done, or was cancelled. `run_outdated`: other settings were published since
 * the run. `regressions`: a required case is worse in safety or citations.
 */
export type DraftGate = 'ready' | 'run_missing' | 'run_unfinished' | 'run_outdated' | 'regressions'

/** Master settings that are not published. */
export interface SettingsDraft {
  id: string
  name: string
  /** Grows with each save. */
  version: number
  settings: LlmSettings
  gate: DraftGate
  /** The newest run of this version; null without one. */
  runId: string | null
  /** The running trial of the draft; null without one. */
  trialId: string | null
  updatedAt: string
  updatedBy: string | null
}

/** A share of answers, with its 95 % Wilson interval. */
export interface Interval {
  /** The denominator. */
  n: number
  count: number
  /** From 0 to 1. */
  low: number
  high: number
}

/** Outcomes of one side of a trial. */
export interface TrialArm {
  /** Answers with an outcome are the denominator of `answered`, `uncovered` and `safety`. */
  answered: Interval
  uncovered: Interval
  safety: Interval
  /** Of the rated answers. */
  up: Interval
  down: Interval
  /** Mean cost of an answer in millionths of the currency, with its 95 % interval; null when costs are not recorded. */
  cost: { n: number; mean: number; low: number; high: number } | null
}

/** A draft that answers a share of the visitors of widgets. A visitor stays on one side. */
export interface SettingsTrial {
  id: string
  draftId: string
  draftName: string
  draftVersion: number
  /** Percentage of visitors that the draft answers. */
  share: number
  startedAt: string
  startedBy: string | null
  /** Null while it runs. */
  endedAt: string | null
  end: 'published' | 'stopped' | null
  draft: TrialArm
  published: TrialArm
}

/** The calls about drafts of the master settings and their trials. Administrators alone. */
export interface SettingsDraftCalls {
  /** The newest change first. Published drafts are not in it. */
  settingsDrafts: (options?: PageOptions) => Promise<Page<SettingsDraft>>
  /** Settings that are left out are the published ones. */
  createSettingsDraft: (
    draft: Partial<LlmSettings> & { name: string },
    options?: CallOptions,
  ) => Promise<SettingsDraft>
  settingsDraft: (draftId: string, options?: CallOptions) => Promise<SettingsDraft>
  /** Fields that are left out stay. Fails with `conflict` when somebody else has saved since `version`. */
  updateSettingsDraft: (
    draftId: string,
    draft: Partial<LlmSettings> & { version: number; name?: string | undefined },
    options?: CallOptions,
  ) => Promise<SettingsDraft>
  deleteSettingsDraft: (draftId: string, version: number, options?: CallOptions) => Promise<void>
  /** Fails with `conflict` while its evaluation is not passed and no reason is given. */
  publishSettingsDraft: (
    draftId: string,
    draft: { version: number; overrideReason?: string | undefined },
    options?: CallOptions,
  ) => Promise<StoredLlmSettings>
  /** The newest first; at most one runs. */
  settingsTrials: (options?: PageOptions) => Promise<Page<SettingsTrial>>
  /** Needs what publishing needs. */
  startSettingsTrial: (
    trial: { draftId: string; version: number; share: number; overrideReason?: string | undefined },
    options?: CallOptions,
  ) => Promise<SettingsTrial>
  stopSettingsTrial: (trialId: string, options?: CallOptions) => Promise<SettingsTrial>
}

const decodeDraft = shape<SettingsDraft>({
  id,
  name: words,
  version: amount,
  settings: shape<LlmSettings>(llmSettingsFields),
  gate: or(oneOf('ready', 'run_missing', 'run_unfinished', 'run_outdated', 'regressions'), 'run_missing'),
  runId: or(id, null),
  trialId: or(id, null),
  updatedAt: words,
  updatedBy: maybe,
})

/** Reads a share with its interval. */
export const decodeInterval = shape<Interval>({ n: amount, count: amount, low: amount, high: amount })

const decodeArm = shape<TrialArm>({
  answered: decodeInterval,
  uncovered: decodeInterval,
  safety: decodeInterval,
  up: decodeInterval,
  down: decodeInterval,
  cost: or(
    shape<NonNullable<TrialArm['cost']>>({ n: amount, mean: amount, low: amount, high: amount }),
    null,
  ),
})

const decodeTrial = shape<SettingsTrial>({
  id,
  draftId: id,
  draftName: words,
  draftVersion: amount,
  share: amount,
  startedAt: words,
  startedBy: maybe,
  endedAt: maybe,
  end: or(oneOf('published', 'stopped'), null),
  draft: decodeArm,
  published: decodeArm,
})

const decodeDrafts = shape<Page<SettingsDraft>>({ items: list(decodeDraft), nextCursor: or(id, null) })
const decodeTrials = shape<Page<SettingsTrial>>({ items: list(decodeTrial), nextCursor: or(id, null) })

const drafts = '/api/admin/llm-settings/drafts'
const trials = '/api/admin/llm-settings/trials'
const pathOf = (draftId: string) => `${drafts}/${encodeURIComponent(draftId)}`

/** The calls of {@link SettingsDraftCalls}. */
export function createSettingsDraftCalls({ call, tell }: Http): SettingsDraftCalls {
  return {
    settingsDrafts: ({ signal, limit, cursor } = {}) =>
      call(decodeDrafts, { path: drafts, query: { limit, cursor }, signal }),
    createSettingsDraft: (body, { signal } = {}) =>
      call(decodeDraft, { method: 'POST', path: drafts, body, signal }),
    settingsDraft: (draftId, { signal } = {}) => call(decodeDraft, { path: pathOf(draftId), signal }),
    updateSettingsDraft: (draftId, body, { signal } = {}) =>
      call(decodeDraft, { method: 'PUT', path: pathOf(draftId), body, signal }),
    deleteSettingsDraft: (draftId, version, { signal } = {}) =>
      tell({ method: 'DELETE', path: pathOf(draftId), query: { version }, signal }),
    publishSettingsDraft: (draftId, body, { signal } = {}) =>
      call(decodeLlmSettings, { method: 'POST', path: `${pathOf(draftId)}/publish`, body, signal }),
    settingsTrials: ({ signal, limit, cursor } = {}) =>
      call(decodeTrials, { path: trials, query: { limit, cursor }, signal }),
    startSettingsTrial: (body, { signal } = {}) =>
      call(decodeTrial, { method: 'POST', path: trials, body, signal }),
    stopSettingsTrial: (trialId, { signal } = {}) =>
      call(decodeTrial, { method: 'POST', path: `${trials}/${encodeURIComponent(trialId)}/stop`, signal }),
  }
}
