import { z } from 'zod'
import { historyItemSchema } from './chat.ts'
import { idSchema, timestampSchema } from './primitives.ts'

/** GET /api/admin/clients */
export const adminClientsSchema = z.object({
  clients: z.array(z.object({ id: idSchema, email: z.string() })),
})

/** The answer of GET /api/admin/clients. */
export type AdminClients = z.infer<typeof adminClientsSchema>

/** The master settings of the assistant. */
export const llmSettingsSchema = z.object({
  system_prompt: z.string(),
  inline_tag_prompt: z.string(),
  image_desc_prompt: z.string(),
  conv_title_prompt: z.string(),
  gemini_model: z.string(),
  temperature: z.number().min(0).max(2).default(0.6),
  thinking_enabled: z.boolean(),
  thinking_lines: z.number().int().min(1).max(20).default(5),
  search_tool_name: z.string().default('search_knowledge'),
  search_tool_description: z.string(),
  search_tool_schema: z.record(z.string(), z.unknown()).default({}),
  search_tool_use_prev_context: z.boolean().default(true),
  search_tool_expand_short: z.boolean().default(true),
})

/** The master settings of the assistant. */
export type LlmSettings = z.infer<typeof llmSettingsSchema>

/** POST /api/admin/llm-settings: fields left out stay as they are. */
export const llmSettingsUpdateSchema = z.object({
  system_prompt: z.string().optional(),
  inline_tag_prompt: z.string().optional(),
  image_desc_prompt: z.string().optional(),
  conv_title_prompt: z.string().optional(),
  gemini_model: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  thinking_enabled: z.boolean().optional(),
  thinking_lines: z.number().int().min(1).max(20).optional(),
  search_tool_name: z.string().optional(),
  search_tool_description: z.string().optional(),
  search_tool_schema: z.record(z.string(), z.unknown()).optional(),
  search_tool_use_prev_context: z.boolean().optional(),
  search_tool_expand_short: z.boolean().optional(),
})

/** The body of POST /api/admin/llm-settings. */
export type LlmSettingsUpdate = z.infer<typeof llmSettingsUpdateSchema>

/** POST /api/tools/debug-decision */
export const debugDecisionRequestSchema = z.object({
  query: z.string().min(1),
  conversation: z.array(historyItemSchema).optional(),
  tools: z.array(z.string()).optional(),
})

/** The body of POST /api/tools/debug-decision. */
export type DebugDecisionRequest = z.infer<typeof debugDecisionRequestSchema>

/** What the assistant would have searched for, and what it would have found. */
export const debugDecisionSchema = z.object({
  rpc_query: z.string(),
  tool: z.string().nullable(),
  arguments: z.unknown(),
  result: z.unknown(),
  timings: z.record(z.string(), z.number()),
})

/** The answer of POST /api/tools/debug-decision. */
export type DebugDecision = z.infer<typeof debugDecisionSchema>

const entitlementFields = {
  allowed_tools: z.array(z.string()),
  allowed_authors: z.array(z.string()),
  allowed_models: z.array(z.string()),
  system_prompts: z.array(z.string()),
}

/** What one user may use. */
export const entitlementsSchema = z.object(entitlementFields)

/** What one user may use. */
export type Entitlements = z.infer<typeof entitlementsSchema>

/** The query of GET /api/admin/entitlements. */
export const entitlementsQuerySchema = z.object({ email: z.string().trim().min(1).max(254) })

/** The query of GET /api/admin/entitlements. */
export type EntitlementsQuery = z.infer<typeof entitlementsQuerySchema>

/** GET /api/admin/entitlements: with the 20 newest sign-ups through widgets. */
export const entitlementsResponseSchema = z.object({
  entitlements: entitlementsSchema,
  signups: z.array(
    z.object({ email: z.string(), created_at: timestampSchema, embed_id: z.string().nullable() }),
  ),
})

/** The answer of GET /api/admin/entitlements. */
export type EntitlementsResponse = z.infer<typeof entitlementsResponseSchema>

/** GET /api/admin/entitlements/options */
export const entitlementOptionsSchema = z.object({
  models: z.array(z.string()),
  system_prompts: z.array(z.string()),
})

/** The answer of GET /api/admin/entitlements/options. */
export type EntitlementOptions = z.infer<typeof entitlementOptionsSchema>

/**
 * POST /api/admin/entitlements: `merge` unites each list with what is stored and keeps absent fields,
 * `replace` stores exactly what is sent, absent lists empty.
 */
export const entitlementsUpdateSchema = z.object({
  email: z.string().trim().min(1).max(254),
  mode: z.enum(['merge', 'replace']),
  allowed_tools: entitlementFields.allowed_tools.optional(),
  allowed_authors: entitlementFields.allowed_authors.optional(),
  allowed_models: entitlementFields.allowed_models.optional(),
  system_prompts: entitlementFields.system_prompts.optional(),
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
