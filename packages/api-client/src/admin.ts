import type { CallOptions, Http } from './http.ts'
import type { Page, PageOptions } from './conversations.ts'
import { amount, anything, dictionary, flag, id, list, oneOf, or, shape, text, toWire } from './decode.ts'
import type { Decoder } from './decode.ts'

/** A client account. */
export interface AdminClient {
  id: string
  email: string
}

/** The master settings of the assistant. */
export interface LlmSettings {
  systemPrompt: string
  inlineTagPrompt: string
  imageDescPrompt: string
  convTitlePrompt: string
  geminiModel: string
  temperature: number
  thinkingEnabled: boolean
  thinkingLines: number
  searchToolName: string
  searchToolDescription: string
  searchToolSchema: Record<string, unknown>
  searchToolUsePrevContext: boolean
  searchToolExpandShort: boolean
}

/** The settings with who saved them when. Version 0 is what holds before anybody has saved. */
export interface StoredLlmSettings extends LlmSettings {
  version: number
  updatedAt: string | null
  updatedBy: string | null
}

/** Settings to save; what is left out stays. A `baseVersion` that is not the newest any more ends in a 409. */
export interface LlmSettingsUpdate extends Partial<LlmSettings> {
  baseVersion?: number
}

/** One saved version of the settings. */
export interface LlmSettingsVersion {
  version: number
  savedAt: string
  /** Null once the account is deleted. */
  savedBy: string | null
  /** The version that was brought back. */
  restoredFrom: number | null
  settings: LlmSettings
}

/** What an administrator has changed. */
export interface AuditEntry {
  id: string
  at: string
  /** Null once the account is deleted. */
  actor: string | null
  action: 'create' | 'update' | 'delete'
  kind: 'configurator' | 'llm_settings' | 'entitlements'
  /** A widget's name, an address; empty where there is only one. */
  subject: string
  changes: { field: string; before: unknown; after: unknown }[]
}

/** What the assistant would have searched for, and found. */
export interface DebugDecision {
  rpcQuery: string
  tool: string | null
  arguments: unknown
  result: unknown
  /** Milliseconds by step. */
  timings: Record<string, number>
  /** Null unless it was asked for. */
  answer: string | null
}

/** What one user may use. */
export interface Entitlements {
  allowedTools: string[]
  allowedAuthors: string[]
  allowedModels: string[]
  systemPrompts: string[]
}

/** A sign-up through a widget. */
export interface WidgetSignup {
  email: string
  createdAt: string | null
  embedId: string | null
}

/** A change of what one user may use. */
export interface EntitlementsUpdate extends Partial<Entitlements> {
  email: string
  mode: 'merge' | 'replace'
}

/** The themes of the widget. */
export type WidgetTheme = 'ultra' | 'modern' | 'ivory' | 'aurora'

/** A widget's configuration. Nulls mean the master settings; `allowedOrigins: null` is every site. */
export interface Configurator {
  id: string
  name: string
  clientOwner: string | null
  active: boolean
  allowConversations: 'multi' | 'single'
  forceToolCalls: boolean
  widgetTheme: WidgetTheme
  affiliateCode: string | null
  widgetTitle: string
  model: string | null
  temperature: number | null
  systemPrompt: string | null
  allowAttachments: boolean
  sidebarCollapsed: boolean
  composePlaceholder: string
  allowedTools: string[]
  allowedAuthors: string[]
  allowedOrigins: string[] | null
  /** Grows with each save; 0 from a server that counts none. */
  version: number
}

/** A widget's configuration to save: what is left out takes the server's default. */
export type ConfiguratorInput = { [Field in keyof Configurator]?: Configurator[Field] | undefined }

/** One saved version of a widget's configuration. */
export interface ConfiguratorVersion {
  version: number
  savedAt: string
  /** E-mail of the admin; null once that account is deleted. */
  savedBy: string | null
  configurator: Configurator
}

/** A site on which a widget was opened, and when last. */
export interface Sighting {
  origin: string
  seenAt: string
}

const texts = or(list(text), [])
const words = or(text, '')
const maybe = or(text, null)

/** A theme; unknown names fall back to `ultra` (specification 2, section 3). */
export const widgetTheme = or(oneOf('ultra', 'modern', 'ivory', 'aurora'), 'ultra')

/** Several conversations, or one that starts anew each time. */
export function conversationsMode(value: unknown): 'multi' | 'single' {
  return value === 'single' || value === 'single-use' || value === false ? 'single' : 'multi'
}

/** Reads a client account. */
const decodeAdminClient: Decoder<AdminClient> = shape<AdminClient>({ id, email: words })

// The defaults are those of specification 2, section 9.
const llmSettingsFields = {
  systemPrompt: words,
  inlineTagPrompt: words,
  imageDescPrompt: words,
  convTitlePrompt: words,
  geminiModel: words,
  temperature: or(amount, 0.6),
  thinkingEnabled: or(flag, false),
  thinkingLines: or(amount, 5),
  searchToolName: or(text, 'search_knowledge'),
  searchToolDescription: words,
  searchToolSchema: or(dictionary(anything), {}),
  searchToolUsePrevContext: or(flag, true),
  searchToolExpandShort: or(flag, true),
}

/** Reads the master settings and their version. */
const decodeLlmSettings = shape<StoredLlmSettings>({
  ...llmSettingsFields,
  version: or(amount, 0),
  updatedAt: maybe,
  updatedBy: maybe,
})

/** Reads the saved versions of the settings. */
const decodeSettingsVersions = shape<Page<LlmSettingsVersion>>({
  items: list(
    shape<LlmSettingsVersion>({
      version: amount,
      savedAt: words,
      savedBy: maybe,
      restoredFrom: or(amount, null),
      settings: shape<LlmSettings>(llmSettingsFields),
    }),
  ),
  nextCursor: or(id, null),
})

/** Reads what administrators have changed. */
const decodeAudit = shape<Page<AuditEntry>>({
  items: list(
    shape<AuditEntry>({
      id,
      at: words,
      actor: maybe,
      action: oneOf('create', 'update', 'delete'),
      kind: oneOf('configurator', 'llm_settings', 'entitlements'),
      subject: words,
      changes: or(
        list(shape<AuditEntry['changes'][number]>({ field: words, before: anything, after: anything })),
        [],
      ),
    }),
  ),
  nextCursor: or(id, null),
})

/** Reads a debug run. */
const decodeDebugDecision: Decoder<DebugDecision> = shape<DebugDecision>({
  rpcQuery: words,
  tool: maybe,
  arguments: anything,
  result: anything,
  timings: or(dictionary(amount), {}),
  answer: maybe,
})

/** Reads what one user may use. */
const decodeEntitlements: Decoder<Entitlements> = shape<Entitlements>({
  allowedTools: texts,
  allowedAuthors: texts,
  allowedModels: texts,
  systemPrompts: texts,
})

/** Reads what one user may use, and the newest sign-ups. */
const decodeEntitlementsAnswer = shape<EntitlementsAnswer>({
  entitlements: (value) => decodeEntitlements(value ?? {}),
  hasAccount: or(flag, true),
  signups: or(list(shape<WidgetSignup>({ email: words, createdAt: maybe, embedId: maybe })), []),
})

/** Reads what there is to choose from. */
const decodeEntitlementOptions = shape<EntitlementOptions>({
  models: texts,
  systemPrompts: texts,
})

/** Reads a widget's configuration. */
const decodeConfigurator: Decoder<Configurator> = shape<Configurator>({
  id,
  name: words,
  clientOwner: or(id, null),
  active: or(flag, true),
  allowConversations: conversationsMode,
  forceToolCalls: or(flag, false),
  widgetTheme,
  affiliateCode: maybe,
  widgetTitle: words,
  model: maybe,
  temperature: or(amount, null),
  systemPrompt: maybe,
  allowAttachments: or(flag, true),
  sidebarCollapsed: or(flag, false),
  composePlaceholder: words,
  allowedTools: texts,
  allowedAuthors: texts,
  allowedOrigins: or(list(text), null),
  version: or(amount, 0),
})

/** Reads one saved version of a widget's configuration. */
const decodeConfiguratorVersion = shape<ConfiguratorVersion>({
  version: amount,
  savedAt: words,
  savedBy: maybe,
  configurator: decodeConfigurator,
})

/** A question to try the assistant's decision with. */
export interface DebugQuestion {
  query: string
  conversation?: readonly { role: 'user' | 'assistant'; content: string }[]
  tools?: readonly string[]
  /** Unsaved settings to decide with. */
  settings?: Partial<LlmSettings>
  /** Whether the answer is written, too. */
  answer?: boolean
}

/** What one user may use, and the newest sign-ups through widgets. */
export interface EntitlementsAnswer {
  entitlements: Entitlements
  /** Whether an account has this address. */
  hasAccount: boolean
  signups: WidgetSignup[]
}

/** The names that entitlements may hold. */
export interface EntitlementOptions {
  models: string[]
  systemPrompts: string[]
}

/** The calls of the admin screens. */
export interface AdminCalls {
  adminClients: (options?: CallOptions) => Promise<AdminClient[]>
  configurators: (options?: CallOptions) => Promise<Configurator[]>
  /**
   * With an `id` it updates. Fields left out take the server's defaults. Gives the id.
   *
   * @throws {ApiError} with the code `conflict` when a `version` is given that is no longer the current one
   */
  saveConfigurator: (configurator: ConfiguratorInput, options?: CallOptions) => Promise<string>
  deleteConfigurator: (configuratorId: string, options?: CallOptions) => Promise<void>
  /** The 50 newest versions, the newest first. */
  configuratorHistory: (configuratorId: string, options?: CallOptions) => Promise<ConfiguratorVersion[]>
  /** The sites on which the widget was opened, the latest first. */
  configuratorSightings: (configuratorId: string, options?: CallOptions) => Promise<Sighting[]>
  llmSettings: (options?: CallOptions) => Promise<StoredLlmSettings>
  /** Gives what is stored now. */
  saveLlmSettings: (settings: LlmSettingsUpdate, options?: CallOptions) => Promise<StoredLlmSettings>
  /** Every saved version, the newest first. */
  llmSettingsHistory: (options?: PageOptions) => Promise<Page<LlmSettingsVersion>>
  /** Saves an earlier version again, as a new one. */
  restoreLlmSettings: (
    version: { version: number; baseVersion?: number },
    options?: CallOptions,
  ) => Promise<StoredLlmSettings>
  /** What administrators have changed, the newest first. */
  auditLog: (options?: PageOptions) => Promise<Page<AuditEntry>>
  debugDecision: (question: DebugQuestion, options?: CallOptions) => Promise<DebugDecision>
  entitlements: (email: string, options?: CallOptions) => Promise<EntitlementsAnswer>
  entitlementOptions: (options?: CallOptions) => Promise<EntitlementOptions>
  /** Gives what is stored now. */
  saveEntitlements: (update: EntitlementsUpdate, options?: CallOptions) => Promise<Entitlements>
}

const decodeClients = shape<{ clients: AdminClient[] }>({ clients: list(decodeAdminClient) })
const decodeConfigurators = shape<{ items: Configurator[] }>({ items: list(decodeConfigurator) })
const decodeHistory = shape<{ items: ConfiguratorVersion[] }>({
  items: list(decodeConfiguratorVersion),
})
const decodeSightings = shape<{ items: Sighting[] }>({
  items: list(shape<Sighting>({ origin: text, seenAt: words })),
})
const decodeSavedId = shape<{ id: string }>({ id })
const decodeSavedEntitlements = shape<{ entitlements: Entitlements }>({
  entitlements: (value) => decodeEntitlements(value ?? {}),
})

// A model takes its time, and with an answer is asked twice.
const debugMs = 120_000

/** The calls of {@link AdminCalls}. */
export function createAdminCalls({ call, tell }: Http): AdminCalls {
  const configurators = '/api/admin/configurators'
  const entitlements = '/api/admin/entitlements'
  const llmSettings = '/api/admin/llm-settings'
  return {
    adminClients: async ({ signal } = {}) =>
      (await call(decodeClients, { path: '/api/admin/clients', signal })).clients,
    configurators: async ({ signal } = {}) =>
      (await call(decodeConfigurators, { path: configurators, signal })).items,
    saveConfigurator: async (body, { signal } = {}) =>
      (await call(decodeSavedId, { method: 'POST', path: configurators, body, signal })).id,
    deleteConfigurator: (configuratorId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${configurators}/${encodeURIComponent(configuratorId)}`, signal }),
    configuratorHistory: async (configuratorId, { signal } = {}) =>
      (
        await call(decodeHistory, {
          path: `${configurators}/${encodeURIComponent(configuratorId)}/history`,
          signal,
        })
      ).items,
    configuratorSightings: async (configuratorId, { signal } = {}) =>
      (
        await call(decodeSightings, {
          path: `${configurators}/${encodeURIComponent(configuratorId)}/sightings`,
          signal,
        })
      ).items,
    llmSettings: ({ signal } = {}) => call(decodeLlmSettings, { path: llmSettings, signal }),
    saveLlmSettings: (body, { signal } = {}) =>
      call(decodeLlmSettings, { method: 'POST', path: llmSettings, body, signal }),
    llmSettingsHistory: ({ signal, limit, cursor } = {}) =>
      call(decodeSettingsVersions, { path: `${llmSettings}/history`, query: { limit, cursor }, signal }),
    restoreLlmSettings: (body, { signal } = {}) =>
      call(decodeLlmSettings, { method: 'POST', path: `${llmSettings}/restore`, body, signal }),
    auditLog: ({ signal, limit, cursor } = {}) =>
      call(decodeAudit, { path: '/api/admin/audit', query: { limit, cursor }, signal }),
    debugDecision: ({ settings, ...question }, { signal } = {}) =>
      call(decodeDebugDecision, {
        method: 'POST',
        path: '/api/tools/debug-decision',
        body: { ...question, ...(settings === undefined ? {} : { settings: toWire(settings) }) },
        signal,
        timeout: debugMs,
      }),
    entitlements: (email, { signal } = {}) =>
      call(decodeEntitlementsAnswer, { path: entitlements, query: { email }, signal }),
    entitlementOptions: ({ signal } = {}) =>
      call(decodeEntitlementOptions, { path: `${entitlements}/options`, signal }),
    saveEntitlements: async (body, { signal } = {}) =>
      (await call(decodeSavedEntitlements, { method: 'POST', path: entitlements, body, signal }))
        .entitlements,
  }
}
