import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
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

/** Identity providers of organisations (OpenID Connect), one for each. */
export const oidcConnections = pgTable(
  'oidc_connections',
  {
    organisationId: uuid('organisation_id')
      .primaryKey()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    /** Client identifier at the provider. */
    oauthClientId: text('oauth_client_id').notNull(),
    /** Encrypted by `SecretBox`. */
    oauthClientSecret: text('oauth_client_secret').notNull(),
    secretAt: moment('secret_at').notNull(),
    scope: text().notNull(),
    groupsClaim: text('groups_claim').notNull(),
    groupRoles: jsonb('group_roles')
      .$type<{ group: string; role: 'viewer' | 'editor' | 'reviewer' | 'owner' }[]>()
      .notNull(),
    /** Role of a person without one of the groups; null refuses the sign-in. */
    defaultRole: text('default_role', { enum: ['viewer', 'editor', 'reviewer', 'owner'] }),
    /** True: members with an address in a verified domain sign in by this provider alone. */
    enforced: boolean().notNull(),
    /** Last successful sign-in or test with this issuer, client identifier and secret. */
    testedAt: moment('tested_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check(
      'oidc_connections_default_role_known',
      sql`${table.defaultRole} in ('viewer', 'editor', 'reviewer', 'owner')`,
    ),
  ],
)

/** Domains of e-mail addresses that organisations claim. A verified one belongs to one organisation. */
export const oidcDomains = pgTable(
  'oidc_domains',
  {
    id: uuid().primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** In lower case, as ASCII (Punycode). */
    domain: text().notNull(),
    /** Random value of the TXT record that proves the claim. It is public, and of this claim alone. */
    challenge: text().notNull(),
    verifiedAt: moment('verified_at'),
    verifiedBy: text('verified_by', { enum: ['dns', 'administrator'] }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('oidc_domains_claim_key').on(table.organisationId, table.domain),
    uniqueIndex('oidc_domains_verified_key')
      .on(table.domain)
      .where(sql`${table.verifiedAt} is not null`),
    check('oidc_domains_verified_by_known', sql`${table.verifiedBy} in ('dns', 'administrator')`),
  ],
)

/** Subjects of the identity provider of an organisation, and their accounts. */
export const oidcIdentities = pgTable(
  'oidc_identities',
  {
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Claim `sub`: the provider never gives it to another person. */
    subject: text().notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    lastSignInAt: moment('last_sign_in_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.subject] }),
    uniqueIndex('oidc_identities_account_key').on(table.accountId, table.organisationId),
  ],
)

/** Sign-ins that are under way at an identity provider. Nonce and PKCE verifier are derived from the browser's cookie. */
export const oidcAttempts = pgTable(
  'oidc_attempts',
  {
    /** SHA-256 of the parameter `state`. */
    stateHash: text('state_hash').primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie of the browser that has started it. */
    browserHash: text('browser_hash').notNull(),
    /** The account that tests the connection; null for a sign-in. */
    testedBy: uuid('tested_by').references(() => users.id, { onDelete: 'cascade' }),
    /** True when the provider must have asked for the person's credentials again. */
    fresh: boolean().notNull(),
    /** Path of our own site to open after the sign-in. */
    returnTo: text('return_to'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('oidc_attempts_organisation_idx').on(table.organisationId),
    index('oidc_attempts_tested_by_idx').on(table.testedBy),
    index('oidc_attempts_expires_at_idx').on(table.expiresAt),
  ],
)
