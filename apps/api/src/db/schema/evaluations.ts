import type {
  EvaluatedAnswer,
  EvaluationExpectations,
  EvaluationSource,
  LlmSettings,
  RegressionKind,
} from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { conversations } from './chat.ts'
import { configurators } from './embed.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A case as a run answers it. */
export interface AskedCase {
  source: EvaluationSource
  question: string
  history: { role: 'user' | 'assistant'; content: string }[]
  language: string
  widgetId: string | null
  clientId: string | null
  expectations: EvaluationExpectations
  required: boolean
}

/** Master settings that are not published. */
export const settingsDrafts = pgTable(
  'settings_drafts',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Grows with each save. */
    version: integer().notNull().default(1),
    /** The settings as the contract writes them. */
    state: jsonb().$type<LlmSettings>().notNull(),
    /** Version of the master settings that it was published as; null before. */
    publishedAs: integer('published_as'),
    updatedAt: moment('updated_at').notNull(),
    /** Null once the account is deleted. */
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('settings_drafts_updated_idx').on(table.updatedAt, table.id),
    index('settings_drafts_updated_by_idx').on(table.updatedBy),
  ],
)

/** A draft that answers a share of the visitors of widgets. `answer_outcomes.variant` names it with its side. */
export const settingsTrials = pgTable(
  'settings_trials',
  {
    id: uuid().primaryKey(),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => settingsDrafts.id, { onDelete: 'cascade' }),
    draftVersion: integer('draft_version').notNull(),
    /** The settings of that version: a later save of the draft does not change a running trial. */
    state: jsonb().$type<LlmSettings>().notNull(),
    /** Percentage of visitors, from 1 to 50. */
    share: integer().notNull(),
    startedAt: moment('started_at').notNull(),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    endedAt: moment('ended_at'),
    end: text({ enum: ['published', 'stopped'] }),
  },
  (table) => [
    // One trial alone runs.
    uniqueIndex('settings_trials_running_key')
      .on(sql`(true)`)
      .where(sql`${table.endedAt} is null`),
    index('settings_trials_draft_idx').on(table.draftId),
    index('settings_trials_started_idx').on(table.startedAt, table.id),
    index('settings_trials_started_by_idx').on(table.startedBy),
    check('settings_trials_share_known', sql`${table.share} between 1 and 50`),
    check('settings_trials_end_known', sql`${table.end} in ('published', 'stopped')`),
  ],
)

/** A stored question with the expected properties of its answer. Texts of visitors are redacted. */
export const evaluationCases = pgTable(
  'evaluation_cases',
  {
    id: uuid().primaryKey(),
    source: text({ enum: ['manual', 'review', 'content', 'safety'] }).notNull(),
    /** Id of a safety sample, of a reviewed answer, or of an article and a heading: each makes one case. */
    key: text().unique(),
    question: text().notNull(),
    history: jsonb().$type<{ role: 'user' | 'assistant'; content: string }[]>().notNull(),
    language: text().notNull(),
    /** The widget whose settings are used; null for the site itself. */
    widgetId: uuid('widget_id').references(() => configurators.id, { onDelete: 'set null' }),
    /** The client whose content is used besides the shared one. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    /** The person whose question it was, with the conversation: both delete the case. Null for guests. */
    askedBy: uuid('asked_by').references(() => users.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id'),
    expectations: jsonb().$type<EvaluationExpectations>().notNull(),
    required: boolean().notNull(),
    enabled: boolean().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Null for safety samples, and once the account is deleted. */
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    foreignKey({
      name: 'evaluation_cases_conversation_fk',
      columns: [table.askedBy, table.conversationId],
      foreignColumns: [conversations.userId, conversations.id],
    }).onDelete('cascade'),
    index('evaluation_cases_conversation_idx').on(table.askedBy, table.conversationId),
    index('evaluation_cases_widget_idx').on(table.widgetId),
    index('evaluation_cases_client_idx').on(table.clientId),
    index('evaluation_cases_updated_idx').on(table.updatedAt, table.id),
    index('evaluation_cases_updated_by_idx').on(table.updatedBy),
    check('evaluation_cases_source_known', sql`${table.source} in ('manual', 'review', 'content', 'safety')`),
  ],
)

/** Every enabled case answered with a draft and with the published settings. The job that works on it has its id. */
export const evaluationRuns = pgTable(
  'evaluation_runs',
  {
    id: uuid().primaryKey(),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => settingsDrafts.id, { onDelete: 'cascade' }),
    draftVersion: integer('draft_version').notNull(),
    publishedVersion: integer('published_version').notNull(),
    /** The compared settings: what is saved meanwhile does not change a run. */
    draftState: jsonb('draft_state').$type<LlmSettings>().notNull(),
    publishedState: jsonb('published_state').$type<LlmSettings>().notNull(),
    /** Name of the model that judges; null when none does. */
    judgeModel: text('judge_model'),
    createdAt: moment('created_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    cancelledAt: moment('cancelled_at'),
    /** Regressions of required cases, without their texts: a case that is deleted later does not take them along. */
    regressions: jsonb().$type<{ caseId: string; kinds: RegressionKind[] }[]>().notNull().default([]),
  },
  (table) => [
    index('evaluation_runs_draft_idx').on(table.draftId, table.draftVersion),
    // One run of a draft at a time.
    uniqueIndex('evaluation_runs_running_key')
      .on(table.draftId)
      .where(sql`${table.finishedAt} is null and ${table.cancelledAt} is null`),
    index('evaluation_runs_created_idx').on(table.createdAt, table.id),
    index('evaluation_runs_created_by_idx').on(table.createdBy),
  ],
)

/** One case of a run. The statement that writes its answers marks it as done. */
export const evaluationResults = pgTable(
  'evaluation_results',
  {
    id: uuid().primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => evaluationRuns.id, { onDelete: 'cascade' }),
    caseId: uuid('case_id')
      .notNull()
      .references(() => evaluationCases.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** The case as it was when the run began: what is saved meanwhile does not change a run. */
    asked: jsonb().$type<AskedCase>().notNull(),
    /** Attempts that were begun: a case that ends the process is not answered for ever. */
    attempts: integer().notNull().default(0),
    draft: jsonb().$type<EvaluatedAnswer>(),
    published: jsonb().$type<EvaluatedAnswer>(),
    changed: text().array().notNull().default([]),
    regressions: text().array().notNull().default([]),
    doneAt: moment('done_at'),
  },
  (table) => [
    unique('evaluation_results_position_key').on(table.runId, table.position),
    index('evaluation_results_case_idx').on(table.caseId),
  ],
)
