import type { AnswerOutcome, AnswerSearch, RecordedCitation } from '@org/api-client/contract'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { conversations } from './chat.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Fits open answers that are partial, uncovered, refused, about a danger or rated down. */
export function attentionOf(
  table: Record<'status' | 'rating' | 'outcome' | 'safetyCategory', AnyPgColumn>,
): SQL {
  return sql`${table.status} = 'open' and (${table.rating} = 'down'
    or ${table.outcome} in ('partial', 'uncovered', 'refused') or ${table.safetyCategory} is not null)`
}

/**
 * One record per answer, of guests too, with its review. The id is the answer's, a UUIDv7: its order is the order of
 * time, so that every list is read from an index that ends in it. Texts are redacted, and null when the deployment
 * stores none.
 */
export const answerOutcomes = pgTable(
  'answer_outcomes',
  {
    id: uuid().primaryKey(),
    /** Owner of the widget at the time of the question; null for the site itself and for widgets without owner. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** Null on the site itself. Without foreign key: the record outlives the widget. */
    widgetId: uuid('widget_id'),
    /** Null for a guest. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id'),
    at: moment('at').notNull(),
    ending: text({ enum: ['complete', 'stopped', 'interrupted', 'failed'] }).notNull(),
    outcome: text().$type<AnswerOutcome>(),
    language: text().notNull(),
    safetyCategory: text('safety_category'),
    safetySeverity: text('safety_severity'),
    model: text().notNull(),
    tokens: integer().notNull(),
    /** Those of `tokens` that the model wrote; null for records of older versions. */
    outputTokens: integer('output_tokens'),
    /** Millionths of the deployment's currency; null where the price of the model is unknown. */
    costMicros: bigint('cost_micros', { mode: 'number' }),
    firstTextMs: integer('first_text_ms'),
    totalMs: integer('total_ms').notNull(),
    question: text(),
    answer: text(),
    searches: jsonb().$type<AnswerSearch[]>().notNull(),
    citations: jsonb().$type<Omit<RecordedCitation, 'opened'>[]>().notNull(),
    /** The approved answer that was given. Without foreign key: the record outlives it. */
    approvedAnswerId: uuid('approved_answer_id'),
    citationsOpened: integer('citations_opened').array().notNull().default([]),
    products: text().array().notNull(),
    productsClicked: text('products_clicked').array().notNull().default([]),
    /** `<trial>:draft` or `<trial>:published` while a trial of a draft of the settings runs; null otherwise. */
    variant: text(),
    rating: text({ enum: ['up', 'down'] }),
    ratingReason: text('rating_reason'),
    status: text({ enum: ['open', 'good', 'bad', 'done'] })
      .notNull()
      .default('open'),
    assignee: uuid().references(() => users.id, { onDelete: 'set null' }),
    labels: text().array().notNull().default([]),
    note: text().notNull().default(''),
  },
  (table) => {
    const needsAttention = attentionOf(table)
    return [
      // A person who deletes a conversation deletes the records of its answers.
      foreignKey({
        name: 'answer_outcomes_conversation_fk',
        columns: [table.userId, table.conversationId],
        foreignColumns: [conversations.userId, conversations.id],
      }).onDelete('cascade'),
      index('answer_outcomes_conversation_idx').on(table.userId, table.conversationId),
      index('answer_outcomes_client_idx').on(table.clientId, table.id),
      index('answer_outcomes_widget_idx').on(table.widgetId, table.id),
      index('answer_outcomes_client_widget_idx').on(table.clientId, table.widgetId, table.id),
      // The filters of a client: without them, PostgreSQL reads the rows of all clients that fit the filter.
      index('answer_outcomes_client_outcome_idx').on(table.clientId, table.outcome, table.id),
      index('answer_outcomes_client_language_idx').on(table.clientId, table.language, table.id),
      index('answer_outcomes_client_status_idx').on(table.clientId, table.status, table.id),
      index('answer_outcomes_client_rating_idx')
        .on(table.clientId, table.rating, table.id)
        .where(sql`${table.rating} is not null`),
      // Of any danger, and of one category.
      index('answer_outcomes_client_danger_idx')
        .on(table.clientId, table.id)
        .where(sql`${table.safetyCategory} is not null`),
      index('answer_outcomes_client_safety_idx')
        .on(table.clientId, table.safetyCategory, table.id)
        .where(sql`${table.safetyCategory} is not null`),
      index('answer_outcomes_outcome_idx').on(table.outcome, table.id),
      index('answer_outcomes_language_idx').on(table.language, table.id),
      index('answer_outcomes_status_idx').on(table.status, table.id),
      // Reviewed answers are old: without it the newest, open ones would be read first.
      index('answer_outcomes_reviewed_idx')
        .on(table.id)
        .where(sql`${table.status} <> 'open'`),
      index('answer_outcomes_rating_idx')
        .on(table.rating, table.id)
        .where(sql`${table.rating} is not null`),
      index('answer_outcomes_safety_idx')
        .on(table.safetyCategory, table.id)
        .where(sql`${table.safetyCategory} is not null`),
      index('answer_outcomes_variant_idx')
        .on(table.variant)
        .where(sql`${table.variant} is not null`),
      index('answer_outcomes_assignee_idx')
        .on(table.assignee, table.id)
        .where(sql`${table.assignee} is not null`),
      index('answer_outcomes_attention_idx').on(table.clientId, table.id).where(needsAttention),
      index('answer_outcomes_at_idx').using('brin', table.at),
      index('answer_outcomes_text_idx')
        .on(table.at)
        .where(sql`${table.question} is not null`),
      index('answer_outcomes_interactions_idx')
        .on(table.at)
        .where(sql`cardinality(${table.citationsOpened}) > 0 or cardinality(${table.productsClicked}) > 0`),
      check(
        'answer_outcomes_ending_known',
        sql`${table.ending} in ('complete', 'stopped', 'interrupted', 'failed')`,
      ),
      check('answer_outcomes_status_known', sql`${table.status} in ('open', 'good', 'bad', 'done')`),
      check('answer_outcomes_rating_known', sql`${table.rating} in ('up', 'down')`),
    ]
  },
)
