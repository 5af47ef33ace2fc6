import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { organisations } from './organisations.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Accounts that act for an organisation, with their roles. */
export const organisationMembers = pgTable(
  'organisation_members',
  {
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['viewer', 'editor', 'reviewer', 'owner'] }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.accountId] }),
    index('organisation_members_account_idx').on(table.accountId, table.organisationId),
    check('organisation_members_role_known', sql`${table.role} in ('viewer', 'editor', 'reviewer', 'owner')`),
  ],
)

/** Invitations of addresses into an organisation: one for each address. */
export const memberInvitations = pgTable(
  'member_invitations',
  {
    id: uuid().primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Trimmed and lower-cased: only an account with this address accepts the invitation. */
    email: text().notNull(),
    role: text({ enum: ['viewer', 'editor', 'reviewer', 'owner'] }).notNull(),
    /** SHA-256 of the link’s token. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Null once the account is deleted. */
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at').notNull(),
    /** E-mails that were sent. */
    sends: integer().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('member_invitations_address_key').on(table.organisationId, table.email),
    index('member_invitations_email_idx').on(table.email),
    index('member_invitations_invited_by_idx').on(table.invitedBy),
    index('member_invitations_expires_at_idx').on(table.expiresAt),
    check('member_invitations_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
    check('member_invitations_role_known', sql`${table.role} in ('viewer', 'editor', 'reviewer', 'owner')`),
  ],
)
