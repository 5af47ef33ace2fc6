import {
  clientStatsQuerySchema,
  clientStatsSchema,
  clientWidgetsQuerySchema,
  clientWidgetsSchema,
} from './client.ts'
import { geoStatsSchema, productStatsSchema, statsQuerySchema, subjectStatsSchema } from './stats.ts'

/** Calls about statistics. */
export const statsRoutes = {
  productStats: {
    method: 'GET',
    path: '/api/stats/product-queries',
    access: 'client',
    action: 'view',
    query: statsQuerySchema,
    response: productStatsSchema,
  },
  subjectStats: {
    method: 'GET',
    path: '/api/stats/chat-subjects',
    access: 'client',
    action: 'view',
    query: statsQuerySchema,
    response: subjectStatsSchema,
  },
  geoStats: {
    method: 'GET',
    path: '/api/stats/message-geo',
    access: 'client',
    action: 'view',
    query: statsQuerySchema,
    response: geoStatsSchema,
  },
  clientWidgets: {
    method: 'GET',
    path: '/api/client/widgets',
    access: 'client',
    action: 'view',
    query: clientWidgetsQuerySchema,
    response: clientWidgetsSchema,
  },
  clientStats: {
    method: 'GET',
    path: '/api/client/stats',
    access: 'client',
    action: 'view',
    query: clientStatsQuerySchema,
    response: clientStatsSchema,
  },
} as const
