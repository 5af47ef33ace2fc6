import type { WebhookEventType } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { handovers } from './handover.ts'
import { answerOutcomes } from './outcomes.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Servers that receive events: of one client, or of the whole deployment. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey(),
    /** Null: an endpoint of the administrators, which receives the events of all clients and of common content. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** Receives the e-mail about a disabled endpoint of the administrators. Null once the account is deleted. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    url: text().notNull(),
    events: text().array().$type<WebhookEventType[]>().notNull(),
    /** Null while events are delivered. */
    disabledBy: text('disabled_by', { enum: ['person', 'failures'] }),
    /** First failure since the last success; null after a success. */
    failingSince: moment('failing_since'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('webhook_endpoints_client_idx').on(table.clientId, table.id),
    index('webhook_endpoints_created_by_idx').on(table.createdBy),
    check('webhook_endpoints_disabled_known', sql`${table.disabledBy} in ('person', 'failures')`),
  ],
)

/** Secrets that sign messages. The newest one of an endpoint is current; the one before is valid until it retires. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: uuid().primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Base64 of 32 random bytes. */
    secret: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null for the current one. */
    retiresAt: moment('retires_at'),
  },
  (table) => [index('webhook_secrets_endpoint_idx').on(table.endpointId)],
)

/** One event for one endpoint, with its last attempt. Texts of visitors are read when it is sent, and not stored here. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Also the id of the message, at every attempt. A UUIDv7: its order is the order of time. */
    id: uuid().primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: text().$type<WebhookEventType | 'webhook.test'>().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The answer of the event: the delivery is deleted with its record. */
    answerId: uuid('answer_id').references(() => answerOutcomes.id, { onDelete: 'cascade' }),
    /** The request for a person of the event: the delivery is deleted with it. */
    handoverId: uuid('handover_id').references(() => handovers.id, { onDelete: 'cascade' }),
    status: text({ enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    attemptedAt: moment('attempted_at'),
    /** Milliseconds of the last attempt. */
    durationMs: integer('duration_ms'),
    responseStatus: integer('response_status'),
    /** First part of the body of the last response. */
    response: text().notNull().default(''),
    /** Reason of the last attempt’s failure; null after a success. */
    error: text(),
  },
  (table) => [
    index('webhook_deliveries_endpoint_idx').on(table.endpointId, table.id),
    index('webhook_deliveries_answer_idx').on(table.answerId),
    index('webhook_deliveries_handover_idx').on(table.handoverId),
    index('webhook_deliveries_created_idx').on(table.createdAt),
    check('webhook_deliveries_status_known', sql`${table.status} in ('waiting', 'delivered', 'failed')`),
  ],
)
