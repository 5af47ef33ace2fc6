import { z } from 'zod'
import { answerOutcomeSchema, safetyCategorySchema, safetySeveritySchema } from '../chat/chat-events.ts'
import { historyItemSchema } from '../chat/chat.ts'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'
import { answerEndingSchema, recordedCitationSchema } from './review.ts'
import { intervalSchema } from './settings-drafts.ts'

/** Limits of evaluation cases. Lengths in characters. */
export const evaluationLimits = {
  questionCharacters: 4000,
  /** Earlier messages of a case. */
  historyItems: 10,
  phraseCharacters: 300,
  /** Articles, and phrases of one list. */
  listed: 10,
  /** Cases that a run answers: each is answered twice. */
  cases: 1000,
} as const

const languageSchema = z.string().regex(/^[a-z]{2,3}$/u)
const phrases = z
  .array(z.string().trim().min(1).max(evaluationLimits.phraseCharacters))
  .max(evaluationLimits.listed)
  .default([])

/** Origin of a case. `safety`: the reviewed sample of the server, which cannot be changed but switched off. */
export const evaluationSourceSchema = z.enum(['manual', 'review', 'content', 'safety'])

/** Origin of a case. */
export type EvaluationSource = z.infer<typeof evaluationSourceSchema>

/** Expected properties of an answer. Null and empty lists are not checked. */
export const evaluationExpectationsSchema = z.object({
  outcome: answerOutcomeSchema.nullable().default(null),
  /** Ids of articles that the answer must cite. */
  must_cite: z.array(idSchema).max(evaluationLimits.listed).default([]),
  must_contain: phrases,
  must_not_contain: phrases,
  /** `none`: the answer must have no safety notice. */
  safety: z
    .union([safetyCategorySchema, z.literal('none')])
    .nullable()
    .default(null),
  severity: safetySeveritySchema.nullable().default(null),
  /** ISO 639-1 code of the language of the answer. */
  language: languageSchema.nullable().default(null),
  /** Highest Flesch-Kincaid grade; checked for English answers alone. */
  max_grade: z.number().min(1).max(20).nullable().default(null),
})

/** Expected properties of an answer. */
export type EvaluationExpectations = z.infer<typeof evaluationExpectationsSchema>

const caseFields = {
  question: z.string().trim().min(1).max(evaluationLimits.questionCharacters),
  /** Earlier messages of the conversation, oldest first. */
  history: z.array(historyItemSchema).max(evaluationLimits.historyItems).default([]),
  /** ISO 639-1 code of the reader's pages. */
  language: languageSchema.default('en'),
  /** The widget whose settings and content are used; null for the site itself. */
  widget_id: idSchema.nullable().default(null),
  /** The client whose content is used besides the shared one. A widget's owner goes before it. */
  client_id: idSchema.nullable().default(null),
  expectations: evaluationExpectationsSchema,
  /** True when a regression of the case blocks publishing. */
  required: z.boolean().default(true),
  /** False: runs leave the case out. */
  enabled: z.boolean().default(true),
}

/** A stored question with the expected properties of its answer. */
export const evaluationCaseSchema = z.object({
  id: idSchema,
  source: evaluationSourceSchema,
  question: z.string(),
  history: z.array(historyItemSchema),
  language: z.string(),
  widget_id: idSchema.nullable(),
  widget: z.string().nullable(),
  client_id: idSchema.nullable(),
  client: z.string().nullable(),
  expectations: evaluationExpectationsSchema,
  /** Titles of the articles of `must_cite`; those that are deleted are missing. */
  articles: z.array(z.object({ id: idSchema, title: z.string() })),
  required: z.boolean(),
  enabled: z.boolean(),
  version: z.number().int().min(1),
  updated_at: timestampSchema,
  updated_by: z.string().nullable(),
})

/** A stored question with the expected properties of its answer. */
export type EvaluationCase = z.infer<typeof evaluationCaseSchema>

/** The query of GET /api/admin/evaluations/cases. */
export const evaluationCaseQuerySchema = pageQuerySchema.extend({
  source: evaluationSourceSchema.optional(),
  q: z.string().trim().min(1).max(200).optional(),
})

/** The query of GET /api/admin/evaluations/cases, with its defaults in place. */
export type EvaluationCaseQuery = z.infer<typeof evaluationCaseQuerySchema>

/** GET /api/admin/evaluations/cases: the newest change first. */
export const evaluationCaseListSchema = pageOf(evaluationCaseSchema)

/** The answer of GET /api/admin/evaluations/cases. */
export type EvaluationCaseList = z.infer<typeof evaluationCaseListSchema>

/** POST /api/admin/evaluations/cases. */
export const evaluationCaseCreateSchema = z.object(caseFields)

/** The body of POST /api/admin/evaluations/cases. */
export type EvaluationCaseCreate = z.infer<typeof evaluationCaseCreateSchema>

/** PUT /api/admin/evaluations/cases/{id}: a stale `version` answers 409, whose `detail` is `{current}`. */
export const evaluationCaseUpdateSchema = z.object({ ...caseFields, version: z.int32().min(1) })

/** The body of PUT /api/admin/evaluations/cases/{id}. */
export type EvaluationCaseUpdate = z.infer<typeof evaluationCaseUpdateSchema>

/** POST /api/admin/evaluations/cases/from-review: the id of an answer of the review. A second call returns the first case. */
export const reviewedCaseSchema = z.object({ answer_id: idSchema })

/** POST /api/admin/evaluations/cases/from-article: a case for each suggested question of an article. */
export const articleCasesSchema = z.object({ article_id: idSchema })

/** The cases of an article. */
export const addedCasesSchema = z.object({ items: z.array(evaluationCaseSchema) })

/** The checks of an answer. Each is deterministic. */
export const evaluationCheckNameSchema = z.enum([
  ...(['ending', 'outcome', 'citations', 'must_cite', 'must_contain', 'must_not_contain'] as const),
  ...(['safety', 'claims', 'language', 'sentences', 'reading_level'] as const),
])

/** Name of a check. */
export type EvaluationCheckName = z.infer<typeof evaluationCheckNameSchema>

/** Result of one check. */
export const evaluationCheckSchema = z.object({
  check: evaluationCheckNameSchema,
  passed: z.boolean(),
  /** Values, not sentences: an outcome, a phrase, titles. Empty when there is nothing to show. */
  expected: z.string(),
  found: z.string(),
})

/** Result of one check. */
export type EvaluationCheck = z.infer<typeof evaluationCheckSchema>

/** An answer of a run. */
export const evaluatedAnswerSchema = z.object({
  text: z.string(),
  ending: answerEndingSchema,
  outcome: answerOutcomeSchema.nullable(),
  citations: z.array(recordedCitationSchema.omit({ opened: true })),
  products: z.array(z.string()),
  safety: z.object({ category: safetyCategorySchema, severity: safetySeveritySchema }).nullable(),
  model: z.string(),
  checks: z.array(evaluationCheckSchema),
  passed: z.boolean(),
  /** Verdict of the model that judges; null when none was asked or it gave none. */
  judge: z.object({ passed: z.boolean(), reason: z.string() }).nullable(),
})

/** An answer of a run. */
export type EvaluatedAnswer = z.infer<typeof evaluatedAnswerSchema>

/** Parts of an answer in which draft and published settings can differ. */
export const evaluationDifferenceSchema = z.enum(['text', 'outcome', 'citations', 'products', 'safety'])

/** Kinds of regressions that block publishing. */
export const regressionKindSchema = z.enum(['safety', 'citations'])

/** Kind of a regression. */
export type RegressionKind = z.infer<typeof regressionKindSchema>

/** A case of a run: the answer of the draft beside that of the published settings. Null until it is made. */
export const evaluationResultSchema = z.object({
  id: idSchema,
  case_id: idSchema,
  question: z.string(),
  source: evaluationSourceSchema,
  required: z.boolean(),
  draft: evaluatedAnswerSchema.nullable(),
  published: evaluatedAnswerSchema.nullable(),
  changed: z.array(evaluationDifferenceSchema),
  regressions: z.array(regressionKindSchema),
})

/** A case of a run. */
export type EvaluationResult = z.infer<typeof evaluationResultSchema>

/** A run: every enabled case answered with a draft and with the published settings. */
export const evaluationRunSchema = z.object({
  id: idSchema,
  status: z.enum(['queued', 'running', 'done', 'cancelled']),
  draft_id: idSchema,
  draft_name: z.string(),
  draft_version: z.number().int().min(1),
  /** Version of the published settings that it compares with. */
  published_version: z.number().int().min(0),
  done: z.number().int().min(0),
  total: z.number().int().min(0),
  /** Cases whose checks the draft passes, of those that are done. */
  passed: intervalSchema,
  /** The same of the published settings. */
  published_passed: intervalSchema,
  changed: z.number().int().min(0),
  /** Required cases that regress in safety or citations. */
  regressions: z.number().int().min(0),
  /** Verdicts of the model that judges; null when none judges. */
  judge: z.object({ model: z.string(), draft: intervalSchema, published: intervalSchema }).nullable(),
  created_at: timestampSchema,
  created_by: z.string().nullable(),
  finished_at: timestampSchema.nullable(),
})

/** A run of an evaluation. */
export type EvaluationRun = z.infer<typeof evaluationRunSchema>

/** GET /api/admin/evaluations: runs, the newest first, and the number of cases. */
export const evaluationListSchema = pageOf(evaluationRunSchema).extend({
  cases: z.object({
    total: z.number().int().min(0),
    enabled: z.number().int().min(0),
    required: z.number().int().min(0),
  }),
  /** Name of the model that can judge; null when none is configured. */
  judge_model: z.string().nullable(),
})

/** The answer of GET /api/admin/evaluations. */
export type EvaluationList = z.infer<typeof evaluationListSchema>

/** POST /api/admin/evaluations: starts a run. 409 while one of the draft runs, and without cases. */
export const evaluationStartSchema = z.object({
  draft_id: idSchema,
  /** True to have a model judge the answers; ignored when none is configured. */
  judge: z.boolean().default(false),
})

/** The body of POST /api/admin/evaluations. */
export type EvaluationStart = z.infer<typeof evaluationStartSchema>

/** The query of GET /api/admin/evaluations/{id}. */
export const evaluationQuerySchema = pageQuerySchema.extend({
  /** `failed`: the draft fails a check. `regressed`: it fails one that the published settings pass. */
  show: z.enum(['all', 'changed', 'failed', 'regressed']).default('all'),
})

/** The query of GET /api/admin/evaluations/{id}, with its defaults in place. */
export type EvaluationQuery = z.infer<typeof evaluationQuerySchema>

/**
 * GET /api/admin/evaluations/{id}: a run and its difference from the published settings. With
 * `Accept: text/event-stream` the run and each change of it, without items, until it ends.
 */
export const evaluationDetailSchema = evaluationRunSchema.extend(pageOf(evaluationResultSchema).shape)

/** The answer of GET /api/admin/evaluations/{id}. */
export type EvaluationDetail = z.infer<typeof evaluationDetailSchema>
