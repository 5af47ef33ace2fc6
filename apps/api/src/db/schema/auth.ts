import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from './columns.ts'
import { organisations } from './organisations.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The people who can sign in. `email` is stored trimmed and lower-cased. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    /** `client` belongs to at least one organisation; `null` is a plain user. */
    role: text({ enum: ['admin', 'client'] }),
    verifiedAt: moment('verified_at'),
    disabledAt: moment('disabled_at'),
    /** Time at which the first second factor was set up; null without one. */
    secondFactorAt: moment('second_factor_at'),
    /** True for the accounts of `loadDemonstration`, whose password is public. */
    isDemonstration: boolean('is_demonstration').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('users_email_normalised', sql`${table.email} = lower(btrim(${table.email}))`),
    check('users_role_known', sql`${table.role} in ('admin', 'client')`),
    index('users_demonstration_idx')
      .on(table.id)
      .where(sql`${table.isDemonstration}`),
  ],
)

/**
 * Open sessions. Only SHA-256 digests of the opaque tokens are kept. While a rotated token has not been
 * seen from the browser, the one before it stays valid, so that a lost answer signs nobody out.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Scope of the session: our own pages; a widget's frame; opened by a recovery link, to choose a new password and for
     * nothing else; or, opened by a password or link, to take the second step of a sign-in and for nothing else. `visitor`
     * is a frame whose site has identified the visitor.
     */
    purpose: text({ enum: ['site', 'frame', 'recovery', 'factor', 'visitor'] })
      .notNull()
      .default('site'),
    /** The organisation in use, of several; null: the one that the person joined first. */
    organisationId: uuid('organisation_id').references(() => organisations.id, { onDelete: 'set null' }),
    /** The organisation whose identity provider has opened the session; null for every other sign-in. */
    oidcOrganisationId: uuid('oidc_organisation_id').references(() => organisations.id, {
      onDelete: 'cascade',
    }),
    /** User agent of the browser. */
    device: text(),
    tokenHash: text('token_hash').notNull().unique(),
    previousTokenHash: text('previous_token_hash').unique(),
    /** Time of the second step of the sign-in; null without one. */
    factorAt: moment('factor_at'),
    /** Time of the last proof by password or second factor; null after a sign-in by a link. */
    provenAt: moment('proven_at'),
    rotatedAt: moment('rotated_at').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
    index('sessions_organisation_idx').on(table.organisationId),
    index('sessions_oidc_organisation_idx').on(table.oidcOrganisationId),
    check(
      'sessions_purpose_known',
      sql`${table.purpose} in ('site', 'frame', 'recovery', 'factor', 'visitor')`,
    ),
  ],
)

/** Authenticator apps, one for each account. */
export const totpFactors = pgTable('totp_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted by `SecretBox`. */
  secret: text().notNull(),
  /** Null until a code of it was shown: until then it proves nothing. */
  confirmedAt: moment('confirmed_at'),
  /** Time step of the last accepted code: codes of this step and of earlier ones are refused. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

/** Digests of unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Passkeys (WebAuthn credentials) of accounts. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytea('public_key').notNull(),
    /** Signature counter; stays 0 for authenticators without one. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user_id_idx').on(table.userId)],
)

/** Challenges of passkeys, by digest; each is used once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    /** Null for a sign-in by a passkey alone, when nobody is known yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['create', 'use'] }).notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user_id_idx').on(table.userId),
    index('passkey_challenges_expires_at_idx').on(table.expiresAt),
    check('passkey_challenges_purpose_known', sql`${table.purpose} in ('create', 'use')`),
  ],
)

/** Browsers on which an account has signed in, by the digest of their device cookie. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('known_devices_token_hash_idx').on(table.tokenHash),
    index('known_devices_last_used_at_idx').on(table.lastUsedAt),
  ],
)

/** Accounts that administrators invite as clients. */
export const clientInvitations = pgTable(
  'client_invitations',
  {
    id: uuid().primaryKey(),
    /** The invited account; without a role until a password was chosen by a link of its mailbox. */
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the account is deleted. */
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at').notNull(),
    /** E-mails that were sent. */
    sends: integer().notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
  },
  (table) => [index('client_invitations_invited_by_idx').on(table.invitedBy)],
)

/** First steps that clients have done. A step stays done when its fact is purged, for example the first question. */
export const clientSteps = pgTable(
  'client_steps',
  {
    clientId: uuid('client_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    step: text({ enum: ['look', 'content', 'install', 'question'] }).notNull(),
    doneAt: moment('done_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.step] })],
)

/** Tokens that e-mailed links carry: they work once, and expire. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['signup', 'recovery', 'magiclink', 'login'] }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Digest of the cookie of the browser that asked for a sign-in link; null for other links. */
    browserHash: text('browser_hash'),
    /** Hash of the password that a sign-up link sets when it is opened. */
    passwordHash: text('password_hash'),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('one_time_tokens_user_id_idx').on(table.userId),
    index('one_time_tokens_expires_at_idx').on(table.expiresAt),
    check('one_time_tokens_kind_known', sql`${table.kind} in ('signup', 'recovery', 'magiclink', 'login')`),
  ],
)

/** Counters of attempts: wrong passwords by account and address; sign-ups, resets and messages by address. */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** Counter name and the digest of its subject. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastFailureAt: moment('last_failure_at').notNull(),
    lockedUntil: moment('locked_until'),
  },
  (table) => [index('login_failures_last_failure_at_idx').on(table.lastFailureAt)],
)

/** E-mails, each from when it is written until some days after it was sent or given up. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    /** The account that the e-mail is about; null when it is about a visitor. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** Reply-To address, where it is not the sender. */
    replyTo: text('reply_to'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Time of the next attempt; null once sent or given up. A try under way has it in the near future. */
    dueAt: moment('due_at').defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    /** Address that ends e-mails of its kind by one click (RFC 8058); null where there is no choice. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** Deletes the e-mail once it is sent: its recipient has no account any more. */
    deleteWhenSent: boolean('delete_when_sent').notNull().default(false),
  },
  (table) => [
    index('outbox_user_id_idx').on(table.userId),
    index('outbox_due_idx')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index('outbox_created_at_idx').on(table.createdAt),
  ],
)
