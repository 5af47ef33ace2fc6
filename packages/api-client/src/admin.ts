import type { CallOptions, Http } from './http.ts'
import { amount, anything, dictionary, flag, id, list, oneOf, or, shape, text } from './decode.ts'
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

/** What the assistant would have searched for, and found. */
export interface DebugDecision {
  rpcQuery: string
  tool: string | null
  arguments: unknown
  result: unknown
  /** Milliseconds by step. */
  timings: Record<string, number>
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

/** Reads the master settings, with the defaults of specification 2, section 9. */
const decodeLlmSettings: Decoder<LlmSettings> = shape<LlmSettings>({
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
})

/** Reads a debug run. */
const decodeDebugDecision: Decoder<DebugDecision> = shape<DebugDecision>({
  rpcQuery: words,
  tool: maybe,
  arguments: anything,
  result: anything,
  timings: or(dictionary(amount), {}),
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
}

/** What one user may use, and the newest sign-ups through widgets. */
export interface EntitlementsAnswer {
  entitlements: Entitlements
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
  saveConfigurator: (configurator: Partial<Configurator>, options?: CallOptions) => Promise<string>
  deleteConfigurator: (configuratorId: string, options?: CallOptions) => Promise<void>
  /** The 50 newest versions, the newest first. */
  configuratorHistory: (configuratorId: string, options?: CallOptions) => Promise<ConfiguratorVersion[]>
  /** The sites on which the widget was opened, the latest first. */
  configuratorSightings: (configuratorId: string, options?: CallOptions) => Promise<Sighting[]>
  llmSettings: (options?: CallOptions) => Promise<LlmSettings>
  saveLlmSettings: (settings: Partial<LlmSettings>, options?: CallOptions) => Promise<void>
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
    saveLlmSettings: (body, { signal } = {}) => tell({ method: 'POST', path: llmSettings, body, signal }),
    debugDecision: (body, { signal } = {}) =>
      call(decodeDebugDecision, { method: 'POST', path: '/api/tools/debug-decision', body, signal }),
    entitlements: (email, { signal } = {}) =>
      call(decodeEntitlementsAnswer, { path: entitlements, query: { email }, signal }),
    entitlementOptions: ({ signal } = {}) =>
      call(decodeEntitlementOptions, { path: `${entitlements}/options`, signal }),
    saveEntitlements: async (body, { signal } = {}) =>
      (await call(decodeSavedEntitlements, { method: 'POST', path: entitlements, body, signal }))
        .entitlements,
  }
}
