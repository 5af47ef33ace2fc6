import {
  apiKeyCreatedSchema,
  apiKeyCreateSchema,
  apiKeyListSchema,
  apiKeyOwnerQuerySchema,
  apiKeyRotateSchema,
} from './api-keys.ts'

const path = '/api/client/api-keys'
const owned = { access: 'client', action: 'manage', query: apiKeyOwnerQuerySchema } as const

/** Calls about the API keys of a client, or of an administrator. */
export const apiKeyRoutes = {
  apiKeys: { method: 'GET', path, ...owned, response: apiKeyListSchema },
  createApiKey: {
    method: 'POST',
    path,
    ...owned,
    proof: true,
    request: apiKeyCreateSchema,
    response: apiKeyCreatedSchema,
  },
  rotateApiKey: {
    method: 'POST',
    path: `${path}/{id}/rotate`,
    ...owned,
    proof: true,
    request: apiKeyRotateSchema,
    response: apiKeyCreatedSchema,
  },
  revokeApiKey: { method: 'DELETE', path: `${path}/{id}`, ...owned },
} as const
