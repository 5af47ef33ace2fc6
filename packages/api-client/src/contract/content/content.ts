import { z } from 'zod'
import { idSchema, pageOf, pageQuerySchema, textUpTo, timestampSchema } from '../primitives.ts'
import { sourceKindSchema, sourceScheduleSchema } from './imports.ts'

/** Limits of articles and products. Lengths in characters. */
export const contentLimits = {
  titleCharacters: 300,
  nameCharacters: 200,
  addressCharacters: 2000,
  /** Markdown of one article: bounds the transaction that writes its passages. */
  bodyCharacters: 100_000,
  /** Passages of one article: bounds the time for which a save holds the index. */
  passages: 400,
  descriptionCharacters: 10_000,
  /** Topics, and keywords, of one product. */
  words: 50,
} as const

const required = (max: number) => z.string().trim().min(1).max(max)

/** Answers use published content alone. */
export const contentStatusSchema = z.enum(['draft', 'published', 'retired'])

/** Status of an article or product. */
export type ContentStatus = z.infer<typeof contentStatusSchema>

const webAddress = z
  .url({ protocol: /^https?$/u, message: 'Enter an address that begins with https://.' })
  .max(contentLimits.addressCharacters)

/** A picture that this server has: a path, never an address without a scheme. */
const sitePath = z
  .string()
  .regex(/^\/(?![/\\])[^\s]*$/u, 'Enter an address that begins with https://.')
  .max(contentLimits.addressCharacters)

/** BCP 47, in lower case. */
const language = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/u, 'Enter a language as a code, such as en.')

/** Whose content it is: `shared`, or the id of a client. */
const ownerSchema = z.union([z.literal('shared'), z.uuid()])

const listQuery = {
  ...pageQuerySchema.shape,
  /** Words of the title or name, the author or the address. */
  q: z.string().trim().max(200).optional(),
  status: contentStatusSchema.optional(),
  language: language.optional(),
  /** A client sees its own content whatever is given here. */
  client_id: ownerSchema.optional(),
}

const storedFields = {
  status: contentStatusSchema,
  /** Owner of the content; null for shared content. */
  client_id: idSchema.nullable(),
  /** Email of the owner; null for shared content. */
  client: z.string().nullable(),
  /** Grows with each save. */
  version: z.number().int().positive(),
  updated_at: timestampSchema,
  /** Email of the person who saved, for a client `administrator` in its place; null for imported content and deleted accounts. */
  updated_by: z.string().nullable(),
}

/** GET /api/admin/knowledge/articles: newest change first. */
export const articleListQuerySchema = z.object({
  ...listQuery,
  /** Only articles whose review date is this day or earlier. */
  review_by: z.iso.date().optional(),
})

/** The query of GET /api/admin/knowledge/articles. */
export type ArticleListQuery = z.infer<typeof articleListQuerySchema>

const articleSummarySchema = z.object({
  ...storedFields,
  id: idSchema,
  slug: z.string(),
  title: z.string(),
  author: z.string(),
  /** Public address that citations lead to; empty for none. */
  url: z.string(),
  topic: z.string(),
  language: z.string(),
  /** The day on which somebody should read the article again; null for none. */
  review_by: z.string().nullable(),
  /** Passages that answers can find; 0 for an article that is not published. */
  passages: z.number().int().min(0),
  /** The source that it was imported from; null for an article that was written or uploaded here. */
  source_id: idSchema.nullable(),
})

/** An article without its text. */
export type ArticleSummary = z.infer<typeof articleSummarySchema>

/** A page of articles. */
export const articleListSchema = pageOf(articleSummarySchema)

/** The answer of GET /api/admin/knowledge/articles. */
export type ArticleList = z.infer<typeof articleListSchema>

/** GET /api/admin/knowledge/articles/{id} */
export const articleSchema = articleSummarySchema.extend({
  /** Markdown. Each `##` heading begins a passage. */
  body: z.string(),
})

/** An article with its text. */
export type Article = z.infer<typeof articleSchema>

const articleFields = {
  title: required(contentLimits.titleCharacters),
  author: required(contentLimits.nameCharacters),
  /** Empty for an article without a public address. */
  url: z.union([z.literal(''), webAddress]).default(''),
  topic: z.string().trim().max(contentLimits.nameCharacters).default(''),
  /** Null: found from the text. */
  language: language.nullable().default(null),
  status: contentStatusSchema.default('draft'),
  review_by: z.iso.date().nullable().default(null),
  body: textUpTo(contentLimits.bodyCharacters),
}

/**
 * Fields of POST /api/admin/knowledge/uploads, which come before the files of the form. They are for new articles and
 * products; existing ones of the same name keep theirs. A client uploads its own content whatever `client_id` is.
 */
export const uploadFieldsSchema = z.object({
  author: required(contentLimits.nameCharacters),
  topic: articleFields.topic,
  /** Empty: found from each text. */
  language: z
    .union([z.literal('').transform(() => null), language])
    .nullable()
    .default(null),
  status: z.enum(['draft', 'published']).default('draft'),
  client_id: z
    .union([z.literal('').transform(() => null), z.uuid()])
    .nullable()
    .default(null),
})

/** POST /api/admin/knowledge/sources. Kind, address and owner never change. */
export const sourceCreateSchema = z.object({
  ...uploadFieldsSchema.shape,
  kind: sourceKindSchema,
  address: webAddress,
  schedule: sourceScheduleSchema,
})

/** PUT /api/admin/knowledge/sources/{id} */
export const sourceUpdateSchema = sourceCreateSchema.omit({ kind: true, address: true, client_id: true })

/** POST /api/admin/knowledge/articles. The owner never changes. A client writes its own content whatever `client_id` is. */
export const articleCreateSchema = z.object({
  ...articleFields,
  client_id: z.uuid().nullable().default(null),
  /** The open gap for which the article is written, and which then names it. A gap of another owner stays as it is. */
  gap_id: z.uuid().optional(),
})

/** The body of POST /api/admin/knowledge/articles. */
export type ArticleCreate = z.infer<typeof articleCreateSchema>

/**
 * PUT /api/admin/knowledge/articles/{id}: `version` is the one that was read. When it is no longer the current one, the
 * answer is a 409 whose `detail` is `{current}`.
 */
export const articleUpdateSchema = z.object({ ...articleFields, version: z.int32().min(1) })

/** The body of PUT /api/admin/knowledge/articles/{id}. */
export type ArticleUpdate = z.infer<typeof articleUpdateSchema>

/** POST /api/admin/knowledge/articles/preview */
export const articlePreviewRequestSchema = z.object({
  title: z.string().max(contentLimits.titleCharacters),
  language: language.nullable().default(null),
  body: textUpTo(contentLimits.bodyCharacters),
})

/** The body of POST /api/admin/knowledge/articles/preview. */
export type ArticlePreviewRequest = z.infer<typeof articlePreviewRequestSchema>

/** The passages that an article would have: what answers find and cite. */
export const articlePreviewSchema = z.object({
  /** BCP 47 language that the text is read in. */
  language: z.string(),
  passages: z.array(
    z.object({
      heading: z.string(),
      /** Markdown. */
      text: z.string(),
      /** The part that a citation shows when the whole passage is cited; plain text. */
      quote: z.string(),
      /** Questions that the passage answers, from its comment `<!-- questions … -->`; search matches them. */
      questions: z.array(z.string()),
    }),
  ),
})

/** The answer of POST /api/admin/knowledge/articles/preview. */
export type ArticlePreview = z.infer<typeof articlePreviewSchema>

/** GET …/{id}/versions of an article or product: every version, the newest first. */
export const contentHistorySchema = pageOf(
  z.object({
    version: z.number().int().positive(),
    saved_at: timestampSchema,
    /** Email of the person who saved, for a client `administrator` in its place; null for an import, and once the account is deleted. */
    saved_by: z.string().nullable(),
    /** The version that was brought back. */
    restored_from: z.number().int().nullable(),
    /** Fields of the article or product. */
    fields: z.record(z.string(), z.unknown()),
  }),
)

/** The answer of GET …/{id}/versions. */
export type ContentHistory = z.infer<typeof contentHistorySchema>

/** POST …/{id}/versions/{n}/restore: saves an earlier version as a new one, on top of the version that was read. */
export const contentRestoreSchema = z.object({ version: z.int32().min(1) })

/** GET /api/admin/knowledge/products: newest change first. */
export const productListQuerySchema = z.object(listQuery)

/** The query of GET /api/admin/knowledge/products. */
export type ProductListQuery = z.infer<typeof productListQuerySchema>

/** GET /api/admin/knowledge/products/{id} */
export const productSchema = z.object({
  ...storedFields,
  id: idSchema,
  name: z.string(),
  description: z.string(),
  /** Minor units of `currency`. */
  unit_amount: z.number().int().min(0),
  /** ISO 4217, upper case. */
  currency: z.string(),
  url: z.string(),
  image: z.string().nullable(),
  topics: z.array(z.string()),
  keywords: z.array(z.string()),
  language: z.string(),
  /** False for a product that is sold out: answers do not offer it. */
  available: z.boolean(),
})

/** A product as operators edit it. */
export type Product = z.infer<typeof productSchema>

/** A page of products. */
export const productListSchema = pageOf(productSchema)

/** The answer of GET /api/admin/knowledge/products. */
export type ProductList = z.infer<typeof productListSchema>

const words = z.array(required(contentLimits.nameCharacters)).max(contentLimits.words).default([])

const productFields = {
  name: required(contentLimits.nameCharacters),
  description: z.string().trim().max(contentLimits.descriptionCharacters).default(''),
  unit_amount: z.int32().min(0),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/u, 'Enter the three letters of a currency, such as USD.'),
  url: webAddress,
  image: z.union([webAddress, sitePath]).nullable().default(null),
  topics: words,
  keywords: words,
  /** Null: found from name and description. */
  language: language.nullable().default(null),
  available: z.boolean().default(true),
  status: contentStatusSchema.default('draft'),
}

/** POST /api/admin/knowledge/products. The owner never changes. A client writes its own content whatever `client_id` is. */
export const productCreateSchema = z.object({
  ...productFields,
  client_id: z.uuid().nullable().default(null),
})

/** The body of POST /api/admin/knowledge/products. */
export type ProductCreate = z.infer<typeof productCreateSchema>

/** PUT /api/admin/knowledge/products/{id}; a stale `version` is a 409 as for articles. */
export const productUpdateSchema = z.object({ ...productFields, version: z.int32().min(1) })

/** The body of PUT /api/admin/knowledge/products/{id}. */
export type ProductUpdate = z.infer<typeof productUpdateSchema>
