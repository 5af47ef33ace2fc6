import type { CallOptions, Http } from '../http.ts'
import type { Page, PageOptions } from './conversations.ts'
import {
  amount,
  anything,
  dictionary,
  flag,
  id,
  list,
  maybe,
  or,
  shape,
  text,
  toWire,
  words,
} from '../decode.ts'
import type { Decoder } from '../decode.ts'

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
  baseVersion?: number | undefined
}

/** One version of the settings. */
export interface LlmSettingsVersion {
  /** From 1; 0 is the defaults, which hold until something is saved. */
  version: number
  /** Null for the defaults. */
  savedAt: string | null
  /** Null for the defaults, and once the account is deleted. */
  savedBy: string | null
  /** The version that was brought back. */
  restoredFrom: number | null
  settings: LlmSettings
}

/** A question to try the assistant's decision with. */
export interface DebugQuestion {
  query: string
  conversation?: readonly { role: 'user' | 'assistant'; content: string }[] | undefined
  tools?: readonly string[] | undefined
  /** Unsaved settings to decide with. */
  settings?: Partial<LlmSettings> | undefined
  /** True to generate the answer as well. */
  answer?: boolean | undefined
}

/** Search that the assistant would run, and its result. */
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

/** The calls about the master settings. */
export interface LlmSettingsCalls {
  llmSettings: (options?: CallOptions) => Promise<StoredLlmSettings>
  /** Gives what is stored now. */
  saveLlmSettings: (settings: LlmSettingsUpdate, options?: CallOptions) => Promise<StoredLlmSettings>
  /** Every saved version, the newest first, and the defaults as the last. */
  llmSettingsHistory: (options?: PageOptions) => Promise<Page<LlmSettingsVersion>>
  /** Saves an earlier version again, or with 0 the defaults, as a new one. */
  restoreLlmSettings: (
    version: { version: number; baseVersion?: number },
    options?: CallOptions,
  ) => Promise<StoredLlmSettings>
  debugDecision: (question: DebugQuestion, options?: CallOptions) => Promise<DebugDecision>
}

// The defaults are those of specification 2, section 9.
/** Decoders of the master settings. */
export const llmSettingsFields = {
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
export const decodeLlmSettings = shape<StoredLlmSettings>({
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
      savedAt: maybe,
      savedBy: maybe,
      restoredFrom: or(amount, null),
      settings: shape<LlmSettings>(llmSettingsFields),
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

// A model takes its time, and with an answer is asked twice.
const debugMs = 120_000

/** The calls of {@link LlmSettingsCalls}. */
export function createLlmSettingsCalls({ call }: Http): LlmSettingsCalls {
  const llmSettings = '/api/admin/llm-settings'
  return {
    llmSettings: ({ signal } = {}) => call(decodeLlmSettings, { path: llmSettings, signal }),
    saveLlmSettings: (body, { signal } = {}) =>
      call(decodeLlmSettings, { method: 'POST', path: llmSettings, body, signal }),
    llmSettingsHistory: ({ signal, limit, cursor } = {}) =>
      call(decodeSettingsVersions, { path: `${llmSettings}/history`, query: { limit, cursor }, signal }),
    restoreLlmSettings: (body, { signal } = {}) =>
      call(decodeLlmSettings, { method: 'POST', path: `${llmSettings}/restore`, body, signal }),
    debugDecision: ({ settings, ...question }, { signal } = {}) =>
      call(decodeDebugDecision, {
        method: 'POST',
        path: '/api/tools/debug-decision',
        body: { ...question, ...(settings === undefined ? {} : { settings: toWire(settings) }) },
        signal,
        timeout: debugMs,
      }),
  }
}
