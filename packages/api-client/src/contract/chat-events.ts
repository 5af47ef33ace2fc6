import { z } from 'zod'
import { idSchema } from './primitives.ts'

/** The data line that ends a stream. Bytes after it are ignored. */
export const streamSentinel = '[DONE]'

/** The next piece of the answer's text. */
export const llmResponseEventSchema = z.strictObject({
  type: z.literal('LLM_Response'),
  content: z.string(),
})

/** The conversation's new title. */
export const convTitleEventSchema = z.strictObject({
  type: z.literal('conv_title'),
  content: z.strictObject({ id: idSchema, title: z.string() }),
})

/** The whole list of citations, each `[n] Title (https://…)`; it replaces the list before it. */
export const citationsEventSchema = z.strictObject({
  type: z.literal('citations'),
  content: z.array(z.string()),
})

/** Resolution of a product tag: each `<a>` of `replacement` is one option. */
export const productUpdateEventSchema = z.strictObject({
  type: z.literal('product_update'),
  content: z.strictObject({ original: z.string(), replacement: z.string() }),
})

/** Progress text of the server; an empty string clears it. */
export const statusEventSchema = z.strictObject({ type: z.literal('status'), content: z.string() })

/** Error of the run. The stream may continue after it. */
export const errorEventSchema = z.strictObject({
  type: z.literal('error'),
  message: z.string(),
  code: z.string(),
})

/** The first event: the ids that the server gave. A guest has no conversation on the server. */
export const messageEventSchema = z.strictObject({
  type: z.literal('message'),
  content: z.strictObject({
    user_id: idSchema,
    assistant_id: idSchema,
    conversation_id: idSchema.nullable(),
  }),
})

/** Every event of a stream as our server writes it; readers are more tolerant. */
export const chatEventSchema = z.discriminatedUnion('type', [
  llmResponseEventSchema,
  convTitleEventSchema,
  citationsEventSchema,
  productUpdateEventSchema,
  statusEventSchema,
  errorEventSchema,
  messageEventSchema,
])

/** One event of a stream as our server writes it. */
export type ChatEvent = z.infer<typeof chatEventSchema>
