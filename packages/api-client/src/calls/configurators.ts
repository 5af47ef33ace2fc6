import type { CallOptions, Http } from '../http.ts'
import { amount, flag, id, list, maybe, oneOf, or, shape, text, texts, words } from '../decode.ts'
import type { Decoder } from '../decode.ts'
import { widgetAppearance } from './appearance.ts'
import type { WidgetAppearance } from './appearance.ts'
import { type ClientEdit, clientEdits } from './widgets/client-edits.ts'
import { widgetDefaults } from '../widget-defaults.ts'

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
  /** Questions that all visitors together may ask in a day; null is the server's default. */
  questionsPerDay: number | null
  /** Tokens that models may read and write for the widget in a day, at least 10; null is the server's default. */
  tokensPerDay: number | null
  appearance: WidgetAppearance
  /** Parts of the appearance that the client may change. */
  clientEdits: ClientEdit[]
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

/** The calls about widgets. */
export interface ConfiguratorCalls {
  configurators: (options?: CallOptions) => Promise<Configurator[]>
  /**
   * With an `id` it updates. Fields left out take the server's defaults. Gives the id.
   *
   * @throws {ApiError} with the code `conflict` when a `version` is given that is no longer the current one
   */
  saveConfigurator: (configurator: ConfiguratorInput, options?: CallOptions) => Promise<string>
  deleteConfigurator: (configuratorId: string, options?: CallOptions) => Promise<void>
  /** Switches a widget on or off at once; off also stops the answers under way in it. Saves a new version. */
  setConfiguratorActive: (configuratorId: string, active: boolean, options?: CallOptions) => Promise<void>
  /** The 50 newest versions, the newest first. */
  configuratorHistory: (configuratorId: string, options?: CallOptions) => Promise<ConfiguratorVersion[]>
  /** The sites on which the widget was opened, the latest first. */
  configuratorSightings: (configuratorId: string, options?: CallOptions) => Promise<Sighting[]>
}

/** A theme; unknown names fall back to `ultra`. */
export const widgetTheme = or(oneOf('ultra', 'modern', 'ivory', 'aurora'), widgetDefaults.widgetTheme)

/** Several conversations, or one that starts anew each time. */
export function conversationsMode(value: unknown): 'multi' | 'single' {
  return value === 'single' || value === 'single-use' || value === false ? 'single' : 'multi'
}

/** Reads a widget's configuration. */
const decodeConfigurator: Decoder<Configurator> = shape<Configurator>({
  id,
  name: words,
  clientOwner: or(id, null),
  active: or(flag, widgetDefaults.active),
  allowConversations: conversationsMode,
  forceToolCalls: or(flag, widgetDefaults.forceToolCalls),
  widgetTheme,
  affiliateCode: maybe,
  widgetTitle: words,
  model: maybe,
  temperature: or(amount, null),
  systemPrompt: maybe,
  allowAttachments: or(flag, widgetDefaults.allowAttachments),
  sidebarCollapsed: or(flag, widgetDefaults.sidebarCollapsed),
  composePlaceholder: words,
  allowedTools: texts,
  allowedAuthors: texts,
  allowedOrigins: or(list(text), null),
  questionsPerDay: or(amount, null),
  tokensPerDay: or(amount, null),
  appearance: widgetAppearance,
  clientEdits: or(clientEdits, [...widgetDefaults.clientEdits]),
  version: or(amount, 0),
})

/** Reads one saved version of a widget's configuration. */
const decodeConfiguratorVersion = shape<ConfiguratorVersion>({
  version: amount,
  savedAt: words,
  savedBy: maybe,
  configurator: decodeConfigurator,
})

const decodeConfigurators = shape<{ items: Configurator[] }>({ items: list(decodeConfigurator) })
const decodeHistory = shape<{ items: ConfiguratorVersion[] }>({
  items: list(decodeConfiguratorVersion),
})
const decodeSightings = shape<{ items: Sighting[] }>({
  items: list(shape<Sighting>({ origin: text, seenAt: words })),
})
const decodeSavedId = shape<{ id: string }>({ id })

/** The calls of {@link ConfiguratorCalls}. */
export function createConfiguratorCalls({ call, tell }: Http): ConfiguratorCalls {
  const configurators = '/api/admin/configurators'
  return {
    configurators: async ({ signal } = {}) =>
      (await call(decodeConfigurators, { path: configurators, signal })).items,
    saveConfigurator: async (body, { signal } = {}) =>
      (await call(decodeSavedId, { method: 'POST', path: configurators, body, signal })).id,
    deleteConfigurator: (configuratorId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${configurators}/${encodeURIComponent(configuratorId)}`, signal }),
    setConfiguratorActive: (configuratorId, active, { signal } = {}) =>
      tell({
        method: 'POST',
        path: `${configurators}/${encodeURIComponent(configuratorId)}/active`,
        body: { active },
        signal,
      }),
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
  }
}
