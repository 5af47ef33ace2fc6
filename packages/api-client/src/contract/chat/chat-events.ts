import { z } from 'zod'
import { daySchema, idSchema } from '../primitives.ts'

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

/** The longest `quote` of a citation, in characters. */
export const maxQuoteCharacters = 600

/**
 * A passage that an answer cites. `citation_string` is `[n] Title (https://…)`, for readers of the older form.
 * `quote`: whole sentences of the passage, verbatim; empty when its first sentence is longer than 600 characters.
 */
export const citationSchema = z.strictObject({
  citation_num: z.number().int().positive(),
  citation_string: z.string(),
  title: z.string(),
  url: z.string(),
  quote: z.string().max(maxQuoteCharacters),
  heading: z.string(),
  publisher: z.string(),
  /** ISO 639-1 code of the source's language. */
  language: z.string(),
})

/** A passage that an answer cites. */
export type Citation = z.infer<typeof citationSchema>

/** The whole list of citations; it replaces the list before it. The last list of a stream has only cited passages. */
export const citationsEventSchema = z.strictObject({
  type: z.literal('citations'),
  content: z.array(citationSchema),
})

/** Coverage of a question by the content. `safety` and `approved`: the answer is a prepared text. */
export const answerOutcomeSchema = z.enum([
  'answered',
  'partial',
  'uncovered',
  'refused',
  'safety',
  'approved',
])

/** Coverage of a question by the content. */
export type AnswerOutcome = z.infer<typeof answerOutcomeSchema>

/** Sent after the text of an answer. */
export const outcomeEventSchema = z.strictObject({
  type: z.literal('outcome'),
  content: answerOutcomeSchema,
})

/** Questions to ask next, each answerable from the content. */
export const suggestionListSchema = z.array(z.string()).max(3)

/** Sent after the text of an answer. */
export const suggestionsEventSchema = z.strictObject({
  type: z.literal('suggestions'),
  content: suggestionListSchema,
})

/** The kinds of danger that the safety stage of the server finds. */
export const safetyCategorySchema = z.enum([
  'self_harm',
  'medical_emergency',
  'overdose',
  'anaphylaxis',
  'infant',
  'eating_disorder',
  'violence',
  'pregnancy',
  'drug_interaction',
  'minor_dose',
])

/** The kind of a danger. */
export type SafetyCategory = z.infer<typeof safetyCategorySchema>

/**
 * `emergency`: the prepared text is the answer, no model is asked. `urgent`: help first, then an answer with care.
 * `caution`: an answer with care.
 */
export const safetySeveritySchema = z.enum(['caution', 'urgent', 'emergency'])

/** Severity of a danger. */
export type SafetySeverity = z.infer<typeof safetySeveritySchema>

/** A help line. At least one of `phone` and `url` is set. */
export const helpLineSchema = z.strictObject({
  label: z.string(),
  /** As people write it; null for a line that is reached by its address alone. */
  phone: z.string().nullable(),
  /** An https address. */
  url: z.string().nullable(),
  /** ISO 3166-1 code of the country that it serves, or `INT`. */
  region: z.string(),
})

/** A help line. */
export type HelpLine = z.infer<typeof helpLineSchema>

/** Help for a danger that a conversation speaks of, in the language of the person. */
export const safetyNoticeSchema = z.strictObject({
  category: safetyCategorySchema,
  severity: safetySeveritySchema,
  title: z.string(),
  text: z.string(),
  lines: z.array(helpLineSchema),
})

/** Help for a danger. */
export type SafetyNotice = z.infer<typeof safetyNoticeSchema>

/** Sent after `message` and before any text. With it an answer has no products. */
export const safetyEventSchema = z.strictObject({ type: z.literal('safety'), content: safetyNoticeSchema })

/** The review of an approved answer, as the answer shows it. */
export const approvalSchema = z.strictObject({
  /** Id of the approved answer. */
  id: idSchema,
  /** Name of the person who reviewed it. */
  reviewer: z.string(),
  /** Day of the review. */
  reviewed_at: daySchema,
})

/** The review of an approved answer. */
export type Approval = z.infer<typeof approvalSchema>

/** Sent before the text of an approved answer. */
export const approvalEventSchema = z.strictObject({ type: z.literal('approval'), content: approvalSchema })

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
  safetyEventSchema,
  outcomeEventSchema,
  suggestionsEventSchema,
  approvalEventSchema,
])

/** One event of a stream as our server writes it. */
export type ChatEvent = z.infer<typeof chatEventSchema>
