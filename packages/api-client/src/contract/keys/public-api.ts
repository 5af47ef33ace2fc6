import { z } from 'zod'
import {
  articleCreateSchema,
  articleListQuerySchema,
  articleListSchema,
  articleSchema,
  articleUpdateSchema,
  productCreateSchema,
  productListQuerySchema,
  productSchema,
  productUpdateSchema,
} from '../content/content.ts'
import { clientStatsSchema, widgetSchema } from '../client.ts'
import { reviewItemSchema, reviewQuerySchema } from '../operators/review.ts'
import { pageOf, pageQuerySchema } from '../primitives.ts'
import { statsRangeSchema } from '../stats.ts'

// The public API is a contract of its own: other systems read it, so that it leaves out the addresses of people and
// whatever the screens alone need.
const addresses = { client: true, updated_by: true } as const

/** GET /api/v1/statistics; `widgets` is a comma list of ids, all of them without one. */
export const publicStatisticsQuerySchema = statsRangeSchema.extend({
  widgets: z.string().max(4000).optional(),
})

/** The answer of GET /api/v1/statistics: the messages of a range of days. */
export const publicStatisticsSchema = clientStatsSchema.pick({ summary: true, messages: true })

/** GET /api/v1/widgets: the newest first. */
export const publicWidgetListSchema = pageOf(widgetSchema)

/** The query of GET /api/v1/widgets. */
export const publicWidgetQuerySchema = pageQuerySchema

/** GET /api/v1/articles/{id} */
export const publicArticleSchema = articleSchema.omit(addresses)

/** An article of the public API. */
export type PublicArticle = z.infer<typeof publicArticleSchema>

/** GET /api/v1/articles: newest change first, without texts. */
export const publicArticleListSchema = pageOf(articleListSchema.shape.items.element.omit(addresses))

/** The query of GET /api/v1/articles. */
export const publicArticleQuerySchema = articleListQuerySchema

/** POST /api/v1/articles. A client's key writes the client's content whatever `client_id` is. */
export const publicArticleCreateSchema = articleCreateSchema.omit({ gap_id: true })

/** PUT /api/v1/articles/{id}: a stale `version` is a 409. */
export const publicArticleUpdateSchema = articleUpdateSchema

/** GET /api/v1/products/{id} */
export const publicProductSchema = productSchema.omit(addresses)

/** A product of the public API. */
export type PublicProduct = z.infer<typeof publicProductSchema>

/** GET /api/v1/products: newest change first. */
export const publicProductListSchema = pageOf(publicProductSchema)

/** The query of GET /api/v1/products. */
export const publicProductQuerySchema = productListQuerySchema

/** POST /api/v1/products. A client's key writes the client's content whatever `client_id` is. */
export const publicProductCreateSchema = productCreateSchema

/** PUT /api/v1/products/{id}: a stale `version` is a 409. */
export const publicProductUpdateSchema = productUpdateSchema

/**
 * One turn of a conversation: a question with its answer. Texts are redacted, and null where the deployment stores none
 * or their retention period has passed.
 */
export const publicTurnSchema = reviewItemSchema
  .pick({ id: true, at: true, question: true, answer: true, outcome: true, ending: true, language: true })
  .extend(reviewItemSchema.pick({ widget: true, feedback: true, reason: true, safety: true }).shape)
  .extend({
    citations: z.array(
      reviewItemSchema.shape.citations.element.pick({ number: true, title: true, heading: true, url: true }),
    ),
    /** Names of the products that the answer offers. */
    products: z.array(z.string()),
  })

/** One turn of a conversation. */
export type PublicTurn = z.infer<typeof publicTurnSchema>

/** GET /api/v1/conversations: the turns of conversations, the newest first. */
export const publicTurnListSchema = pageOf(publicTurnSchema)

/** The query of GET /api/v1/conversations. */
export const publicTurnQuerySchema = reviewQuerySchema.pick({
  limit: true,
  cursor: true,
  outcome: true,
  feedback: true,
  widget: true,
  language: true,
})
