import { z } from 'zod'
import { auditProblemKinds } from '../../audit-problems.ts'
import { historyItemSchema } from '../chat/chat.ts'
import { chatLimits } from '../limits.ts'
import { emailSchema, idSchema, pageOf, pageQuerySchema, textUpTo, timestampSchema } from '../primitives.ts'

/** GET /api/admin/clients */
export const adminClientsSchema = z.object({
  clients: z.array(z.object({ id: idSchema, email: z.string() })),
})

/** The answer of GET /api/admin/clients. */
export type AdminClients = z.infer<typeof adminClientsSchema>

/** The limits of the master settings. Lengths in characters. */
export const settingsLimits = {
  promptCharacters: 32_000,
  nameCharacters: 200,
  temperature: { min: 0, max: 2, step: 0.1 },
  thinkingLines: { min: 1, max: 20 },
} as const

const { temperature, thinkingLines } = settingsLimits
const prompt = textUpTo(settingsLimits.promptCharacters)
const temperatureSchema = z.number().min(temperature.min).max(temperature.max)
const thinkingLinesSchema = z.number().int().min(thinkingLines.min).max(thinkingLines.max)

/** The master settings of the assistant. */
export const llmSettingsSchema = z.object({
  system_prompt: z.string(),
  inline_tag_prompt: z.string(),
  image_desc_prompt: z.string(),
  conv_title_prompt: z.string(),
  gemini_model: z.string(),
  temperature: temperatureSchema.default(0.6),
  thinking_enabled: z.boolean(),
  thinking_lines: thinkingLinesSchema.default(5),
  search_tool_name: z.string().default('search_knowledge'),
  search_tool_description: z.string(),
  search_tool_schema: z.record(z.string(), z.unknown()).default({}),
  search_tool_use_prev_context: z.boolean().default(true),
  search_tool_expand_short: z.boolean().default(true),
})

/** The master settings of the assistant. */
export type LlmSettings = z.infer<typeof llmSettingsSchema>

/** The settings with who saved them when. Version 0 is what holds before anybody has saved. */
export const storedLlmSettingsSchema = llmSettingsSchema.extend({
  version: z.number().int().min(0),
  updated_at: timestampSchema.nullable(),
  updated_by: z.string().nullable(),
})

/** The answer of GET and POST /api/admin/llm-settings. */
export type StoredLlmSettings = z.infer<typeof storedLlmSettingsSchema>

/** The settings that a body may change; fields left out stay as they are. */
export const llmSettingsDraftSchema = z.object({
  system_prompt: prompt.optional(),
  inline_tag_prompt: prompt.optional(),
  image_desc_prompt: prompt.optional(),
  conv_title_prompt: prompt.optional(),
  gemini_model: z.string().trim().max(settingsLimits.nameCharacters).optional(),
  temperature: temperatureSchema.optional(),
  thinking_enabled: z.boolean().optional(),
  thinking_lines: thinkingLinesSchema.optional(),
  // Tool name within the providers' rules; empty uses the default.
  search_tool_name: z
    .string()
    .trim()
    .regex(
      /^(?:[A-Za-z_][\w-]{0,63})?$/u,
      'The tool name may hold letters, digits, _ and - (at most 64), and begins with a letter or _.',
    )
    .optional(),
  search_tool_description: prompt.optional(),
  search_tool_schema: z.record(z.string(), z.unknown()).optional(),
  search_tool_use_prev_context: z.boolean().optional(),
  search_tool_expand_short: z.boolean().optional(),
})

/** Settings that a body may change. */
export type LlmSettingsDraft = z.infer<typeof llmSettingsDraftSchema>

const baseVersion = z.number().int().min(0).optional()

/**
 * POST /api/admin/llm-settings. With a `base_version`, which is the one that was read, a save on top of another
 * one's answers 409, whose `detail` is what is stored.
 */
export const llmSettingsUpdateSchema = llmSettingsDraftSchema.extend({ base_version: baseVersion })

/** The body of POST /api/admin/llm-settings. */
export type LlmSettingsUpdate = z.infer<typeof llmSettingsUpdateSchema>

/** GET /api/admin/llm-settings/history: every version, the newest first; version 0, the last, is the defaults. */
export const llmSettingsHistorySchema = pageOf(
  z.object({
    version: z.number().int().min(0),
    /** Null for the defaults. */
    saved_at: timestampSchema.nullable(),
    /** Null for the defaults, and once the account is deleted. */
    saved_by: z.string().nullable(),
    /** The version that was brought back. */
    restored_from: z.number().int().nullable(),
    settings: llmSettingsSchema,
  }),
)

/** The answer of GET /api/admin/llm-settings/history. */
export type LlmSettingsHistory = z.infer<typeof llmSettingsHistorySchema>

/** POST /api/admin/llm-settings/restore: saves an earlier version, or with 0 the defaults, as a new one. */
export const llmSettingsRestoreSchema = z.object({
  version: z.int32().min(0),
  base_version: baseVersion,
})

/** The body of POST /api/admin/llm-settings/restore. */
export type LlmSettingsRestore = z.infer<typeof llmSettingsRestoreSchema>

/** POST /api/tools/debug-decision */
export const debugDecisionRequestSchema = z.object({
  query: z.string().trim().min(1).max(chatLimits.textCharacters),
  conversation: z.array(historyItemSchema).max(chatLimits.historyItems).nullish(),
  /** Names; left out or empty, every tool. */
  tools: z.array(z.string()).nullish(),
  /** Unsaved settings to decide with; what is left out is taken from the saved ones. */
  settings: llmSettingsDraftSchema.optional(),
  /** True to generate the answer as well. */
  answer: z.boolean().optional(),
})

/** The body of POST /api/tools/debug-decision. */
export type DebugDecisionRequest = z.infer<typeof debugDecisionRequestSchema>

/** Search that the assistant would run, and its result. */
export const debugDecisionSchema = z.object({
  rpc_query: z.string(),
  tool: z.string().nullable(),
  arguments: z.unknown(),
  result: z.unknown(),
  /** Milliseconds by step. */
  timings: z.record(z.string(), z.number()),
  /** Answer of the assistant; null unless requested. */
  answer: z.string().nullable(),
})

/** The answer of POST /api/tools/debug-decision. */
export type DebugDecision = z.infer<typeof debugDecisionSchema>

const names = z.array(z.string())
const entitlementFields = {
  allowed_tools: names,
  allowed_authors: names,
  allowed_models: names,
  /** Ids of prompts, as the options list them. */
  system_prompts: names,
}

/** Limits of one user. An empty list sets no limit. */
export const entitlementsSchema = z.object(entitlementFields)

/** Limits of one user. */
export type Entitlements = z.infer<typeof entitlementsSchema>

/** The query of GET /api/admin/entitlements. */
export const entitlementsQuerySchema = z.object({ email: emailSchema })

/** The query of GET /api/admin/entitlements. */
export type EntitlementsQuery = z.infer<typeof entitlementsQuerySchema>

/** GET /api/admin/entitlements: with the 20 newest sign-ups through widgets. */
export const entitlementsResponseSchema = z.object({
  entitlements: entitlementsSchema,
  /** True when an account has this address. Entitlements can be stored before it exists. */
  has_account: z.boolean(),
  signups: z.array(
    z.object({ email: z.string(), created_at: timestampSchema, embed_id: z.string().nullable() }),
  ),
})

/** The answer of GET /api/admin/entitlements. */
export type EntitlementsResponse = z.infer<typeof entitlementsResponseSchema>

/** GET /api/admin/entitlements/options */
export const entitlementOptionsSchema = z.object({
  models: z.array(z.string()),
  system_prompts: z.array(
    z.object({
      id: z.string(),
      /** Place where the prompt is edited; a `saved` one belongs to entitlements alone. */
      source: z.enum(['master', 'widget', 'saved']),
      /** Name of the widget, otherwise the first line of the text. */
      name: z.string(),
      /** Current text. */
      text: z.string(),
    }),
  ),
})

/** The answer of GET /api/admin/entitlements/options. */
export type EntitlementOptions = z.infer<typeof entitlementOptionsSchema>

const someNames = z.array(textUpTo(chatLimits.nameCharacters)).max(chatLimits.names).optional()

/**
 * POST /api/admin/entitlements: `merge` unites each list with what is stored and keeps absent fields,
 * `replace` stores exactly what is sent, absent lists empty. A prompt given by its text instead of its id is stored
 * as a prompt.
 */
export const entitlementsUpdateSchema = z.object({
  email: emailSchema,
  mode: z.enum(['merge', 'replace']),
  allowed_tools: someNames,
  allowed_authors: someNames,
  allowed_models: someNames,
  system_prompts: z.array(prompt).max(chatLimits.names).optional(),
})

/** The body of POST /api/admin/entitlements. */
export type EntitlementsUpdate = z.infer<typeof entitlementsUpdateSchema>

/** The answer of POST /api/admin/entitlements: what is stored now. */
export const entitlementsUpdateResponseSchema = z.object({
  ok: z.literal(true),
  entitlements: entitlementsSchema,
})

/** The answer of POST /api/admin/entitlements. */
export type EntitlementsUpdateResponse = z.infer<typeof entitlementsUpdateResponseSchema>

const auditKindSchema = z.enum([
  ...(['configurator', 'llm_settings', 'entitlements', 'account'] as const),
  ...(['safety_phrase', 'safety_line', 'brand_synonym', 'article', 'product', 'approved_answer'] as const),
  ...(['settings_draft', 'settings_trial', 'evaluation_case'] as const),
  ...(['budget', 'model_prices', 'retention', 'weekly_report'] as const),
  ...(['identity_secret', 'visitor', 'webhook', 'order', 'account_access', 'api_key'] as const),
])

const auditFilters = {
  kind: auditKindSchema.optional(),
  /** Email of the account that made a change, or that a security event is about. */
  actor: z.string().trim().max(254).optional(),
  /** The client whose data was changed. */
  organisation_id: idSchema.optional(),
  from: timestampSchema.optional(),
  /** Entries from before this time. */
  to: timestampSchema.optional(),
}

/** The query of GET /api/admin/audit: the selected entries, or all. */
export const auditLogQuerySchema = pageQuerySchema.extend(auditFilters)

/** The query of GET /api/admin/audit/export: a table (`csv`), or one JSON object a line (`jsonl`) with the place in the chain. */
export const auditExportQuerySchema = z.object({
  ...auditFilters,
  format: z.enum(['csv', 'jsonl']).default('csv'),
})

/** The query of GET /api/admin/audit. */
export type AuditLogQuery = z.infer<typeof auditLogQuerySchema>

/**
 * GET /api/admin/audit: changes by administrators, and with the kind `account` the security events of accounts, the
 * newest first. Equal events of one account in one hour are one entry, with their number and the time of the first.
 */
export const auditLogSchema = pageOf(
  z.object({
    id: idSchema,
    at: timestampSchema,
    /** Email of the administrator; null once the account is deleted. */
    actor: z.string().nullable(),
    action: z.enum([
      ...(['create', 'update', 'delete'] as const),
      ...(['sign_in', 'sign_out', 'session_end', 'lock', 'password_check', 'password_change'] as const),
      ...(['reset_request', 'reset_link', 'sign_up', 'confirmation', 'account_creation'] as const),
      ...(['role_change', 'data_export', 'account_deletion', 'demonstration_removal'] as const),
      ...(['conversation_pruning', 'secret_reencryption', 'key_rotation'] as const),
      ...(['share', 'share_end', 'login_link'] as const),
      ...(['factor_add', 'factor_remove', 'factor_check', 'factor_reset'] as const),
      ...(['recovery_code_use', 'recovery_code_renewal'] as const),
      ...(['account_disable', 'account_enable'] as const),
    ]),
    kind: auditKindSchema,
    /** Email of the account that an entry of the kind `account` or `account_access` is about; null for others, unknown and deleted accounts. */
    account: z.string().nullable(),
    /** The client whose data was changed; null for data of the deployment, and of a deleted client. */
    organisation_id: idSchema.nullable(),
    /** Name of that client. */
    organisation: z.string().nullable(),
    /** Result of a security event; null for changes. */
    outcome: z.enum(['success', 'failure']).nullable(),
    /** Number of equal security events in the hour. */
    count: z.number().int().min(1),
    /** Name among its kind: a widget's name, an address; empty where there is only one. */
    subject: z.string(),
    /** Changed fields. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
)

/** The answer of GET /api/admin/audit. */
export type AuditLog = z.infer<typeof auditLogSchema>

/** GET /api/admin/audit/check: checks of the two chains, for contradictions in changes and in security events. */
export const auditCheckSchema = z.object({
  chains: z.array(
    z.object({
      chain: z.enum(['changes', 'security']),
      /** First and last position; earlier ones have passed their retention period. 0 before the first entry. */
      first: z.number().int().min(0),
      position: z.number().int().min(0),
      /** Hash of the last position: note it outside of the server, to compare it later. */
      hash: z.string(),
      /** Entries that were compared. */
      entries: z.number().int().min(0),
      /** Removals of personal data, and final numbers of equal events. */
      changes: z.number().int().min(0),
      problem_count: z.number().int().min(0),
      /** The first problems. */
      problems: z.array(
        z.object({
          kind: z.enum(auditProblemKinds),
          position: z.number().int().nullable(),
          entry: z.number().int().nullable(),
        }),
      ),
    }),
  ),
})

/** The answer of GET /api/admin/audit/check. */
export type AuditCheck = z.infer<typeof auditCheckSchema>
