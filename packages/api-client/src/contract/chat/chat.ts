import { z } from 'zod'
import { imageSchema, messageRoleSchema } from './conversations.ts'
import { chatLimits } from '../limits.ts'
import { idSchema, omissibleIdSchema, textUpTo } from '../primitives.ts'

/** One earlier message of a guest, whose history lives in the browser alone. */
export const historyItemSchema = z.object({
  role: messageRoleSchema,
  content: z.string().max(chatLimits.messageCharacters),
})

/** One earlier message of a guest. */
export type HistoryItem = z.infer<typeof historyItemSchema>

const namesSchema = z.array(z.string().max(chatLimits.nameCharacters)).max(chatLimits.names)

/**
 * POST /api/chat. `parent_id` is the message that this one answers to; with it, an empty text answers that
 * message again. `client_message_id` (UUID) makes a retry safe.
 */
export const chatRequestSchema = z
  .object({
    text: textUpTo(chatLimits.textCharacters),
    conversation: z.array(historyItemSchema).max(chatLimits.historyItems).nullish(),
    authors: namesSchema.nullish(),
    tools: namesSchema.nullish(),
    images: z.array(imageSchema).max(chatLimits.images).nullish(),
    conversation_id: omissibleIdSchema.nullish(),
    embed_id: omissibleIdSchema.nullish(),
    client_message_id: z.guid().nullish(),
    parent_id: omissibleIdSchema.nullish(),
  })
  .refine((body) => body.text.trim() !== '' || typeof body.parent_id === 'string', {
    path: ['text'],
    message: 'Must not be empty.',
  })

/** The body of POST /api/chat, as sent. */
export type ChatRequest = z.input<typeof chatRequestSchema>

/** GET /api/chat/anon-status?embed_id= */
export const anonStatusQuerySchema = z.object({ embed_id: idSchema.optional() })

/** The query of GET /api/chat/anon-status. */
export type AnonStatusQuery = z.infer<typeof anonStatusQuerySchema>

/** `blocked` is true when visitors must sign in to chat. */
export const anonStatusSchema = z.object({ blocked: z.boolean() })

/** The answer of GET /api/chat/anon-status. */
export type AnonStatus = z.infer<typeof anonStatusSchema>
