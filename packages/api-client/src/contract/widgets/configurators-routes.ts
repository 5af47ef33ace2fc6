import {
  configuratorActiveSchema,
  configuratorHistorySchema,
  configuratorListSchema,
  configuratorSaveResponseSchema,
  configuratorSaveSchema,
  configuratorSightingsSchema,
} from '../configurators.ts'
import { adminClientsSchema } from '../operators/admin.ts'
import { okSchema } from '../primitives.ts'

/** Calls of administrators about widgets and the clients who own them. */
export const configuratorRoutes = {
  adminClients: {
    method: 'GET',
    path: '/api/admin/clients',
    access: 'admin',
    response: adminClientsSchema,
  },
  configurators: {
    method: 'GET',
    path: '/api/admin/configurators',
    access: 'admin',
    response: configuratorListSchema,
  },
  saveConfigurator: {
    method: 'POST',
    path: '/api/admin/configurators',
    access: 'admin',
    request: configuratorSaveSchema,
    response: configuratorSaveResponseSchema,
  },
  deleteConfigurator: {
    method: 'DELETE',
    path: '/api/admin/configurators/{id}',
    access: 'admin',
    proof: true,
  },
  setConfiguratorActive: {
    method: 'POST',
    path: '/api/admin/configurators/{id}/active',
    access: 'admin',
    request: configuratorActiveSchema,
    response: okSchema,
  },
  configuratorHistory: {
    method: 'GET',
    path: '/api/admin/configurators/{id}/history',
    access: 'admin',
    response: configuratorHistorySchema,
  },
  configuratorSightings: {
    method: 'GET',
    path: '/api/admin/configurators/{id}/sightings',
    access: 'admin',
    response: configuratorSightingsSchema,
  },
} as const
