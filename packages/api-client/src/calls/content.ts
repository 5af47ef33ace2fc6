import type { Page, PageOptions } from './conversations.ts'
import {
  amount,
  anything,
  type Decoder,
  dictionary,
  flag,
  id,
  list,
  maybe,
  oneOf,
  or,
  shape,
  texts,
  words,
} from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

/** Answers use published content alone. */
export type ContentStatus = 'draft' | 'published' | 'retired'

/** Fields of everything that operators edit as content. */
export interface ContentItem {
  id: string
  status: ContentStatus
  /** Owner of the content; null for shared content. */
  clientId: string | null
  /** Email of the owner; null for shared content. */
  client: string | null
  /** Grows with each save. */
  version: number
  updatedAt: string
  /** Email of the person who saved, for a client `administratorEditor` in its place; null for imported content and deleted accounts. */
  updatedBy: string | null
}

/** An article without its text. */
export interface ArticleSummary extends ContentItem {
  slug: string
  title: string
  author: string
  /** Public address that citations lead to; empty for none. */
  url: string
  topic: string
  /** BCP 47. */
  language: string
  /** The day on which somebody should read the article again, YYYY-MM-DD; null for none. */
  reviewBy: string | null
  /** Passages that answers can find; 0 for an article that is not published. */
  passages: number
  /** The source that it was imported from; null for an article that was written or uploaded here. */
  sourceId: string | null
}

/** An article with its text. */
export interface ContentArticle extends ArticleSummary {
  /** Markdown. Each `##` heading begins a passage. */
  body: string
}

/** An article before it is saved. */
export interface ArticleDraft {
  title: string
  author: string
  url: string
  topic: string
  /** BCP 47; null: found from the text. */
  language: string | null
  status: ContentStatus
  /** YYYY-MM-DD; null for none. */
  reviewBy: string | null
  body: string
}

/** The passages that an article would have: what answers find and cite. */
export interface ArticlePreview {
  /** BCP 47 language that the text is read in. */
  language: string
  passages: {
    heading: string
    /** Markdown. */
    text: string
    /** The part that a citation shows when the whole passage is cited; plain text. */
    quote: string
    /** Questions that the passage answers, from its comment `<!-- questions … -->`; search matches them. */
    questions: string[]
  }[]
}

/** A product as operators edit it. */
export interface ContentProduct extends ContentItem {
  name: string
  description: string
  /** Minor units of `currency`. */
  unitAmount: number
  /** ISO 4217, upper case. */
  currency: string
  url: string
  image: string | null
  topics: string[]
  keywords: string[]
  /** BCP 47. */
  language: string
  /** False for a product that is sold out: answers do not offer it. */
  available: boolean
}

/** A product before it is saved. */
export interface ProductDraft {
  name: string
  description: string
  unitAmount: number
  currency: string
  url: string
  image: string | null
  topics: readonly string[]
  keywords: readonly string[]
  /** BCP 47; null: found from name and description. */
  language: string | null
  available: boolean
  status: ContentStatus
}

/** One version of an article or product. */
export interface ContentVersion {
  version: number
  savedAt: string
  /** Null for an import, and once the account is deleted. */
  savedBy: string | null
  /** The version that was brought back. */
  restoredFrom: number | null
  /** Fields by their wire names. */
  fields: Record<string, unknown>
}

/** Filters of a list of content; all when left out. */
export interface ContentFilters extends PageOptions {
  q?: string | undefined
  status?: ContentStatus | undefined
  language?: string | undefined
  /** `shared`, or the id of a client. A client sees its own content whatever is given here. */
  clientId?: string | undefined
}

/** The calls about articles and products. A client sees and changes its own content alone. */
export interface ContentCalls {
  /** Newest change first. `reviewBy`: only articles whose review date is this day or earlier. */
  articles: (filters?: ContentFilters & { reviewBy?: string | undefined }) => Promise<Page<ArticleSummary>>
  article: (articleId: string, options?: CallOptions) => Promise<ContentArticle>
  /**
   * The owner is chosen once. A client writes its own content whatever `clientId` is. `gapId` is the open gap for which the
   * article is written, and which then names it.
   */
  createArticle: (
    draft: ArticleDraft & { clientId: string | null; gapId?: string | undefined },
    options?: CallOptions,
  ) => Promise<ContentArticle>
  /** Fails with `conflict` when somebody else has saved since `version`. */
  updateArticle: (
    articleId: string,
    draft: ArticleDraft & { version: number },
    options?: CallOptions,
  ) => Promise<ContentArticle>
  /** Removes the article from answers at once, and for good. */
  deleteArticle: (articleId: string, options?: CallOptions) => Promise<void>
  previewArticle: (
    draft: Pick<ArticleDraft, 'title' | 'language' | 'body'>,
    options?: CallOptions,
  ) => Promise<ArticlePreview>
  articleHistory: (articleId: string, options?: PageOptions) => Promise<Page<ContentVersion>>
  /** Saves an earlier version as the newest, on top of `version`. */
  restoreArticle: (
    articleId: string,
    restored: number,
    version: number,
    options?: CallOptions,
  ) => Promise<ContentArticle>
  products: (filters?: ContentFilters) => Promise<Page<ContentProduct>>
  product: (productId: string, options?: CallOptions) => Promise<ContentProduct>
  createProduct: (
    draft: ProductDraft & { clientId: string | null },
    options?: CallOptions,
  ) => Promise<ContentProduct>
  updateProduct: (
    productId: string,
    draft: ProductDraft & { version: number },
    options?: CallOptions,
  ) => Promise<ContentProduct>
  deleteProduct: (productId: string, options?: CallOptions) => Promise<void>
  productHistory: (productId: string, options?: PageOptions) => Promise<Page<ContentVersion>>
  restoreProduct: (
    productId: string,
    restored: number,
    version: number,
    options?: CallOptions,
  ) => Promise<ContentProduct>
}

const storedFields = {
  id,
  status: oneOf('draft', 'published', 'retired'),
  clientId: maybe,
  version: amount,
  updatedAt: words,
}

/** Fields of everything that operators edit. */
export const item = { ...storedFields, client: maybe, updatedBy: maybe }

/** Fields of a listed article, without the addresses of people. */
export const listedArticleFields = {
  ...storedFields,
  slug: words,
  title: words,
  author: words,
  url: words,
  topic: words,
  language: words,
  reviewBy: maybe,
  passages: or(amount, 0),
  sourceId: maybe,
}

/** Fields of a product, without the addresses of people. */
export const productFields = {
  ...storedFields,
  name: words,
  description: words,
  unitAmount: amount,
  currency: words,
  url: words,
  image: maybe,
  topics: texts,
  keywords: texts,
  language: words,
  available: or(flag, true),
}

const summary = { ...item, ...listedArticleFields }

const decodeArticle = shape<ContentArticle>({ ...summary, body: words })

const decodePreview = shape<ArticlePreview>({
  language: words,
  passages: list(
    shape<ArticlePreview['passages'][number]>({
      heading: words,
      text: words,
      quote: words,
      questions: list(words),
    }),
  ),
})

const decodeProduct = shape<ContentProduct>({ ...item, ...productFields })

const pageOf = <Item>(decoder: Decoder<Item>) =>
  shape<Page<Item>>({ items: list(decoder), nextCursor: or(id, null) })

const decodeVersions = pageOf(
  shape<ContentVersion>({
    version: amount,
    savedAt: words,
    savedBy: maybe,
    restoredFrom: or(amount, null),
    fields: or(dictionary(anything), {}),
  }),
)

/** The calls of one kind of content: articles, products and approved answers have the same ones. */
export function createCallsOf<Item, Listed, Draft extends object>(
  { call, tell }: Http,
  path: string,
  decode: { item: Decoder<Item>; listed: Decoder<Listed> },
) {
  const pathOf = (itemId: string, rest = '') => `${path}/${encodeURIComponent(itemId)}${rest}`
  return {
    list: ({ signal, ...query }: ContentFilters = {}) =>
      call(pageOf(decode.listed), { path, query: { ...query }, signal }),
    read: (itemId: string, { signal }: CallOptions = {}) =>
      call(decode.item, { path: pathOf(itemId), signal }),
    create: (body: Draft & { clientId: string | null }, { signal }: CallOptions = {}) =>
      call(decode.item, { method: 'POST', path, body, signal }),
    update: (itemId: string, body: Draft & { version: number }, { signal }: CallOptions = {}) =>
      call(decode.item, { method: 'PUT', path: pathOf(itemId), body, signal }),
    remove: (itemId: string, { signal }: CallOptions = {}) =>
      tell({ method: 'DELETE', path: pathOf(itemId), signal }),
    history: (itemId: string, { signal, limit, cursor }: PageOptions = {}) =>
      call(decodeVersions, { path: pathOf(itemId, '/versions'), query: { limit, cursor }, signal }),
    restore: (itemId: string, restored: number, version: number, { signal }: CallOptions = {}) =>
      call(decode.item, {
        method: 'POST',
        path: pathOf(itemId, `/versions/${restored}/restore`),
        body: { version },
        signal,
      }),
  }
}

/** The calls of {@link ContentCalls}. */
export function createContentCalls(http: Http): ContentCalls {
  const articles = createCallsOf<ContentArticle, ArticleSummary, ArticleDraft>(
    http,
    '/api/admin/knowledge/articles',
    { item: decodeArticle, listed: shape<ArticleSummary>(summary) },
  )
  const products = createCallsOf<ContentProduct, ContentProduct, ProductDraft>(
    http,
    '/api/admin/knowledge/products',
    { item: decodeProduct, listed: decodeProduct },
  )
  return {
    articles: articles.list,
    article: articles.read,
    createArticle: articles.create,
    updateArticle: articles.update,
    deleteArticle: articles.remove,
    previewArticle: (body, { signal } = {}) =>
      http.call(decodePreview, {
        method: 'POST',
        path: '/api/admin/knowledge/articles/preview',
        body,
        signal,
      }),
    articleHistory: articles.history,
    restoreArticle: articles.restore,
    products: products.list,
    product: products.read,
    createProduct: products.create,
    updateProduct: products.update,
    deleteProduct: products.remove,
    productHistory: products.history,
    restoreProduct: products.restore,
  }
}
