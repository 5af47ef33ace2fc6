import {
  articleCreateSchema,
  articleListQuerySchema,
  articleListSchema,
  articlePreviewRequestSchema,
  articlePreviewSchema,
  articleSchema,
  articleUpdateSchema,
  contentHistorySchema,
  contentRestoreSchema,
  productCreateSchema,
  productListQuerySchema,
  productListSchema,
  productSchema,
  productUpdateSchema,
} from './content.ts'
import {
  contentImportSchema,
  importListQuerySchema,
  importListSchema,
  importStartedSchema,
} from './imports.ts'
import { pageQuerySchema } from '../primitives.ts'

const articles = '/api/admin/knowledge/articles'
const products = '/api/admin/knowledge/products'
const imports = '/api/admin/knowledge/jobs'

/** The calls about articles, products and imports. Open to clients, who see and change their own content alone. */
export const contentRoutes = {
  articles: {
    method: 'GET',
    path: articles,
    access: 'client',
    query: articleListQuerySchema,
    response: articleListSchema,
  },
  createArticle: {
    method: 'POST',
    path: articles,
    access: 'client',
    request: articleCreateSchema,
    response: articleSchema,
  },
  previewArticle: {
    method: 'POST',
    path: `${articles}/preview`,
    access: 'client',
    request: articlePreviewRequestSchema,
    response: articlePreviewSchema,
  },
  article: { method: 'GET', path: `${articles}/{id}`, access: 'client', response: articleSchema },
  updateArticle: {
    method: 'PUT',
    path: `${articles}/{id}`,
    access: 'client',
    request: articleUpdateSchema,
    response: articleSchema,
  },
  deleteArticle: { method: 'DELETE', path: `${articles}/{id}`, access: 'client' },
  articleHistory: {
    method: 'GET',
    path: `${articles}/{id}/versions`,
    access: 'client',
    query: pageQuerySchema,
    response: contentHistorySchema,
  },
  restoreArticle: {
    method: 'POST',
    path: `${articles}/{id}/versions/{n}/restore`,
    access: 'client',
    request: contentRestoreSchema,
    response: articleSchema,
  },
  products: {
    method: 'GET',
    path: products,
    access: 'client',
    query: productListQuerySchema,
    response: productListSchema,
  },
  createProduct: {
    method: 'POST',
    path: products,
    access: 'client',
    request: productCreateSchema,
    response: productSchema,
  },
  product: { method: 'GET', path: `${products}/{id}`, access: 'client', response: productSchema },
  updateProduct: {
    method: 'PUT',
    path: `${products}/{id}`,
    access: 'client',
    request: productUpdateSchema,
    response: productSchema,
  },
  deleteProduct: { method: 'DELETE', path: `${products}/{id}`, access: 'client' },
  productHistory: {
    method: 'GET',
    path: `${products}/{id}/versions`,
    access: 'client',
    query: pageQuerySchema,
    response: contentHistorySchema,
  },
  restoreProduct: {
    method: 'POST',
    path: `${products}/{id}/versions/{n}/restore`,
    access: 'client',
    request: contentRestoreSchema,
    response: productSchema,
  },
  upload: {
    method: 'POST',
    path: '/api/admin/knowledge/uploads',
    access: 'client',
    requestType: 'multipart',
    response: importStartedSchema,
  },
  imports: {
    method: 'GET',
    path: imports,
    access: 'client',
    query: importListQuerySchema,
    response: importListSchema,
  },
  import: { method: 'GET', path: `${imports}/{id}`, access: 'client', response: contentImportSchema },
  retryImport: {
    method: 'POST',
    path: `${imports}/{id}/retry`,
    access: 'client',
    response: importStartedSchema,
  },
} as const
