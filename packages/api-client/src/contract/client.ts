import { z } from 'zod'
import { daySchema, idSchema } from './primitives.ts'
import { geoStatsSchema, productStatsSchema, statsQuerySchema, subjectStatsSchema } from './stats.ts'

/** A widget as the dashboards name it. */
export const widgetSchema = z.object({ id: idSchema, name: z.string() })

/** A widget as the dashboards name it. */
export type Widget = z.infer<typeof widgetSchema>

/** The query of GET /api/client/widgets; only an admin may name another client. */
export const clientWidgetsQuerySchema = z.object({ client_id: idSchema.optional() })

/** The query of GET /api/client/widgets. */
export type ClientWidgetsQuery = z.infer<typeof clientWidgetsQuerySchema>

/** GET /api/client/widgets */
export const clientWidgetsSchema = z.object({ widgets: z.array(widgetSchema) })

/** The answer of GET /api/client/widgets. */
export type ClientWidgets = z.infer<typeof clientWidgetsSchema>

/** The query of GET /api/client/stats; `widgets` is a comma list of ids. */
export const clientStatsQuerySchema = statsQuerySchema.extend({
  widgets: z.string().optional(),
  client_id: idSchema.optional(),
})

/** The query of GET /api/client/stats. */
export type ClientStatsQuery = z.infer<typeof clientStatsQuerySchema>

const amount = z.number().int().nonnegative()

/** GET /api/client/stats */
export const clientStatsSchema = z.object({
  summary: z.object({
    unique_conversations: amount,
    unique_ips: amount,
    /** True when the distinct counts above are estimates: only for admins, over very many messages. */
    is_approximate: z.boolean(),
    user_messages: amount,
    assistant_messages: amount,
    total_messages: amount,
    widget_ids: z.array(idSchema),
  }),
  messages: z.object({ days: z.array(daySchema), user: z.array(amount), total: z.array(amount) }),
  prod: productStatsSchema,
  subs: subjectStatsSchema,
  geo: geoStatsSchema,
})

/** The answer of GET /api/client/stats. */
export type ClientStats = z.infer<typeof clientStatsSchema>
