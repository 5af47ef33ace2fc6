import {
  type Article,
  type ArticleSummary,
  type Product,
  type PublicTurn,
  publicRoutes,
  type ReviewItem,
} from '@org/api-client/contract'
import type { Hono } from 'hono'
import { readSummary } from '../analytics/analytics.routes.ts'
import { pageOfWidgets } from '../analytics/widgets.store.ts'
import {
  createArticle,
  deleteArticle,
  listArticles,
  readArticle,
  updateArticle,
} from '../content/articles.store.ts'
import type { ContentEdit, ContentQuota } from '../content/content-limits.ts'
import { editsOf } from '../content/content.routes.ts'
import {
  createProduct,
  deleteProduct,
  listProducts,
  readProduct,
  updateProduct,
} from '../content/products.store.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { listReviews } from '../review/review.store.ts'
import { writeOnce } from './repeated-writes.ts'
import { type KeyPrincipal, type KeyServices, servePublic } from './serve-public.ts'

/** Dependencies of the public API. */
export interface PublicServices extends KeyServices {
  limiter: AnswerLimiter
  /** Limits on the content of one client. */
  quota: ContentQuota
}

/** Serves the public API, which other systems call with an API key: the services of the screens, for programs. */
export function mountPublicApi(app: Hono<AppEnv>, services: PublicServices): void {
  mountReading(app, services)
  mountArticles(app, services)
  mountProducts(app, services)
}

const idOf = (c: AppContext) => c.req.param('id') ?? ''

function mountReading(app: Hono<AppEnv>, services: PublicServices): void {
  const { db, now } = services

  servePublic(app, services, publicRoutes.statistics, (_c, { query, user }) =>
    readSummary(db, user, query, now()),
  )

  servePublic(app, services, publicRoutes.widgets, (_c, { query, user }) =>
    pageOfWidgets(db, user.role === 'admin' ? undefined : user.id, query),
  )

  servePublic(app, services, publicRoutes.conversations, async (_c, { query, user }) => {
    const { items, next_cursor } = await listReviews(db, user, query)
    return { items: items.map(toTurn), next_cursor }
  })
}

/** The saves of a key: they count for a client as those of its screens do, and the audit log names the key. */
function writesOf(services: PublicServices) {
  const { editOf, count } = editsOf(services)
  return {
    editOf: ({ user, keyName }: KeyPrincipal): ContentEdit => ({ ...editOf(user), apiKey: keyName }),
    counted: { admit: ({ user }: KeyPrincipal) => count(user) },
  }
}

function mountArticles(app: Hono<AppEnv>, services: PublicServices): void {
  const { db } = services
  const { editOf, counted } = writesOf(services)

  servePublic(app, services, publicRoutes.articles, async (c, { query, user }) => {
    const { items, next_cursor } = await listArticles(db, user, query, c.req.raw.signal)
    return { items: items.map(withoutAddresses), next_cursor }
  })

  servePublic(app, services, publicRoutes.article, async (c, { user }) =>
    withoutAddresses(await readArticle(db, user, idOf(c))),
  )

  const reread =
    ({ user }: KeyPrincipal) =>
    async (id: string | null) =>
      withoutAddresses(await readArticle(db, user, id ?? ''))

  servePublic(
    app,
    services,
    publicRoutes.createArticle,
    (c, { body, ...key }) => {
      const edit = editOf(key)
      const run = async (tx: typeof db) => withoutAddresses(await createArticle(tx, key.user, body, edit))
      return writeOnce(c, db, { keyId: key.keyId, at: edit.at, body, run, reread: reread(key) })
    },
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.updateArticle,
    (c, { body, ...key }) => {
      const edit = editOf(key)
      const { version, ...fields } = body
      const run = async (tx: typeof db) =>
        withoutAddresses(await updateArticle(tx, key.user, idOf(c), { version, fields }, edit))
      return writeOnce(c, db, { keyId: key.keyId, at: edit.at, body, run, reread: reread(key) })
    },
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.deleteArticle,
    (c, key) => remove(c, services, key, (tx) => deleteArticle(tx, key.user, idOf(c), editOf(key))),
    counted,
  )
}

function mountProducts(app: Hono<AppEnv>, services: PublicServices): void {
  const { db } = services
  const { editOf, counted } = writesOf(services)

  servePublic(app, services, publicRoutes.products, async (c, { query, user }) => {
    const { items, next_cursor } = await listProducts(db, user, query, c.req.raw.signal)
    return { items: items.map(withoutAddresses), next_cursor }
  })

  servePublic(app, services, publicRoutes.product, async (c, { user }) =>
    withoutAddresses(await readProduct(db, user, idOf(c))),
  )

  const reread =
    ({ user }: KeyPrincipal) =>
    async (id: string | null) =>
      withoutAddresses(await readProduct(db, user, id ?? ''))

  servePublic(
    app,
    services,
    publicRoutes.createProduct,
    (c, { body, ...key }) => {
      const edit = editOf(key)
      const run = async (tx: typeof db) => withoutAddresses(await createProduct(tx, key.user, body, edit))
      return writeOnce(c, db, { keyId: key.keyId, at: edit.at, body, run, reread: reread(key) })
    },
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.updateProduct,
    (c, { body, ...key }) => {
      const edit = editOf(key)
      const { version, ...fields } = body
      const run = async (tx: typeof db) =>
        withoutAddresses(await updateProduct(tx, key.user, idOf(c), { version, fields }, edit))
      return writeOnce(c, db, { keyId: key.keyId, at: edit.at, body, run, reread: reread(key) })
    },
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.deleteProduct,
    (c, key) => remove(c, services, key, (tx) => deleteProduct(tx, key.user, idOf(c), editOf(key))),
    counted,
  )
}

/** Deletes once for each `Idempotency-Key`: a repeated deletion is a 204 again, not a 404. */
function remove(
  c: AppContext,
  { db, now }: PublicServices,
  { keyId }: KeyPrincipal,
  deleteFrom: (db: PublicServices['db']) => Promise<void>,
): Promise<null> {
  const nothing = () => Promise.resolve(null)
  const run = async (tx: PublicServices['db']) => {
    await deleteFrom(tx)
    return null
  }
  return writeOnce(c, db, { keyId, at: now(), run, reread: nothing })
}

/** Content without the e-mail addresses of its owner and editor. */
function withoutAddresses<Item extends Article | ArticleSummary | Product>(
  item: Item,
): Omit<Item, 'client' | 'updated_by'> {
  const { client: _client, updated_by: _editor, ...rest } = item
  return rest
}

/** The part of an answer's record that other systems read. */
function toTurn(item: ReviewItem): PublicTurn {
  return {
    id: item.id,
    at: item.at,
    question: item.question,
    answer: item.answer,
    outcome: item.outcome,
    ending: item.ending,
    language: item.language,
    widget: item.widget,
    feedback: item.feedback,
    reason: item.reason,
    safety: item.safety,
    citations: item.citations.map(({ number, title, heading, url }) => ({ number, title, heading, url })),
    products: item.products.map(({ name }) => name),
  }
}
