import type { Appearance, ClientEdit, Configurator } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'
import { bytea } from './columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The widgets that clients embed (specification 2, section 3). A null model, temperature or prompt is the master settings'. */
export const configurators = pgTable(
  'configurators',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    clientOwner: uuid('client_owner').references(() => organisations.id, { onDelete: 'set null' }),
    active: boolean().notNull(),
    allowConversations: text('allow_conversations', { enum: ['multi', 'single'] }).notNull(),
    forceToolCalls: boolean('force_tool_calls').notNull(),
    widgetTheme: text('widget_theme', { enum: ['ultra', 'modern', 'ivory', 'aurora'] }).notNull(),
    affiliateCode: text('affiliate_code'),
    /** Empty: the name stands in. */
    widgetTitle: text('widget_title').notNull(),
    model: text(),
    temperature: doublePrecision(),
    systemPrompt: text('system_prompt'),
    allowAttachments: boolean('allow_attachments').notNull(),
    sidebarCollapsed: boolean('sidebar_collapsed').notNull(),
    composePlaceholder: text('compose_placeholder').notNull(),
    /** Names; none means all. */
    allowedTools: text('allowed_tools').array().notNull(),
    /** Names; none means all. */
    allowedAuthors: text('allowed_authors').array().notNull(),
    /** Exact origins, and the literal `null`; no list at all is every site. */
    allowedOrigins: text('allowed_origins').array(),
    /** Budget of a day, which all of the widget's visitors share; null is the server's. */
    questionsPerDay: integer('questions_per_day'),
    /** Tokens that models read and write within a day; null is the server's. */
    tokensPerDay: integer('tokens_per_day'),
    /** Empty is the default; pictures are ids of `widgetPictures`. */
    appearance: jsonb().$type<Partial<Appearance>>().notNull().default({}),
    /** Parts of the appearance that the client may change. */
    clientEdits: text('client_edits')
      .array()
      .$type<ClientEdit[]>()
      .notNull()
      .default(['accent', 'logo', 'avatar', 'welcome', 'starters']),
    /** Grows with each save: who saves names the one that they have seen. */
    version: integer().notNull().default(1),
    /** True for the widgets of `loadDemonstration`. */
    isDemonstration: boolean('is_demonstration').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('configurators_client_owner_idx').on(table.clientOwner),
    check('configurators_conversations_known', sql`${table.allowConversations} in ('multi', 'single')`),
    check('configurators_theme_known', sql`${table.widgetTheme} in ('ultra', 'modern', 'ivory', 'aurora')`),
    check(
      'configurators_budget_positive',
      sql`${table.questionsPerDay} >= 1 and ${table.tokensPerDay} >= 10`,
    ),
    check('configurators_temperature_range', sql`${table.temperature} between 0 and 2`),
  ],
)

/** Logos and avatars of a widget, encoded anew. Versions refer to them, so that none is replaced. */
export const widgetPictures = pgTable(
  'widget_pictures',
  {
    configuratorId: uuid('configurator_id')
      .notNull()
      .references(() => configurators.id, { onDelete: 'cascade' }),
    /** SHA-256 of the bytes, in hexadecimal. */
    id: text().notNull(),
    bytes: bytea().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.configuratorId, table.id] })],
)

/** Versions of a configurator: its history, for display and restore. */
export const configuratorVersions = pgTable(
  'configurator_versions',
  {
    configuratorId: uuid('configurator_id')
      .notNull()
      .references(() => configurators.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    savedAt: moment('saved_at').notNull(),
    /** Null once the account is deleted. */
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    /** The configurator as the contract writes it. */
    state: jsonb().$type<Configurator>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.configuratorId, table.version] }),
    index('configurator_versions_saved_by_idx').on(table.savedBy),
    // Widgets that a client has owned.
    index('configurator_versions_owner_idx').on(sql`(${table.state} ->> 'client_owner')`),
  ],
)

/** Accounts that were made inside a widget. */
export const widgetSignups = pgTable(
  'widget_signups',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** The configurator; kept when that is deleted. */
    embedId: uuid('embed_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('widget_signups_created_at_idx').on(table.createdAt)],
)

/** Origins that a widget was seen on, for the install check of its owner. */
export const widgetSightings = pgTable(
  'widget_sightings',
  {
    /** Owner of the widget at the time; null for a widget without owner. */
    clientId: uuid('client_id').references(() => organisations.id, { onDelete: 'cascade' }),
    embedId: uuid('embed_id')
      .notNull()
      .references(() => configurators.id, { onDelete: 'cascade' }),
    origin: text().notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [
    unique('widget_sightings_origin_key').on(table.clientId, table.embedId, table.origin).nullsNotDistinct(),
    index('widget_sightings_embed_idx').on(table.embedId),
  ],
)

/** The key that signs the tokens of embedded visitors: one row, made at the first use and shared by all instances. */
export const embedKeys = pgTable('embed_keys', {
  id: integer().primaryKey(),
  secret: text().notNull(),
  /** Time from which it signs, once every instance has read it. */
  signsAt: moment('signs_at').notNull().defaultNow(),
  /** Time after which its signatures are refused; null for the newest one. */
  endsAt: moment('ends_at'),
})
