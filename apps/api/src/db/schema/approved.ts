import type { ApprovedLanguage } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'

/** Numbers of changes of approved answers, in the order of commits: writers hold one lock. */
export const approvedChanges = pgSequence('approved_changes')

/** A reviewed answer that is given for matching questions instead of a model's. */
export const approvedAnswers = pgTable(
  'approved_answers',
  {
    id: uuid().primaryKey(),
    /** The client whose widgets alone give the answer; null for everybody. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** Every process reads the rows with a change that it has not seen yet. */
    change: integer()
      .notNull()
      .default(sql`nextval('approved_changes')`),
    status: text({ enum: ['draft', 'published', 'retired'] }).notNull(),
    /** ISO 639-1 code: questions in other languages do not get it. */
    language: text().$type<ApprovedLanguage>().notNull(),
    question: text().notNull(),
    variants: text().array().notNull(),
    /** Markdown with `[n]` for the n-th citation. */
    answer: text().notNull(),
    /** Articles with the sentences that the answer rests on. The answer is given while the articles have them. */
    citations: jsonb().$type<{ article_id: string; quote: string }[]>().notNull(),
    /** Name that readers see. */
    reviewer: text().notNull(),
    reviewedAt: date('reviewed_at', { mode: 'string' }).notNull(),
    /** Last day on which it is given (UTC); null for no end. */
    expiresAt: date('expires_at', { mode: 'string' }),
    /** Times that it was given. */
    hits: integer().notNull().default(0),
    lastHitAt: timestamp('last_hit_at', { withTimezone: true }),
    /** Grows with each save. Earlier versions are in `approved_answer_versions`. */
    version: integer().notNull().default(1),
    /** The version that was brought back by the last save. */
    restoredFrom: integer('restored_from'),
    /** Milliseconds, because cursors of lists name it. */
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Null once the account is deleted. */
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('approved_answers_change_key').on(table.change),
    index('approved_answers_updated_idx').on(table.updatedAt, table.id),
    index('approved_answers_client_idx').on(table.clientId, table.updatedAt),
    index('approved_answers_updated_by_idx').on(table.updatedBy),
    index('approved_answers_expires_idx')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
    check('approved_answers_status_known', sql`${table.status} in ('draft', 'published', 'retired')`),
  ],
)

/** Every earlier version of an approved answer; the current one is its row. */
export const approvedAnswerVersions = pgTable(
  'approved_answer_versions',
  {
    id: uuid().primaryKey(),
    answerId: uuid('answer_id')
      .notNull()
      .references(() => approvedAnswers.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
    /** Null once the account is deleted. */
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    restoredFrom: integer('restored_from'),
    /** The fields as the contract writes them. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    unique('approved_answer_versions_key').on(table.answerId, table.version),
    index('approved_answer_versions_saved_by_idx').on(table.savedBy),
  ],
)
