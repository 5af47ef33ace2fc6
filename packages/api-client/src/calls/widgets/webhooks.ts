import { amount, id, list, maybe, oneOf, or, shape, text, words } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'
import { type WebhookEventType, webhookEvents } from '../../webhook-events.ts'
import { type Page, pageOf } from '../conversations.ts'

/** Endpoint as a person saves it. */
export interface WebhookInput {
  /** An `https` address. */
  url: string
  events: readonly WebhookEventType[]
  /** False pauses the endpoint. @default true */
  active?: boolean
}

/** A server that receives events. */
export interface Webhook {
  id: string
  url: string
  events: WebhookEventType[]
  /** Null while events are delivered; `failures` after days without a success. */
  disabledBy: 'person' | 'failures' | null
  /** First failure since the last success; null after a success. */
  failingSince: string | null
  createdAt: string
  /** Time of the current secret. */
  secretAt: string
  /** Time at which the secret before stops signing; null without one. */
  previousUntil: string | null
}

/** One event for one endpoint, with its last attempt. */
export interface WebhookDelivery {
  /** The `webhook-id` of the message, at every attempt. */
  id: string
  event: WebhookEventType | 'webhook.test'
  status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  createdAt: string
  attemptedAt: string | null
  /** Milliseconds of the last attempt. */
  durationMs: number | null
  /** Status of the last response; null without one. */
  responseStatus: number | null
  /** First part of the last response. */
  response: string
  /** Reason of the last failure; null after a success. */
  failure: string | null
}

/** Owner of the endpoints of a call, for administrators; none for the endpoints of the administrators themselves. */
export interface WebhookCallOptions extends CallOptions {
  clientId?: string | undefined
}

/** The calls about the servers that receive events. */
export interface WebhookCalls {
  webhooks: (options?: WebhookCallOptions) => Promise<Webhook[]>
  /** `secret` is shown this once. */
  createWebhook: (input: WebhookInput, options?: WebhookCallOptions) => Promise<Webhook & { secret: string }>
  saveWebhook: (webhookId: string, input: WebhookInput, options?: WebhookCallOptions) => Promise<Webhook>
  /** Deletes an endpoint with its log. */
  deleteWebhook: (webhookId: string, options?: WebhookCallOptions) => Promise<void>
  /** Creates a new secret, which is shown this once. The earlier one also signs for a day. */
  newWebhookSecret: (webhookId: string, options?: WebhookCallOptions) => Promise<Webhook & { secret: string }>
  /** Sends `webhook.test` and waits for the response. */
  testWebhook: (webhookId: string, options?: WebhookCallOptions) => Promise<WebhookDelivery>
  /** Deliveries of the last 30 days, the newest first. */
  webhookDeliveries: (
    webhookId: string,
    query?: WebhookCallOptions & {
      status?: WebhookDelivery['status'] | undefined
      cursor?: string | undefined
    },
  ) => Promise<Page<WebhookDelivery>>
  /** Sends the message of a delivery again, with the same id. */
  replayWebhook: (
    webhookId: string,
    deliveryId: string,
    options?: WebhookCallOptions,
  ) => Promise<WebhookDelivery>
}

const fields = {
  id,
  url: text,
  events: or(list(oneOf(...webhookEvents)), []),
  disabledBy: or(oneOf('person', 'failures'), null),
  failingSince: maybe,
  createdAt: words,
  secretAt: words,
  previousUntil: maybe,
}
const decodeWebhook = shape<Webhook>(fields)
const decodeCreated = shape<Webhook & { secret: string }>({ ...fields, secret: text })
const decodeList = shape<{ items: Webhook[] }>({ items: list(decodeWebhook) })
const decodeDelivery = shape<WebhookDelivery>({
  id,
  event: oneOf(...webhookEvents, 'webhook.test'),
  status: or(oneOf('waiting', 'delivered', 'failed'), 'waiting'),
  attempts: or(amount, 0),
  createdAt: words,
  attemptedAt: maybe,
  durationMs: or(amount, null),
  responseStatus: or(amount, null),
  response: words,
  failure: maybe,
})
const decodeDeliveries = pageOf(decodeDelivery)

/** The calls of {@link WebhookCalls}. */
export function createWebhookCalls({ call, tell }: Http): WebhookCalls {
  const root = '/api/client/webhooks'
  const pathOf = (...parts: string[]) => [root, ...parts.map((part) => encodeURIComponent(part))].join('/')
  const given = ({ signal, clientId }: WebhookCallOptions = {}) => ({ signal, query: { clientId } })
  return {
    webhooks: async (options) => (await call(decodeList, { path: root, ...given(options) })).items,
    createWebhook: (body, options) =>
      call(decodeCreated, { method: 'POST', path: root, body, ...given(options) }),
    saveWebhook: (webhookId, body, options) =>
      call(decodeWebhook, { method: 'PUT', path: pathOf(webhookId), body, ...given(options) }),
    deleteWebhook: (webhookId, options) =>
      tell({ method: 'DELETE', path: pathOf(webhookId), ...given(options) }),
    newWebhookSecret: (webhookId, options) =>
      call(decodeCreated, { method: 'POST', path: pathOf(webhookId, 'secret'), ...given(options) }),
    testWebhook: (webhookId, options) =>
      call(decodeDelivery, { method: 'POST', path: pathOf(webhookId, 'test'), ...given(options) }),
    webhookDeliveries: (webhookId, { signal, ...query } = {}) =>
      call(decodeDeliveries, { path: pathOf(webhookId, 'deliveries'), query, signal }),
    replayWebhook: (webhookId, deliveryId, options) =>
      call(decodeDelivery, {
        method: 'POST',
        path: pathOf(webhookId, 'deliveries', deliveryId, 'replay'),
        ...given(options),
      }),
  }
}
