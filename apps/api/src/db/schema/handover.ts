import type { HandoverSave, Transcript } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { configurators } from './embed.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Hand-over settings of a widget. They are no part of its history, because they may name a person's mailbox. */
export const widgetHandovers = pgTable('widget_handovers', {
  configuratorId: uuid('configurator_id')
    .primaryKey()
    .references(() => configurators.id, { onDelete: 'cascade' }),
  settings: jsonb().$type<Omit<HandoverSave, 'version'>>().notNull(),
  version: integer().notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Secrets of a widget. The newest one of a kind is current; earlier ones are valid until they retire. */
export const widgetSecrets = pgTable(
  'widget_secrets',
  {
    id: uuid().primaryKey(),
    configuratorId: uuid('configurator_id')
      .notNull()
      .references(() => configurators.id, { onDelete: 'cascade' }),
    /** `webhook` signs requests to the owner's server. */
    kind: text({ enum: ['webhook'] }).notNull(),
    /** Base64 of 32 random bytes. */
    secret: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null for the current one. */
    retiresAt: moment('retires_at'),
  },
  (table) => [
    index('widget_secrets_configurator_idx').on(table.configuratorId, table.kind),
    check('widget_secrets_kind_known', sql`${table.kind} in ('webhook')`),
  ],
)

/** Requests of visitors for a person, each with the transcript that they agreed to send. */
export const handovers = pgTable(
  'handovers',
  {
    /** Also the id of the e-mail, and of the message to a webhook. */
    id: uuid().primaryKey(),
    /** Made by the browser: a retry has the same one. */
    requestId: uuid('request_id').notNull(),
    /** Quoted by the person. */
    reference: text().notNull(),
    /** Null: the site's own chat. */
    widgetId: uuid('widget_id').references(() => configurators.id, { onDelete: 'cascade' }),
    /** Owner of the widget at the time of the request. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** Account of a signed-in visitor. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
    transcript: jsonb().$type<Transcript>().notNull(),
    /** ISO 639-1 code. */
    language: text().notNull(),
    /** The newest answer of the conversation, where it has a record. */
    answerId: uuid('answer_id'),
    status: text({ enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (table) => [
    unique('handovers_request_key').on(table.requestId),
    unique('handovers_reference_key').on(table.reference),
    index('handovers_client_idx').on(table.clientId, table.createdAt),
    index('handovers_user_idx').on(table.userId),
    index('handovers_widget_idx').on(table.widgetId),
    index('handovers_answer_idx').on(table.answerId),
    index('handovers_created_at_idx').on(table.createdAt),
    check('handovers_status_known', sql`${table.status} in ('waiting', 'delivered', 'failed')`),
  ],
)
