import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { organisations } from './organisations.ts'
import { articles } from './knowledge.ts'
import { answerOutcomes } from './outcomes.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A subject that visitors ask about and the content does not cover. Its texts are those of its questions. */
export const gaps = pgTable(
  'gaps',
  {
    id: uuid().primaryKey(),
    /** Owner of the widgets that were asked; null for the site itself and for widgets without owner. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** ISO 639-1 code of its questions. */
    language: text().notNull(),
    /** `closed`: the content answers its questions now. `dismissed`: somebody decided that it needs no content. */
    status: text({ enum: ['open', 'closed', 'dismissed'] })
      .notNull()
      .default('open'),
    closedAt: moment('closed_at'),
    /** The article that was written for the gap or, of a closed one, answers most of its questions. */
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    /** State of the content and of the approved answers when its questions were last asked again; 0 before. */
    checkedDoc: integer('checked_doc').notNull().default(0),
    /** Questions that were asked again when it closed, and those of them that were answered. */
    checked: integer().notNull().default(0),
    answered: integer().notNull().default(0),
  },
  (table) => [
    index('gaps_client_idx').on(table.clientId, table.language),
    index('gaps_article_idx').on(table.articleId),
    check('gaps_status_known', sql`${table.status} in ('open', 'closed', 'dismissed')`),
  ],
)

/** The gap of an uncovered or partly answered question. Deleted with the record of the answer. */
export const gapQuestions = pgTable(
  'gap_questions',
  {
    answerId: uuid('answer_id')
      .primaryKey()
      .references(() => answerOutcomes.id, { onDelete: 'cascade' }),
    gapId: uuid('gap_id')
      .notNull()
      .references(() => gaps.id, { onDelete: 'cascade' }),
    /** 0 for the most typical question of the gap. */
    rank: integer().notNull(),
  },
  (table) => [index('gap_questions_gap_idx').on(table.gapId, table.rank)],
)

/** The work on gaps of all instances together: one row. */
export const gapRuns = pgTable('gap_runs', {
  id: integer().primaryKey(),
  /** No instance starts the next clustering before. */
  nextAt: moment('next_at').notNull(),
  /** The newest uncovered or partly answered question of the last clustering. */
  newestAnswer: uuid('newest_answer'),
})
