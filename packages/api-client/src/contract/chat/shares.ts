import { z } from 'zod'
import { idSchema, omissibleIdSchema, timestampSchema } from '../primitives.ts'
import { messageRoleSchema, toolContextSchema } from './conversations.ts'

/** Days after which a share link ends. */
export const shareDaysSchema = z.union([z.literal(1), z.literal(7), z.literal(30), z.literal(90)])

/** A share link of a conversation, without its secret. */
export const shareSchema = z.object({
  id: idSchema,
  conversation_id: idSchema,
  /** Title at the time of the snapshot, redacted. */
  title: z.string(),
  /** Number of messages in the snapshot. */
  messages: z.number().int().nonnegative(),
  /** True when the snapshot has the images of the questions. */
  images: z.boolean(),
  created_at: timestampSchema,
  /** Time of the snapshot. */
  updated_at: timestampSchema,
  expires_at: timestampSchema,
})

/** A share link of a conversation. */
export type Share = z.infer<typeof shareSchema>

/** POST /api/conversations/{id}/share. */
export const shareCreateSchema = z.object({
  /** Last message of the branch to share. @default the newest message */
  message_id: omissibleIdSchema.nullish(),
  days: shareDaysSchema.default(30),
  images: z.boolean().default(false),
})

/** The body of POST /api/conversations/{id}/share. */
export type ShareCreate = z.input<typeof shareCreateSchema>

/** The link is in this answer alone: the server stores a digest of its secret. */
export const shareCreatedSchema = z.object({ share: shareSchema, url: z.string() })

/** The answer of POST /api/conversations/{id}/share. */
export type ShareCreated = z.infer<typeof shareCreatedSchema>

/** GET /api/conversations/{id}/share: the conversation's link, or null. */
export const conversationShareSchema = z.object({ share: shareSchema.nullable() })

/** The answer of GET /api/conversations/{id}/share. */
export type ConversationShare = z.infer<typeof conversationShareSchema>

/** PATCH /api/shares/{id}: takes a new snapshot under the same link. Fields that are left out stay. */
export const sharePatchSchema = z.object({
  message_id: omissibleIdSchema.nullish(),
  days: shareDaysSchema.optional(),
  images: z.boolean().optional(),
})

/** The body of PATCH /api/shares/{id}. */
export type SharePatch = z.input<typeof sharePatchSchema>

/** GET /api/shares: the links of a person that have not expired, newest first. */
export const shareListSchema = z.object({ items: z.array(shareSchema) })

/** The answer of GET /api/shares. */
export type ShareList = z.infer<typeof shareListSchema>

/** A message of a shared conversation: its text is redacted, and nothing names its author. */
export const sharedMessageSchema = z.object({
  role: messageRoleSchema,
  content: z.string(),
  tool_context: toolContextSchema.nullable(),
  images: z.array(z.object({ url: z.string() })),
})

/** A message of a shared conversation. */
export type SharedMessage = z.infer<typeof sharedMessageSchema>

/** GET /api/shared/{token}: the snapshot, for anyone with the link. */
export const sharedConversationSchema = z.object({
  title: z.string(),
  shared_at: timestampSchema,
  expires_at: timestampSchema,
  messages: z.array(sharedMessageSchema),
})

/** The answer of GET /api/shared/{token}. */
export type SharedConversation = z.infer<typeof sharedConversationSchema>
