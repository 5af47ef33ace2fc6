import {
  webhookCreatedSchema,
  webhookDeliveryListSchema,
  webhookDeliveryQuerySchema,
  webhookDeliverySchema,
  webhookListSchema,
  webhookOwnerQuerySchema,
  webhookSaveSchema,
  webhookSchema,
} from './webhooks.ts'

const path = '/api/client/webhooks'
const owned = { access: 'client', action: 'manage', query: webhookOwnerQuerySchema } as const

/** Calls about the servers that receive events of a client's widgets and content. */
export const webhookRoutes = {
  webhooks: { method: 'GET', path, ...owned, response: webhookListSchema },
  createWebhook: {
    method: 'POST',
    path,
    ...owned,
    proof: true,
    request: webhookSaveSchema,
    response: webhookCreatedSchema,
  },
  saveWebhook: {
    method: 'PUT',
    path: `${path}/{id}`,
    ...owned,
    proof: true,
    request: webhookSaveSchema,
    response: webhookSchema,
  },
  deleteWebhook: { method: 'DELETE', path: `${path}/{id}`, ...owned },
  newWebhookSecret: {
    method: 'POST',
    path: `${path}/{id}/secret`,
    ...owned,
    proof: true,
    response: webhookCreatedSchema,
  },
  testWebhook: { method: 'POST', path: `${path}/{id}/test`, ...owned, response: webhookDeliverySchema },
  webhookDeliveries: {
    method: 'GET',
    path: `${path}/{id}/deliveries`,
    access: 'client',
    action: 'manage',
    query: webhookDeliveryQuerySchema,
    response: webhookDeliveryListSchema,
  },
  replayWebhook: {
    method: 'POST',
    path: `${path}/{id}/deliveries/{delivery}/replay`,
    ...owned,
    response: webhookDeliverySchema,
  },
} as const
