import { z } from 'zod'
import { apiKeyScopes } from '../../api-key-scopes.ts'
import { idSchema, timestampSchema } from '../primitives.ts'

/** Limits of API keys. */
export const apiKeyLimits = {
  nameCharacters: 80,
  /** Keys of one account that are neither revoked nor expired. */
  keys: 20,
  /** Longest life of a key that expires. */
  expiryDays: 3650,
  /** Longest time for which the key before a rotation stays valid: 30 days. */
  overlapHours: 720,
} as const

/** A permission of an API key. */
export const apiKeyScopeSchema = z.enum(apiKeyScopes)

/**
 * The owner of the keys, for administrators: a client, or nobody for the administrator's own keys. Of clients it is
 * ignored: they have their own keys alone.
 */
export const apiKeyOwnerQuerySchema = z.object({ client_id: idSchema.optional() })

/** An API key, without the key itself. */
export const apiKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  scopes: z.array(apiKeyScopeSchema),
  /** First characters of the key, by which a person recognises it. */
  start: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: timestampSchema,
  /** Null for a key that does not expire. */
  expires_at: timestampSchema.nullable(),
  revoked_at: timestampSchema.nullable(),
  /** Time of the last rotation, or of the creation. */
  rotated_at: timestampSchema,
  /** Hour of the last call with the current key; null before the first one. */
  last_used_at: timestampSchema.nullable(),
  /** The key before the last rotation, while it is valid. */
  previous: z
    .object({ start: z.string(), valid_until: timestampSchema, last_used_at: timestampSchema.nullable() })
    .nullable(),
})

/** An API key, without the key itself. */
export type ApiKey = z.infer<typeof apiKeySchema>

/** GET /api/client/api-keys: the newest first. The 50 newest revoked and expired keys are listed for 30 days. */
export const apiKeyListSchema = z.object({ items: z.array(apiKeySchema) })

/** POST /api/client/api-keys */
export const apiKeyCreateSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(apiKeyLimits.nameCharacters),
  scopes: z.array(apiKeyScopeSchema).min(1, 'Choose at least one scope.'),
  /** Null for a key that does not expire. */
  expires_in_days: z.number().int().min(1).max(apiKeyLimits.expiryDays).nullable().default(null),
})

/** The body of POST /api/client/api-keys. */
export type ApiKeyCreate = z.infer<typeof apiKeyCreateSchema>

/** POST /api/client/api-keys/{id}/rotate */
export const apiKeyRotateSchema = z.object({
  /** Hours for which the current key stays valid; 0 ends it at once. */
  overlap_hours: z.number().int().min(0).max(apiKeyLimits.overlapHours).default(24),
})

/** An API key with the key itself, which is shown this once. */
export const apiKeyCreatedSchema = apiKeySchema.extend({ key: z.string() })

/** An API key with the key itself. */
export type ApiKeyCreated = z.infer<typeof apiKeyCreatedSchema>
