import { z } from 'zod'
import { appearanceSaveSchema, appearanceSchema } from './appearance.ts'
import { chatLimits } from './limits.ts'
import { idSchema, omissibleIdSchema, textUpTo, timestampSchema } from './primitives.ts'
import { clientEditSchema } from './widgets/client-edits.ts'

/** The themes of the widget. Unknown names fall back to `ultra`. */
export const widgetThemeSchema = z.enum(['ultra', 'modern', 'ivory', 'aurora'])

/** A theme of the widget. */
export type WidgetTheme = z.infer<typeof widgetThemeSchema>

/** Largest budgets of a widget that may be configured. */
export const widgetBudgets = { questionsPerDay: 1_000_000, tokensPerDay: 1_000_000_000 } as const

/** Sites that may frame one widget. */
const maxAllowedOrigins = 200

const someNames = z.array(textUpTo(chatLimits.nameCharacters)).max(chatLimits.names)

/** A widget's configuration. Nulls mean the master settings; `allowed_origins: null` is every site. */
export const configuratorSchema = z.object({
  id: idSchema,
  name: z.string(),
  client_owner: idSchema.nullable(),
  active: z.boolean(),
  allow_conversations: z.enum(['multi', 'single']),
  force_tool_calls: z.boolean(),
  widget_theme: widgetThemeSchema,
  affiliate_code: z.string().nullable(),
  widget_title: z.string(),
  model: z.string().nullable(),
  temperature: z.number().min(0).max(2).nullable(),
  system_prompt: z.string().nullable(),
  allow_attachments: z.boolean(),
  sidebar_collapsed: z.boolean(),
  compose_placeholder: z.string(),
  allowed_tools: z.array(z.string()),
  allowed_authors: z.array(z.string()),
  allowed_origins: z.array(z.string()).nullable(),
  /** Questions that all visitors together may ask in a day; null is the server's default. */
  questions_per_day: z.number().int().nullable(),
  /** Tokens that models may read and write for the widget in a day; null is the server's default. */
  tokens_per_day: z.number().int().nullable(),
  appearance: appearanceSchema,
  /** Parts of the appearance that the client may change. */
  client_edits: z.array(clientEditSchema),
  /** Grows with each save. */
  version: z.number().int().positive(),
})

/** A widget's configuration. */
export type Configurator = z.infer<typeof configuratorSchema>

/** GET /api/admin/configurators */
export const configuratorListSchema = z.object({ items: z.array(configuratorSchema) })

/** The answer of GET /api/admin/configurators. */
export type ConfiguratorList = z.infer<typeof configuratorListSchema>

/**
 * POST /api/admin/configurators: with an `id` it updates; fields left out take the server's defaults. With a
 * `version` it updates that one alone: when it is no longer the current one, the answer is a 409 whose `detail` is a
 * {@link configuratorConflictSchema}.
 */
export const configuratorSaveSchema = z.object({
  id: omissibleIdSchema.optional(),
  version: z.number().int().positive().optional(),
  name: z.string().trim().min(1).max(200).optional(),
  client_owner: omissibleIdSchema.nullish(),
  active: z.boolean().optional(),
  // A checkbox's boolean is read too: true is several conversations.
  allow_conversations: z.union([z.enum(['multi', 'single', 'single-use']), z.boolean()]).optional(),
  force_tool_calls: z.boolean().optional(),
  widget_theme: z.string().optional(),
  affiliate_code: z.string().max(200).nullish(),
  widget_title: z.string().max(200).optional(),
  model: z.string().max(200).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  system_prompt: z.string().max(100_000).nullish(),
  allow_attachments: z.boolean().optional(),
  sidebar_collapsed: z.boolean().optional(),
  compose_placeholder: z.string().max(200).optional(),
  allowed_tools: someNames.optional(),
  allowed_authors: someNames.optional(),
  // The policy header of the widget's page names them all.
  allowed_origins: z.array(textUpTo(300)).max(maxAllowedOrigins).nullish(),
  questions_per_day: z.number().int().min(1).max(widgetBudgets.questionsPerDay).nullish(),
  tokens_per_day: z.number().int().min(10).max(widgetBudgets.tokensPerDay).nullish(),
  appearance: appearanceSaveSchema.optional(),
  client_edits: z.array(clientEditSchema).optional(),
})

/** The body of POST /api/admin/configurators. */
export type ConfiguratorSave = z.infer<typeof configuratorSaveSchema>

/** The answer of POST /api/admin/configurators. */
export const configuratorSaveResponseSchema = z.object({ ok: z.literal(true), id: idSchema })

/** The answer of POST /api/admin/configurators. */
export type ConfiguratorSaveResponse = z.infer<typeof configuratorSaveResponseSchema>

/** POST /api/admin/configurators/{id}/active: `false` stops the widget at once, with the answers under way in it. */
export const configuratorActiveSchema = z.object({ active: z.boolean() })

/** The `detail` of a 409: what is stored, in place of the version that was saved over. */
export const configuratorConflictSchema = z.object({ current: configuratorSchema })

/** The `detail` of a 409 of POST /api/admin/configurators. */
export type ConfiguratorConflict = z.infer<typeof configuratorConflictSchema>

/** GET /api/admin/configurators/{id}/history: the 50 newest versions, the newest first. */
export const configuratorHistorySchema = z.object({
  items: z.array(
    z.object({
      version: z.number().int().positive(),
      saved_at: timestampSchema,
      /** E-mail of the admin; null once that account is deleted. */
      saved_by: z.string().nullable(),
      configurator: configuratorSchema,
    }),
  ),
})

/** The answer of GET /api/admin/configurators/{id}/history. */
export type ConfiguratorHistory = z.infer<typeof configuratorHistorySchema>

/** GET /api/admin/configurators/{id}/sightings: the sites on which the widget was opened, the latest first. */
export const configuratorSightingsSchema = z.object({
  items: z.array(z.object({ origin: z.string(), seen_at: timestampSchema })),
})

/** The answer of GET /api/admin/configurators/{id}/sightings. */
export type ConfiguratorSightings = z.infer<typeof configuratorSightingsSchema>
