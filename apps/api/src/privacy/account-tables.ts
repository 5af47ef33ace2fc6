import { sql } from 'drizzle-orm'
import { purgeAttempts } from '../limits/attempts.store.ts'
import { purgeChallenges } from '../auth/factors/passkeys.store.ts'
import { exportDevices, purgeDevices } from '../auth/known-devices.store.ts'
import { purgeInvitations } from '../auth/invitations.store.ts'
import { purgeOneTimeTokens } from '../auth/one-time-token.store.ts'
import { listSessions, purgeSessions } from '../auth/session.store.ts'
import { purgeBilling } from '../billing/subscriptions.store.ts'
import { purgeMails } from '../mail/outbox.store.ts'
import { toSession } from '../auth/session-json.ts'
import { exportVisitor } from '../visitors/visitors.store.ts'
import { inOrganisations, type TablePolicy } from './data-policy.ts'
import { purgeUnconfirmedAccounts } from './unconfirmed-accounts.ts'
import { purgeVisitors } from './unseen-visitors.ts'
import {
  exportMemberships,
  purgeMemberInvitations,
  purgeOidcAttempts,
} from '../organisations/organisations.store.ts'

const secret = { withheld: 'a digest of a secret: of no use to the person, and an aid to an attacker' }
const untilDeletion = 'until the account is deleted'
const untilRemoval = 'until the factor is removed'

/** Sign-in, e-mail and payment tables. `users` is erased last: other rows refer to it. */
export const accountTables: readonly TablePolicy[] = [
  {
    table: 'sessions',
    purpose: 'keeps people signed in',
    columns: {
      id: 'exported',
      user_id: 'exported',
      purpose: 'exported',
      organisation_id: { withheld: 'the organisation in use; memberships are exported' },
      oidc_organisation_id: {
        withheld: 'the organisation that has signed the person in; memberships are exported',
      },
      device: 'exported',
      token_hash: secret,
      previous_token_hash: secret,
      factor_at: 'none',
      proven_at: 'none',
      rotated_at: 'none',
      created_at: 'exported',
      expires_at: 'exported',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: 'until it expires', purge: purgeSessions },
    export: {
      section: 'sessions',
      read: async ({ db, subject, now }) => (await listSessions(db, subject.id, now)).map(toSession),
    },
    erasure: { kind: 'rows' },
  },
  {
    table: 'totp_factors',
    purpose: 'codes of an authenticator app as the second step of a sign-in',
    columns: {
      user_id: { withheld: 'the account that the export is about' },
      secret: { withheld: 'encrypted; in the hands of others it would replace the second step' },
      confirmed_at: { withheld: 'the account shows its second factors' },
      last_step: 'none',
      created_at: { withheld: 'the account shows its second factors' },
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: untilRemoval },
    erasure: { kind: 'rows' },
  },
  {
    table: 'recovery_codes',
    purpose: 'replace a lost second factor',
    columns: {
      user_id: { withheld: 'the account that the export is about' },
      code_hash: secret,
      created_at: 'none',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: untilRemoval },
    erasure: { kind: 'rows' },
  },
  {
    table: 'passkeys',
    purpose: 'sign people in without a password, or as the second step',
    columns: {
      id: { withheld: 'the account shows its passkeys' },
      user_id: { withheld: 'the account that the export is about' },
      credential_id: { withheld: 'an id of the authenticator, of no use to the person' },
      public_key: 'none',
      counter: 'none',
      transports: 'none',
      name: { withheld: 'the account shows its passkeys' },
      created_at: { withheld: 'the account shows its passkeys' },
      last_used_at: { withheld: 'the account shows its passkeys' },
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: untilRemoval },
    erasure: { kind: 'rows' },
  },
  {
    table: 'passkey_challenges',
    purpose: 'checks that the answer of a passkey is new',
    columns: {
      challenge_hash: secret,
      user_id: { withheld: 'the account that the export is about' },
      purpose: 'none',
      expires_at: 'none',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: '5 minutes', purge: purgeChallenges },
    erasure: { kind: 'rows' },
  },
  {
    table: 'known_devices',
    purpose: 'gives known browsers a budget of guesses of their own, and reports new ones',
    columns: {
      user_id: { withheld: 'the account that the export is about' },
      token_hash: secret,
      created_at: 'exported',
      last_used_at: 'exported',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: '400 days after the last sign-in', purge: purgeDevices },
    export: { section: 'known_devices', read: ({ db, subject }) => exportDevices(db, subject.id) },
    erasure: { kind: 'rows' },
  },
  {
    table: 'one_time_tokens',
    purpose: 'links in e-mails',
    columns: {
      id: 'none',
      user_id: { withheld: 'the account that the export is about' },
      kind: 'none',
      token_hash: secret,
      browser_hash: secret,
      password_hash: secret,
      expires_at: 'none',
      used_at: 'none',
      created_at: 'none',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: 'until it expires', purge: purgeOneTimeTokens },
    erasure: { kind: 'rows' },
  },
  {
    table: 'client_invitations',
    purpose: 'invites clients',
    columns: {
      id: 'none',
      user_id: { withheld: 'the account that the export is about' },
      invited_by: { withheld: 'the same change is exported from the audit list' },
      created_at: 'none',
      sent_at: 'none',
      sends: 'none',
      expires_at: 'none',
      accepted_at: 'none',
    },
    owner: [{ userId: 'user_id' }, { userId: 'invited_by' }],
    retention: { rule: '30 days after it ran out', purge: purgeInvitations },
    erasure: {
      kind: 'run',
      erase: async (tx, { id }) => {
        await tx.execute(sql`delete from client_invitations where user_id = ${id}`)
        await tx.execute(sql`update client_invitations set invited_by = null where invited_by = ${id}`)
      },
    },
  },
  {
    table: 'client_steps',
    purpose: 'remembers the first steps that a client has done',
    columns: {
      client_id: { withheld: 'the organisation; its steps name nobody' },
      step: 'none',
      done_at: 'none',
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'until the organisation is deleted' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'identity_secrets',
    purpose: 'checks the signatures of visitor ids',
    columns: {
      id: 'none',
      client_id: { withheld: 'the account that the export is about' },
      secret: { withheld: 'a secret, which is shown once' },
      created_at: 'none',
      retires_at: 'none',
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'a day after the next one was created; the current one until the account is deleted' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'visitors',
    purpose: 'continues the conversations of identified visitors on their other devices',
    columns: {
      user_id: { withheld: 'the account that the export is about' },
      client_id: { withheld: 'the client, whose sites the visitor knows' },
      external_id: 'exported',
      created_at: 'exported',
      last_seen_at: 'exported',
    },
    owner: [{ userId: 'user_id' }, { clientId: 'client_id' }],
    retention: { rule: 'VISITOR_RETENTION_DAYS after the last visit', purge: purgeVisitors },
    export: { section: 'visitor', read: ({ db, subject }) => exportVisitor(db, subject.id) },
    erasure: {
      kind: 'run',
      // The accounts of a client's visitors go with it.
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(
          sql`delete from users where id in (select user_id from visitors where ${inOrganisations('client_id', subject)})`,
        )
        await tx.execute(sql`delete from visitors where user_id = ${id}`)
      },
    },
  },
  {
    table: 'login_failures',
    purpose: 'limits guessing and floods',
    columns: {
      key: { withheld: 'a digest of an account or address, not assigned to a person' },
      failures: 'none',
      last_failure_at: 'none',
      locked_until: 'none',
    },
    owner: [],
    retention: { rule: '24 h after the last attempt', purge: purgeAttempts },
    erasure: { kind: 'none', reason: 'a digest that expires within 24 h; erasing it would lift a lock' },
  },
  {
    table: 'outbox',
    purpose: 'sends e-mails',
    columns: {
      id: 'none',
      user_id: { withheld: 'the account that the export is about' },
      recipient: { withheld: 'a copy of an e-mail that the person received; it may hold a sign-in link' },
      subject: { withheld: 'see recipient' },
      body: { withheld: 'see recipient' },
      reply_to: { withheld: 'a copy of a contact message, which is exported' },
      created_at: 'none',
      due_at: 'none',
      attempts: 'none',
      last_error: { withheld: 'may quote the recipient' },
      sent_at: 'none',
      unsubscribe_url: { withheld: 'a link of an e-mail that the person received' },
      delete_when_sent: 'none',
    },
    owner: [{ email: 'recipient' }, { email: 'reply_to' }, { userId: 'user_id' }],
    retention: { rule: '24 h after it was sent, 7 days when it cannot be sent', purge: purgeMails },
    erasure: { kind: 'rows' },
  },
  {
    table: 'billing_customers',
    purpose: 'finds an account at the payment service',
    columns: {
      user_id: { withheld: 'the account that the export is about' },
      customer_id: { withheld: 'an id of the payment service, whose portal shows its data' },
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: untilDeletion },
    erasure: { kind: 'rows' },
  },
  {
    table: 'subscriptions',
    purpose: 'shows and ends subscriptions',
    columns: {
      id: { withheld: 'an id of the payment service, whose portal shows its data' },
      user_id: { withheld: 'the account that the export is about' },
      status: 'exported',
      price_id: 'none',
      plan: 'exported',
      current_period_end: 'exported',
      cancel_at_period_end: 'exported',
      updated_at: 'none',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: untilDeletion },
    export: { section: 'billing', read: ({ billing, subject }) => billing.status(subject.id) },
    erasure: { kind: 'rows' },
  },
  {
    table: 'test_billing_links',
    purpose: 'pages of the test checkout',
    columns: {
      secret_hash: secret,
      user_id: { withheld: 'the account that the export is about' },
      kind: 'none',
      price_id: 'none',
      expires_at: 'none',
      used_at: 'none',
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: 'until it expires', purge: purgeBilling },
    erasure: { kind: 'rows' },
  },
  {
    table: 'billing_events',
    purpose: 'handles an event of the payment service once',
    columns: { id: 'none', received_at: 'none' },
    owner: [],
    retention: { rule: '30 days', purge: purgeBilling },
    erasure: { kind: 'none', reason: 'no personal data' },
  },
  {
    table: 'member_invitations',
    purpose: 'invites people into an organisation',
    columns: {
      id: 'none',
      organisation_id: { withheld: 'an organisation that has invited the person; the e-mail names it' },
      email: { withheld: 'the address of the account that the export is about' },
      role: 'none',
      token_hash: secret,
      invited_by: { withheld: 'the same change is exported from the audit list' },
      created_at: 'none',
      sent_at: 'none',
      sends: 'none',
      expires_at: 'none',
    },
    owner: [{ email: 'email' }, { clientId: 'organisation_id' }, { userId: 'invited_by' }],
    retention: { rule: '30 days after it ran out', purge: purgeMemberInvitations },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id, email } = subject
        await tx.execute(
          sql`delete from member_invitations where email = ${email} or ${inOrganisations('organisation_id', subject)}`,
        )
        await tx.execute(sql`update member_invitations set invited_by = null where invited_by = ${id}`)
      },
    },
  },
  {
    table: 'oidc_attempts',
    purpose: 'completes sign-ins by the identity provider of an organisation',
    columns: {
      state_hash: secret,
      organisation_id: 'none',
      browser_hash: secret,
      tested_by: { withheld: 'a test of the connection that the person has started' },
      fresh: 'none',
      return_to: 'none',
      expires_at: 'none',
    },
    owner: [{ clientId: 'organisation_id' }, { userId: 'tested_by' }],
    retention: { rule: '10 minutes', purge: purgeOidcAttempts },
    erasure: { kind: 'rows' },
  },
  {
    table: 'oidc_identities',
    purpose: 'finds the account of a person whom the identity provider of an organisation signs in',
    columns: {
      organisation_id: { withheld: 'the organisation; memberships are exported' },
      subject: { withheld: 'an id of the identity provider, whose owner is the organisation' },
      account_id: { withheld: 'the account that the export is about' },
      created_at: 'none',
      last_sign_in_at: 'none',
    },
    owner: [{ userId: 'account_id' }, { clientId: 'organisation_id' }],
    retention: { rule: 'until the member is removed, or the connection, the domain or the account is' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'oidc_domains',
    purpose: 'proves that domains of e-mail addresses are those of an organisation',
    columns: {
      id: 'none',
      organisation_id: { withheld: 'the organisation, whose settings show its domains' },
      domain: { withheld: 'the organisation’s, whose settings show it' },
      challenge: 'none',
      verified_at: 'none',
      verified_by: 'none',
      created_at: 'none',
    },
    owner: [{ clientId: 'organisation_id' }],
    retention: { rule: 'until it is removed, or the organisation is deleted' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'oidc_connections',
    purpose: 'signs members of an organisation in by its own identity provider',
    columns: {
      organisation_id: { withheld: 'the organisation, whose settings show its identity provider' },
      issuer: 'none',
      oauth_client_id: 'none',
      oauth_client_secret: { withheld: 'encrypted; a secret of the identity provider' },
      secret_at: 'none',
      scope: 'none',
      groups_claim: 'none',
      group_roles: 'none',
      default_role: 'none',
      enforced: 'none',
      tested_at: 'none',
      created_at: 'none',
    },
    owner: [{ clientId: 'organisation_id' }],
    retention: { rule: 'until it is removed, or the organisation is deleted' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'organisation_members',
    purpose: 'the people who act for an organisation, and their roles',
    columns: {
      organisation_id: 'exported',
      account_id: { withheld: 'the account that the export is about' },
      role: 'exported',
      created_at: 'exported',
    },
    owner: [{ userId: 'account_id' }],
    retention: { rule: 'until the member leaves, or the account or the organisation is deleted' },
    export: { section: 'memberships', read: ({ db, subject }) => exportMemberships(db, subject.id) },
    erasure: { kind: 'rows' },
  },
  {
    table: 'organisations',
    purpose: 'clients, whose widgets and content the deployment serves',
    columns: {
      id: { withheld: 'exported with the memberships' },
      name: { withheld: 'exported with the memberships' },
      created_at: 'none',
      requires_second_factor: 'none',
    },
    owner: [{ clientId: 'id' }, { email: 'name' }],
    retention: { rule: 'until its last member deletes the account' },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        await tx.execute(sql`delete from organisations where ${inOrganisations('id', subject)}`)
        // The name of an organisation that nobody has renamed is the address of its first account.
        await tx.execute(
          sql`update organisations set name = split_part(name, '@', 2) where lower(btrim(name)) = ${subject.email}`,
        )
      },
    },
  },
  {
    table: 'users',
    purpose: 'identifies accounts',
    columns: {
      id: 'exported',
      email: 'exported',
      password_hash: secret,
      role: 'exported',
      verified_at: 'exported',
      second_factor_at: { withheld: 'the account shows its second factors' },
      disabled_at: { withheld: 'empty for whoever can sign in to export' },
      is_demonstration: 'none',
      created_at: 'exported',
      updated_at: 'none',
    },
    owner: [{ userId: 'id' }],
    retention: {
      rule: 'until deletion; without a confirmed address UNCONFIRMED_ACCOUNT_DAYS, twice that with a link that works',
      purge: purgeUnconfirmedAccounts,
    },
    erasure: {
      kind: 'run',
      erase: (tx, { id }) => tx.execute(sql`delete from users where id = ${id}`),
    },
  },
]
