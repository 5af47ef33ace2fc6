import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const measure = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * Outcomes of answers by owner, widget, day and model: dashboards, budgets and weekly e-mails read these rows instead of
 * the records. `ownSite` of the statistics stands for no owner and for the site itself.
 */
export const outcomeDaily = pgTable(
  'outcome_daily',
  {
    clientId: uuid('client_id').notNull(),
    widgetId: uuid('widget_id').notNull(),
    /** A UTC day. */
    day: date().notNull(),
    model: text().notNull(),
    answers: measure('answers'),
    answered: measure('answered'),
    approved: measure('approved'),
    partial: measure('partial'),
    uncovered: measure('uncovered'),
    refused: measure('refused'),
    safety: measure('safety'),
    /** Answers whose model failed. */
    failed: measure('failed'),
    ratedUp: measure('rated_up'),
    ratedDown: measure('rated_down'),
    /** Answers that cite sources, and those of them with an opened one. */
    cited: measure('cited'),
    opened: measure('opened'),
    /** Answers that show products, and those of them with a clicked one. */
    shown: measure('shown'),
    clicked: measure('clicked'),
    /** Clicked products; an answer may have several. */
    clicks: measure('clicks'),
    tokens: measure('tokens'),
    outputTokens: measure('output_tokens'),
    costMicros: measure('cost_micros'),
    /** Answers of models whose price is unknown. */
    unpriced: measure('unpriced'),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.widgetId, table.day, table.model] }),
    index('outcome_daily_day_idx').on(table.day),
    index('outcome_daily_widget_idx').on(table.widgetId, table.day),
  ],
)

/** Outcomes by owner and hour, from which alerts compare the present with the usual. */
export const outcomeHourly = pgTable(
  'outcome_hourly',
  {
    clientId: uuid('client_id').notNull(),
    /** Begin of the hour. */
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    answers: integer().notNull().default(0),
    /** Answers with an outcome other than a danger or a refusal. */
    judged: integer().notNull().default(0),
    /** Those of `judged` that the content does not cover. */
    uncovered: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.hour] }),
    index('outcome_hourly_hour_idx').on(table.hour),
  ],
)
