import type { ApiKeyScope } from '../../api-key-scopes.ts'
import type { Call } from '../routes.ts'
import {
  publicArticleCreateSchema,
  publicArticleListSchema,
  publicArticleQuerySchema,
  publicArticleSchema,
  publicArticleUpdateSchema,
  publicProductCreateSchema,
  publicProductListSchema,
  publicProductQuerySchema,
  publicProductSchema,
  publicProductUpdateSchema,
  publicStatisticsQuerySchema,
  publicStatisticsSchema,
  publicTurnListSchema,
  publicTurnQuerySchema,
  publicWidgetListSchema,
  publicWidgetQuerySchema,
} from './public-api.ts'

/** One call of the public API. It takes an API key with the scope, and no session. */
export interface PublicRoute extends Call {
  scope: ApiKeyScope
  /** One line of the API description. */
  summary: string
}

const articles = '/api/v1/articles'
const products = '/api/v1/products'

/** Every call of the public API, by its name in the client. */
export const publicRoutes = {
  statistics: {
    method: 'GET',
    path: '/api/v1/statistics',
    scope: 'statistics:read',
    summary: 'Read the messages and visitors of a range of days.',
    query: publicStatisticsQuerySchema,
    response: publicStatisticsSchema,
  },
  widgets: {
    method: 'GET',
    path: '/api/v1/widgets',
    scope: 'widgets:read',
    summary: 'List widgets, the newest first.',
    query: publicWidgetQuerySchema,
    response: publicWidgetListSchema,
  },
  conversations: {
    method: 'GET',
    path: '/api/v1/conversations',
    scope: 'conversations:read',
    summary: 'List the turns of conversations, the newest first.',
    query: publicTurnQuerySchema,
    response: publicTurnListSchema,
  },
  articles: {
    method: 'GET',
    path: articles,
    scope: 'content:read',
    summary: 'List articles without their texts, the newest change first.',
    query: publicArticleQuerySchema,
    response: publicArticleListSchema,
  },
  article: {
    method: 'GET',
    path: `${articles}/{id}`,
    scope: 'content:read',
    summary: 'Read an article.',
    response: publicArticleSchema,
  },
  createArticle: {
    method: 'POST',
    path: articles,
    scope: 'content:write',
    summary: 'Add an article.',
    request: publicArticleCreateSchema,
    response: publicArticleSchema,
  },
  updateArticle: {
    method: 'PUT',
    path: `${articles}/{id}`,
    scope: 'content:write',
    summary: 'Save an article as a new version.',
    request: publicArticleUpdateSchema,
    response: publicArticleSchema,
  },
  deleteArticle: {
    method: 'DELETE',
    path: `${articles}/{id}`,
    scope: 'content:write',
    summary: 'Delete an article with its versions.',
  },
  products: {
    method: 'GET',
    path: products,
    scope: 'content:read',
    summary: 'List products, the newest change first.',
    query: publicProductQuerySchema,
    response: publicProductListSchema,
  },
  product: {
    method: 'GET',
    path: `${products}/{id}`,
    scope: 'content:read',
    summary: 'Read a product.',
    response: publicProductSchema,
  },
  createProduct: {
    method: 'POST',
    path: products,
    scope: 'content:write',
    summary: 'Add a product.',
    request: publicProductCreateSchema,
    response: publicProductSchema,
  },
  updateProduct: {
    method: 'PUT',
    path: `${products}/{id}`,
    scope: 'content:write',
    summary: 'Save a product as a new version.',
    request: publicProductUpdateSchema,
    response: publicProductSchema,
  },
  deleteProduct: {
    method: 'DELETE',
    path: `${products}/{id}`,
    scope: 'content:write',
    summary: 'Delete a product with its versions.',
  },
} as const satisfies Record<string, PublicRoute>
