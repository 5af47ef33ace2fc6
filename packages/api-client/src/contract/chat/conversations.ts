import { z } from 'zod'
import {
  answerOutcomeSchema,
  citationSchema,
  approvalSchema,
  safetyNoticeSchema,
  suggestionListSchema,
} from './chat-events.ts'
import { chatLimits } from '../limits.ts'
import {
  idSchema,
  omissibleIdSchema,
  pageOf,
  pageQuerySchema,
  textUpTo,
  timestampSchema,
} from '../primitives.ts'

/** A conversation without its messages. */
export const conversationSchema = z.object({
  id: idSchema,
  /** `unnamedTitle` until the conversation is named. */
  title: z.string(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  /** Listed above all others. */
  pinned: z.boolean(),
  /** Listed with `archived=true` alone, until it is restored or continued. */
  archived: z.boolean(),
})

/** A conversation without its messages. */
export type Conversation = z.infer<typeof conversationSchema>

/** GET /api/conversations: pinned ones first, then newest first. */
export const conversationListSchema = pageOf(conversationSchema).extend({
  /** The account that the conversations belong to: an import into it repeats this id. */
  account_id: idSchema.optional(),
})

/** One page of conversations. */
export type ConversationList = z.infer<typeof conversationListSchema>

/** The query of GET /api/conversations; `q` searches titles and messages, `archived` lists the archived ones alone. */
export const conversationQuerySchema = pageQuerySchema.extend({
  q: z.string().max(500).optional(),
  archived: z.enum(['true', 'false']).optional(),
})

/** The query of GET /api/conversations. */
export type ConversationQuery = z.infer<typeof conversationQuerySchema>

/** Any text, of which {@link chatLimits.titleCharacters} are kept. */
const titleSchema = z.string()

/** POST /api/conversations. */
export const conversationCreateSchema = z.object({ title: titleSchema.nullish() })

/** The body of POST /api/conversations. */
export type ConversationCreate = z.infer<typeof conversationCreateSchema>

/** PATCH /api/conversations/{id}: fields that are left out stay. Archiving a conversation unpins it. */
export const conversationPatchSchema = z
  .object({ title: titleSchema, pinned: z.boolean(), archived: z.boolean() })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Must change something.')

/** The body of PATCH /api/conversations/{id}. */
export type ConversationPatch = z.infer<typeof conversationPatchSchema>

/** GET /api/conversations/{id}: a running answer is found by its stream. */
export const conversationDetailSchema = conversationSchema.extend({ active_stream_id: idSchema.nullable() })

/** A conversation with its running answer, if any. */
export type ConversationDetail = z.infer<typeof conversationDetailSchema>

/** Author role of a message. */
export const messageRoleSchema = z.enum(['user', 'assistant'])

/** Author role of a message. */
export type MessageRole = z.infer<typeof messageRoleSchema>

/** State of an answer. A user message is always `complete`. */
export const messageStatusSchema = z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed'])

/** State of an answer. */
export type MessageStatus = z.infer<typeof messageStatusSchema>

/** A thumb, or none. */
export const ratingSchema = z.enum(['up', 'down']).nullable()

/** A thumb, or none. */
export type Rating = z.infer<typeof ratingSchema>

/** Product that a product tag resolved to. */
export const productResultSchema = z.object({
  name: z.string(),
  url: z.string(),
  price: z.string().nullish(),
  image: z.string().nullish(),
  srcset: z.string().nullish(),
  alt: z.string().nullish(),
})

/** One option of a product tag. */
export type ProductResult = z.infer<typeof productResultSchema>

/**
 * The evidence of an answer: the cited passages, the products by the name in their tag, the outcome and the suggested
 * next questions. Messages stored before passages were kept have citations as `[n] title (url)` and neither outcome nor
 * suggestions.
 */
export const toolContextSchema = z.object({
  products: z.array(z.object({ name: z.string(), results: z.array(productResultSchema) })),
  citations: z.array(z.union([z.string(), citationSchema])),
  outcome: answerOutcomeSchema.nullish(),
  suggestions: suggestionListSchema.optional(),
  safety: safetyNoticeSchema.nullish(),
  approval: approvalSchema.nullish(),
})

/** Citations and products of an answer. */
export type ToolContext = z.infer<typeof toolContextSchema>

/** An image of a question: base64 without a `data:` prefix. */
export const imageSchema = z.object({
  mime_type: z.string().max(100).default('image/png'),
  // Only the length is checked here: the server decodes the bytes and looks at them.
  data: z.string().max(Math.ceil(chatLimits.imageBytes / 3) * 4),
  name: z.string().max(255).default(''),
})

/** An image of a question, as sent. */
export type Image = z.input<typeof imageSchema>

/** An image of a stored question: `data` or an address of our own origin. */
export const storedImageSchema = z.object({
  mime_type: z.string(),
  data: z.string().optional(),
  url: z.string().optional(),
  name: z.string(),
})

/** An image of a stored question. */
export type StoredImage = z.infer<typeof storedImageSchema>

/**
 * A stored message. `parent_id` is the message that it answers to; `client_message_id` is the id that the question, or
 * the request for another answer, was sent with.
 */
export const messageSchema = z.object({
  id: idSchema,
  parent_id: idSchema.nullable(),
  role: messageRoleSchema,
  content: z.string(),
  tool_context: toolContextSchema.nullable(),
  images: z.array(storedImageSchema),
  created_at: timestampSchema,
  status: messageStatusSchema,
  feedback: ratingSchema,
  client_message_id: idSchema.nullable(),
})

/** A stored message. */
export type Message = z.infer<typeof messageSchema>

/** GET /api/conversations/{id}/messages, newest first. */
export const messageListSchema = pageOf(messageSchema)

/** One page of messages. */
export type MessageList = z.infer<typeof messageListSchema>

/** PUT /api/messages/{id}/feedback. A null rating takes it back. */
export const feedbackRequestSchema = z.object({
  rating: ratingSchema,
  reason: textUpTo(chatLimits.reasonCharacters).nullish(),
})

/** The body of PUT /api/messages/{id}/feedback. */
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>

/** POST /api/conversations/import: a guest's history comes into the account. */
export const conversationImportSchema = z.object({
  /** The account that the person agreed to. Another one that is signed in by now gets nothing: 409. */
  account_id: omissibleIdSchema.nullish(),
  conversations: z
    .array(
      z.object({
        /** The browser's own id: importing it again returns the conversation of the first import. */
        client_id: z.guid().optional(),
        title: titleSchema,
        messages: z
          .array(
            z.object({
              role: messageRoleSchema,
              content: z.string().max(chatLimits.messageCharacters),
              created_at: timestampSchema,
            }),
          )
          .max(chatLimits.importedMessages),
      }),
    )
    .max(chatLimits.importedConversations)
    .refine(
      (conversations) =>
        conversations.reduce((sum, { messages }) => sum + messages.length, 0) <= chatLimits.importedMessages,
      `Must have at most ${chatLimits.importedMessages} messages in all.`,
    ),
})

/** The body of POST /api/conversations/import. */
export type ConversationImport = z.infer<typeof conversationImportSchema>

/** The imported conversations, in the order they were sent; a repeated `client_id` gives the existing one. */
export const conversationImportResponseSchema = z.object({ ids: z.array(idSchema) })

/** The answer of POST /api/conversations/import. */
export type ConversationImportResponse = z.infer<typeof conversationImportResponseSchema>
