import { z } from 'zod'
import { webhookEvents } from '../../webhook-events.ts'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** Limits of webhooks. */
export const webhookLimits = {
  urlCharacters: 500,
  /** Endpoints of one client, or of the administrators. */
  endpoints: 10,
  /** First characters of a response that the log stores. */
  responseCharacters: 500,
} as const

/** Event that a server can receive. */
export const webhookEventSchema = z.enum(webhookEvents)

/**
 * The owner of the endpoints, for administrators: a client, or nobody for the endpoints of the administrators themselves. Of
 * clients it is ignored: they have their own endpoints alone.
 */
export const webhookOwnerQuerySchema = z.object({ client_id: idSchema.optional() })

/** An endpoint: a server that receives events. */
export const webhookSchema = z.object({
  id: idSchema,
  url: z.string(),
  events: z.array(webhookEventSchema),
  /** Null while events are delivered; `failures` after days without a success. */
  disabled_by: z.enum(['person', 'failures']).nullable(),
  /** First failure since the last success; null after a success. */
  failing_since: timestampSchema.nullable(),
  created_at: timestampSchema,
  /** Time of the current secret. */
  secret_at: timestampSchema,
  /** Time at which the secret before stops signing; null without one. */
  previous_until: timestampSchema.nullable(),
})

/** An endpoint: a server that receives events. */
export type Webhook = z.infer<typeof webhookSchema>

/** GET /api/client/webhooks */
export const webhookListSchema = z.object({ items: z.array(webhookSchema) })

/** The body of POST /api/client/webhooks and PUT /api/client/webhooks/{id}. */
export const webhookSaveSchema = z.object({
  url: z
    .url({ protocol: /^https?$/u, error: 'Enter an https address.' })
    .max(webhookLimits.urlCharacters)
    .refine((url) => !/^https?:\/\/[^/?#]*@/iu.test(url), {
      message: 'Enter an address without a user name and password.',
    }),
  events: z.array(webhookEventSchema).min(1, { message: 'Choose at least one event.' }),
  /** False pauses the endpoint: events are not delivered later either. */
  active: z.boolean().default(true),
})

/** The body of POST /api/client/webhooks and PUT /api/client/webhooks/{id}. */
export type WebhookSave = z.infer<typeof webhookSaveSchema>

/** An endpoint with a new secret, which is shown this once. */
export const webhookCreatedSchema = webhookSchema.extend({ secret: z.string() })

/** State of a delivery. A failed one is tried again by itself for three days. */
export const webhookStatusSchema = z.enum(['waiting', 'delivered', 'failed'])

/** One event for one endpoint, with its last attempt. */
export const webhookDeliverySchema = z.object({
  /** The `webhook-id` of the message, at every attempt. */
  id: idSchema,
  event: z.union([webhookEventSchema, z.literal('webhook.test')]),
  status: webhookStatusSchema,
  attempts: z.number().int().min(0),
  created_at: timestampSchema,
  attempted_at: timestampSchema.nullable(),
  /** Milliseconds of the last attempt. */
  duration_ms: z.number().int().min(0).nullable(),
  /** Status of the last response; null without one. */
  response_status: z.number().int().nullable(),
  /** First part of the last response. */
  response: z.string(),
  /** Reason of the last failure; null after a success. */
  failure: z.string().nullable(),
})

/** One event for one endpoint, with its last attempt. */
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** The query of GET /api/client/webhooks/{id}/deliveries. */
export const webhookDeliveryQuerySchema = pageQuerySchema.extend({
  ...webhookOwnerQuerySchema.shape,
  status: webhookStatusSchema.optional(),
})

/** GET /api/client/webhooks/{id}/deliveries: the newest first, of the last 30 days. */
export const webhookDeliveryListSchema = pageOf(webhookDeliverySchema)

/** The answer of GET /api/client/webhooks/{id}/deliveries. */
export type WebhookDeliveryList = z.infer<typeof webhookDeliveryListSchema>
