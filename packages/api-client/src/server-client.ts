import {
  type ArticleDraft,
  type ArticleSummary,
  type ContentArticle,
  type ContentFilters,
  type ContentProduct,
  listedArticleFields,
  type ProductDraft,
  productFields,
} from './calls/content.ts'
import { type Page, type PageOptions, pageOf } from './calls/conversations.ts'
import { type RecordedCitation, type ReviewFilter, type ReviewItem, turnFields } from './calls/review.ts'
import { type ClientStats, type StatsRange, summaryFields, type Widget } from './calls/stats.ts'
import { amount, type Decoder, id, list, or, shape, texts, words } from './decode.ts'
import { type CallOptions, createHttp, type Http, type HttpOptions } from './http.ts'

/** Options of {@link createServerClient}. */
export interface ServerClientOptions extends Pick<HttpOptions, 'fetch' | 'timeoutMs'> {
  /** Base URL of the server, without `/api`: `https://assistant.example`. */
  baseUrl: string
  /** An API key, or a function that is called for each request, as during a rotation. */
  key: string | (() => string)
}

/** Options of a call that writes. */
export interface WriteOptions extends CallOptions {
  /** A request that repeats the value within a day changes nothing again. Use a new UUID for each write. */
  idempotencyKey?: string | undefined
}

/** An article of the public API, without its text. */
export type ServerArticleSummary = Omit<ArticleSummary, 'client' | 'updatedBy'>

/** An article of the public API. */
export type ServerArticle = Omit<ContentArticle, 'client' | 'updatedBy'>

/** A product of the public API. */
export type ServerProduct = Omit<ContentProduct, 'client' | 'updatedBy'>

/** Messages and visitors of widgets. */
export type ServerStatistics = Pick<ClientStats, 'summary' | 'messages'>

/** One turn of a conversation. Texts are redacted, and null where the deployment stores none. */
export interface ServerTurn extends Pick<
  ReviewItem,
  | 'id'
  | 'at'
  | 'question'
  | 'answer'
  | 'outcome'
  | 'ending'
  | 'language'
  | 'widget'
  | 'feedback'
  | 'reason'
  | 'safety'
> {
  citations: Pick<RecordedCitation, 'number' | 'title' | 'heading' | 'url'>[]
  /** Names of the products that the answer offers. */
  products: string[]
}

/** Owner of new content: with an administrator's key a client, or null for common content. */
interface Owned {
  /** @default null */
  clientId?: string | null
}

/** Every call of the public API. All throw `ApiError`, and none needs a `this`. */
export interface ServerClient {
  /** Messages and visitors, by default of the last 30 days and of all widgets. */
  statistics: (
    query?: CallOptions & StatsRange & { widgets?: readonly string[] | undefined },
  ) => Promise<ServerStatistics>
  /** The newest first. */
  widgets: (options?: PageOptions) => Promise<Page<Widget>>
  /** Turns of conversations, the newest first. */
  conversations: (
    options?: PageOptions & Pick<ReviewFilter, 'outcome' | 'feedback' | 'widget' | 'language'>,
  ) => Promise<Page<ServerTurn>>
  /** Without texts, the newest change first. */
  articles: (
    filters?: ContentFilters & { reviewBy?: string | undefined },
  ) => Promise<Page<ServerArticleSummary>>
  article: (articleId: string, options?: CallOptions) => Promise<ServerArticle>
  /** Fields that are left out take their defaults; the status is `draft`. */
  createArticle: (
    draft: Pick<ArticleDraft, 'title' | 'author' | 'body'> & Partial<ArticleDraft> & Owned,
    options?: WriteOptions,
  ) => Promise<ServerArticle>
  /** Fails with `conflict` when somebody else has saved since `version`. */
  updateArticle: (
    articleId: string,
    draft: ArticleDraft & { version: number },
    options?: WriteOptions,
  ) => Promise<ServerArticle>
  deleteArticle: (articleId: string, options?: WriteOptions) => Promise<void>
  /** The newest change first. */
  products: (filters?: ContentFilters) => Promise<Page<ServerProduct>>
  product: (productId: string, options?: CallOptions) => Promise<ServerProduct>
  /** Fields that are left out take their defaults; the status is `draft`. */
  createProduct: (
    draft: Pick<ProductDraft, 'name' | 'unitAmount' | 'currency' | 'url'> & Partial<ProductDraft> & Owned,
    options?: WriteOptions,
  ) => Promise<ServerProduct>
  /** Fails with `conflict` when somebody else has saved since `version`. */
  updateProduct: (
    productId: string,
    draft: ProductDraft & { version: number },
    options?: WriteOptions,
  ) => Promise<ServerProduct>
  deleteProduct: (productId: string, options?: WriteOptions) => Promise<void>
}

const decodeStatistics = shape<ServerStatistics>(summaryFields)
const decodeWidgets = pageOf(shape<Widget>({ id, name: words }))
const decodeTurns = pageOf(
  shape<ServerTurn>({
    ...turnFields,
    citations: or(
      list(
        shape<ServerTurn['citations'][number]>({ number: amount, title: words, heading: words, url: words }),
      ),
      [],
    ),
    products: texts,
  }),
)
const decodeSummary = shape<ServerArticleSummary>(listedArticleFields)
const decodeArticle = shape<ServerArticle>({ ...listedArticleFields, body: words })
const decodeProduct = shape<ServerProduct>(productFields)

/**
 * The client of the public API for servers, with an API key. It sends no cookie.
 *
 * @example
 * import { createServerClient } from '@org/api-client'
 *
 * const client = createServerClient({ baseUrl: 'https://assistant.example', key: 'ok_live_…' })
 *
 * export async function titles() {
 *   const { items } = await client.articles({ status: 'published' })
 *   return items.map(({ title }) => title)
 * }
 */
export function createServerClient({
  key,
  fetch = (...call) => globalThis.fetch(...call),
  ...options
}: ServerClientOptions): ServerClient {
  const http = createHttp({
    ...options,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }),
    headers: () => ({ Authorization: `Bearer ${typeof key === 'string' ? key : key()}` }),
  })
  const { call } = http
  const articles = contentCalls<ServerArticle, ServerArticleSummary>(http, '/api/v1/articles', {
    item: decodeArticle,
    listed: decodeSummary,
  })
  const products = contentCalls<ServerProduct, ServerProduct>(http, '/api/v1/products', {
    item: decodeProduct,
    listed: decodeProduct,
  })
  return {
    statistics: ({ signal, widgets, ...range } = {}) =>
      call(decodeStatistics, {
        path: '/api/v1/statistics',
        query: { ...range, widgets: widgets?.join(',') },
        signal,
      }),
    widgets: ({ signal, ...page } = {}) =>
      call(decodeWidgets, { path: '/api/v1/widgets', query: { ...page }, signal }),
    conversations: ({ signal, ...query } = {}) =>
      call(decodeTurns, { path: '/api/v1/conversations', query: { ...query }, signal }),
    articles: articles.list,
    article: articles.read,
    createArticle: articles.create,
    updateArticle: articles.update,
    deleteArticle: articles.remove,
    products: products.list,
    product: products.read,
    createProduct: products.create,
    updateProduct: products.update,
    deleteProduct: products.remove,
  }
}

function contentCalls<Item, Listed>(
  { call, tell }: Http,
  path: string,
  decode: { item: Decoder<Item>; listed: Decoder<Listed> },
) {
  const pathOf = (itemId: string) => `${path}/${encodeURIComponent(itemId)}`
  const written = ({ signal, idempotencyKey }: WriteOptions = {}) => ({
    signal,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
  return {
    list: ({ signal, ...query }: ContentFilters = {}) =>
      call(pageOf(decode.listed), { path, query: { ...query }, signal }),
    read: (itemId: string, { signal }: CallOptions = {}) =>
      call(decode.item, { path: pathOf(itemId), signal }),
    create: (body: object, options?: WriteOptions) =>
      call(decode.item, { method: 'POST', path, body, ...written(options) }),
    update: (itemId: string, body: object, options?: WriteOptions) =>
      call(decode.item, { method: 'PUT', path: pathOf(itemId), body, ...written(options) }),
    remove: (itemId: string, options?: WriteOptions) =>
      tell({ method: 'DELETE', path: pathOf(itemId), ...written(options) }),
  }
}
