import { clientWidgetsQuerySchema } from '../client.ts'
import { statsRangeSchema } from '../stats.ts'
import { orderReceiptSchema, orderReportSchema, orderStatsSchema } from './orders.ts'
import { z } from 'zod'

/** The query of GET /api/client/orders; `widgets` is a comma list of ids. */
const orderStatsQuerySchema = statsRangeSchema.extend({
  ...clientWidgetsQuerySchema.shape,
  widgets: z.string().optional(),
})

/** Calls about orders that follow a product click. */
export const orderRoutes = {
  reportOrder: {
    method: 'POST',
    path: '/embed/orders',
    access: 'visitor',
    request: orderReportSchema,
    response: orderReceiptSchema,
  },
  clientOrders: {
    method: 'GET',
    path: '/api/client/orders',
    access: 'client',
    action: 'view',
    query: orderStatsQuerySchema,
    response: orderStatsSchema,
  },
  /** An administrator may remove an order of any client, a client one of their own. */
  deleteOrder: { method: 'DELETE', path: '/api/client/orders/{id}', access: 'client', action: 'manage' },
} as const
