import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { configurators } from './embed.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Settings of the deployment that administrators change: one row. */
export const operationSettings = pgTable(
  'operation_settings',
  {
    id: integer().primaryKey(),
    /** ISO 4217 code of prices, costs and budgets. */
    currency: text().notNull().default('USD'),
    weeklyEnabled: boolean('weekly_enabled').notNull().default(true),
    /** Day on which weekly e-mails are sent: 1 is Monday, 7 Sunday (ISO 8601). */
    weeklyDay: integer('weekly_day').notNull().default(1),
    /** UTC hour from which they are sent. */
    weeklyHour: integer('weekly_hour').notNull().default(7),
    /** Last run of the retention rules. */
    retentionRanAt: moment('retention_ran_at'),
  },
  (table) => [
    check('operation_settings_one_row', sql`${table.id} = 1`),
    check(
      'operation_settings_weekly',
      sql`${table.weeklyDay} between 1 and 7 and ${table.weeklyHour} between 0 and 23`,
    ),
  ],
)

/** Price of a model, in the currency of the deployment for a million tokens. */
export const modelPrices = pgTable(
  'model_prices',
  {
    model: text().primaryKey(),
    inputPerMillion: doublePrecision('input_per_million').notNull(),
    outputPerMillion: doublePrecision('output_per_million').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check('model_prices_not_negative', sql`${table.inputPerMillion} >= 0 and ${table.outputPerMillion} >= 0`),
  ],
)

/** Money that answers may cost in a UTC month: of a widget, of a client's widgets, or with neither of the deployment. */
export const budgets = pgTable(
  'budgets',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    widgetId: uuid('widget_id').references(() => configurators.id, { onDelete: 'cascade' }),
    amountMicros: bigint('amount_micros', { mode: 'number' }).notNull(),
    /** Share of the amount from which an alert is sent. */
    alertPercent: integer('alert_percent').notNull(),
    /** Refuses questions once the amount is spent. */
    hardStop: boolean('hard_stop').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    unique('budgets_scope_key').on(table.clientId, table.widgetId).nullsNotDistinct(),
    index('budgets_widget_idx').on(table.widgetId),
    check('budgets_one_scope', sql`${table.clientId} is null or ${table.widgetId} is null`),
    check('budgets_amount_positive', sql`${table.amountMicros} > 0`),
    check('budgets_percent_range', sql`${table.alertPercent} between 1 and 100`),
  ],
)

/** Days for which data of answers is stored; null leaves it to the deployment. The row without client is the deployment's. */
export const retentionRules = pgTable(
  'retention_rules',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    records: integer(),
    texts: integer(),
    ratings: integer(),
    interactions: integer(),
    figures: integer(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [unique('retention_rules_client_key').on(table.clientId).nullsNotDistinct()],
)

/** Report of what the retention rules deleted, by run, client and class of data. */
export const retentionReports = pgTable(
  'retention_reports',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: moment('at').notNull(),
    /** Null for everybody without rules of their own. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    dataClass: text('data_class', {
      enum: ['records', 'texts', 'ratings', 'interactions', 'figures'],
    }).notNull(),
    days: integer().notNull(),
    deleted: integer().notNull(),
  },
  (table) => [
    index('retention_reports_client_idx').on(table.clientId),
    index('retention_reports_at_idx').on(table.at),
  ],
)

/** Alerts for administrators, and for clients about their own widgets: at most one of a subject and day. */
export const operationAlerts = pgTable(
  'operation_alerts',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    kind: text({ enum: ['safety', 'gaps', 'failures', 'budget', 'budget_stop'] }).notNull(),
    /** Null for the deployment. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** Category of a danger or id of a budget; else empty. */
    subject: text().notNull(),
    /** A UTC day. */
    day: date().notNull(),
    at: moment('at').notNull(),
    /** Counted answers, or millionths that were spent. */
    count: bigint({ mode: 'number' }).notNull(),
    /** The total that `count` is a part of, or the amount of the budget. */
    total: bigint({ mode: 'number' }),
    /** Usual count within as many answers, or in as long a time. */
    usual: doublePrecision(),
    mailedAdmins: boolean('mailed_admins').notNull().default(false),
    mailedClient: boolean('mailed_client').notNull().default(false),
    seenAt: moment('seen_at'),
    /** Null until it is seen, and once the account is deleted. */
    seenBy: uuid('seen_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('operation_alerts_key')
      .on(table.kind, table.clientId, table.subject, table.day)
      .nullsNotDistinct(),
    index('operation_alerts_client_idx').on(table.clientId),
    index('operation_alerts_seen_by_idx').on(table.seenBy),
    index('operation_alerts_day_idx').on(table.day),
  ],
)

/** Choices of an account about its weekly e-mail; an account without a row gets it, in English. */
export const reportPreferences = pgTable('report_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Chosen language; null: `seenLanguage`. */
  language: text({ enum: ['en', 'es', 'ar'] }),
  /** Language in which the account last opened its dashboard. */
  seenLanguage: text('seen_language', { enum: ['en', 'es', 'ar'] }),
  unsubscribedAt: moment('unsubscribed_at'),
})

/** Weekly e-mails: the unique week of a client gives it one job, and the job one e-mail, over all instances. */
export const weeklyReports = pgTable(
  'weekly_reports',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** First and last UTC day of the week. */
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null while the job waits. */
    finishedAt: moment('finished_at'),
    /** False where there was nothing to report, or the account is unsubscribed, disabled or no client any more. */
    wasSent: boolean('was_sent').notNull().default(false),
  },
  (table) => [unique('weekly_reports_week_key').on(table.clientId, table.lastDay)],
)

/** Backups that the server writes: the unique slot of time lets one instance write each. */
export const backupRuns = pgTable('backup_runs', {
  /** Number of the period since 1970. */
  slot: integer().primaryKey(),
  startedAt: moment('started_at').notNull(),
  /** Null while it is written, and after a failure. */
  finishedAt: moment('finished_at'),
})
