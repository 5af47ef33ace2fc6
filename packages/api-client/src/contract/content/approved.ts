import { z } from 'zod'
import { citationSchema } from '../chat/chat-events.ts'
import { idSchema, pageOf, pageQuerySchema, textUpTo, timestampSchema } from '../primitives.ts'
import { contentStatusSchema } from './content.ts'

/** Limits of approved answers. Lengths in characters. */
export const approvedLimits = {
  questionCharacters: 300,
  variants: 20,
  answerCharacters: 8000,
  citations: 20,
  reviewerCharacters: 120,
  /** Approved answers of one owner: bounds the memory of their index. */
  answers: 10_000,
  /** Days before the last day of use from which an answer counts as expiring. */
  expiringDays: 14,
} as const

const question = z.string().trim().min(1).max(approvedLimits.questionCharacters)

/** ISO 639-1 code of a language in which questions can be compared. */
export const approvedLanguageSchema = z.enum(['en', 'es', 'de', 'fr', 'pt', 'ar'])

/** Language of an approved answer. */
export type ApprovedLanguage = z.infer<typeof approvedLanguageSchema>

/** A passage that an approved answer cites; its place in the list is its number. */
export const approvedSourceSchema = z.object({
  article_id: z.uuid(),
  /** Whole sentences of the passage, verbatim. */
  quote: citationSchema.shape.quote.min(1),
})

/** A passage that an approved answer cites. */
export type ApprovedSource = z.infer<typeof approvedSourceSchema>

/** A passage with the article that it belongs to. */
export const approvedCitationSchema = z.object({
  article_id: idSchema,
  quote: z.string(),
  title: z.string(),
  heading: z.string(),
  url: z.string(),
  publisher: z.string(),
  language: z.string(),
  /** False when the article is no longer published or no longer says so: the answer is not given. */
  found: z.boolean(),
})

/** A passage with the article that it belongs to. */
export type ApprovedCitation = z.infer<typeof approvedCitationSchema>

/** An approved answer. */
export const approvedAnswerSchema = z.object({
  id: idSchema,
  status: contentStatusSchema,
  /** Owner; null for everybody. */
  client_id: idSchema.nullable(),
  /** Email of the owner; null for everybody. */
  client: z.string().nullable(),
  /** Grows with each save. */
  version: z.number().int().positive(),
  updated_at: timestampSchema,
  /** Email of the person who saved, for a client `administrator` in its place; null for deleted accounts. */
  updated_by: z.string().nullable(),
  language: approvedLanguageSchema,
  question: z.string(),
  /** Other forms of the question. */
  variants: z.array(z.string()),
  /** Markdown with `[n]` for the n-th of `citations`, and `<product>Name</product>` for products. */
  answer: z.string(),
  citations: z.array(approvedCitationSchema),
  /** Name that readers see. */
  reviewer: z.string(),
  /** Day of the review. */
  reviewed_at: z.string(),
  /** Last day on which it is given; null for no end. */
  expires_at: z.string().nullable(),
  /** Times that it was given. */
  hits: z.number().int().min(0),
  last_hit_at: timestampSchema.nullable(),
})

/** An approved answer. */
export type ApprovedAnswer = z.infer<typeof approvedAnswerSchema>

/** States of a published answer that need somebody: expiring soon, or expired. */
export const approvedDueSchema = z.enum(['expiring', 'expired'])

/** GET /api/admin/approved-answers: newest change first. */
export const approvedListQuerySchema = z.object({
  ...pageQuerySchema.shape,
  /** Words of the question, a variant or the answer. */
  q: z.string().trim().max(200).optional(),
  status: contentStatusSchema.optional(),
  language: approvedLanguageSchema.optional(),
  due: approvedDueSchema.optional(),
  /** `shared`, or the id of a client. A client sees its own answers whatever is given here. */
  client_id: z.union([z.literal('shared'), z.uuid()]).optional(),
})

/** The query of GET /api/admin/approved-answers. */
export type ApprovedListQuery = z.infer<typeof approvedListQuerySchema>

/** A page of approved answers. */
export const approvedListSchema = pageOf(approvedAnswerSchema)

/** The answer of GET /api/admin/approved-answers. */
export type ApprovedList = z.infer<typeof approvedListSchema>

const fields = {
  status: contentStatusSchema.default('draft'),
  language: approvedLanguageSchema,
  question,
  variants: z.array(question).max(approvedLimits.variants).default([]),
  answer: textUpTo(approvedLimits.answerCharacters).refine((text) => text.trim() !== '', 'Write an answer.'),
  citations: z.array(approvedSourceSchema).max(approvedLimits.citations).default([]),
  reviewer: z.string().trim().min(1).max(approvedLimits.reviewerCharacters),
  reviewed_at: z.iso.date(),
  expires_at: z.iso.date().nullable().default(null),
}

/** POST /api/admin/approved-answers. The owner never changes. A client writes its own answers whatever `client_id` is. */
export const approvedCreateSchema = z.object({ ...fields, client_id: z.uuid().nullable().default(null) })

/** The body of POST /api/admin/approved-answers. */
export type ApprovedCreate = z.infer<typeof approvedCreateSchema>

/**
 * PUT /api/admin/approved-answers/{id}: `version` is the one that was read. When it is no longer the current one, the answer
 * is a 409 whose `detail` is `{current}`.
 */
export const approvedUpdateSchema = z.object({ ...fields, version: z.int32().min(1) })

/** The body of PUT /api/admin/approved-answers/{id}. */
export type ApprovedUpdate = z.infer<typeof approvedUpdateSchema>

/** GET /api/admin/approved-answers/summary: counts for the navigation. */
export const approvedSummarySchema = z.object({
  /** Published answers whose last day is today or in the next `approvedLimits.expiringDays` days. */
  expiring: z.number().int().min(0),
  /** Published answers whose last day has passed. */
  expired: z.number().int().min(0),
})

/** The answer of GET /api/admin/approved-answers/summary. */
export type ApprovedSummary = z.infer<typeof approvedSummarySchema>

/** GET /api/admin/approved-answers/draft: what a new answer begins with. */
export const approvedDraftQuerySchema = z.object({
  /** The record of an answer. */
  review: z.uuid().optional(),
  /** A gap of the content. */
  gap: z.uuid().optional(),
})

/** The query of GET /api/admin/approved-answers/draft. */
export type ApprovedDraftQuery = z.infer<typeof approvedDraftQuerySchema>

/** A new answer before it is saved. Texts of visitors are redacted, and empty when the deployment stores none. */
export const approvedDraftSchema = approvedAnswerSchema.pick({
  client_id: true,
  language: true,
  question: true,
  variants: true,
  answer: true,
  citations: true,
})

/** The answer of GET /api/admin/approved-answers/draft. */
export type ApprovedDraft = z.infer<typeof approvedDraftSchema>

/** GET /api/admin/approved-answers/sources: passages that an answer may cite, best first. */
export const approvedSourcesQuerySchema = z.object({
  q: z.string().trim().min(1).max(500),
  /** Owner of the answer: its content is searched besides the shared one. A client's own, whatever is given here. */
  client_id: z.uuid().optional(),
})

/** The query of GET /api/admin/approved-answers/sources. */
export type ApprovedSourcesQuery = z.infer<typeof approvedSourcesQuerySchema>

/** Passages that an answer may cite. */
export const approvedSourcesSchema = z.object({ items: z.array(approvedCitationSchema) })

/** The answer of GET /api/admin/approved-answers/sources. */
export type ApprovedSources = z.infer<typeof approvedSourcesSchema>
