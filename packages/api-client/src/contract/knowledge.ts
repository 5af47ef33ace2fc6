import { z } from 'zod'

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
    }),
  ),
  took_ms: z.number().nonnegative(),
  /** True when the passages are likely to answer the question. */
  covered: z.boolean(),
  /** Probability from 0 to 1 behind `covered`. */
  coverage: z.number().min(0).max(1),
})

/** The answer of GET /api/admin/knowledge/search. */
export type KnowledgeSearch = z.infer<typeof knowledgeSearchSchema>
