import { articleUpdateSchema, productUpdateSchema, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Edit } from '../audit/audit.store.ts'
import { quoteOf } from '../chat/model/quotes.ts'
import type { Db } from '../db/database.ts'
import { detectLanguage } from '../knowledge/text/language.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import type { SessionUser } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import {
  articleHistory,
  createArticle,
  deleteArticle,
  listArticles,
  readArticle,
  updateArticle,
} from './articles.store.ts'
import { earlierFields } from './content-history.ts'
import { passagesOf } from './passages-of.ts'
import {
  createProduct,
  deleteProduct,
  listProducts,
  productHistory,
  readProduct,
  updateProduct,
} from './products.store.ts'

/** Dependencies of the calls about content. */
export interface ContentServices {
  db: Db
  now: () => Date
}

const idOf = (c: AppContext) => c.req.param('id') ?? ''
const earlierOf = (c: AppContext) => c.req.param('n') ?? ''
const storedArticle = articleUpdateSchema.omit({ version: true })
const storedProduct = productUpdateSchema.omit({ version: true })

/** Serves articles and products to those who edit them: administrators, and clients for their own content. */
export function mountContent(app: Hono<AppEnv>, services: ContentServices): void {
  mountArticles(app, services)
  mountProducts(app, services)
}

function mountArticles(app: Hono<AppEnv>, { db, now }: ContentServices): void {
  const editOf = (user: SessionUser): Edit => ({ actorId: user.id, at: now() })

  serve(app, routes.articles, (_c, { query, user }) => listArticles(db, user, query))

  serve(app, routes.createArticle, (_c, { body, user }) => createArticle(db, user, body, editOf(user)))

  serve(app, routes.previewArticle, (_c, { body: { title, language, body } }) => ({
    language: language ?? detectLanguage(`${title}. ${body.slice(0, 5000)}`),
    passages: passagesOf(body).map(({ heading, body: text }) => ({ heading, text, quote: quoteOf(text) })),
  }))

  serve(app, routes.article, (c, { user }) => readArticle(db, user, idOf(c)))

  serve(app, routes.updateArticle, (c, { body: { version, ...fields }, user }) =>
    updateArticle(db, user, idOf(c), { version, fields }, editOf(user)),
  )

  serve(app, routes.deleteArticle, async (c, { user }) => {
    await deleteArticle(db, user, idOf(c), editOf(user))
    return null
  })

  serve(app, routes.articleHistory, (c, { query, user }) => articleHistory(db, user, idOf(c), query))

  serve(app, routes.restoreArticle, async (c, { body, user }) => {
    const { id } = await readArticle(db, user, idOf(c))
    const earlier = await earlierFields(db, { articleId: id }, earlierOf(c))
    const fields = storedArticle.parse(earlier.fields)
    const save = { version: body.version, fields, restoredFrom: earlier.version }
    return updateArticle(db, user, id, save, editOf(user))
  })
}

function mountProducts(app: Hono<AppEnv>, { db, now }: ContentServices): void {
  const editOf = (user: SessionUser): Edit => ({ actorId: user.id, at: now() })

  serve(app, routes.products, (_c, { query, user }) => listProducts(db, user, query))

  serve(app, routes.createProduct, (_c, { body, user }) => createProduct(db, user, body, editOf(user)))

  serve(app, routes.product, (c, { user }) => readProduct(db, user, idOf(c)))

  serve(app, routes.updateProduct, (c, { body: { version, ...fields }, user }) =>
    updateProduct(db, user, idOf(c), { version, fields }, editOf(user)),
  )

  serve(app, routes.deleteProduct, async (c, { user }) => {
    await deleteProduct(db, user, idOf(c), editOf(user))
    return null
  })

  serve(app, routes.productHistory, (c, { query, user }) => productHistory(db, user, idOf(c), query))

  serve(app, routes.restoreProduct, async (c, { body, user }) => {
    const { id } = await readProduct(db, user, idOf(c))
    const earlier = await earlierFields(db, { productPk: id }, earlierOf(c))
    const fields = storedProduct.parse(earlier.fields)
    const save = { version: body.version, fields, restoredFrom: earlier.version }
    return updateProduct(db, user, id, save, editOf(user))
  })
}
