import { z } from 'zod'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** Limits of signed visitor ids. */
export const visitorLimits = {
  userIdCharacters: 200,
  /** Seconds from the signature of an id to the latest time at which it may expire. */
  expirySeconds: 86_400,
} as const

/**
 * A visitor's id, signed by the server of the client: `user_hash` is the HMAC-SHA256 of `{user_expires}:{user_id}` in hex,
 * under the client's secret; `user_expires` is a Unix time in seconds, at most a day ahead.
 */
export const visitorIdentitySchema = z.object({
  user_id: z.string().min(1).max(visitorLimits.userIdCharacters),
  user_hash: z.string().regex(/^[\da-f]{64}$/iu),
  user_expires: z.number().int().positive().max(253_402_300_799),
})

/** A visitor's id, signed by the server of the client. */
export type VisitorIdentity = z.infer<typeof visitorIdentitySchema>

/** The `detail` of an `identity_refused`. */
export const identityRefusalSchema = z.object({
  /** `disabled`: the client has no secret; `invalid`: another secret, id or time was signed; `expired`: its time has passed. */
  reason: z.enum(['disabled', 'invalid', 'expired']),
})

/** The client of the calls about visitors; an administrator may name another one. */
export const visitorOwnerQuerySchema = z.object({ client_id: idSchema.optional() })

/** GET /api/client/identity: the secret is shown once, by the call that creates it. */
export const identitySettingsSchema = z.object({
  /** Creation time of the current secret; null without one. */
  secret_at: timestampSchema.nullable(),
  /** Time at which the previous secret stops working; null without one. */
  previous_until: timestampSchema.nullable(),
})

/** The state of a client's secret for visitor ids. */
export type IdentitySettings = z.infer<typeof identitySettingsSchema>

/**
 * POST /api/client/identity/secret. The previous secret works for another day; with `end_previous` it stops working at
 * once, and every session of identified visitors ends.
 */
export const identitySecretRequestSchema = z.object({ end_previous: z.boolean().default(false) })

/** POST /api/client/identity/secret: the new secret. */
export const identitySecretSchema = identitySettingsSchema.extend({ secret: z.string() })

/** The query of GET /api/client/visitors: `user_id` finds one visitor. */
export const visitorListQuerySchema = pageQuerySchema.extend({
  ...visitorOwnerQuerySchema.shape,
  user_id: z.string().max(visitorLimits.userIdCharacters).optional(),
})

/** A visitor whom a client has identified. */
export const identifiedVisitorSchema = z.object({
  id: idSchema,
  /** The id that the client's server has signed. */
  user_id: z.string(),
  created_at: timestampSchema,
  /** To within an hour. */
  last_seen_at: timestampSchema,
  conversations: z.number().int().min(0),
})

/** A visitor whom a client has identified. */
export type IdentifiedVisitor = z.infer<typeof identifiedVisitorSchema>

/** GET /api/client/visitors: the newest first. */
export const visitorListSchema = pageOf(identifiedVisitorSchema)

/** The answer of GET /api/client/visitors. */
export type VisitorList = z.infer<typeof visitorListSchema>
