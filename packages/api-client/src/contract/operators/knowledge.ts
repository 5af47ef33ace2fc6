import { z } from 'zod'
import { safetyCategorySchema, safetySeveritySchema } from '../chat/chat-events.ts'

/** The query of GET /api/admin/knowledge/search; `authors` is a comma list, `language` a BCP 47 tag. */
export const knowledgeSearchQuerySchema = z.object({
  q: z.string().trim().min(1).max(4000),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  authors: z.string().optional(),
  language: z.string().max(35).optional(),
  client_id: z.uuid().optional(),
})

/** The query of GET /api/admin/knowledge/search. */
export type KnowledgeSearchQuery = z.infer<typeof knowledgeSearchQuerySchema>

/** GET /api/admin/knowledge/search: the passages that an answer to `q` would retrieve, best first. */
export const knowledgeSearchSchema = z.object({
  results: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      heading: z.string(),
      author: z.string(),
      score: z.number(),
      text: z.string(),
      language: z.string(),
      /** Words and phrases of the question that the passage expresses. */
      matched: z.array(z.string()),
      /** False for a passage that is too far below the best one: an answer does not get it. */
      in_answer: z.boolean(),
      /** Place in the list of the words, from 1; null for a passage that embeddings alone found. */
      word_rank: z.number().int().positive().nullable(),
      /** Place in the list of the embeddings, from 1; null for a passage that is not in it. */
      vector_rank: z.number().int().positive().nullable(),
    }),
  ),
  /** `unavailable`: the provider of the embeddings failed or was too slow, and words alone were compared. */
  embeddings: z.enum(['off', 'used', 'unavailable']),
  /** Words and phrases of the question as the search understood them. */
  terms: z.array(
    z.object({
      asked: z.string(),
      /** Words and phrases of the content that it was expanded or corrected to, itself included. */
      alternatives: z.array(z.string()),
      /** Inverse document frequency. */
      weight: z.number(),
      /** True when a passage contains one of the alternatives. */
      known: z.boolean(),
    }),
  ),
  /** Products that an answer could offer, best first; none where the safety stage finds a danger or a health need. */
  products: z.array(
    z.object({
      pk: z.string(),
      name: z.string(),
      description: z.string(),
      /** Minor units of `currency`. */
      unit_amount: z.number().int(),
      currency: z.string(),
      score: z.number(),
    }),
  ),
  /** The danger that the safety stage finds in the question; null for none. */
  safety: z.object({ category: safetyCategorySchema, severity: safetySeveritySchema }).nullable(),
  /** ISO 639-1 code of the language that the question is read in, or `und`. */
  question_language: z.string(),
  took_ms: z.number().nonnegative(),
  /** True when the passages are likely to answer the question. */
  covered: z.boolean(),
  /** Probability from 0 to 1 behind `covered`. */
  coverage: z.number().min(0).max(1),
  /** The coverage from which a question is covered. */
  threshold: z.number().min(0).max(1),
})

/** The answer of GET /api/admin/knowledge/search. */
export type KnowledgeSearch = z.infer<typeof knowledgeSearchSchema>
