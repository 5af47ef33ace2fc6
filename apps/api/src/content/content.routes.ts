import {
  type ArticlePreview,
  articleUpdateSchema,
  productUpdateSchema,
  routes,
} from '@org/api-client/contract'
import type { Hono } from 'hono'
import { quoteOf } from '../chat/model/quotes.ts'
import type { Db } from '../db/database.ts'
import { detectLanguage } from '../knowledge/text/language.ts'
import type { AnswerLimiter } from '../limits/answer-limiter.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { type SessionUser, memberClientOf } from '../platform/http/principal.ts'
import { serve } from '../platform/request/contract-route.ts'
import { pauseWhenDue } from '../platform/process/pause-when-due.ts'
import { parseInput } from '../platform/request/parse-input.ts'
import {
  articleHistory,
  createArticle,
  deleteArticle,
  listArticles,
  readArticle,
  updateArticle,
} from './articles.store.ts'
import { type ContentEdit, type ContentQuota, editLimit, requireFewPassages } from './content-limits.ts'
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
  limiter: AnswerLimiter
  quota: ContentQuota
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

/** The edits of a call, which count for clients and not for administrators. */
export function editsOf({ now, limiter, quota }: Omit<ContentServices, 'db'>) {
  const count = async (user: SessionUser | null) => {
    if (user?.role === 'client') await limiter.use(editLimit(quota), memberClientOf(user))
  }
  return {
    editOf: (user: SessionUser): ContentEdit => ({
      actorId: user.id,
      at: now(),
      storageBytes: quota.storageBytes,
    }),
    count,
    counted: { admit: (_c: AppContext, user: SessionUser | null) => count(user) },
  }
}

function mountArticles(app: Hono<AppEnv>, services: ContentServices): void {
  const { db } = services
  const { editOf, counted } = editsOf(services)

  serve(app, routes.articles, (c, { query, user }) => listArticles(db, user, query, c.req.raw.signal))

  serve(
    app,
    routes.createArticle,
    (_c, { body, user }) => createArticle(db, user, body, editOf(user)),
    counted,
  )

  serve(app, routes.previewArticle, async (_c, { body: { title, language, body } }) => {
    const passages = passagesOf(body)
    requireFewPassages(passages)
    const shown: ArticlePreview['passages'] = []
    for (const { heading, body: text, questions = [] } of passages) {
      await pauseWhenDue()
      shown.push({ heading, text, quote: quoteOf(text), questions })
    }
    return {
      language: language ?? detectLanguage(`${title}. ${body.slice(0, 5000)}`),
      passages: shown,
    }
  })

  serve(app, routes.article, (c, { user }) => readArticle(db, user, idOf(c)))

  serve(
    app,
    routes.updateArticle,
    (c, { body: { version, ...fields }, user }) =>
      updateArticle(db, user, idOf(c), { version, fields }, editOf(user)),
    counted,
  )

  serve(
    app,
    routes.deleteArticle,
    async (c, { user }) => {
      await deleteArticle(db, user, idOf(c), editOf(user))
      return null
    },
    counted,
  )

  serve(app, routes.articleHistory, (c, { query, user }) => articleHistory(db, user, idOf(c), query))

  serve(
    app,
    routes.restoreArticle,
    async (c, { body, user }) => {
      const { id } = await readArticle(db, user, idOf(c))
      const earlier = await earlierFields(db, { articleId: id }, earlierOf(c))
      // An import may have brought what a form would refuse.
      const fields = parseInput(storedArticle, earlier.fields, readerLanguage(c))
      const save = { version: body.version, fields, restoredFrom: earlier.version }
      return updateArticle(db, user, id, save, editOf(user))
    },
    counted,
  )
}

function mountProducts(app: Hono<AppEnv>, services: ContentServices): void {
  const { db } = services
  const { editOf, counted } = editsOf(services)

  serve(app, routes.products, (c, { query, user }) => listProducts(db, user, query, c.req.raw.signal))

  serve(
    app,
    routes.createProduct,
    (_c, { body, user }) => createProduct(db, user, body, editOf(user)),
    counted,
  )

  serve(app, routes.product, (c, { user }) => readProduct(db, user, idOf(c)))

  serve(
    app,
    routes.updateProduct,
    (c, { body: { version, ...fields }, user }) =>
      updateProduct(db, user, idOf(c), { version, fields }, editOf(user)),
    counted,
  )

  serve(
    app,
    routes.deleteProduct,
    async (c, { user }) => {
      await deleteProduct(db, user, idOf(c), editOf(user))
      return null
    },
    counted,
  )

  serve(app, routes.productHistory, (c, { query, user }) => productHistory(db, user, idOf(c), query))

  serve(
    app,
    routes.restoreProduct,
    async (c, { body, user }) => {
      const { id } = await readProduct(db, user, idOf(c))
      const earlier = await earlierFields(db, { productPk: id }, earlierOf(c))
      const fields = parseInput(storedProduct, earlier.fields, readerLanguage(c))
      const save = { version: body.version, fields, restoredFrom: earlier.version }
      return updateProduct(db, user, id, save, editOf(user))
    },
    counted,
  )
}
