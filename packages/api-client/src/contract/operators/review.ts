import { z } from 'zod'
import { answerOutcomeSchema, safetyCategorySchema, safetySeveritySchema } from '../chat/chat-events.ts'
import { productClickSchema } from '../widgets/orders.ts'
import { handoverNoteSchema } from '../widgets/handover.ts'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** Limits of reviews. Lengths in characters. */
export const reviewLimits = {
  noteCharacters: 2000,
  labelCharacters: 40,
  labels: 10,
  /** The shortest text that a search of questions takes: shorter ones have no index. */
  searchCharacters: 3,
  /** Counts stop here. */
  counted: 1000,
} as const

/** State of a review. `open`: nobody has judged the answer. `done`: put away without a judgement. */
export const reviewStatusSchema = z.enum(['open', 'good', 'bad', 'done'])

/** State of a review. */
export type ReviewStatus = z.infer<typeof reviewStatusSchema>

/** Status of an answer at its end. */
export const answerEndingSchema = z.enum(['complete', 'stopped', 'interrupted', 'failed'])

/** A passage as a search returned it. */
export const retrievedPassageSchema = z.object({
  title: z.string(),
  heading: z.string(),
  url: z.string(),
  score: z.number(),
})

/** One search of an answer. */
export const answerSearchSchema = z.object({
  /** Redacted; null when texts are not stored. */
  query: z.string().nullable(),
  covered: z.boolean(),
  passages: z.array(retrievedPassageSchema),
})

/** One search of an answer. */
export type AnswerSearch = z.infer<typeof answerSearchSchema>

/** A source that an answer cited. */
export const recordedCitationSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  heading: z.string(),
  url: z.string(),
  quote: z.string(),
  publisher: z.string(),
  opened: z.boolean(),
})

/** A source that an answer cited. */
export type RecordedCitation = z.infer<typeof recordedCitationSchema>

/** An account that a review is assigned to. `email` is null for accounts that the caller may not see. */
export const assigneeSchema = z.object({ id: idSchema, email: z.string().nullable() })

/** The record of one answer, with its review. Texts are redacted, and null when they are not stored. */
export const reviewItemSchema = z.object({
  id: idSchema,
  at: timestampSchema,
  question: z.string().nullable(),
  answer: z.string().nullable(),
  /** Null for an answer that did not end. */
  outcome: answerOutcomeSchema.nullable(),
  ending: answerEndingSchema,
  /** ISO 639-1 code. */
  language: z.string(),
  /** Null on the site itself. `name` is null for a widget that was deleted. */
  widget: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
  /** The owner of the widget when it was asked; null for the site itself and for widgets without owner. */
  client_id: idSchema.nullable(),
  citations: z.array(recordedCitationSchema),
  /** The approved answer that was given; null for other answers. */
  approved_answer_id: idSchema.nullable(),
  products: z.array(z.object({ name: z.string(), clicked: z.boolean() })),
  searches: z.array(answerSearchSchema),
  feedback: z.enum(['up', 'down']).nullable(),
  reason: z.string().nullable(),
  safety: z.object({ category: safetyCategorySchema, severity: safetySeveritySchema }).nullable(),
  model: z.string(),
  tokens: z.number().int().min(0),
  /** Millionths of the deployment's currency; null where the price of the model is unknown. */
  cost_micros: z.number().int().min(0).nullable(),
  /** Milliseconds from the question to the first text; null without one. */
  first_text_ms: z.number().int().min(0).nullable(),
  total_ms: z.number().int().min(0),
  status: reviewStatusSchema,
  assignee: assigneeSchema.nullable(),
  labels: z.array(z.string()),
  note: z.string(),
  /** The visitor's request for a person after this answer; null for none. */
  handover: handoverNoteSchema.nullable(),
})

/** The record of one answer, with its review. */
export type ReviewItem = z.infer<typeof reviewItemSchema>

/** The filters of the review list; those given must all fit. */
export const reviewFilterSchema = z.object({
  outcome: answerOutcomeSchema.optional(),
  feedback: z.enum(['up', 'down']).optional(),
  /** A category, or `any`. */
  safety: z.union([safetyCategorySchema, z.literal('any')]).optional(),
  /** The id of a widget, or `none` for the site itself. */
  widget: idSchema.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/u)
    .optional(),
  /** The id of an account, `me`, or `none`. */
  assignee: idSchema.optional(),
  status: reviewStatusSchema.optional(),
  /** `requested`: answers after which the visitor asked for a person. */
  handover: z.literal('requested').optional(),
  /** Part of a question, without case. */
  q: z.string().trim().min(reviewLimits.searchCharacters).max(200).optional(),
})

/** The filters of the review list. */
export type ReviewFilter = z.infer<typeof reviewFilterSchema>

/** The query of GET /api/admin/review. */
export const reviewQuerySchema = reviewFilterSchema.extend(pageQuerySchema.shape)

/** The query of GET /api/admin/review, with its defaults in place. */
export type ReviewQuery = z.infer<typeof reviewQuerySchema>

/** GET /api/admin/review: the newest answer first. */
export const reviewListSchema = pageOf(reviewItemSchema)

/** The answer of GET /api/admin/review. */
export type ReviewList = z.infer<typeof reviewListSchema>

/** PATCH /api/admin/review/{id}: fields that are left out stay. */
export const reviewPatchSchema = z.object({
  status: reviewStatusSchema.optional(),
  /** The id of an account of {@link reviewSummarySchema}; null takes the assignment away. */
  assignee: idSchema.nullable().optional(),
  labels: z
    .array(z.string().trim().min(1).max(reviewLimits.labelCharacters))
    .max(reviewLimits.labels)
    .optional(),
  note: z.string().max(reviewLimits.noteCharacters).optional(),
})

/** The body of PATCH /api/admin/review/{id}. */
export type ReviewPatch = z.infer<typeof reviewPatchSchema>

/** GET /api/admin/review/summary: counts for the navigation, at most `reviewLimits.counted`, and whom to assign. */
export const reviewSummarySchema = z.object({
  /** Open answers that are partial, uncovered, refused, about a danger or rated down. */
  attention: z.number().int().min(0),
  /** Open answers that are assigned to the caller. */
  mine: z.number().int().min(0),
  /** Accounts that a review can be assigned to; the caller is one of them. */
  assignees: z.array(z.object({ id: idSchema, email: z.string() })),
  widgets: z.array(z.object({ id: idSchema, name: z.string() })),
  /** False when the deployment stores no texts of visitors. */
  keeps_text: z.boolean(),
})

/** The answer of GET /api/admin/review/summary. */
export type ReviewSummary = z.infer<typeof reviewSummarySchema>

/** POST /api/chat/answers/{id}/opened: a person opened sources or clicked a product of an answer. */
export const answerOpenedSchema = z.object({
  /** Numbers of opened citations. */
  citations: z.array(z.number().int().positive()).max(50).default([]),
  /** Names of clicked products. */
  products: z.array(z.string().min(1).max(500)).max(10).default([]),
  /** Ids of clicks in a widget, by which an order of the same visitor names them. */
  clicks: z.array(productClickSchema).max(10).default([]),
})

/** The body of POST /api/chat/answers/{id}/opened. */
export type AnswerOpened = z.infer<typeof answerOpenedSchema>
