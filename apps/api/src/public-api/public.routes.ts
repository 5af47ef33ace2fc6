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
import type { Db } from '../db/database.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { clientOf, type SessionUser } from '../platform/http/principal.ts'
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
    pageOfWidgets(db, clientOf(user) ?? undefined, query),
  )

  servePublic(app, services, publicRoutes.conversations, async (_c, { query, user }) => {
    const { items, next_cursor } = await listReviews(db, user, query)
    return { items: items.map(toTurn), next_cursor }
  })
}

/**
 * The writes of a key: they count for a client as those of its screens do, the audit log names the key, and a repeated one
 * changes nothing.
 *
 * @param read reads what an earlier request has written
 */
function writesOf<Item extends Article | Product>(
  services: PublicServices,
  read: (db: Db, user: SessionUser, id: string) => Promise<Item>,
) {
  const { db } = services
  const { editOf, count } = editsOf(services)
  const keyEdit = ({ user, keyName }: KeyPrincipal): ContentEdit => ({ ...editOf(user), apiKey: keyName })
  return {
    counted: { admit: ({ user }: KeyPrincipal) => count(user) },
    save: (
      c: AppContext,
      { body, ...key }: KeyPrincipal & { body: unknown },
      write: (db: Db, edit: ContentEdit) => Promise<Item>,
    ) => {
      const edit = keyEdit(key)
      return writeOnce(c, db, {
        keyId: key.keyId,
        userId: key.user.id,
        at: edit.at,
        body,
        run: async (tx) => withoutAddresses(await withoutCurrent(write(tx, edit))),
        reread: async (id) => withoutAddresses(await read(db, key.user, id ?? '')),
      })
    },
    /** Deletes once for each `Idempotency-Key`: a repeated deletion is a 204 again, not a 404. */
    remove: (c: AppContext, key: KeyPrincipal, write: (db: Db, edit: ContentEdit) => Promise<void>) => {
      const edit = keyEdit(key)
      return writeOnce<null>(c, db, {
        keyId: key.keyId,
        userId: key.user.id,
        at: edit.at,
        run: async (tx) => {
          await write(tx, edit)
          return null
        },
        reread: () => Promise.resolve(null),
      })
    },
  }
}

function mountArticles(app: Hono<AppEnv>, services: PublicServices): void {
  const { db } = services
  const { counted, save, remove } = writesOf(services, readArticle)

  servePublic(app, services, publicRoutes.articles, async (c, { query, user }) => {
    const { items, next_cursor } = await listArticles(db, user, query, c.req.raw.signal)
    return { items: items.map(withoutAddresses), next_cursor }
  })

  servePublic(app, services, publicRoutes.article, async (c, { user }) =>
    withoutAddresses(await readArticle(db, user, idOf(c))),
  )

  servePublic(
    app,
    services,
    publicRoutes.createArticle,
    (c, input) => save(c, input, (tx, edit) => createArticle(tx, input.user, input.body, edit)),
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.updateArticle,
    (c, input) => {
      const { version, ...fields } = input.body
      return save(c, input, (tx, edit) => updateArticle(tx, input.user, idOf(c), { version, fields }, edit))
    },
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.deleteArticle,
    (c, key) => remove(c, key, (tx, edit) => deleteArticle(tx, key.user, idOf(c), edit)),
    counted,
  )
}

function mountProducts(app: Hono<AppEnv>, services: PublicServices): void {
  const { db } = services
  const { counted, save, remove } = writesOf(services, readProduct)

  servePublic(app, services, publicRoutes.products, async (c, { query, user }) => {
    const { items, next_cursor } = await listProducts(db, user, query, c.req.raw.signal)
    return { items: items.map(withoutAddresses), next_cursor }
  })

  servePublic(app, services, publicRoutes.product, async (c, { user }) =>
    withoutAddresses(await readProduct(db, user, idOf(c))),
  )

  servePublic(
    app,
    services,
    publicRoutes.createProduct,
    (c, input) => save(c, input, (tx, edit) => createProduct(tx, input.user, input.body, edit)),
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.updateProduct,
    (c, input) => {
      const { version, ...fields } = input.body
      return save(c, input, (tx, edit) => updateProduct(tx, input.user, idOf(c), { version, fields }, edit))
    },
    counted,
  )

  servePublic(
    app,
    services,
    publicRoutes.deleteProduct,
    (c, key) => remove(c, key, (tx, edit) => deleteProduct(tx, key.user, idOf(c), edit)),
    counted,
  )
}

/**
 * Refuses a stale save without what is stored by then, which the screens show: it names people, and a key may be without the
 * scope to read it.
 */
async function withoutCurrent<Item>(write: Promise<Item>): Promise<Item> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'conflict') throw error
    throw new HttpError('conflict', error.sentence, { values: error.values })
  }
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
