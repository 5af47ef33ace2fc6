import { accountExportSchema } from '../account.ts'
import {
  identitySecretRequestSchema,
  identitySecretSchema,
  identitySettingsSchema,
  visitorListQuerySchema,
  visitorListSchema,
  visitorOwnerQuerySchema,
} from './visitors.ts'

/** Calls of clients about the visitors whom their own sites identify. */
export const visitorRoutes = {
  identitySettings: {
    method: 'GET',
    path: '/api/client/identity',
    access: 'client',
    action: 'manage',
    query: visitorOwnerQuerySchema,
    response: identitySettingsSchema,
  },
  newIdentitySecret: {
    method: 'POST',
    path: '/api/client/identity/secret',
    access: 'client',
    action: 'manage',
    proof: true,
    query: visitorOwnerQuerySchema,
    request: identitySecretRequestSchema,
    response: identitySecretSchema,
  },
  identifiedVisitors: {
    method: 'GET',
    path: '/api/client/visitors',
    access: 'client',
    action: 'manage',
    query: visitorListQuerySchema,
    response: visitorListSchema,
  },
  exportVisitor: {
    method: 'GET',
    path: '/api/client/visitors/{id}/export',
    access: 'client',
    action: 'manage',
    proof: true,
    query: visitorOwnerQuerySchema,
    response: accountExportSchema,
  },
  deleteVisitor: {
    method: 'DELETE',
    path: '/api/client/visitors/{id}',
    access: 'client',
    action: 'manage',
    proof: true,
    query: visitorOwnerQuerySchema,
  },
} as const
